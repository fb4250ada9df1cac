package javascript

import (
	"github.com/fencepost/fencepost/internal/interp/eval/core"
	"github.com/fencepost/fencepost/internal/interp/eval/syntax"
)

// classExpr is a class.
func (m *machine) classExpr(n *syntax.Node) *core.Value {
	c := &core.Class{Vars: map[string]*core.Value{}}
	v := &core.Value{Kind: core.KindClass, Class: c}
	if h := n.Kid("class_heritage"); h != nil {
		m.heritage(c, h)
	}
	m.decorators(n)
	body := n.Child("body")
	if body == nil {
		return v
	}
	m.decorators(body)
	for _, k := range body.Kids {
		switch k.Type {
		case "method_definition":
			f := m.funcExpr(k)
			f.Fn.Owner, f.Fn.Getter = c, isGetter(k)
			if name, ok := m.key(k.Child("name")); ok {
				c.Vars[name] = f
			}
		case fieldNode, typedFieldNode:
			m.fieldDefinition(c, k)
			c.Fields = append(c.Fields,
				&core.Function{Node: k, Scope: m.Scope, File: m.File, Owner: c})
		case "class_static_block":
			m.scoped(func() { m.block(k.Child("body").Kids) })
		}
	}
	return v
}

// The nodes of a field of a class, in JavaScript and in TypeScript.
const fieldNode, typedFieldNode = "field_definition", "public_field_definition"

func isField(n *syntax.Node) bool { return n.Type == fieldNode || n.Type == typedFieldNode }

// heritage adds the bases of a class.
func (m *machine) heritage(c *core.Class, n *syntax.Node) {
	for _, k := range n.Kids {
		if k.Type == "extends_clause" {
			k = k.Kids[0]
		}
		if k.Type != "implements_clause" {
			m.AddBase(c, m.expr(k))
		}
	}
}

// fieldDefinition sets a field of a class or of its instances. The latter happens for each of them.
func (m *machine) fieldDefinition(c *core.Class, n *syntax.Node) {
	prop := n.Child("property")
	if prop == nil {
		prop = n.Child("name")
	}
	val := core.Data
	if e := n.Child("value"); e != nil {
		val = m.expr(e)
	}
	m.Stashed(val)
	if name, ok := m.key(prop); ok {
		c.Vars[name] = core.Join(c.Vars[name], val)
		m.Attributes[name] = core.Join(m.Attributes[name], val)
	}
}
