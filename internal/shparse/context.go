package shparse

import (
	"mvdan.cc/sh/v3/syntax"

	"github.com/fencepost/fencepost/internal/shparse/dialect"
	"github.com/fencepost/fencepost/internal/shparse/domain"
)

// context is where the interpretation is: in which text, behind which wrappers, inside which
// constructs, and where output goes. It is a value: whoever changes a part of it for a while keeps
// the old one and puts it back whole.
//
//	outer := sh.context
//	sh.flow.loops++
//	body()
//	sh.context = outer
type context struct {
	script  script
	flow    flow
	word    wordContext
	out     *capture     // where standard output goes; nil: it leaves
	errOut  *capture     // where standard error goes, if that is captured, too
	sinks   []sink       // files that the output of the current statement goes to
	choice  *choices     // among the values that variables may have; nil: they are not followed
	reading *syntax.Stmt // of $(<file), which starts no program
}

// script is the text that is interpreted.
type script struct {
	text     string
	dialect  dialect.Dialect
	own      bool         // it is the call's own
	remote   bool         // it runs on another machine or with another root
	argvOnly bool         // words that a wrapper passed on: functions and aliases do not apply
	via      []string     // the wrappers around it, outermost first
	depth    int          // of scripts in scripts
	file     *domain.File // whose text is interpreted, or a text that it holds; nil: the call's own
	line     int          // in the file, of what holds the text
	// continues says that the shell goes on behind what it discards of the text.
	continues bool
	evaluated *evaluated // the innermost text of eval that may end early; nil: none
}

// follow makes the text around a function the one that is interpreted.
func (s *script) follow(f *domain.Function) {
	s.text, s.via, s.own, s.file = f.Text, f.Via, f.Own, f.File
}

// flow is the constructs around the current command.
type flow struct {
	frame    *frame // the innermost loop or function that is being run
	locals   *scope // variables to restore when a function returns
	inFunc   bool   // a function is being run
	base     int    // the first of locals that are its own
	baseWays int    // cond and loops where it begins
	loops    int    // whose number of rounds is not known
	// inputLoops are those around what the standard input comes from: within others it is read again
	inputLoops int
	cond       int   // constructs that may not run
	async      int   // commands that run while others do
	redirs     int   // redirected statements
	hooks      int   // traps and hooks: what they call may be defined after them
	hookFrom   int   // the first function that was defined in the innermost of them
	bodies     *body // that are run as hooks, the innermost first
}

// body is one that is being run as a hook.
type body struct {
	stmt  *syntax.Stmt
	outer *body
}

// wordContext is how the current word is expanded.
type wordContext struct {
	whole     bool // it is not split
	inPattern bool // it is a pattern that is matched with a string, not with files
	colons    bool // it is assigned: a tilde behind a colon acts
	made      bool // it is a part of another, or one that braces made: it is no assignment
	exprDepth int  // values that are evaluated as expressions
}

// choices replays one simple command for each combination of the values that its variables may
// have.
type choices struct {
	picks []int
	sizes []int
	pos   int

	pickBuf [4]int
	sizeBuf [4]int
}

func newChoices() *choices {
	c := new(choices)
	c.picks, c.sizes = c.pickBuf[:0], c.sizeBuf[:0]
	return c
}

// next moves to the next combination.
func (c *choices) next() bool {
	for i := len(c.picks) - 1; i >= 0; i-- {
		if c.picks[i]++; c.picks[i] < c.sizes[i] {
			c.picks, c.sizes = c.picks[:i+1], c.sizes[:i+1]
			c.pos = 0
			return true
		}
	}
	return false
}

// frame is a loop, a function's body or a sourced text that is being interpreted, with the states
// in which it was left early.
type frame struct {
	up        *frame // around it
	kind      frameKind
	redirs    int           // redirected statements around it
	left      *domain.State // by break or return
	continued *domain.State // by continue
}

type frameKind uint8

const (
	loopFrame frameKind = iota
	functionFrame
	sourceFrame
)

// evaluated is the text of eval or source in a shell that ends it where a pattern matches nothing:
// zsh goes on behind it.
type evaluated struct {
	left   *domain.State // where a pattern was expanded
	inFunc bool
}

// sink is a redirection of standard output to a file.
type sink struct {
	paths   []string // more than one where the shell may be in several directories
	appends bool
	out     *capture
}

// local is a variable as it was before a function, or an assignment before a command, made it its
// own.
type local struct {
	name string
	old  domain.Value
	had  bool
	// touched says that on some way the name has stood for the outer variable again, which may keep
	// its value now: after unset in a function that was called from here, or export of what was
	// assigned before a command.
	touched bool
	kept    bool           // it has on all ways
	prefix  bool           // before a command
	depth   int            // of scripts in scripts
	opts    dialect.Option // of the shell, for the name "-"
}

// scope is the variables that functions and prefix assignments hide, the innermost last.
type scope struct{ list []local }

func (s *scope) len() int { return len(s.list) }

// has reports whether a function that runs has made a variable its own.
func (s *scope) has(name string) bool {
	for i := range s.list {
		if s.list[i].name == name && !s.list[i].prefix {
			return true
		}
	}
	return false
}

// cut drops those behind the first n.
func (s *scope) cut(n int) { s.list = s.list[:min(n, len(s.list))] }

// traps is the code that the text sets to run later, in the shell that is being run.
type traps struct {
	waiting []deferredCode
	seen    *domain.State // any state of the shell since the first of them
	// what they call, which may be functions that are defined after them
	awaited []string
	hooked  bool // the text may make any function a hook
}

// deferredCode is code that runs at a time that is not known.
type deferredCode struct {
	text string         // as it is written
	def  *domain.State  // where it was set
	then func(f func()) // runs f in the context in which it was set
	run  func()         // runs it
	made []string       // variables that it changes
}

// when is the time at which such code may run.
type when uint8

const (
	anyTime when = iota
	atEnd        // of the shell: it changes nothing for what comes before
	inCopy       // at any time, but in a process of its own
)
