package shparse

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/fencepost/fencepost/gen/hazards"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/shparse/dialect"
	"github.com/fencepost/fencepost/internal/shparse/domain"
)

// functions runs functions, and what runs later: traps and hooks.
type functions struct {
	sh      *shell
	vars    *variables
	redirs  *redirections
	texts   textRunner
	cmds    statementRunner
	defined []domain.Function     // every function that was defined
	called  map[*syntax.Stmt]bool // bodies that were run
}

// bodyOf is the tree of a function's body.
func bodyOf(f *domain.Function) *syntax.Stmt { return f.Body.(*syntax.Stmt) }

func (fn *functions) define(f *syntax.FuncDecl, redirected bool) {
	def := domain.Function{Body: f.Body, Text: fn.sh.script.text, Via: fn.sh.script.via,
		Own: fn.sh.script.own, File: fn.sh.script.file, Redirected: redirected}
	names := f.Names
	if f.Name != nil {
		names = []*syntax.Lit{f.Name}
	}
	if len(names) == 0 { // zsh's () { LIST }: it is called at once
		fn.callFunction(def, []fact.Word{fact.Lit("(anon)")})
		return
	}
	for _, n := range names {
		fn.sh.st.AddFunc(strings.TrimPrefix(n.Value, "\\"), def, false)
	}
	fn.defined = append(fn.defined, def)
	for _, n := range names {
		name := strings.TrimPrefix(n.Value, "\\")
		if fn.isHook(name) || fn.sh.traps.hooked || slices.Contains(fn.sh.traps.awaited, name) {
			fn.setHook(name, def)
		}
	}
}

// noteAwaited notes a name that a trap or hook calls: a function of this name that is defined after
// it is what runs in the end, unless the same trap has defined it for sure.
func (fn *functions) noteAwaited(name string) {
	if f, ok := fn.sh.st.Funcs[name]; !ok || f.Maybe || len(f.Alts) > 0 || !fn.ownFunction(f.Body) {
		fn.sh.traps.awaited = append(fn.sh.traps.awaited, name)
	}
}

// ownFunction reports whether the trap or hook that is being run has defined a function.
func (fn *functions) ownFunction(body any) bool {
	for i := fn.sh.flow.hookFrom; i < len(fn.defined); i++ {
		if fn.defined[i].Body == body {
			return true
		}
	}
	return false
}

// callFunction runs a function's body with the words as its parameters. Where branches have left
// several definitions, each of them is one way.
func (fn *functions) callFunction(f domain.Function, argv []fact.Word) {
	if len(f.Alts) == 0 && !f.Redirected {
		fn.runFunction(&f, argv)
		return
	}
	before := fn.sh.st
	fn.sh.st = before.Clone()
	fn.runFunction(&f, argv)
	result := fn.sh.st
	if f.Redirected {
		result.Join(before)
	}
	for i := range f.Alts {
		fn.sh.out.lose()
		fn.sh.st = before.Clone()
		fn.callFunction(f.Alts[i], argv)
		result.Join(fn.sh.st)
	}
	fn.sh.st = result
}

// runFunction runs one definition.
func (fn *functions) runFunction(def *domain.Function, argv []fact.Word) {
	if fn.sh.budget.calls >= maxCalls {
		fn.sh.bound(hazards.BoundCalls, "functions call each other deeper than fencepost follows")
		return
	}
	if fn.sh.budget.allCalls--; fn.sh.budget.allCalls < 0 {
		fn.sh.bound(hazards.BoundCalls, "functions are called more often than fencepost follows")
		return
	}
	fn.sh.budget.calls++
	fn.noteRun(bodyOf(def))
	outer := fn.sh.context
	fn.callerRedirects(def)
	params, known, arg0, opts := fn.sh.st.Params, fn.sh.st.KnownParams, fn.sh.st.Arg0, fn.sh.st.Opts
	fn.sh.script.follow(def)
	fn.sh.setParams(argv[1:])
	if fn.sh.has(dialect.FunctionName0) { // FUNCTION_ARGZERO
		fn.sh.st.Arg0 = argv[0]
	}
	fn.sh.flow.inFunc, fn.sh.flow.base, fn.sh.flow.baseWays = true, fn.sh.flow.locals.len(),
		fn.sh.flow.cond+fn.sh.flow.loops
	fn.sh.enterFrame(functionFrame)
	fn.cmds.stmt(bodyOf(def))
	fn.sh.joinOutcomes()
	fn.sh.joinFrom(fn.sh.exitFrame().left)
	fn.vars.restoreLocals(fn.sh.flow.base)
	fn.sh.st.Dead = false
	fn.sh.st.Params, fn.sh.st.KnownParams, fn.sh.st.Arg0 = params, known, arg0
	if fn.sh.st.Has(dialect.LocalOptions) {
		fn.sh.st.Opts = opts
	}
	fn.sh.context = outer
	fn.sh.budget.calls--
}

// callerRedirects expands the redirections of a function's body where that is done before it has
// its own parameters.
func (fn *functions) callerRedirects(def *domain.Function) {
	body := bodyOf(def)
	if len(body.Redirs) == 0 || !fn.sh.has(dialect.CallerRedirects) {
		return
	}
	outer := fn.sh.context
	fn.sh.script.follow(def)
	fn.sh.visit(&fact.Command{Invocation: fact.Invocation{Kind: fact.Redirected, Enclosing: true,
		Redirects: fn.redirs.redirects(body.Redirs), Text: fn.sh.stmtText(body), Stdin: fn.sh.st.Stdin}})
	fn.sh.context = outer
}

// noteRun notes that the body of a function was run.
func (fn *functions) noteRun(body *syntax.Stmt) {
	if fn.called == nil {
		fn.called = make(map[*syntax.Stmt]bool)
	}
	fn.called[body] = true
}

// uncalled visits the functions that the script defines but is not seen to call. Their state is
// that of a caller that is not known. Functions that such a function defines are visited, too.
func (fn *functions) uncalled() {
	for i := 0; i < len(fn.defined) && i < maxCommands; i++ {
		if def := fn.defined[i]; !fn.called[bodyOf(&def)] {
			outer := fn.sh.st
			fn.sh.subshell(func() {
				fn.runApart(func() {
					fn.sh.st.ForgetAll()
					fn.keepCommonValues(outer)
					fn.runBody(&def)
				})
			})
		}
	}
}

// keepCommonValues keeps what every caller finds: a variable that is a number in the end is one
// there, and one that no text has assigned is still that of the environment.
func (fn *functions) keepCommonValues(end *domain.State) {
	if fn.sh.traps.hooked {
		return
	}
	for name, v := range end.Vars {
		if v.All(domain.Tame) {
			fn.sh.st.Widen(name, &v, &v)
		}
	}
	fn.sh.st.Foreign, fn.sh.st.Uncalled = end.Foreign, true
}

// runBody runs the body of a function with parameters that are not known. One that makes itself a
// hook again is not entered again: what it changes is unknown for good after the first time.
func (fn *functions) runBody(def *domain.Function) {
	stmt := bodyOf(def)
	for b := fn.sh.flow.bodies; b != nil; b = b.outer {
		if b.stmt == stmt {
			return
		}
	}
	fn.noteRun(stmt)
	outer, params := fn.sh.context, fn.sh.st.Params
	fn.sh.flow.bodies = &body{stmt, fn.sh.flow.bodies}
	fn.sh.script.follow(def)
	fn.sh.st.Params, fn.sh.st.KnownParams = nil, false
	fn.sh.enterFrame(functionFrame)
	fn.cmds.stmt(stmt)
	fn.sh.joinOutcomes()
	fn.sh.joinFrom(fn.sh.exitFrame().left)
	fn.sh.st.Params = params
	fn.sh.context = outer
}
