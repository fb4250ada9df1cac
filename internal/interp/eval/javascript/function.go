package javascript

import (
	"strings"

	"github.com/fencepost/fencepost/internal/interp/eval/core"
	"github.com/fencepost/fencepost/internal/interp/eval/syntax"
)

// funcExpr is a function of the code.
func (ex *expressions) funcExpr(n *syntax.Node) *core.Value {
	fn := &core.Function{Node: n, Scope: ex.ev.State.Scope, File: ex.ev.Report.File,
		Async: strings.HasPrefix(n.Text(), "async")}
	ex.ev.State.Funcs = append(ex.ev.State.Funcs, fn)
	return &core.Value{Kind: core.KindFunc, Fn: fn}
}

// bind binds parameters.
func (ex *expressions) bind(fn *core.Function, args []core.Arg) {
	all, unknown := argumentsOf(args)
	ex.ev.State.Scope.Vars["arguments"] = all
	if p := fn.Node.Child("parameter"); p != nil {
		ex.pattern(p, argAt(all.List, 0, unknown), ex.let)
		return
	}
	params := fn.Node.Child("parameters")
	if params == nil {
		return
	}
	i := 0
	for _, p := range params.Kids {
		if p.Type == "comment" {
			continue
		}
		inner := p
		if pat := p.Child("pattern"); pat != nil {
			inner = pat
		}
		if inner.Type == "rest_pattern" {
			rest := core.ListOf(all.List[min(i, len(all.List)):]...)
			rest.More, rest.Wild = all.More, all.Wild
			ex.pattern(inner.Last(), rest, ex.let)
			return
		}
		ex.pattern(p, argAt(all.List, i, unknown), ex.let)
		ex.parameterProperty(p, inner)
		i++
	}
}

// argumentsOf is the array of arguments, and what was passed at a place that is not known.
func argumentsOf(args []core.Arg) (all, unknown *core.Value) {
	all = &core.Value{Kind: core.KindList, Name: "arguments"}
	for _, a := range args {
		switch {
		case a.Spread:
			unknown = core.Join(unknown, core.SpreadElement(a.Val))
		case unknown != nil:
			unknown = core.Join(unknown, a.Val)
		default:
			all.List = append(all.List, a.Val)
		}
	}
	all.More, all.Wild = unknown != nil, unknown != nil && !unknown.Plain()
	return all, unknown
}

// argAt is the argument at a place.
func argAt(pos []*core.Value, i int, unknown *core.Value) *core.Value {
	var v *core.Value
	if i < len(pos) {
		v = pos[i]
	}
	if unknown != nil {
		v = core.Join(v, unknown)
	}
	if v == nil {
		return traits.Nothing
	}
	return v
}

// parameterProperty sets what a parameter of a constructor declares with it: constructor(private
// path: string).
func (ex *expressions) parameterProperty(p, name *syntax.Node) {
	if ex.ev.State.Frame.This == nil || name.Type != "identifier" {
		return
	}
	for _, k := range p.Kids {
		switch k.Type {
		case "accessibility_modifier", "readonly", "override_modifier":
			val := ex.ev.State.Scope.Vars[name.Text()]
			ex.ev.Objects.SetAttr(ex.ev.State.Frame.This, name.Text(), true, val)
			return
		}
	}
}
