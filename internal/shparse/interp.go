package shparse

import (
	"mvdan.cc/sh/v3/syntax"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/shparse/dialect"
	"github.com/fencepost/fencepost/internal/shparse/domain"
)

// Interp interprets one call's text and everything nested in it. It is made of parts, lowest first.
// Each part owns what it has learned.
type Interp struct {
	start      domain.State
	sh         shell
	acc        accountant
	files      files
	reads      environmentReads
	output     printing
	vars       variables
	eval       evaluator
	words      words
	expansions expansions
	assigns    assignments
	redirs     redirections
	funcs      functions
	builtins   builtins
	cmds       commands
	chain      fact.Chain
	reading    []int // the files that are read within their own limits, the outermost first
}

// New returns an interpreter for one call.
func New(opt Options) *Interp {
	in := new(Interp)
	sh := &in.sh
	*sh = shell{opt: opt, driver: in, st: &in.start, budget: newBudget(&opt)}
	in.start = domain.NewState(opt.Dir, opt.Dialect.Has(dialect.AliasesOn), &sh.states)
	sh.script.dialect, sh.flow.locals = opt.Dialect, &scope{}
	in.connect()
	return in
}

// connect gives each part those that it uses. Where a lower part calls a higher one back, it knows
// only an interface.
func (in *Interp) connect() {
	sh, acc, files, reads, output := &in.sh, &in.acc, &in.files, &in.reads, &in.output
	vars, eval, ws := &in.vars, &in.eval, &in.words
	acc.sh, acc.marks, files.sh, reads.sh = sh, make(map[syntax.Node]bool), sh, sh
	in.output = printing{sh, files}
	in.vars = variables{sh, eval, &in.funcs}
	in.eval = evaluator{sh, acc, files, reads, vars, ws, in, &in.cmds}
	in.words = words{sh, acc, files, eval, &in.expansions}
	in.expansions = expansions{sh, acc, files, reads, vars, eval, ws, &in.cmds, nil}
	in.assigns = assignments{sh, acc, reads, output, vars, eval, ws}
	in.redirs = redirections{sh, acc, files, vars, eval, ws, &in.expansions}
	in.funcs = functions{sh, vars, &in.redirs, in, &in.cmds, nil, nil}
	in.builtins = builtins{sh, files, reads, vars, eval, &in.assigns, &in.funcs, in}
	in.cmds = commands{sh, acc, files, reads, output, vars, eval, ws, &in.assigns, &in.redirs,
		&in.funcs, &in.builtins}
}

// PowerShell interprets the call's own text in that language.
func (in *Interp) PowerShell(text string) {
	in.sh.script.own = true
	in.run(&Payload{Kind: PowerShellText, Text: text})
	in.funcs.runAgain()
	in.acc.account()
}

// Script interprets the call's own text.
func (in *Interp) Script(text string) {
	in.sh.script.own = true
	in.runText(text)
	in.funcs.runAgain()
	in.funcs.uncalled()
	in.acc.account()
	// what is no command takes a value (for x in $X), or keywords and definitions stand around nothing
	if len(in.reads.list) > 0 || in.sh.budget.commands == maxCommands && len(in.sh.hazards) == 0 {
		in.sh.visit(&fact.Command{Invocation: fact.Invocation{Kind: fact.Assignment, Text: text}})
	}
}
