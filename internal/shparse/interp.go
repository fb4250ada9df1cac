// Package shparse turns shell text into the simple commands that could run, with their words
// resolved as far as that is possible without running anything.
//
// It is an abstract interpreter over the syntax tree of mvdan.cc/sh: it carries variables,
// functions, positional parameters, shell options and the current directory through the script,
// joins branches, and gives subshells a copy. It over-approximates: what could run is visited, and
// what cannot be computed is unknown, never guessed. It knows no command but the shell's own
// builtins, and no rule. What a command runs in turn is the business of the caller, who is asked
// about each command in order and may run nested text through the same interpreter.
package shparse

import (
	"strings"
	"time"

	"mvdan.cc/sh/v3/syntax"

	"github.com/fencepost/fencepost/gen/hazards"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/lowlevel/effort"
	"github.com/fencepost/fencepost/internal/shparse/dialect"
	"github.com/fencepost/fencepost/internal/shparse/domain"
	shsyntax "github.com/fencepost/fencepost/internal/shparse/syntax"
)

// Options are what the interpreter has to know of the outside.
type Options struct {
	Dialect dialect.Dialect
	Home    string // value of ~ and $HOME
	// where the script starts; "" where that is not known
	Dir   string
	Users func(name string) (home string, ok bool) // for ~name; nil: every name is unknown
	// the last resort: when the analysis ends; zero: never
	Deadline time.Time
	Left     *effort.Budget // steps of this text and others; nil: no bound
	// called for every command that could run, in order; returns what it prints
	Visit   func(in *Interp, c *fact.Command) fact.Output
	Environ Environ // judges variables; nil: none is judged
	// what the agent sets in its shells; nil: nothing is known of it
	Shell Variables
	Look  func(in *Interp, w fact.Word, path bool) // see look.go; nil: nobody asks
	Links Links                                    // nil: where links lead is not known
	Temps Temps                                    // nil: there are no directories for temporary files
}

// Temps knows the directories for temporary files.
type Temps interface {
	// TempDir is the one that TMPDIR of the agent names; "" where it is not set, or names another.
	TempDir() string
	// ForTemps reports whether new files can be made in a directory, which is one of them.
	ForTemps(dir string) bool
	// Nonce is a text that nobody can have written into the call.
	Nonce() string
}

// Links knows where the links in a path lead.
type Links interface {
	Target(dir string) (to string, ok bool)
}

// Variables knows the values of environment variables.
type Variables interface {
	// Variable returns the value that the shell of the call begins with; false where it may be any.
	Variable(name string) (value string, ok bool)
}

// Environ judges what a variable does to the programs that start.
type Environ interface {
	// Steers says why an environment variable with this value can make programs run other code; ""
	// if it cannot.
	Steers(name string, value *fact.Word) string
}

// Interp interprets one call's text and everything nested in it: a session, which only grows, the
// context, which is swapped as a whole, and the state of the shell, which branches join.
type Interp struct {
	*session
	context
	st *domain.State
}

// New returns an interpreter for one call.
func New(opt Options) *Interp {
	s := &session{opt: opt, budget: newBudget(&opt), marks: make(map[syntax.Node]bool)}
	st := domain.NewState(opt.Dir, opt.Dialect.Has(dialect.AliasesOn), &s.states)
	in := &Interp{session: s, st: &st}
	in.dialect, in.locals = opt.Dialect, &scope{}
	return in
}

// Script interprets the call's own text.
func (in *Interp) Script(text string) {
	in.own = true
	in.runText(text)
	in.runAgain()
	in.uncalled()
	in.account()
	if len(in.taken) > 0 { // by what is no command: for x in $X
		in.visit(&fact.Command{Kind: fact.Assignment, Text: text})
	}
	// keywords and definitions around nothing
	if in.budget.commands == maxCommands && len(in.hazards) == 0 {
		in.visit(&fact.Command{Kind: fact.Assignment, Text: text})
	}
}

// Dirs returns the directories in which the next command may run.
func (in *Interp) Dirs() fact.Dirs { return in.st.Dirs }

// Exports reports whether the script has set a variable for the programs that it starts.
func (in *Interp) Exports() bool {
	for _, v := range in.st.Vars {
		if v.Exported {
			return true
		}
	}
	return false
}

// ExportsVariable reports whether programs get a variable that the script has set.
func (in *Interp) ExportsVariable(name string) bool { return in.st.Vars[name].Exported }

// Exported calls f for every variable that the script has set for the programs that it starts, with
// each value that the variable may have, until f returns false. The order is not defined.
func (in *Interp) Exported(f func(name string, v *fact.Word) bool) {
	for name, v := range in.st.Vars {
		if !v.Exported || v.Unset || v.Ref != "" {
			continue
		}
		if v.IsList {
			v.Word = fact.Word{Kind: fact.Partial, Written: "$" + name}
		}
		for _, w := range v.Each() {
			if !f(name, &w) {
				return
			}
		}
	}
}

// Depth returns the nesting of scripts: 0 for the call's own text.
func (in *Interp) Depth() int { return in.depth }

// Nested says how nested text or words run.
type Nested struct {
	Via       string      // the wrapper's name
	Shell     string      // the shell that reads the text; "": the one that reads the text around it
	Start     []fact.Word // the words with which that shell is started: its options, then anything
	State     bool        // in the current shell: assignments, cd and functions persist
	NewShell  bool        // in a new process: only what is exported reaches it
	Params    []fact.Word // $0 and positional parameters; used if SetParams
	SetParams bool
	Dir       *fact.Word // directory that the wrapper changes to first
	Stdin     *fact.Stdin
	Source    bool        // of a file or of what stands for one: return ends it
	Trap      bool        // runs at some time from now on
	AtExit    bool        // of a trap: at the end of the shell only
	Clean     bool        // not with the environment of the shell that starts it
	Unset     []fact.Word // variables that do not reach it
	Maybe     bool        // it may not run
	Posix     bool        // the shell follows POSIX where bash does not otherwise
	Functions bool        // words that are looked up among functions and aliases, too
	// the number of the file that holds the text; 0: it is a part of the text around it
	File    int
	Text    string // of words, for people; "": the words themselves
	Line    int    // of that file, in which the text begins; 0: the first one
	Foreign bool   // on another machine or in a container: the directory is not known
}

// RunText interprets nested shell text, in the language of the shell that reads it.
func (in *Interp) RunText(text string, n Nested) {
	if n.File > 0 {
		defer func(outer script) { in.script = outer }(in.script)
		in.file, in.line = &domain.File{Number: n.File, Text: text, Before: max(n.Line-1, 0)}, n.Line
	}
	switch n.Shell {
	case "":
		if n.Trap {
			in.setTrap(text, n)
			return
		}
		in.nested(n, func() { in.runText(text) })
	case "zsh":
		in.nested(n, func() { in.runAs(dialect.Zsh, text, n.Start) })
	case "dash":
		n.Posix = true
		in.nested(n, func() { in.runAs(dialect.POSIX, text, n.Start) })
	case "sh", "ash": // sh is bash on some systems, and ash has some of what bash has
		n.Posix = true
		one := in.printing(func() { in.nested(n, func() { in.runAs(dialect.Bash, text, n.Start) }) })
		if !posixDiffers(text) {
			in.printAs(one, one)
			return
		}
		in.printAs(one, in.printing(func() {
			in.nested(n, func() { in.runAs(dialect.POSIX, text, n.Start) })
		}))
	default:
		in.nested(n, func() { in.runAs(dialect.Bash, text, n.Start) })
	}
}

func (in *Interp) runAs(d dialect.Dialect, text string, start []fact.Word) {
	in.dialect = d
	if d.Has(dialect.NumericParameters) {
		in.inheritNumbers()
	}
	in.st.Aliases = in.st.Aliases || d.Has(dialect.AliasesOn) || in.st.Has(dialect.PosixMode)
	in.startOptions(start)
	in.runText(text)
}

// posixDiffers reports whether a shell without the extensions of bash may read a text in another
// way.
func posixDiffers(text string) bool {
	return strings.ContainsAny(text, "{[\\~") || strings.Contains(text, "$'") ||
		strings.Contains(text, `$"`) || strings.Contains(text, "<<<") ||
		strings.Contains(text, "<(") || strings.Contains(text, ">(") || strings.Contains(text, "((") ||
		strings.Contains(text, "|&") ||
		strings.Contains(text, "&>") || strings.Contains(text, ">&") ||
		strings.Contains(text, "function") || strings.Contains(text, "coproc") ||
		strings.Contains(text, "select") || strings.Contains(text, "time") ||
		strings.Contains(text, "+=") || namesLacked(text)
}

// namesLacked reports whether a text may call a builtin that only bash has, or with an option of
// its own.
func namesLacked(text string) bool {
	for _, name := range [...]string{"builtin", "declare", "enable", "let", "mapfile", "popd", "pushd",
		"readarray", "shopt",
		"source", "typeset", "printf -", "read -", "export -", "local -", "unset -"} {
		if strings.Contains(text, name) {
			return true
		}
	}
	return false
}

// RunArgv interprets a command made of words that are already expanded. Functions and aliases do
// not apply.
func (in *Interp) RunArgv(argv []fact.Word, assigns []fact.Assign, n Nested) {
	if n.File > 0 {
		defer func(outer script) { in.script = outer }(in.script)
		in.file, in.line = &domain.File{Number: n.File, Before: max(n.Line-1, 0)}, n.Line
		in.began = nil
	}
	in.nested(n, func() {
		c := fact.Command{Argv: argv, Assigns: assigns, Text: n.Text, Via: in.via,
			Dirs: in.st.Dirs, Stdin: in.st.Stdin}
		if c.Text == "" {
			c.Text = fact.ShowAll(argv)
		}
		in.argvOnly = !n.Functions
		if !n.State {
			for i := range n.Unset {
				if w := &n.Unset[i]; w.IsLiteral() {
					in.st.Replace(w.Text, domain.Value{Unset: true})
				} else {
					in.st.ForgetEnvironment()
				}
			}
			for i := range assigns { // env sets them for whatever the command starts, too
				in.st.Replace(assigns[i].Name, domain.Value{Word: assigns[i].Value, Exported: true})
			}
		}
		in.finish(&c)
	})
}

// nested runs f with the context that n describes, and restores what must not leak.
func (in *Interp) nested(n Nested, f func()) {
	if in.depth >= maxDepth {
		in.bound(hazards.BoundNesting, "scripts nest deeper than fencepost reads")
		return
	}
	outer, st, reads := in.context, in.st, in.reads
	locals := in.locals.len()
	_, in.line = in.place()
	in.depth++
	in.nests++
	in.own = false
	in.choice = nil // what the command around it chooses between is not replayed from in here
	if n.Via != "" {
		in.via = append(in.via[:len(in.via):len(in.via)], n.Via)
	}
	if n.Trap {
		in.hooks++
	}
	if !n.State {
		in.st = in.st.Clone()
	}
	// a program, which may set limits: prlimit
	if !n.State && n.Shell == "" && n.Via != "" && (n.Clean || !leavesLimits(n.Via)) {
		in.st.Option(dialect.Limited, true)
	}
	if n.NewShell {
		in.st.NewProcess()
		defer in.ownTraps()()
		in.inFunc, in.locals, in.base = false, new(scope), 0
	}
	if n.Clean || n.Foreign {
		in.st.ForgetEnvironment()
	}
	params, known, arg0 := in.st.Params, in.st.KnownParams, in.st.Arg0
	if n.SetParams {
		in.st.SetParams(n.Params)
	}
	if n.Source {
		in.enter(sourceFrame)
	}
	if n.Posix {
		in.st.Option(dialect.PosixMode, true)
	}
	if !n.State {
		in.frame = nil
	}
	if n.Foreign {
		in.st.Dirs = fact.Dirs{}
		in.remote = true
	}
	if n.Dir != nil {
		in.chdir(n.Dir, true)
	}
	if n.Stdin != nil {
		in.st.Stdin = *n.Stdin
	}
	var before *domain.State
	if n.Maybe {
		before = in.st.Clone()
	}
	in.endsEarly(n.State, f)
	in.settleKnown()
	if before != nil {
		in.st.Join(before)
	}
	if n.Source {
		in.settle()
		in.rejoin(in.exit().left)
		in.st.Arg0 = arg0
		if n.SetParams && domain.SameWords(in.st.Params, n.Params[1:]) {
			in.st.Params, in.st.KnownParams = params, known
		} else if n.SetParams { // it has set others, which may stay
			in.st.KnownParams = false
		}
	}
	if in.context = outer; !n.State {
		in.locals.cut(locals)
		in.st = st
		in.readSince(reads)
	}
}

// leavesLimits reports whether a program starts others with the limits and the search path that it
// has itself.
func leavesLimits(name string) bool {
	switch name {
	case "env", "nice", "nohup", "setsid", "timeout", "stdbuf", "flock", "time", "xargs", "find",
		"command", "exec":
		return true
	}
	return false
}

// runText parses and interprets text in the current context.
func (in *Interp) runText(text string) {
	defer func(outer script) { in.script = outer }(in.script)
	in.text, in.argvOnly = text, false
	in.continues = in.continues || in.goesOnBehind(text)
	in.traced = in.traced || mayTrace(text)
	foreign := in.scan(text)
	if len(text) > maxText {
		in.bound(hazards.BoundSize, "the text is longer than fencepost reads")
		text = text[:0]
	}
	if strings.TrimSpace(text) == "" {
		if in.own && in.depth == 0 && len(in.text) == len(text) {
			in.visit(&fact.Command{Kind: fact.Empty, Text: text})
		}
		return
	}
	if shsyntax.DeeperThan(text, maxNesting) {
		in.bound(hazards.BoundNesting, "the text nests deeper than fencepost reads")
		return
	}
	stmts, err := in.parse(text)
	in.placeForeign(foreign, text, stmts, err)
	if in.own && in.depth == 0 {
		in.chain = chainOf(stmts)
	}
	in.stmts(stmts)
	if err != nil {
		in.syntaxError(text, err)
	} else if len(stmts) == 0 && in.own && in.depth == 0 {
		in.visit(&fact.Command{Kind: fact.Empty, Text: text})
	}
}

// parse returns the statements of text, those before a syntax error included, all of which have to
// be read.
func (in *Interp) parse(text string) ([]*syntax.Stmt, error) {
	r := shsyntax.Read(text, in.dialect)
	if r.Text != "" {
		in.text = r.Text
	}
	if in.file != nil && in.file.Text == text {
		in.file.Text = in.text // some is repaired, which leaves the lines where they are
	}
	for i := range r.Doubts {
		in.Report(r.Doubts[i])
	}
	in.trees = append(in.trees, tree{in.text, r.Stmts, in.file})
	return r.Stmts, r.Err
}

// visit hands a command to the caller.
func (in *Interp) visit(c *fact.Command) fact.Output {
	if !in.budget.command() {
		in.bound(hazards.BoundCommands, "more commands could run than fencepost follows")
		return fact.Output{}
	}
	c.Own, c.Remote = in.own, in.remote
	c.File, c.Line = in.place()
	c.Via = in.via
	if c.Dirs.List == nil {
		c.Dirs = in.st.Dirs
	}
	return in.opt.Visit(in, c)
}

// source returns the text of a node.
func (in *Interp) source(n syntax.Node) string {
	from, to := int(n.Pos().Offset()), int(n.End().Offset())
	if from < 0 || to > len(in.text) || from > to {
		return ""
	}
	return in.text[from:to]
}

// Forget makes the shell's state unknown: text that is not known ran in it.
func (in *Interp) Forget() {
	in.st.ForgetAll()
	in.out.spoil()
}

// Captures reports whether somebody takes what the next command prints.
func (in *Interp) Captures() bool { return in.out != nil }

// Stay says that what ran has not changed the directory.
func (in *Interp) Stay(dirs fact.Dirs) { in.st.Dirs = dirs }
