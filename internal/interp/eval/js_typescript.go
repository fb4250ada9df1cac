package eval

import (
	"maps"
	"slices"
)

// tsEnum is an enumeration: an object whose members that have no text are numbers.
func (m *javascript) tsEnum(body *Node) *Value {
	out := &Value{kind: kDict, more: true}
	if body == nil {
		return out
	}
	for _, k := range body.Kids {
		switch k.Type {
		case "enum_assignment":
			v := m.jsx(k.field("value"))
			if name, ok := m.jsKey(k.field("name")); ok {
				out.put(name, v)
			}
			out.wild = out.wild || !v.plain()
		case "property_identifier":
			out.put(k.text(), data)
		}
	}
	return out
}

// tsNamespace runs the body of a namespace. Its name is an object with all that is declared in it.
func (m *javascript) tsNamespace(n *Node) {
	body := n.field("body")
	name := n.field("name")
	if body == nil || name == nil {
		return
	}
	s := &scope{vars: map[string]*Value{}, parent: m.scope}
	leave := m.push(s)
	m.jsBlock(body.Kids)
	leave()
	out := &Value{kind: kDict}
	for _, k := range slices.Sorted(maps.Keys(s.vars)) {
		out.put(k, s.vars[k])
	}
	m.declare(name.text(), out, false)
}

// tsProperty sets what a parameter of a constructor declares with it: constructor(private path:
// string).
func (m *javascript) tsProperty(p, name *Node) {
	if m.frame.this == nil || name.Type != "identifier" {
		return
	}
	for _, k := range p.Kids {
		switch k.Type {
		case "accessibility_modifier", "readonly", "override_modifier":
			m.setAttr(m.frame.this, name.text(), true, m.scope.vars[name.text()])
			return
		}
	}
}

// tsDecorators calls the decorators of a class or of its members.
func (m *javascript) tsDecorators(n *Node) {
	for _, k := range n.Kids {
		if k.Type == "decorator" && len(k.Kids) > 0 {
			m.call(site{node: k, written: written(k.Kids[0])}, m.jsx(k.Kids[0]), []arg{{val: opaque}})
		}
		if k.Type == "public_field_definition" || k.Type == "method_definition" {
			m.tsDecorators(k)
		}
	}
}
