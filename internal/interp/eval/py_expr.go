package eval

import (
	"strings"

	"github.com/fencepost/fencepost/internal/interp"
)

// py evaluates an expression of Python.
func (m *python) py(n *Node) *Value {
	if n == nil || !m.step(1) {
		return opaque
	}
	if tests(n) {
		defer m.settle(len(m.facts.Variables))
	}
	switch n.Type {
	case "identifier":
		if n.text() == interp.Unknown {
			return opaque
		}
		return m.name(n.text())
	case "string":
		return m.pyString(n)
	case "concatenated_string":
		out := str("")
		for _, k := range n.Kids {
			out = concat(out, m.py(k))
		}
		return out
	case "false", "none":
		return none(n.text())
	case "integer", "float", "true", "ellipsis":
		return num(n.text())
	case "call":
		return m.pyCall(n)
	case "attribute":
		return m.attr(m.py(n.field("object")), n.field("attribute").text())
	case "subscript":
		return m.pySubscript(n)
	case "binary_operator":
		return m.operate(n.operator(), m.py(n.field("left")), m.py(n.field("right")))
	case "unary_operator":
		v := m.py(n.field("argument"))
		if v.kind == kNum && n.operator() == "-" {
			return num("-" + v.name)
		}
		if m.overloads(v) {
			return opaque
		}
		return data
	case "boolean_operator":
		return join(m.py(n.field("left")), m.py(n.field("right")))
	case "comparison_operator", "not_operator":
		out := data
		for _, k := range n.Kids {
			if v := m.py(k); v.kind == kObj && v.cls != nil && n.Type != "not_operator" {
				out = opaque
			}
		}
		return out
	case "conditional_expression":
		if len(n.Kids) == 3 {
			m.condition(n.Kids[1])
			return join(m.py(n.Kids[0]), m.py(n.Kids[2]))
		}
	case "list", "tuple", "set", "expression_list", "pattern_list":
		return m.pyList(n)
	case "dictionary":
		return m.pyDict(n)
	case "list_comprehension", "set_comprehension", "generator_expression", "dictionary_comprehension":
		return m.pyComprehension(n)
	case "lambda":
		return m.pyFunc(n)
	case "parenthesized_expression", "await", "type", "keyword_separator":
		if len(n.Kids) == 1 {
			return m.py(n.Kids[0])
		}
	case "yield":
		return m.pyYield(n)
	case "named_expression":
		v := m.py(n.field("value"))
		m.pyTarget(n.field("name"), v)
		for s := m.scope; s.inner && s.parent != nil; s = s.parent {
			name := n.field("name").text()
			s.parent.vars[name] = join(s.parent.vars[name], v)
		}
		return v
	case "assignment":
		if t := n.field("type"); t != nil {
			m.py(t) // annotations are evaluated
		}
		right := n.field("right")
		if right == nil {
			return data // an annotation alone
		}
		v := m.py(right)
		m.pyTarget(n.field("left"), v)
		return v
	case "augmented_assignment":
		left := n.field("left")
		old := m.py(left)
		if op := n.operator(); op == "+=" && old.kind == kList || op == "|=" && old.kind == kDict {
			method := "extend"
			if op == "|=" {
				method = "update"
			}
			m.mutate(old, method, []arg{{val: m.py(n.field("right"))}})
			m.pyTarget(left, old)
			return old
		}
		v := m.operate(strings.TrimSuffix(n.operator(), "="), old, m.py(n.field("right")))
		m.pyTarget(left, v)
		return v
	case "as_pattern":
		v := m.py(n.Kids[0])
		m.pyTarget(n.field("alias"), v)
		return v
	case "comment", "line_continuation":
		return data
	case "list_splat", "dictionary_splat":
		if len(n.Kids) == 1 {
			return m.py(n.Kids[0]).element()
		}
	}
	out := data
	for _, k := range n.Kids {
		if !m.py(k).plain() {
			out = opaque
		}
	}
	return out
}

// pyYield is what a generator yields; what is sent to it is not known.
func (m *python) pyYield(n *Node) *Value {
	v := m.traits.nothing
	if len(n.Kids) > 0 {
		v = m.py(n.Kids[0])
	}
	if strings.HasPrefix(strings.TrimSpace(strings.TrimPrefix(n.text(), "yield")), "from ") {
		v = v.element()
	}
	m.frame.yielded = join(m.frame.yielded, v)
	return m.maybeTainted(data)
}

// splat returns what is spread in [*x] and {*x}. The grammar reads *f(x) in a list as a call of *f.
func (m *python) splat(n *Node) (*Value, bool) {
	switch {
	case n.Type == "list_splat" && len(n.Kids) == 1:
		return m.py(n.Kids[0]), true
	case n.Type == "call":
		if f := n.field("function"); f != nil && f.Type == "list_splat" {
			return m.py(n), true
		}
	}
	return nil, false
}

func (m *python) pyList(n *Node) *Value {
	out := &Value{kind: kList}
	for _, k := range n.Kids {
		if k.Type == "comment" {
			continue
		}
		if v, ok := m.splat(k); ok {
			if v.kind == kList && !v.more {
				out.list = append(out.list, v.list...)
				continue
			}
			out.disorder(v.element())
			continue
		}
		if v := m.py(k); out.more {
			out.disorder(v)
		} else {
			out.list = append(out.list, v)
		}
	}
	return out
}

func (m *python) pyDict(n *Node) *Value {
	out := &Value{kind: kDict}
	for _, k := range n.Kids {
		switch k.Type {
		case "pair":
			key, ok := m.py(k.field("key")).text()
			v := m.py(k.field("value"))
			if ok {
				out.put(key, v)
				continue
			}
			out.more = true
			out.wild = out.wild || !v.plain()
			m.escapeValue(v, opaque, 0)
		case "dictionary_splat":
			if len(k.Kids) == 1 {
				v := m.py(k.Kids[0])
				if v.kind == kDict {
					for i, key := range v.keys {
						out.put(key, v.list[i])
					}
				}
				if isEnviron(v) {
					out.put("*", v)
				}
				out.more = true
				out.wild = out.wild || !m.plain(v.element())
			}
		}
	}
	return out
}

// pyComprehension runs its clauses from the outside in and collects what the body gives.
func (m *python) pyComprehension(n *Node) *Value {
	leave := m.push(&scope{vars: map[string]*Value{}, parent: m.scope, inner: true})
	defer leave()
	out := &Value{kind: kList}
	var clauses []*Node
	for _, k := range n.Kids {
		if k.Type == "for_in_clause" || k.Type == "if_clause" {
			clauses = append(clauses, k)
		}
	}
	exact := true
	var run func(i int)
	run = func(i int) {
		if i == len(clauses) {
			body := n.field("body")
			if body == nil {
				return
			}
			if body.Type == "pair" {
				m.py(body.field("key"))
				out.list = append(out.list, m.py(body.field("value")))
			} else {
				out.list = append(out.list, m.py(body))
			}
			return
		}
		c := clauses[i]
		if c.Type == "if_clause" {
			exact = false
			for _, k := range c.Kids {
				m.py(k)
			}
			run(i + 1)
			return
		}
		over := m.py(c.field("right"))
		m.lists(c, over)
		if over.kind != kList || over.more {
			exact = false
		}
		m.each(over, func(v *Value) {
			m.pyTarget(c.field("left"), v)
			run(i + 1)
		})
	}
	run(0)
	if !exact {
		e := out.element()
		out = &Value{kind: kList, list: []*Value{e}, more: true, like: true}
	}
	return out
}

func (m *python) pySubscript(n *Node) *Value {
	v := m.py(n.field("value"))
	if v.kind == kRef && m.pyType(v.name) {
		for _, k := range n.Kids {
			if k.Field == "subscript" && m.holdsCallee(m.py(k)) {
				return opaque // Annotated[int, os.system]
			}
		}
		return v // list[int]
	}
	key := n.field("subscript")
	if key == nil {
		return opaque
	}
	for _, k := range n.Kids {
		if k != key && k.Field == "subscript" {
			m.py(k) // x[a, b]
		}
	}
	if key.Type == "slice" {
		return m.pySlice(v, key)
	}
	return m.index(v, m.py(key))
}

func (m *python) pyType(name string) bool {
	switch name {
	case "list", "dict", "tuple", "set", "type":
		return true
	}
	return strings.HasPrefix(name, "typing.")
}

func (m *python) pyCall(n *Node) *Value {
	fnode := n.field("function")
	if fnode != nil && (fnode.Type == "list_splat" || fnode.Type == "dictionary_splat") && len(fnode.Kids) == 1 {
		fnode = fnode.Kids[0]
	}
	list := n.field("arguments")
	callee := m.py(fnode)
	var args []arg
	if list != nil && list.Type == "generator_expression" {
		args = append(args, arg{val: m.py(list)})
	} else if list != nil {
		for _, k := range list.Kids {
			switch k.Type {
			case "comment":
			case "keyword_argument":
				args = append(args, arg{name: k.field("name").text(), val: m.py(k.field("value"))})
			case "list_splat", "dictionary_splat":
				if len(k.Kids) == 1 {
					args = append(args, arg{val: m.py(k.Kids[0]), spread: true})
				}
			default:
				args = append(args, arg{val: m.py(k)})
			}
		}
	}
	return m.call(site{node: n, written: written(fnode)}, callee, args)
}

// holdsCallee reports whether a parameter of a type is a function that does something, or may be
// one.
func (m *python) holdsCallee(v *Value) bool {
	switch v.kind {
	case kClass, kData, kStr, kNum:
		return false
	case kRef:
		return !m.plain(v) && !m.pyType(v.name) && v.name != "pathlib.Path"
	case kList, kAlt:
		for _, e := range v.list {
			if m.holdsCallee(e) {
				return true
			}
		}
		return v.wild
	}
	return true
}
