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
//	outer := in.context
//	in.loops++
//	body()
//	in.context = outer
type context struct {
	script
	flow
	expansion
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

// expansion is how the current word is expanded.
type expansion struct {
	whole     bool // it is not split
	inPattern bool // it is a pattern that is matched with a string, not with files
	colons    bool // it is assigned: a tilde behind a colon acts
	made      bool // it is a part of another, or one that braces made: it is no assignment
	exprDepth int  // values that are evaluated as expressions
}

// within runs f in another context, and comes back to the present one.
func (in *Interp) within(c context, f func()) {
	outer := in.context
	in.context = c
	f()
	in.context = outer
}

// deferred keeps the context and a copy of the state, for what runs later. The function that it
// returns runs f there; what f does to the state is lost.
func (in *Interp) deferred() func(f func()) {
	then, state := in.context, in.st.Clone()
	then.choice, then.out = nil, nil
	return func(f func()) {
		now := in.st
		in.st = state.Clone()
		in.within(then, f)
		in.st = now
	}
}
