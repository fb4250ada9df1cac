package javascript

import (
	"strings"

	"github.com/fencepost/fencepost/internal/interp"
	"github.com/fencepost/fencepost/internal/interp/eval/core"
	"github.com/fencepost/fencepost/internal/interp/eval/syntax"
)

// expr evaluates an expression.
func (m *machine) expr(n *syntax.Node) *core.Value {
	if n == nil || !m.Step(1) {
		return core.Top
	}
	if tests(n) {
		defer m.Settle(len(m.Facts.Variables))
	}
	switch n.Type {
	case "identifier", "shorthand_property_identifier":
		if n.Text() == interp.Unknown {
			return core.Top
		}
		return m.Resolve(n.Text())
	case "undefined", "null", "false":
		return core.Null(n.Text())
	case "true", "number":
		return core.Num(n.Text())
	case "regex", "comment", "type_annotation", "type_arguments", "predefined_type",
		"meta_property", "optional_chain":
		return core.Data
	case "this":
		if m.Frame.This != nil {
			return m.Frame.This
		}
		return core.Ref("globalThis")
	case "super":
		return m.Inherited()
	case "import":
		return core.Ref("import")
	case "call_expression":
		return m.callExpr(n)
	case "new_expression":
		return m.newExpr(n)
	case "member_expression":
		o := n.Child("object")
		if o.Type == "import" || o.Type == "meta_property" {
			return core.Data // import.meta
		}
		return m.Attr(m.expr(o), n.Child("property").Text())
	case "subscript_expression":
		return m.Index(m.expr(n.Child("object")), m.expr(n.Child("index")))
	case "yield_expression":
		return m.yield(n)
	case "parenthesized_expression", "await_expression", "non_null_expression", "as_expression",
		"satisfies_expression", "expression_statement", "computed_property_name":
		for _, k := range n.Kids {
			if k.Type != "comment" {
				return m.expr(k)
			}
		}
		return core.Data
	case "type_assertion":
		return m.expr(n.Last())
	case "spread_element":
		return m.expr(n.Last()).Element()
	}
	return m.operator(n)
}

// operator evaluates an operator with its operands.
func (m *machine) operator(n *syntax.Node) *core.Value {
	switch n.Type {
	case "binary_expression":
		if r := n.Child("right"); n.Operator() == "<" && strings.HasPrefix(r.Text(), "!--") {
			m.Problem("<!-- begins a comment in a script") // the rest of the line is none
		}
		return m.operate(n.Operator(), m.expr(n.Child("left")), m.expr(n.Child("right")))
	case "unary_expression":
		v := m.expr(n.Child("argument"))
		if n.Operator() == "-" && v.Kind == core.KindNum {
			return core.Num("-" + v.Name)
		}
		return core.Data
	case "update_expression":
		m.expr(n.Child("argument")) // f()++ calls, and fails then
		m.assignTo(n.Child("argument"), core.Data)
		return core.Data
	case "ternary_expression":
		m.condition(n.Child("condition"))
		return core.Join(m.expr(n.Child("consequence")), m.expr(n.Child("alternative")))
	case "assignment_expression":
		v := m.expr(n.Child("right"))
		m.assignTo(n.Child("left"), v)
		return v
	case "augmented_assignment_expression":
		left := n.Child("left")
		v := m.operate(strings.TrimSuffix(n.Operator(), "="), m.expr(left), m.expr(n.Child("right")))
		m.assignTo(left, v)
		return v
	case "sequence_expression":
		if len(n.Kids) > 0 {
			return m.last(n.Kids)
		}
	}
	return m.literal(n)
}

// last evaluates expressions one after the other. The value is that of the last one.
func (m *machine) last(list []*syntax.Node) *core.Value {
	var out *core.Value
	for _, k := range list {
		out = m.expr(k)
	}
	return out
}

// literal evaluates what is made of several expressions: a text, an array, an object, a function.
func (m *machine) literal(n *syntax.Node) *core.Value {
	switch n.Type {
	case "string":
		return m.stringExpr(n)
	case "template_string":
		return m.template(n)
	case "array":
		return m.Placed(m.arrayExpr(n))
	case "object":
		return m.objectExpr(n)
	case "class":
		return m.classExpr(n)
	case "arrow_function", "function_expression", "function", "generator_function",
		"method_definition", "generator_function_declaration", "function_declaration":
		return m.funcLiteral(n)
	}
	out := core.Data
	for _, k := range n.Kids {
		if !m.expr(k).Plain() {
			out = core.Top
		}
	}
	return out
}

// funcLiteral is a function in an expression. It knows itself by its name.
func (m *machine) funcLiteral(n *syntax.Node) *core.Value {
	f := m.funcExpr(n)
	if name := n.Child("name"); name != nil && n.Type != "method_definition" {
		vars := map[string]*core.Value{name.Text(): f}
		f.Fn.Scope = &core.Scope{Vars: vars, Parent: m.Scope, Block: true}
	}
	if n.Type == "arrow_function" {
		f.Fn.Self, f.Fn.Owner = m.Frame.This, m.Frame.Owner
	}
	return f
}

// yield is what a generator yields; what is sent to it is not known.
func (m *machine) yield(n *syntax.Node) *core.Value {
	v := m.Traits.Nothing
	if len(n.Kids) > 0 {
		v = m.expr(n.Last())
	}
	if strings.HasPrefix(strings.TrimSpace(strings.TrimPrefix(n.Text(), "yield")), "*") {
		v = v.Element()
	}
	m.Frame.Yielded = core.Join(m.Frame.Yielded, v)
	return m.MaybeEscaped(core.Data)
}

// stringExpr decodes a string literal (ECMAScript 12.9.4).
func (m *machine) stringExpr(n *syntax.Node) *core.Value {
	t := n.Text()
	if len(t) < 2 {
		return core.Str("")
	}
	return core.Marked(escapes.Unescape(t[1 : len(t)-1]))
}

// template is a template literal. Its text is what stands between the substitutions.
func (m *machine) template(n *syntax.Node) *core.Value {
	out := core.Str("")
	at := n.Start + 1
	add := func(to int) {
		if to > at && to <= len(n.Src) {
			out = core.Concat(out, core.Marked(escapes.Unescape(n.Src[at:to])))
		}
	}
	for _, k := range n.Kids {
		if k.Type != "template_substitution" {
			continue
		}
		add(k.Start)
		at = k.End
		v := core.Data
		for _, e := range k.Kids {
			v = m.expr(e)
		}
		if core.HoldsEnviron(v, 0) {
			m.WholeEnviron(core.Site{Node: n})
		}
		out = m.Binary(core.OpAdd, out, core.AsText(v))
	}
	add(n.End - 1)
	return out
}

func (m *machine) arrayExpr(n *syntax.Node) *core.Value {
	out := &core.Value{Kind: core.KindList}
	at, holes := n.Start, false
	for i, k := range n.Kids {
		between := strings.Count(n.Src[at:k.Start], ",")
		at, holes = k.End, holes || between > min(i, 1)
		switch k.Type {
		case "comment", ",":
		case "spread_element":
			v := m.expr(k.Last())
			if v.Kind == core.KindList && !v.More {
				out.List = append(out.List, v.List...)
				continue
			}
			out.Behind(v.Element())
		default:
			if v := m.expr(k); out.More {
				out.Behind(v)
			} else {
				out.List = append(out.List, v)
			}
		}
	}
	if holes { // [a, , b]
		out.WeakAdd(core.Null("undefined"))
	}
	return out
}

// objectExpr is an object literal.
func (m *machine) objectExpr(n *syntax.Node) *core.Value {
	out := &core.Value{Kind: core.KindDict, File: m.File}
	for _, k := range n.Kids {
		switch k.Type {
		case "pair":
			m.pair(out, k)
		case "shorthand_property_identifier":
			out.Put(k.Text(), m.Resolve(k.Text()))
		case "method_definition":
			f := m.funcExpr(k)
			f.Fn.Getter = isGetter(k)
			m.Holds = m.Holds || f.Fn.Getter
			if key, ok := m.key(k.Child("name")); ok {
				out.Put(key, f)
			} else {
				// [Symbol.iterator]() gives what the object has not
				out.More, out.Like, out.Wild = true, false, true
			}
		case "spread_element":
			m.spreadInto(out, m.expr(k.Last()))
		}
	}
	return out
}

// pair adds a property with its value to an object.
func (m *machine) pair(o *core.Value, n *syntax.Node) {
	key, ok := m.key(n.Child("key"))
	v := m.expr(n.Child("value"))
	if !ok {
		o.More, o.Like, o.Wild = true, false, o.Wild || !v.Plain()
		m.EscapeValue(v, core.Top, 0)
		return
	}
	if implicit(key) {
		m.Stashed(v)
	}
	if key == "__proto__" {
		m.descends(o, v)
		return
	}
	o.Put(key, v)
}

// spreadInto adds the properties of a value to an object.
func (m *machine) spreadInto(o, v *core.Value) {
	if v.Kind == core.KindDict {
		for i, key := range v.Keys {
			o.Put(key, v.List[i])
		}
	}
	if v.Kind == core.KindRef {
		o.Base = v
	}
	o.Takes(v)
	o.Wild = o.Wild || !m.Plain(v) && !core.IsEnviron(v)
}

// assignTo assigns to a target.
func (m *machine) assignTo(n *syntax.Node, v *core.Value) {
	switch n.Type {
	case "member_expression":
		m.SetProperty(m.expr(n.Child("object")), n.Child("property").Text(), v)
	case "subscript_expression":
		key, known := m.expr(n.Child("index")).Text()
		if o := m.expr(n.Child("object")); known {
			m.SetProperty(o, key, v)
		} else {
			m.SetAttr(o, key, known, v)
		}
	case "call_expression", "new_expression", "await_expression", "yield_expression",
		"parenthesized_expression", "optional_chain":
		m.expr(n) // it runs, and what stands there is no place for a value
		if n.Type == "parenthesized_expression" && n.Last() != nil {
			m.assignTo(n.Last(), v)
		}
	default:
		m.pattern(n, v, m.assign)
	}
}

// args evaluates arguments. A tagged template has its text as the only one.
func (m *machine) args(list *syntax.Node) []core.Arg {
	if list == nil {
		return nil
	}
	if list.Type == "template_string" {
		return []core.Arg{{Val: m.template(list)}}
	}
	var args []core.Arg
	for _, k := range list.Kids {
		switch k.Type {
		case "comment":
		case "spread_element":
			args = append(args, core.Arg{Val: m.expr(k.Last()), Spread: true})
		default:
			args = append(args, core.Arg{Val: m.expr(k)})
		}
	}
	return args
}

// tagArgs are the arguments of a tag function of the code: the strings, then what stands between
// them.
func (m *machine) tagArgs(t *syntax.Node) []core.Arg {
	args := []core.Arg{{Val: &core.Value{Kind: core.KindList, More: true}}}
	for _, k := range t.Kids {
		if k.Type == "template_substitution" {
			args = append(args, core.Arg{Val: m.expr(k.Last())})
		}
	}
	return args
}

func (m *machine) callExpr(n *syntax.Node) *core.Value {
	f := n.Child("function")
	s := core.Site{Node: n, Written: written(f)}
	if f.Type == "super" {
		return m.superCall(s, m.args(n.Child("arguments")))
	}
	callee := m.expr(f)
	args := m.args(n.Child("arguments"))
	t := n.Child("arguments")
	if callee.Kind == core.KindFunc && t != nil && t.Type == "template_string" {
		args = m.tagArgs(t)
	}
	if callee.Kind == core.KindFunc && f.Type == "member_expression" && callee.Fn.Self == nil {
		if recv := m.expr(f.Child("object")); recv.Kind == core.KindDict {
			fn := *callee.Fn
			fn.Self = recv
			callee.Fn.Runs++
			callee = &core.Value{Kind: core.KindFunc, Fn: &fn}
		}
	}
	return m.Call(s, callee, args)
}

func (m *machine) newExpr(n *syntax.Node) *core.Value {
	f := n.Child("constructor")
	callee := m.expr(f)
	args := m.args(n.Child("arguments"))
	s := core.Site{Node: n, Written: written(f)}
	if callee.Kind == core.KindFunc {
		inst := core.Obj(core.TypeInstance, nil)
		inst.Class = &core.Class{Vars: map[string]*core.Value{}}
		fn := *callee.Fn
		fn.Self = inst
		callee.Fn.Runs++
		return m.Made(inst, m.Invoke(&fn, args))
	}
	return m.Call(s, callee, args)
}
