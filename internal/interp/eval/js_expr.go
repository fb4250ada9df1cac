package eval

import (
	"strings"

	"github.com/fencepost/fencepost/internal/interp"
)

// jsx evaluates an expression of JavaScript.
func (m *javascript) jsx(n *Node) *Value {
	if n == nil || !m.step(1) {
		return opaque
	}
	if testsJS(n) {
		defer m.settle(len(m.facts.Variables))
	}
	switch n.Type {
	case "identifier", "shorthand_property_identifier":
		if n.text() == interp.Unknown {
			return opaque
		}
		return m.name(n.text())
	case "undefined", "null", "false":
		return none(n.text())
	case "true", "number":
		return num(n.text())
	case "string":
		return m.jsString(n)
	case "template_string":
		return m.jsTemplate(n)
	case "regex", "comment":
		return data
	case "this":
		if m.frame.this != nil {
			return m.frame.this
		}
		return ref("globalThis")
	case "super":
		return m.super()
	case "import":
		return ref("import")
	case "call_expression":
		return m.jsCall(n)
	case "new_expression":
		return m.jsNew(n)
	case "member_expression":
		o := n.field("object")
		if o.Type == "import" || o.Type == "meta_property" {
			return data // import.meta
		}
		return m.attr(m.jsx(o), n.field("property").text())
	case "subscript_expression":
		return m.index(m.jsx(n.field("object")), m.jsx(n.field("index")))
	case "binary_expression":
		return m.operate(n.operator(), m.jsx(n.field("left")), m.jsx(n.field("right")))
	case "unary_expression":
		v := m.jsx(n.field("argument"))
		if n.operator() == "-" && v.kind == kNum {
			return num("-" + v.name)
		}
		return data
	case "update_expression":
		m.jsAssignTo(n.field("argument"), data)
		return data
	case "ternary_expression":
		m.condition(n.field("condition"))
		return join(m.jsx(n.field("consequence")), m.jsx(n.field("alternative")))
	case "assignment_expression":
		v := m.jsx(n.field("right"))
		m.jsAssignTo(n.field("left"), v)
		return v
	case "augmented_assignment_expression":
		left := n.field("left")
		v := m.operate(strings.TrimSuffix(n.operator(), "="), m.jsx(left), m.jsx(n.field("right")))
		m.jsAssignTo(left, v)
		return v
	case "sequence_expression":
		var out *Value
		for _, k := range n.Kids {
			out = m.jsx(k)
		}
		if out != nil {
			return out
		}
	case "yield_expression":
		v := none("undefined")
		if len(n.Kids) > 0 {
			v = m.jsx(n.last())
		}
		if strings.HasPrefix(strings.TrimSpace(strings.TrimPrefix(n.text(), "yield")), "*") {
			v = v.element()
		}
		m.frame.yielded = join(m.frame.yielded, v)
		return m.maybeTainted(data)
	case "parenthesized_expression", "await_expression", "non_null_expression", "as_expression",
		"satisfies_expression", "expression_statement", "computed_property_name":
		for _, k := range n.Kids {
			if k.Type != "comment" {
				return m.jsx(k)
			}
		}
		return data
	case "type_assertion":
		return m.jsx(n.last())
	case "array":
		return m.jsArray(n)
	case "object":
		return m.jsObject(n)
	case "arrow_function", "function_expression", "function", "generator_function", "method_definition", "generator_function_declaration", "function_declaration":
		f := m.jsFunc(n)
		if name := n.field("name"); name != nil && n.Type != "method_definition" {
			// It knows itself by its name.
			f.fn.scope = &scope{vars: map[string]*Value{name.text(): f}, parent: m.scope, block: true}
		}
		if n.Type == "arrow_function" {
			f.fn.self, f.fn.owner = m.frame.this, m.frame.owner
		}
		return f
	case "class":
		return m.jsClass(n)
	case "spread_element":
		return m.jsx(n.last()).element()
	case "type_annotation", "type_arguments", "predefined_type", "meta_property", "optional_chain":
		return data
	}
	out := data
	for _, k := range n.Kids {
		if !m.jsx(k).plain() {
			out = opaque
		}
	}
	return out
}

// jsString decodes a string literal (ECMAScript 12.9.4).
func (m *javascript) jsString(n *Node) *Value {
	t := n.text()
	if len(t) < 2 {
		return str("")
	}
	return m.marked(jsEscapes.unescape(t[1 : len(t)-1]))
}

// jsTemplate is a template literal. Its text is what stands between the substitutions.
func (m *javascript) jsTemplate(n *Node) *Value {
	out := str("")
	at := n.Start + 1
	add := func(to int) {
		if to > at && to <= len(n.Src) {
			out = concat(out, m.marked(jsEscapes.unescape(n.Src[at:to])))
		}
	}
	for _, k := range n.Kids {
		if k.Type != "template_substitution" {
			continue
		}
		add(k.Start)
		at = k.End
		v := data
		for _, e := range k.Kids {
			v = m.jsx(e)
		}
		if holdsEnviron(v, 0) {
			m.wholeEnviron(site{node: n})
		}
		out = m.binary(opAdd, out, asText(v))
	}
	add(n.End - 1)
	return out
}

func (m *javascript) jsArray(n *Node) *Value {
	out := &Value{kind: kList}
	for _, k := range n.Kids {
		switch k.Type {
		case "comment", ",":
		case "spread_element":
			v := m.jsx(k.last())
			if v.kind == kList && !v.more {
				out.list = append(out.list, v.list...)
				continue
			}
			out.disorder(v.element())
		default:
			if v := m.jsx(k); out.more {
				out.disorder(v)
			} else {
				out.list = append(out.list, v)
			}
		}
	}
	return out
}

func (m *javascript) jsObject(n *Node) *Value {
	out := &Value{kind: kDict}
	for _, k := range n.Kids {
		switch k.Type {
		case "pair":
			key, ok := m.jsKey(k.field("key"))
			v := m.jsx(k.field("value"))
			if !ok {
				out.more, out.wild = true, out.wild || !v.plain()
				m.escapeValue(v, opaque, 0)
				continue
			}
			if implicit(key) {
				m.stashed(v)
			}
			if key == "__proto__" {
				m.descends(out, v)
				continue
			}
			out.put(key, v)
		case "shorthand_property_identifier":
			out.put(k.text(), m.name(k.text()))
		case "method_definition":
			f := m.jsFunc(k)
			f.fn.getter = isGetter(k)
			if key, ok := m.jsKey(k.field("name")); ok {
				out.put(key, f)
			} else {
				out.more, out.wild = true, true // [Symbol.iterator]() gives what the object has not
			}
		case "spread_element":
			v := m.jsx(k.last())
			if v.kind == kDict {
				for i, key := range v.keys {
					out.put(key, v.list[i])
				}
			}
			if v.kind == kRef {
				out.base = v
			}
			if isEnviron(v) {
				out.put("*", v)
			}
			out.more = true
			out.wild = out.wild || !m.plain(v)
		}
	}
	return out
}

// jsAssignTo assigns to a target.
func (m *javascript) jsAssignTo(n *Node, v *Value) {
	switch n.Type {
	case "member_expression":
		m.setProperty(m.jsx(n.field("object")), n.field("property").text(), v)
	case "subscript_expression":
		key, known := m.jsx(n.field("index")).text()
		if o := m.jsx(n.field("object")); known {
			m.setProperty(o, key, v)
		} else {
			m.setAttr(o, key, known, v)
		}
	default:
		m.jsPattern(n, v, m.assign)
	}
}

// jsArgs evaluates arguments. A tagged template has its text as the only one.
func (m *javascript) jsArgs(list *Node) []arg {
	if list == nil {
		return nil
	}
	if list.Type == "template_string" {
		return []arg{{val: m.jsTemplate(list)}}
	}
	var args []arg
	for _, k := range list.Kids {
		switch k.Type {
		case "comment":
		case "spread_element":
			args = append(args, arg{val: m.jsx(k.last()), spread: true})
		default:
			args = append(args, arg{val: m.jsx(k)})
		}
	}
	return args
}

// tagArgs are the arguments of a tag function of the code: the strings, then what stands between
// them.
func (m *javascript) tagArgs(t *Node) []arg {
	args := []arg{{val: &Value{kind: kList, more: true}}}
	for _, k := range t.Kids {
		if k.Type == "template_substitution" {
			args = append(args, arg{val: m.jsx(k.last())})
		}
	}
	return args
}

func (m *javascript) jsCall(n *Node) *Value {
	f := n.field("function")
	s := site{node: n, written: written(f)}
	if f.Type == "super" {
		return m.superCall(s, m.jsArgs(n.field("arguments")))
	}
	callee := m.jsx(f)
	args := m.jsArgs(n.field("arguments"))
	if t := n.field("arguments"); t != nil && t.Type == "template_string" && callee.kind == kFunc {
		args = m.tagArgs(t)
	}
	if callee.kind == kFunc && f.Type == "member_expression" && callee.fn.self == nil {
		if recv := m.jsx(f.field("object")); recv.kind == kDict {
			fn := *callee.fn
			fn.self = recv
			callee.fn.runs++
			callee = &Value{kind: kFunc, fn: &fn}
		}
	}
	return m.call(s, callee, args)
}

func (m *javascript) jsNew(n *Node) *Value {
	f := n.field("constructor")
	callee := m.jsx(f)
	args := m.jsArgs(n.field("arguments"))
	s := site{node: n, written: written(f)}
	if callee.kind == kFunc {
		inst := &Value{kind: kObj, typ: typeInstance, cls: &class{vars: map[string]*Value{}}}
		fn := *callee.fn
		fn.self = inst
		callee.fn.runs++
		return m.made(inst, m.invoke(&fn, args, true))
	}
	return m.call(s, callee, args)
}

// jsMethod are the methods that call what they are handed, or lead to functions.
func (m *javascript) method(s site, recv *Value, method string, args []arg) (*Value, bool) {
	if v, ok := m.textMethod(recv, method, args); ok {
		m.note(s, "", nil, args)
		return v, true
	}
	if method == "__call__" && (recv.is(typeResolver) || recv.is(typeResolved)) {
		return m.resolve(recv, args), true
	}
	if recv.kind == kFunc && (method == "toString" || method == "on") {
		return data, true
	}
	first := func() *Value {
		if len(args) > 0 && !args[0].spread {
			return args[0].val
		}
		return data
	}
	if recv.kind == kRef || recv.kind == kBound || recv.kind == kFunc {
		switch method {
		case "call":
			if len(args) > 0 {
				args = args[1:]
			}
			return m.call(s, recv, args), true
		case "apply":
			var rest []arg
			if len(args) > 1 {
				rest = spreadArgs(args[1].val)
			}
			return m.call(s, recv, rest), true
		case "bind":
			p := obj(typePartial, recv)
			if len(args) > 1 {
				p.args = args[1:]
			}
			return p, true
		}
	}
	if recv.is(typeMade) {
		return recv.base, true // what new Function or vm.Script made was interpreted when it was made
	}
	switch method {
	case "then", "catch", "finally":
		m.note(s, "", nil, args)
		var out *Value
		for i, a := range args {
			v := data
			if method == "then" && i == 0 || !m.plain(recv) {
				v = recv
				if recv.kind == kBound {
					v = data
				}
			}
			m.later(a.val, []arg{{val: v}})
			if a.val.kind == kFunc {
				out = join(out, m.invoke(a.val.fn, []arg{{val: v}}, true))
			} else if !a.val.plain() {
				out = join(out, m.call(site{node: s.node}, a.val, []arg{{val: v}}))
			}
		}
		return join(out, recv), true
	case "forEach", "map", "flatMap", "filter", "find", "some", "every", "findIndex", "findLast":
		if recv.kind == kList || recv.kind == kData || recv.kind == kDict || recv.kind == kBound && recv.plain() || recv.kind == kObj && recv.typ != typeInstance {
			m.note(s, "", nil, args)
			out := m.mapOver(site{node: s.node}, first(), recv)
			switch method {
			case "map", "flatMap":
				return out, true
			case "filter", "find", "findLast":
				if recv.kind == kList {
					e := recv.element()
					if method != "filter" {
						return e, true
					}
					return &Value{kind: kList, list: []*Value{e}, more: true, like: true}, true
				}
				if recv.is(typeNames) {
					if method == "filter" {
						return recv, true
					}
					return recv.element(), true
				}
				return m.maybeTainted(data), true
			}
			return data, true
		}
	case "join":
		if recv.kind == kList {
			m.note(s, "", nil, args)
			sep := str(",")
			if len(args) > 0 {
				sep = args[0].val
			}
			return joinList(sep, recv)
		}
	case "reverse", "slice", "concat", "flat", "sort", "values", "entries", "splice":
		if recv.kind == kList {
			m.note(s, "", nil, args)
			m.escape(args, recv.element())
			out := m.reordered(recv, method, args)
			switch method {
			case "reverse", "sort":
				recv.disorder()
			case "splice":
				var added []*Value
				for _, a := range args {
					added = append(added, a.val)
				}
				recv.disorder(added...)
			}
			return out, true
		}
	case "pop", "shift", "at":
		if recv.kind == kList {
			if method != "at" {
				recv.disorder()
			}
			return recv.element(), true
		}
	}
	return nil, false
}
