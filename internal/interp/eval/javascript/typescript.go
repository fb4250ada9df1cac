package javascript

import (
	"maps"
	"slices"

	"github.com/fencepost/fencepost/internal/interp/eval/core"
	"github.com/fencepost/fencepost/internal/interp/eval/syntax"
)

// enum is an enumeration: an object whose members that have no text are numbers.
func (m *machine) enum(body *syntax.Node) *core.Value {
	out := &core.Value{Kind: core.KindDict, More: true}
	if body == nil {
		return out
	}
	for _, k := range body.Kids {
		switch k.Type {
		case "enum_assignment":
			v := m.expr(k.Child("value"))
			if name, ok := m.key(k.Child("name")); ok {
				out.Put(name, v)
			}
			out.Wild = out.Wild || !v.Plain()
		case "property_identifier":
			out.Put(k.Text(), core.Data)
		}
	}
	return out
}

// namespace runs the body of a namespace. Its name is an object with all that is declared in it.
func (m *machine) namespace(n *syntax.Node) {
	body := n.Child("body")
	name := n.Child("name")
	if body == nil || name == nil {
		return
	}
	s := &core.Scope{Vars: map[string]*core.Value{}, Parent: m.Scope}
	leave := m.Push(s)
	m.block(body.Kids)
	leave()
	out := &core.Value{Kind: core.KindDict}
	for _, k := range slices.Sorted(maps.Keys(s.Vars)) {
		out.Put(k, s.Vars[k])
	}
	m.declare(name.Text(), out, false)
}

// parameterProperty sets what a parameter of a constructor declares with it: constructor(private
// path: string).
func (m *machine) parameterProperty(p, name *syntax.Node) {
	if m.Frame.This == nil || name.Type != "identifier" {
		return
	}
	for _, k := range p.Kids {
		switch k.Type {
		case "accessibility_modifier", "readonly", "override_modifier":
			m.SetAttr(m.Frame.This, name.Text(), true, m.Scope.Vars[name.Text()])
			return
		}
	}
}

// decorators calls the decorators of a class or of its members.
func (m *machine) decorators(n *syntax.Node) {
	for _, k := range n.Kids {
		if k.Type == "decorator" && len(k.Kids) > 0 {
			at := core.Site{Node: k, Written: written(k.Kids[0])}
			m.Call(at, m.expr(k.Kids[0]), []core.Arg{{Val: core.Top}})
		}
		if k.Type == "public_field_definition" || k.Type == "method_definition" {
			m.decorators(k)
		}
	}
}
