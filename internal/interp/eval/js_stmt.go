package eval

import "strings"

// jsBlock runs statements. Functions are declared before anything runs.
func (m *javascript) jsBlock(list []*Node) {
	for _, n := range list {
		d := n
		if d.Type == "export_statement" {
			if d = n.field("declaration"); d == nil {
				continue
			}
		}
		if d.Type == "function_declaration" || d.Type == "generator_function_declaration" {
			m.declare(d.field("name").text(), m.jsFunc(d), true)
		}
	}
	for _, n := range list {
		m.jsStmt(n)
	}
}

// jsCompletion runs code that eval was given. Its value is that of its last expression.
func (m *javascript) jsCompletion(root *Node) *Value {
	for i, n := range root.Kids {
		if i == len(root.Kids)-1 && n.Type == "expression_statement" && len(n.Kids) > 0 {
			return m.jsx(n.Kids[0])
		}
		m.jsStmt(n)
	}
	return data
}

// jsScoped runs f in a block scope.
func (m *javascript) jsScoped(f func()) {
	leave := m.push(&scope{vars: map[string]*Value{}, parent: m.scope, block: true})
	f()
	leave()
}

func (m *javascript) jsStmt(n *Node) {
	if n == nil || !m.step(1) {
		return
	}
	switch n.Type {
	case "comment", "empty_statement", "break_statement", "continue_statement", "hash_bang_line", "interface_declaration",
		"type_alias_declaration", "ambient_declaration", "function_declaration", "generator_function_declaration", "debugger_statement":
	case "throw_statement":
		for _, k := range n.Kids {
			v := m.jsx(k)
			m.shown(k, v)
			m.throws(v)
		}
	case "expression_statement":
		for _, k := range n.Kids {
			if k.Type == "internal_module" {
				m.tsNamespace(k)
				continue
			}
			if v := m.jsx(k); k.Type != "assignment_expression" && k.Type != "augmented_assignment_expression" {
				m.shown(k, v)
			}
		}
	case "lexical_declaration", "variable_declaration", "using_declaration":
		for _, k := range n.Kids {
			if k.Type == "variable_declarator" {
				v := none("undefined")
				if e := k.field("value"); e != nil {
					v = m.jsx(e)
				}
				m.jsPattern(k.field("name"), v, func(name string, v *Value) { m.declare(name, v, n.Type == "variable_declaration") })
			}
		}
	case "statement_block":
		m.jsScoped(func() { m.jsBlock(n.Kids) })
	case "if_statement":
		m.condition(n.field("condition"))
		ways := []func(){func() { m.jsStmt(n.field("consequence")) }}
		alt := n.field("alternative")
		if alt != nil {
			ways = append(ways, func() { m.jsStmt(alt) })
		}
		m.branches(alt == nil, ways...)
	case "else_clause", "finally_clause", "labeled_statement", "switch_case", "switch_default":
		m.jsBlock(n.Kids)
	case "while_statement", "do_statement":
		m.loop(func() {
			m.jsx(n.field("condition"))
			m.jsStmt(n.field("body"))
		})
	case "for_statement":
		m.jsScoped(func() {
			m.jsStmt(n.field("initializer"))
			m.loop(func() {
				m.jsStmt(n.field("condition"))
				m.jsStmt(n.field("body"))
				if inc := n.field("increment"); inc != nil {
					m.jsx(inc)
				}
			})
		})
	case "for_in_statement":
		m.jsForIn(n)
	case "try_statement":
		m.jsTry(n)
	case "switch_statement":
		m.jsx(n.field("value"))
		for _, k := range n.field("body").Kids {
			m.branches(true, func() { m.jsScoped(func() { m.jsStmt(k) }) })
		}
	case "return_statement":
		v := none("undefined")
		if len(n.Kids) > 0 {
			v = m.jsx(n.Kids[0])
		}
		m.frame.ret = join(m.frame.ret, v)
	case "import_statement":
		m.jsImportStmt(n)
	case "export_statement":
		for _, k := range n.Kids {
			switch {
			case k.Field == "declaration":
				m.jsStmt(k)
			case k.Field == "source": // export * from "./x.js" loads the module like an import
				m.jsImportFrom(n, k)
			default:
				m.jsx(k)
			}
		}
	case "class_declaration", "abstract_class_declaration":
		m.declare(n.field("name").text(), m.jsClass(n), false)
	case "enum_declaration":
		m.declare(n.field("name").text(), m.tsEnum(n.field("body")), false)
	case "internal_module", "module":
		m.tsNamespace(n)
	case "with_statement":
		m.with(n)
	default:
		m.jsx(n)
	}
}

func (m *javascript) jsForIn(n *Node) {
	over := m.jsx(n.field("right"))
	m.lists(n, over)
	if n.operator() == "in" {
		over = data
	}
	m.jsScoped(func() {
		m.each(over, func(v *Value) {
			m.jsPattern(n.field("left"), v, func(name string, v *Value) {
				if n.field("kind") != nil {
					m.declare(name, v, false)
				} else {
					m.assign(name, v)
				}
			})
			m.jsStmt(n.field("body"))
		})
	})
}

func (m *javascript) jsTry(n *Node) {
	before := m.save()
	m.jsStmt(n.field("body"))
	if h := n.field("handler"); h != nil {
		m.branches(true, func() {
			m.merge(before)
			m.jsScoped(func() {
				m.jsPattern(h.field("parameter"), m.caught(), func(name string, v *Value) { m.declare(name, v, false) })
				m.jsStmt(h.field("body"))
			})
		})
	}
	m.jsStmt(n.field("finalizer"))
}

// jsImportFrom loads the module that a statement names, and reports that if it has effects of its
// own.
func (m *javascript) jsImportFrom(n, src *Node) *Value {
	c := m.newCall(site{node: n, written: "import"}, "import", nil)
	mod := m.load(c, m.jsText(src))
	if len(c.Effects) > 0 || c.Unseen != "" {
		m.report(c)
	}
	return mod
}

func (m *javascript) jsImportStmt(n *Node) {
	src := n.field("source")
	if r := n.kid("import_require_clause"); r != nil && len(r.Kids) > 0 {
		src = r.field("source")
	}
	if src == nil {
		return
	}
	mod := m.jsImportFrom(n, src)
	if r := n.kid("import_require_clause"); r != nil && r.Kids[0].Type == "identifier" {
		m.declare(r.Kids[0].text(), mod, false)
	}
	clause := n.kid("import_clause")
	if clause == nil {
		return
	}
	for _, k := range clause.Kids {
		switch k.Type {
		case "identifier":
			m.declare(k.text(), mod, false)
		case "namespace_import":
			m.declare(k.last().text(), mod, false)
		case "named_imports":
			for _, s := range k.Kids {
				if s.Type != "import_specifier" {
					continue
				}
				name := s.field("name").text()
				local := name
				if a := s.field("alias"); a != nil {
					local = a.text()
				}
				m.declare(local, m.attr(mod, strings.Trim(name, `"'`)), false)
			}
		}
	}
}

// jsPattern binds a pattern: a name, or a destructuring one.
func (m *javascript) jsPattern(n *Node, v *Value, bindName func(string, *Value)) {
	if n == nil || !m.step(1) {
		return
	}
	switch n.Type {
	case "identifier", "shorthand_property_identifier_pattern":
		bindName(n.text(), v)
	case "object_pattern":
		for _, k := range n.Kids {
			m.jsProperty(k, v, bindName)
		}
	case "array_pattern":
		i := 0
		for _, k := range n.Kids {
			switch k.Type {
			case ",":
				i++
			case "rest_pattern":
				m.jsPattern(k.last(), &Value{kind: kList, list: []*Value{v.element()}, more: true, wild: !v.element().plain()}, bindName)
			default:
				m.jsPattern(k, m.index(v, num(itoa(i))), bindName)
			}
		}
	case "assignment_pattern", "object_assignment_pattern":
		def := m.jsx(n.field("right"))
		if v.kind != kNum || v.name != "undefined" {
			def = join(v, def)
		}
		m.jsPattern(n.field("left"), def, bindName)
	case "rest_pattern":
		m.jsPattern(n.last(), v, bindName)
	case "member_expression", "subscript_expression":
		m.jsAssignTo(n, v)
	case "required_parameter", "optional_parameter":
		if d := n.field("value"); d != nil {
			v = join(v, m.jsx(d))
		}
		m.jsPattern(n.field("pattern"), v, bindName)
	case "parenthesized_expression", "non_null_expression":
		m.jsPattern(n.last(), v, bindName)
	}
}

// jsProperty binds one property of an object pattern.
func (m *javascript) jsProperty(k *Node, v *Value, bindName func(string, *Value)) {
	switch k.Type {
	case "shorthand_property_identifier_pattern":
		bindName(k.text(), m.attr(v, k.text()))
	case "pair_pattern":
		key, ok := m.jsKey(k.field("key"))
		got := opaque
		if ok {
			got = m.attr(v, key)
		} else if v.plain() {
			got = data
		}
		m.jsPattern(k.field("value"), got, bindName)
	case "object_assignment_pattern":
		left := k.field("left")
		m.jsPattern(left, join(m.attr(v, left.text()), m.jsx(k.field("right"))), bindName)
	case "rest_pattern":
		m.jsPattern(k.last(), v, bindName)
	}
}

// jsKey is the name of a property as far as it is known.
func (m *javascript) jsKey(n *Node) (string, bool) {
	switch n.Type {
	case "property_identifier", "identifier", "number", "private_property_identifier":
		return n.text(), true
	case "string":
		return m.jsText(n), true
	case "computed_property_name":
		return m.jsx(n.last()).text()
	}
	return "", false
}

// jsText is the value of a string node.
func (m *javascript) jsText(n *Node) string {
	s, _ := m.jsString(n).text()
	return s
}

func (m *javascript) jsFunc(n *Node) *Value {
	fn := &function{node: n, scope: m.scope}
	m.funcs = append(m.funcs, fn)
	return &Value{kind: kFunc, fn: fn}
}

func (m *javascript) jsClass(n *Node) *Value {
	c := &class{vars: map[string]*Value{}}
	v := &Value{kind: kClass, cls: c}
	if h := n.kid("class_heritage"); h != nil {
		for _, k := range h.Kids {
			if k.Type == "extends_clause" {
				k = k.Kids[0]
			}
			if k.Type != "implements_clause" {
				if b := m.jsx(k); !m.computes(b) {
					c.bases = append(c.bases, b)
				} else {
					c.lib = append(c.lib, b.name)
				}
			}
		}
	}
	m.tsDecorators(n)
	body := n.field("body")
	if body == nil {
		return v
	}
	m.tsDecorators(body)
	for _, k := range body.Kids {
		switch k.Type {
		case "method_definition":
			f := m.jsFunc(k)
			f.fn.owner, f.fn.getter = c, isGetter(k)
			if name, ok := m.jsKey(k.field("name")); ok {
				c.vars[name] = f
			}
		case "field_definition", "public_field_definition":
			prop := k.field("property")
			if prop == nil {
				prop = k.field("name")
			}
			val := data
			if e := k.field("value"); e != nil {
				val = m.jsx(e)
			}
			m.stashed(val)
			if name, ok := m.jsKey(prop); ok {
				c.vars[name] = val
				m.attrs[name] = join(m.attrs[name], val)
			}
		case "class_static_block":
			m.jsScoped(func() { m.jsBlock(k.field("body").Kids) })
		}
	}
	return v
}

// jsBind binds parameters.
func (m *javascript) jsBind(fn *function, args []arg) {
	n := fn.node
	declare := func(name string, v *Value) { m.declare(name, v, false) }
	unknown := (*Value)(nil)
	var pos []*Value
	for _, a := range args {
		if a.spread {
			unknown = join(unknown, spreadElement(a.val))
			continue
		}
		if unknown != nil {
			unknown = join(unknown, a.val) // its place is not known
			continue
		}
		pos = append(pos, a.val)
	}
	all := &Value{kind: kList, name: "arguments", list: pos, more: unknown != nil, wild: unknown != nil && !unknown.plain()}
	m.scope.vars["arguments"] = all
	if p := n.field("parameter"); p != nil {
		m.jsPattern(p, argAt(pos, 0, unknown), declare)
		return
	}
	params := n.field("parameters")
	if params == nil {
		return
	}
	i := 0
	for _, p := range params.Kids {
		if p.Type == "comment" {
			continue
		}
		inner := p
		if pat := p.field("pattern"); pat != nil {
			inner = pat
		}
		if inner.Type == "rest_pattern" {
			rest := &Value{kind: kList, more: all.more, wild: all.wild}
			if i < len(pos) {
				rest.list = pos[i:]
			}
			m.jsPattern(inner.last(), rest, declare)
			return
		}
		m.jsPattern(p, argAt(pos, i, unknown), declare)
		m.tsProperty(p, inner)
		i++
	}
}

func argAt(pos []*Value, i int, unknown *Value) *Value {
	var v *Value
	if i < len(pos) {
		v = pos[i]
	}
	if unknown != nil {
		v = join(v, unknown)
	}
	if v == nil {
		return none("undefined")
	}
	return v
}

func (m *javascript) jsBody(fn *function) {
	body := fn.node.field("body")
	if body == nil {
		return
	}
	if body.Type == "statement_block" {
		m.jsBlock(body.Kids)
		return
	}
	m.frame.ret = m.jsx(body)
}
