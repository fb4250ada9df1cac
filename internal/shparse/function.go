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

func (in *Interp) define(f *syntax.FuncDecl, redirected bool) {
	def := domain.Function{Body: f.Body, Text: in.text, Via: in.via, Own: in.own, File: in.file,
		Redirected: redirected}
	names := f.Names
	if f.Name != nil {
		names = []*syntax.Lit{f.Name}
	}
	if len(names) == 0 { // zsh's () { LIST }: it is called at once
		in.callFunction(def, []fact.Word{fact.Lit("(anon)")})
		return
	}
	for _, n := range names {
		in.st.AddFunc(strings.TrimPrefix(n.Value, "\\"), def, false)
	}
	in.defined = append(in.defined, def)
	for _, n := range names {
		name := strings.TrimPrefix(n.Value, "\\")
		if in.isHook(name) || in.hooked || slices.Contains(in.awaited, name) {
			in.setHook(name, def)
		}
	}
}

// await notes a name that a trap or hook calls: a function of this name that is defined after it is
// what runs in the end, unless the same trap has defined it for sure.
func (in *Interp) await(name string) {
	if f, ok := in.st.Funcs[name]; ok && !f.Maybe && len(f.Alts) == 0 && in.ownFunction(f.Body) {
		return
	}
	if in.hooks > 0 {
		in.awaited = append(in.awaited, name)
	}
}

// ownFunction reports whether the trap or hook that is being run has defined a function.
func (in *Interp) ownFunction(body any) bool {
	for i := in.hookFrom; i < len(in.defined); i++ {
		if in.defined[i].Body == body {
			return in.hooks > 0
		}
	}
	return false
}

// callFunction runs a function's body with the words as its parameters. Where branches have left
// several definitions, each of them is one way.
func (in *Interp) callFunction(f domain.Function, argv []fact.Word) {
	if len(f.Alts) == 0 && !f.Redirected {
		in.runFunction(&f, argv)
		return
	}
	before := in.st
	in.st = before.Clone()
	in.runFunction(&f, argv)
	result := in.st
	if f.Redirected {
		result.Join(before)
	}
	for i := range f.Alts {
		in.loseOutput()
		in.st = before.Clone()
		in.callFunction(f.Alts[i], argv)
		result.Join(in.st)
	}
	in.st = result
}

// runFunction runs one definition.
func (in *Interp) runFunction(def *domain.Function, argv []fact.Word) {
	if in.budget.calls >= maxCalls {
		in.bound(hazards.BoundCalls, "functions call each other deeper than fencepost follows")
		return
	}
	if in.budget.allCalls--; in.budget.allCalls < 0 {
		in.bound(hazards.BoundCalls, "functions are called more often than fencepost follows")
		return
	}
	in.budget.calls++
	in.calls(bodyOf(def))
	outer := in.context
	in.callerRedirects(def)
	params, known, arg0, opts := in.st.Params, in.st.KnownParams, in.st.Arg0, in.st.Opts
	in.text, in.via, in.own, in.file = def.Text, def.Via, def.Own, def.File
	in.setParams(argv[1:])
	if in.dialect.Has(dialect.FunctionName0) { // FUNCTION_ARGZERO
		in.st.Arg0 = argv[0]
	}
	in.inFunc, in.base, in.baseWays = true, in.locals.len(), in.cond+in.loops
	in.enter(functionFrame)
	in.stmt(bodyOf(def))
	in.settle()
	in.rejoin(in.exit().left)
	in.restoreLocals(in.base)
	in.st.Dead = false
	in.st.Params, in.st.KnownParams, in.st.Arg0 = params, known, arg0
	if in.st.Has(dialect.LocalOptions) {
		in.st.Opts = opts
	}
	in.context = outer
	in.budget.calls--
}

// callerRedirects expands the redirections of a function's body where that is done before it has
// its own parameters.
func (in *Interp) callerRedirects(def *domain.Function) {
	body := bodyOf(def)
	if len(body.Redirs) == 0 || !in.dialect.Has(dialect.CallerRedirects) {
		return
	}
	outer := in.context
	in.text, in.via, in.own, in.file = def.Text, def.Via, def.Own, def.File
	in.visit(&fact.Command{Kind: fact.Redirected, Enclosing: true,
		Redirects: in.redirects(body.Redirs),
		Text:      in.stmtText(body), Stdin: in.st.Stdin})
	in.context = outer
}

// bodyOf is the tree of a function's body.
func bodyOf(f *domain.Function) *syntax.Stmt { return f.Body.(*syntax.Stmt) }
