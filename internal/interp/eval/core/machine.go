package core

import (
	"maps"
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/interp"
	"github.com/fencepost/fencepost/internal/interp/eval/syntax"
	"github.com/fencepost/fencepost/internal/interp/eval/tables"
	"github.com/fencepost/fencepost/internal/lowlevel/effort"
)

// Parser turns code of the language into a tree. problem says why not, or not all of it.
type Parser func(code string) (root *syntax.Node, problem string)

// Input is one snippet with what is needed to interpret it.
type Input struct {
	Code    string
	Home    string
	Cwd     string      // absolute, or ""
	Base    string      // of the file that holds the code, absolute; "" for inline code
	Args    []fact.Word // of the program, from its name on; nil: not known
	Table   tables.Table
	Parse   Parser
	Modules []interp.Module // files that the code may load
	// ParseFile is Parse for one of the modules.
	ParseFile func(*interp.Module) (root *syntax.Node, problem string)
	// Left is how many steps are left for this snippet and those that follow; nil: each has its own.
	Left *effort.Budget
}

// The bounds of one snippet. Exceeding one is said in Facts.Problem: what was found before still
// counts.
const (
	maxSteps   = 150_000 // nodes interpreted, and variables copied
	maxInFiles = 110_000 // of these, in files that the code loads
	maxCalls   = 4000    // calls reported
	maxDepth   = 100     // of calls in calls
	maxFrames  = 24      // of functions in functions
	maxRuns    = 40      // of one function
	maxLoads   = 64      // of files that are run
	maxNested  = 5       // of code in code (exec, eval)
	maxUnroll  = 40      // elements of a list that are followed one by one
	maxArgs    = 64      // arguments of one call
)

// Machine is the state of the interpretation of one snippet.
type Machine struct {
	lang   Language
	Traits *Traits
	input  *Input

	Facts *interp.Facts
	seen  map[string]bool // calls that were reported
	names []string        // of the modules of the tables, once they were asked for

	// What the code has stored.
	Scope      *Scope
	Assigned   map[string]*Value // qualified names that the code has assigned to
	Attributes map[string]*Value // attributes and keys that were set on objects, by name
	Stars      []string          // modules of which everything was imported
	Escaped    bool              // a module or function was stored where it is not followed
	Holds      bool              // a key that is set may keep the value that it had: of what is frozen
	thrown     *Value            // what was thrown that is no plain data

	// The world as the code has changed it.
	texts         map[string]*Value // that were written to files, by path
	dir           interp.Dir
	moved         bool          // a chdir was seen
	environ       []fact.Assign // variables of the environment that the code has set
	listedAt      *syntax.Node  // where the names of the environment were listed
	TempElsewhere bool          // TMPDIR may be another one than it was
	Homeless      bool          // HOME may be another one than it was

	// Where the machine is.
	Frame *frame
	File  int // whose code runs: a Module's of the input, or 0
	maybe int // depth of branches and loops: what happens there may not happen

	// What is left to be run.
	Funcs    []*Function
	deferred []deferred // calls that may happen later than where they were seen

	// The budget.
	frames, depth, nested, steps int
	loads                        int  // files that were run
	fileSteps                    int  // in code of files
	cut                          bool // code of files is not followed any more
	spent                        bool
}

// Scope holds the variables of a function, a class body or a block.
type Scope struct {
	Vars    map[string]*Value
	Parent  *Scope
	history map[string]*Value // what variables were while calls were deferred that may have seen it
	Global  map[string]bool   // names that the function says are global or nonlocal
	Block   bool              // a block: what is declared in the function passes through
	Inner   bool              // an expression with variables of its own: a comprehension
}

// frame is one run of a function.
type frame struct {
	Ret     *Value
	This    *Value
	Owner   *Class // the class in which the function stands, or nil
	Yielded *Value // what a generator yields
}

// Function is a function of the code.
type Function struct {
	Node     *syntax.Node // parameters and body
	Scope    *Scope
	Self     *Value // receiver, for a method taken from an instance
	Runs     int
	active   int
	deeper   *Value // what it has been called with from within its own calls: Data, Top or nil
	Enters   bool   // made a context manager: what it yields is what a with statement binds
	Owner    *Class // the class in which it stands, or nil
	File     int    // in which it stands: a Module's of the input, or 0
	Binds    Binding
	Defaults map[string]*Value // of parameters, where they are made with the function
	Suspends bool              // its body runs in parts, or not where it is called: async
	Getter   bool              // an attribute whose value is what the function returns
	Implicit bool              // the language or its library calls it, and what it returns
}

// Binding is what a method gets as its first argument.
type Binding uint8

// The instance, the class, or nothing that is not passed.
const (
	BindsInstance Binding = iota
	BindsClass
	BindsNothing
)

// Class is a class of the code.
type Class struct {
	Vars  map[string]*Value
	Bases []*Value
	File  int      // in which it stands: a Module's of the input, or 0
	Lib   []string // bases of the tables that only compute: what else an instance has is theirs
	// Fields are run for each instance that is made, before its constructor.
	Fields []*Function
}

// Run interprets a snippet. It always returns facts; a panic ends in a problem, too.
func (m *Machine) Run(in Input, t *Traits, lang Language) (f *interp.Facts) {
	*m = Machine{lang: lang, Traits: t, input: &in, Facts: &interp.Facts{}, seen: map[string]bool{},
		Assigned: map[string]*Value{}, Attributes: map[string]*Value{}}
	f = m.Facts
	defer func() {
		if r := recover(); r != nil {
			f.Problem = "the analysis of the code failed"
		}
	}()
	root, problem := in.Parse(in.Code)
	if problem != "" {
		m.problem(problem)
	}
	if root == nil {
		return f
	}
	m.Scope = &Scope{Vars: map[string]*Value{}}
	m.Frame = &frame{}
	m.lang.Program(root)
	m.finish()
	return f
}

// finish runs the functions that nothing was seen to call, and, where the directory was changed,
// all that may run later.
func (m *Machine) finish() {
	for i := 0; i < len(m.deferred) && i < maxCalls; i++ { // the list may grow
		m.replay(m.deferred[i].fn.Scope)
		m.maybe++
		m.Invoke(m.deferred[i].fn, m.deferred[i].args)
		m.maybe--
	}
	for i := 0; i < len(m.Funcs) && i < maxCalls; i++ { // the list may grow
		if fn := m.Funcs[i]; fn.Runs == 0 && m.reached(fn) {
			m.runUnknown(fn, m.argument())
		}
	}
	if m.Escaped {
		// They may be called with a module or a function.
		for i := 0; i < len(m.Funcs) && i < maxCalls; i++ {
			if m.Funcs[i].File == 0 || m.Funcs[i].Runs > 0 || m.reached(m.Funcs[i]) {
				m.runUnknown(m.Funcs[i], Top)
			}
		}
	}
	if !m.moved {
		return
	}
	m.dir = unknownDir
	for i := 0; i < len(m.Funcs) && i < maxCalls; i++ {
		if m.Funcs[i].Runs > 0 || m.reached(m.Funcs[i]) {
			m.runUnknown(m.Funcs[i], m.argument())
		}
	}
}

// argument is what a function is called with that is called from somewhere not seen.
func (m *Machine) argument() *Value {
	if m.Escaped {
		return Top
	}
	return Data
}

// Problem says that not all of the code can be read.
func (m *Machine) Problem(text string) { m.problem(text) }

func (m *Machine) problem(text string) {
	if m.Facts.Problem == "" {
		m.Facts.Problem = text
	}
}

// Step counts work. It reports whether there is more to spend.
func (m *Machine) Step(n int) bool {
	if m.spent || m.File > 0 && !m.stepInFile(n) {
		return false
	}
	m.steps += n
	if !m.input.Left.Spend(n) || m.steps > maxSteps {
		m.spent = true
		m.problem("the code does more than the limit of this program")
		return false
	}
	return true
}

// Push enters a scope and returns the function that leaves it.
func (m *Machine) Push(s *Scope) func() {
	saved := m.Scope
	m.Scope = s
	return func() { m.Scope = saved }
}

// lookup finds a variable, or nil.
func (m *Machine) lookup(name string) *Value {
	for s := m.Scope; s != nil; s = s.Parent {
		if v, ok := s.Vars[name]; ok {
			return v
		}
	}
	return nil
}

// saved is a scope with a copy of its variables.
type saved struct {
	s    *Scope
	vars map[string]*Value
}

// Save keeps what the variables are. It returns nil where there is nothing left to spend.
func (m *Machine) Save() []saved {
	var out []saved
	for s := m.Scope; s != nil; s = s.Parent {
		vars := make(map[string]*Value, len(s.Vars))
		maps.Copy(vars, s.Vars)
		if !m.Step(len(vars)) {
			return nil
		}
		out = append(out, saved{s, vars})
	}
	return out
}

func restore(list []saved) {
	for _, x := range list {
		vars := make(map[string]*Value, len(x.vars))
		maps.Copy(vars, x.vars)
		x.s.Vars = vars
	}
}

// Merge joins the variables with a saved state. It returns the names that differ.
func (m *Machine) Merge(list []saved) (changed []string) {
	for _, x := range list {
		for k, v := range x.vars {
			now, ok := x.s.Vars[k]
			if !ok {
				x.s.Vars[k] = v
				continue
			}
			if !same(now, v, 0) {
				x.s.Vars[k] = Join(v, now)
				changed = append(changed, k)
			}
		}
		for k, v := range x.s.Vars {
			if _, ok := x.vars[k]; ok {
				continue
			}
			if x.s.Parent == nil && m.Builtin(k) {
				x.s.Vars[k] = Join(Ref(k), v) // it may still be the builtin
			}
			changed = append(changed, k)
		}
	}
	return changed
}

// Branches runs each way from the same state and joins what they leave. The state before counts as
// a way, too, if none of them has to be taken.
func (m *Machine) Branches(skip bool, ways ...func()) {
	m.maybe++
	defer func() { m.maybe-- }()
	before := m.Save()
	if before == nil {
		return
	}
	dir := m.dir
	var after [][]saved
	var dirs []interp.Dir
	for _, f := range ways {
		restore(before)
		m.dir = dir
		f()
		after = append(after, m.Save())
		dirs = append(dirs, m.dir)
	}
	if skip {
		restore(before)
		m.dir = dir
	}
	for i, a := range after {
		if !skip && i == len(after)-1 {
			break // the state as it is
		}
		m.Merge(a)
		if dirs[i] != m.dir {
			m.dir = unknownDir
		}
	}
}

// Loop runs a body that runs any number of times, until nothing new is learned.
func (m *Machine) Loop(body func()) {
	m.maybe++
	defer func() { m.maybe-- }()
	for round := 0; ; round++ {
		before := m.Save()
		if before == nil {
			return
		}
		dir := m.dir
		body()
		changed := m.Merge(before)
		if m.dir != dir {
			m.dir = unknownDir
		}
		if len(changed) == 0 && m.dir == dir || round > 3 {
			return
		}
		if round == 2 {
			m.widen(changed)
		}
	}
}

// widen makes variables unknown that keep changing.
func (m *Machine) widen(names []string) {
	for _, name := range names {
		for s := m.Scope; s != nil; s = s.Parent {
			if v, ok := s.Vars[name]; ok && v != nil {
				switch {
				case v.Kind == KindFunc || v.Kind == KindClass || v.Kind == KindRef || v.Kind == KindObj:
				case v.Kind == KindData:
				case v.Plain():
					s.Vars[name] = Data
				default:
					s.Vars[name] = Top
				}
				break
			}
		}
	}
}

// unknownDir is a directory of which nothing is known.
var unknownDir = interp.Dir{Set: true, Word: fact.Word{Kind: fact.Partial}}

// chdir moves the code's directory.
func (m *Machine) chdir(v *Value) {
	m.moved = true
	words := v.Words()
	w := words[0]
	if len(words) != 1 || w.Kind != fact.Literal || w.Glob || strings.HasPrefix(w.Text, Fresh) {
		m.dir = unknownDir
		return
	}
	if m.dir.Set && !strings.HasPrefix(w.Text, "/") {
		if m.dir.Word.Kind != fact.Literal {
			return // relative to a directory that is not known
		}
		w.Text = m.dir.Word.Text + "/" + w.Text
	}
	m.dir = interp.Dir{Set: true, Word: w}
}

// Caught is what a handler of exceptions gets.
func (m *Machine) Caught() *Value { return Join(Data, m.thrown) }

// Throws notes what is thrown.
func (m *Machine) Throws(v *Value) {
	if !m.Plain(v) {
		m.thrown = Join(m.thrown, v)
	}
}
