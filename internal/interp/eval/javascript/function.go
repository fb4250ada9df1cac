package javascript

import (
	"strings"

	"github.com/fencepost/fencepost/internal/interp/eval/core"
	"github.com/fencepost/fencepost/internal/interp/eval/syntax"
)

// funcExpr is a function of the code.
func (m *machine) funcExpr(n *syntax.Node) *core.Value {
	fn := &core.Function{Node: n, Scope: m.Scope, File: m.File,
		Suspends: strings.HasPrefix(n.Text(), "async")}
	m.Funcs = append(m.Funcs, fn)
	return &core.Value{Kind: core.KindFunc, Fn: fn}
}

// bind binds parameters.
func (m *machine) bind(fn *core.Function, args []core.Arg) {
	all, unknown := argumentsOf(args)
	m.Scope.Vars["arguments"] = all
	if p := fn.Node.Child("parameter"); p != nil {
		m.pattern(p, argAt(all.List, 0, unknown), m.let)
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
			m.pattern(inner.Last(), rest, m.let)
			return
		}
		m.pattern(p, argAt(all.List, i, unknown), m.let)
		m.parameterProperty(p, inner)
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

// runBody runs the body of a function.
func (m *machine) runBody(fn *core.Function) {
	body := fn.Node.Child("body")
	switch {
	case isField(fn.Node):
		m.fieldDefinition(fn.Owner, fn.Node)
		return
	case body == nil:
		return
	}
	if body.Type == "statement_block" {
		m.block(body.Kids)
		return
	}
	m.Frame.Ret = m.expr(body)
}
