package javascript

import (
	"strconv"

	"github.com/fencepost/fencepost/internal/interp/eval/core"
	"github.com/fencepost/fencepost/internal/interp/eval/syntax"
)

// assign sets a variable where it is declared, else a global one.
func (ex *expressions) assign(name string, v *core.Value) {
	for s := ex.ev.State.Scope; s != nil; s = s.Parent {
		if _, ok := s.Vars[name]; ok {
			ex.ev.State.KeepOld(s, name)
			s.Vars[name] = v
			return
		}
		if s.Parent == nil {
			s.Vars[name] = v
			return
		}
	}
}

// declare sets a variable of the innermost scope, or for var of the function.
func (ex *expressions) declare(name string, v *core.Value, hoist bool) {
	s := ex.ev.State.Scope
	for hoist && s.Block && s.Parent != nil {
		s = s.Parent
	}
	ex.ev.State.KeepOld(s, name)
	s.Vars[name] = v
}

// let sets a variable of the innermost scope.
func (ex *expressions) let(name string, v *core.Value) { ex.declare(name, v, false) }

// setter sets or declares a variable.
type setter func(name string, v *core.Value)

// pattern binds a pattern: a name, or a destructuring one.
func (ex *expressions) pattern(n *syntax.Node, v *core.Value, set setter) {
	if n == nil || !ex.ev.Limits.Step(1) {
		return
	}
	switch n.Type {
	case "identifier", "shorthand_property_identifier_pattern":
		set(n.Text(), v)
	case "object_pattern":
		for _, k := range n.Kids {
			ex.propertyPattern(k, v, set)
		}
	case "array_pattern":
		i := 0
		for _, k := range n.Kids {
			switch k.Type {
			case ",":
				i++
			case "rest_pattern":
				rest := &core.Value{Kind: core.KindList, List: []*core.Value{v.Element()}, More: true}
				rest.Wild = !v.Element().Plain()
				ex.pattern(k.Last(), rest, set)
			default:
				ex.pattern(k, ex.ev.Objects.Index(v, core.Num(strconv.Itoa(i))), set)
			}
		}
	case "assignment_pattern", "object_assignment_pattern":
		def := ex.eval(n.Child("right"))
		if v.Kind != core.KindNum || v.Name != "undefined" {
			def = core.Join(v, def)
		}
		ex.pattern(n.Child("left"), def, set)
	case "rest_pattern":
		ex.pattern(n.Last(), v, set)
	case "member_expression", "subscript_expression":
		ex.assignTo(n, v)
	case "required_parameter", "optional_parameter":
		if d := n.Child("value"); d != nil {
			v = core.Join(v, ex.eval(d))
		}
		ex.pattern(n.Child("pattern"), v, set)
	case "parenthesized_expression", "non_null_expression":
		ex.pattern(n.Last(), v, set)
	}
}

// propertyPattern binds one property of an object pattern.
func (ex *expressions) propertyPattern(k *syntax.Node, v *core.Value, set setter) {
	switch k.Type {
	case "shorthand_property_identifier_pattern":
		set(k.Text(), ex.ev.Objects.Attr(v, k.Text()))
	case "pair_pattern":
		key, ok := ex.key(k.Child("key"))
		got := core.Top
		if ok {
			got = ex.ev.Objects.Attr(v, key)
		} else if v.Plain() {
			got = core.Data
		}
		ex.pattern(k.Child("value"), got, set)
	case "object_assignment_pattern":
		left := k.Child("left")
		ex.pattern(left, core.Join(ex.ev.Objects.Attr(v, left.Text()), ex.eval(k.Child("right"))), set)
	case "rest_pattern":
		ex.pattern(k.Last(), v, set)
	}
}

// key is the name of a property as far as it is known.
func (ex *expressions) key(n *syntax.Node) (string, bool) {
	switch n.Type {
	case "property_identifier", "identifier", "number", "private_property_identifier":
		return n.Text(), true
	case "string":
		return ex.textOf(n), true
	case "computed_property_name":
		return ex.eval(n.Last()).Text()
	}
	return "", false
}

// textOf is the value of a string node.
func (ex *expressions) textOf(n *syntax.Node) string {
	s, _ := ex.stringExpr(n).Text()
	return s
}

// scoped runs f in a block scope.
func (ex *expressions) scoped(f func()) {
	s := core.NewScope(ex.ev.State.Scope)
	s.Block = true
	ex.ev.State.In(s, f)
}
