package eval

import (
	"strings"
	"time"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/interp"
)

// Parser turns code of the language into a tree. problem says why not, or not all of it.
type Parser func(code string) (root *Node, problem string)

// Input is one snippet with what is needed to interpret it.
type Input struct {
	Code     string
	Home     string
	Cwd      string      // absolute, or ""
	Args     []fact.Word // of the program, from its name on; nil: not known
	Table    Table
	Parse    Parser
	Deadline time.Time // zero: none
}

// The bounds of one snippet. Exceeding one is said in Facts.Problem: what was found before still
// counts.
const (
	maxSteps   = 150_000 // nodes interpreted, and variables copied
	maxCalls   = 4000    // calls reported
	maxDepth   = 100     // of calls in calls
	maxFrames  = 12      // of functions in functions
	maxRuns    = 40      // of one function
	maxNested  = 5       // of code in code (exec, eval)
	maxUnroll  = 40      // elements of a list that are followed one by one
	maxArgs    = 64      // arguments of one call
	clockSteps = 256     // between two looks at the clock
)

// machine is the state of the interpretation of one snippet.
type machine struct {
	lang   language
	traits *traits
	in     *Input
	facts  *interp.Facts
	seen   map[string]bool // calls that were reported

	scope         *scope
	over          map[string]*Value // qualified names that the code has assigned to
	attrs         map[string]*Value // attributes and keys that were set on objects, by name
	stars         []string          // modules of which everything was imported
	tainted       bool              // a module or function was stored where it is not followed
	dir           interp.Dir
	moved         bool          // a chdir was seen
	environ       []fact.Assign // variables of the environment that the code has set
	listed        *Node         // where the names of the environment were listed
	tempElsewhere bool          // TMPDIR may be another one than it was
	homeless      bool          // HOME may be another one than it was
	thrown        *Value        // what was thrown that is no plain data
	funcs         []*function
	deferred      []deferred // calls that may happen later than where they were seen
	frame         *frame
	frames        int
	depth         int
	nested        int
	maybe         int // depth of branches and loops: what happens there may not happen
	steps         int
	spent         bool
	returning     int
}

// scope holds the variables of a function, a class body or a block.
type scope struct {
	vars   map[string]*Value
	parent *scope
	past   map[string]*Value // what variables were while calls were deferred that may have seen it
	global map[string]bool   // names that the function says are global or nonlocal
	block  bool              // JavaScript: var declarations pass through
	inner  bool              // Python: a comprehension, through which := passes
}

// frame is one run of a function.
type frame struct {
	ret     *Value
	this    *Value
	owner   *class // the class in which the function stands, or nil
	yielded *Value // what a generator yields
}

// function is a function of the code.
type function struct {
	node   *Node // parameters and body
	scope  *scope
	self   *Value // receiver, for a method taken from an instance
	runs   int
	active int
	method bool   // defined in a class: the first parameter is the instance (Python)
	enters bool   // made a context manager: what it yields is what a with statement binds
	owner  *class // the class in which it stands, or nil
	binds  string // "class" or "none": what a method gets first in place of the instance (Python)
	getter bool   // an attribute whose value is what the function returns
	// implicit: the language or its library calls it, and what it returns, too: (os.system, (x,)) of
	// __reduce__
	implicit bool
}

// class is a class of the code.
type class struct {
	vars  map[string]*Value
	bases []*Value
	lib   []string // bases of the tables that only compute: what else an instance has is theirs
}

// Run interprets a snippet. It always returns facts; a panic ends in a problem, too.
func run(in Input, t *traits, start func(*machine) language) (f *interp.Facts) {
	m := &machine{traits: t, in: &in, facts: &interp.Facts{}, seen: map[string]bool{},
		over: map[string]*Value{}, attrs: map[string]*Value{}}
	m.lang = start(m)
	f = m.facts
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
	m.scope = &scope{vars: map[string]*Value{}}
	m.frame = &frame{}
	m.lang.program(root)
	m.finish()
	return f
}

// finish runs the functions that nothing was seen to call, and, where the directory was changed,
// all that may run later.
func (m *machine) finish() {
	for i := 0; i < len(m.deferred) && i < maxCalls; i++ { // the list may grow
		m.recall(m.deferred[i].fn.scope)
		m.maybe++
		m.invoke(m.deferred[i].fn, m.deferred[i].args, true)
		m.maybe--
	}
	for i := 0; i < len(m.funcs) && i < maxCalls; i++ { // the list may grow
		if fn := m.funcs[i]; fn.runs == 0 {
			m.runUnknown(fn, m.argument())
		}
	}
	if m.tainted {
		for i := 0; i < len(m.funcs) && i < maxCalls; i++ { // they may be called with a module or a function
			m.runUnknown(m.funcs[i], opaque)
		}
	}
	if !m.moved {
		return
	}
	m.dir = interp.Dir{Set: true, Word: fact.Word{Kind: fact.Partial}}
	for i := 0; i < len(m.funcs) && i < maxCalls; i++ {
		m.runUnknown(m.funcs[i], m.argument())
	}
}

// argument is what a function is called with that is called from somewhere not seen.
func (m *machine) argument() *Value {
	if m.tainted {
		return opaque
	}
	return data
}

func (m *machine) problem(text string) {
	if m.facts.Problem == "" {
		m.facts.Problem = text
	}
}

// step counts work. It reports whether there is more to spend.
func (m *machine) step(n int) bool {
	if m.spent {
		return false
	}
	before := m.steps / clockSteps
	m.steps += n
	if m.steps > maxSteps || m.steps/clockSteps != before && !m.in.Deadline.IsZero() && time.Now().After(m.in.Deadline) {
		m.spent = true
		m.problem("the code does more than the limit of this program")
		return false
	}
	return true
}

// push enters a scope and returns the function that leaves it.
func (m *machine) push(s *scope) func() {
	saved := m.scope
	m.scope = s
	return func() { m.scope = saved }
}

// lookup finds a variable, or nil.
func (m *machine) lookup(name string) *Value {
	for s := m.scope; s != nil; s = s.parent {
		if v, ok := s.vars[name]; ok {
			return v
		}
	}
	return nil
}

// saved is a scope with a copy of its variables.
type saved struct {
	s    *scope
	vars map[string]*Value
}

func (m *machine) save() []saved {
	var out []saved
	for s := m.scope; s != nil; s = s.parent {
		vars := make(map[string]*Value, len(s.vars))
		for k, v := range s.vars {
			vars[k] = v
		}
		if !m.step(len(vars)) {
			return nil
		}
		out = append(out, saved{s, vars})
	}
	return out
}

func restore(list []saved) {
	for _, x := range list {
		vars := make(map[string]*Value, len(x.vars))
		for k, v := range x.vars {
			vars[k] = v
		}
		x.s.vars = vars
	}
}

// merge joins the variables with a saved state. It returns the names that differ.
func (m *machine) merge(list []saved) (changed []string) {
	for _, x := range list {
		for k, v := range x.vars {
			now, ok := x.s.vars[k]
			if !ok {
				x.s.vars[k] = v
				continue
			}
			if !same(now, v, 0) {
				x.s.vars[k] = join(v, now)
				changed = append(changed, k)
			}
		}
		for k, v := range x.s.vars {
			if _, ok := x.vars[k]; ok {
				continue
			}
			if x.s.parent == nil && m.builtin(k) {
				x.s.vars[k] = join(ref(k), v) // it may still be the builtin
			}
			changed = append(changed, k)
		}
	}
	return changed
}

// branches runs each way from the same state and joins what they leave. The state before counts as
// a way, too, if none of them has to be taken.
func (m *machine) branches(skip bool, ways ...func()) {
	m.maybe++
	defer func() { m.maybe-- }()
	before := m.save()
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
		after = append(after, m.save())
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
		m.merge(a)
		if dirs[i] != m.dir {
			m.dir = interp.Dir{Set: true, Word: fact.Word{Kind: fact.Partial}}
		}
	}
}

// loop runs a body that runs any number of times, until nothing new is learned.
func (m *machine) loop(body func()) {
	m.maybe++
	defer func() { m.maybe-- }()
	for round := 0; ; round++ {
		before := m.save()
		if before == nil {
			return
		}
		dir := m.dir
		body()
		changed := m.merge(before)
		if m.dir != dir {
			m.dir = interp.Dir{Set: true, Word: fact.Word{Kind: fact.Partial}}
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
func (m *machine) widen(names []string) {
	for _, name := range names {
		for s := m.scope; s != nil; s = s.parent {
			if v, ok := s.vars[name]; ok && v != nil {
				switch {
				case v.kind == kFunc || v.kind == kClass || v.kind == kRef || v.kind == kObj:
				case v.plain():
					s.vars[name] = data
				default:
					s.vars[name] = opaque
				}
				break
			}
		}
	}
}

// chdir moves the code's directory.
func (m *machine) chdir(v *Value) {
	m.moved = true
	words := v.words()
	if len(words) != 1 || words[0].Kind != fact.Literal || words[0].Glob || strings.HasPrefix(words[0].Text, fresh) {
		m.dir = interp.Dir{Set: true, Word: fact.Word{Kind: fact.Partial}}
		return
	}
	w := words[0]
	if m.dir.Set && !strings.HasPrefix(w.Text, "/") {
		if m.dir.Word.Kind != fact.Literal {
			return // relative to a directory that is not known
		}
		w.Text = m.dir.Word.Text + "/" + w.Text
	}
	m.dir = interp.Dir{Set: true, Word: w}
}
