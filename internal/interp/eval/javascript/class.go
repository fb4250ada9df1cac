package javascript

import (
	"strings"

	"github.com/fencepost/fencepost/internal/interp/eval/core"
	"github.com/fencepost/fencepost/internal/interp/eval/syntax"
)

// classExpr is a class.
func (ex *expressions) classExpr(n *syntax.Node) *core.Value {
	c := &core.Class{Vars: map[string]*core.Value{}}
	v := &core.Value{Kind: core.KindClass, Class: c}
	if h := n.Kid("class_heritage"); h != nil {
		ex.heritage(c, h)
	}
	ex.decorators(n)
	body := n.Child("body")
	if body == nil {
		return v
	}
	ex.decorators(body)
	for _, k := range body.Kids {
		switch k.Type {
		case "method_definition":
			f := ex.funcExpr(k)
			f.Fn.Owner, f.Fn.Getter = c, isGetter(k)
			if name, ok := ex.key(k.Child("name")); ok {
				c.Vars[name] = f
			}
		case fieldNode, typedFieldNode:
			ex.fieldDefinition(c, k)
			c.Fields = append(c.Fields,
				&core.Function{Node: k, Scope: ex.ev.State.Scope, File: ex.ev.Report.File, Owner: c})
		case "class_static_block":
			ex.scoped(func() { ex.block(k.Child("body").Kids) })
		}
	}
	return v
}

// The nodes of a field of a class, in JavaScript and in TypeScript.
const fieldNode, typedFieldNode = "field_definition", "public_field_definition"

func isField(n *syntax.Node) bool { return n.Type == fieldNode || n.Type == typedFieldNode }

// heritage adds the bases of a class.
func (ex *expressions) heritage(c *core.Class, n *syntax.Node) {
	for _, k := range n.Kids {
		if k.Type == "extends_clause" {
			k = k.Kids[0]
		}
		if k.Type != "implements_clause" {
			ex.ev.Heap.AddBase(c, ex.eval(k))
		}
	}
}

// fieldDefinition sets a field of a class or of its instances. The latter happens for each of them.
func (ex *expressions) fieldDefinition(c *core.Class, n *syntax.Node) {
	prop := n.Child("property")
	if prop == nil {
		prop = n.Child("name")
	}
	val := core.Data
	if e := n.Child("value"); e != nil {
		val = ex.eval(e)
	}
	ex.ev.Objects.Stash(val)
	if name, ok := ex.key(prop); ok {
		c.Vars[name] = core.Join(c.Vars[name], val)
		ex.ev.Heap.Attributes[name] = core.Join(ex.ev.Heap.Attributes[name], val)
	}
}

// enum is an enumeration: an object whose members that have no text are numbers.
func (ex *expressions) enum(body *syntax.Node) *core.Value {
	out := &core.Value{Kind: core.KindDict, More: true}
	if body == nil {
		return out
	}
	for _, k := range body.Kids {
		switch k.Type {
		case "enum_assignment":
			v := ex.eval(k.Child("value"))
			if name, ok := ex.key(k.Child("name")); ok {
				out.Put(name, v)
			}
			out.Wild = out.Wild || !v.Plain()
		case "property_identifier":
			out.Put(k.Text(), core.Data)
		}
	}
	return out
}

// decorators calls the decorators of a class or of its members.
func (ex *expressions) decorators(n *syntax.Node) {
	for _, k := range n.Kids {
		if k.Type == "decorator" && len(k.Kids) > 0 {
			at := core.Site{Node: k, Written: calleeText(k.Kids[0])}
			ex.ev.Calls.Call(at, ex.eval(k.Kids[0]), []core.Arg{{Val: core.Top}})
		}
		if k.Type == "public_field_definition" || k.Type == "method_definition" {
			ex.decorators(k)
		}
	}
}

// isGetter reports whether a method of JavaScript is one.
func isGetter(n *syntax.Node) bool {
	t := strings.TrimSpace(strings.TrimPrefix(n.Text(), "static"))
	rest, ok := strings.CutPrefix(t, "get")
	return ok && rest != "" && strings.ContainsAny(rest[:1], " \t\n[#'\"/")
}
