package eval

import (
	"maps"
	"slices"
	"strings"
)

func (m *python) pyBlock(list []*Node) {
	for _, n := range list {
		m.pyStmt(n)
	}
}

// pyCompletion runs code that exec or eval was given. Its value is that of its last expression.
func (m *python) pyCompletion(root *Node) *Value {
	for i, n := range root.Kids {
		if i == len(root.Kids)-1 && n.Type == "expression_statement" && len(n.Kids) == 1 {
			return m.py(n.Kids[0])
		}
		m.pyStmt(n)
	}
	return data
}

func (m *python) pyStmt(n *Node) {
	if n == nil || !m.step(1) {
		return
	}
	switch n.Type {
	case "comment", "pass_statement", "break_statement", "continue_statement", "import_prefix", "type_alias_statement":
	case "expression_statement", "assert_statement", "raise_statement", "delete_statement", "print_statement", "exec_statement":
		if n.Type == "exec_statement" {
			c := m.newCall(site{node: n, written: "exec"}, "exec", nil)
			m.inner(c, m.py(n.field("code")))
			m.report(c)
			return
		}
		for _, k := range n.Kids {
			v := m.py(k)
			if n.Type == "raise_statement" || n.Type == "assert_statement" {
				m.shown(k, v)
			}
			if n.Type == "raise_statement" {
				m.throws(v)
			}
			if n.Type == "delete_statement" && k.Type == "subscript" {
				if l := m.py(k.field("value")); l.kind == kList {
					l.disorder()
				}
			}
		}
	case "import_statement":
		m.pyImport(n)
	case "import_from_statement", "future_import_statement":
		m.pyFrom(n)
	case "if_statement":
		m.pyIf(n)
	case "while_statement":
		m.loop(func() {
			m.condition(n.field("condition"))
			m.pyStmt(n.field("body"))
		})
		m.pyStmt(n.field("alternative"))
	case "for_statement":
		m.pyFor(n)
	case "try_statement":
		m.pyTry(n)
	case "with_statement":
		m.pyWith(n)
	case "function_definition":
		m.scope.vars[n.field("name").text()] = m.pyFunc(n)
	case "class_definition":
		m.pyClass(n)
	case "decorated_definition":
		m.pyDecorated(n)
	case "return_statement":
		v := m.traits.nothing
		if len(n.Kids) > 0 {
			v = m.py(n.Kids[0])
		}
		m.frame.ret = join(m.frame.ret, v)
	case "global_statement", "nonlocal_statement":
		if m.scope.global == nil {
			m.scope.global = map[string]bool{}
		}
		for _, k := range n.Kids {
			m.scope.global[k.text()] = true
		}
	case "block", "else_clause", "finally_clause", "module":
		m.pyBlock(n.Kids)
	case "match_statement":
		subject := m.py(n.field("subject"))
		for _, k := range n.Kids {
			if k.Field != "subject" {
				m.branches(true, func() { m.pyMatch(k, subject) })
			}
		}
	default:
		m.py(n)
	}
}

// pyMatch runs the cases of a match statement. What a pattern binds is a part of the subject.
func (m *python) pyMatch(n *Node, subject *Value) {
	for _, k := range n.Kids {
		switch k.Type {
		case "case_clause", "block":
			m.branches(true, func() {
				m.pyMatch(k, subject)
				if k.Type == "block" {
					m.pyBlock(k.Kids)
				}
			})
		case "case_pattern":
			m.pyCapture(k, join(subject, subject.element()))
		case "if_clause":
			m.py(k)
		default:
			if n.Type == "case_clause" {
				m.pyStmt(k)
			}
		}
	}
}

func (m *python) pyCapture(n *Node, v *Value) {
	if n.Type == "identifier" || n.Type == "dotted_name" && !strings.Contains(n.text(), ".") {
		m.assign(n.text(), v)
		return
	}
	for _, k := range n.Kids {
		m.pyCapture(k, v)
	}
}

func (m *python) pyImport(n *Node) {
	for _, k := range n.Kids {
		switch k.Type {
		case "dotted_name":
			m.importModule(k.text())
			first, _, _ := strings.Cut(k.text(), ".")
			m.assign(first, ref(first))
		case "aliased_import":
			name := k.field("name").text()
			m.importModule(name)
			m.assign(k.field("alias").text(), m.module(name))
		}
	}
}

// module is a module by its dotted name, in the spelling of the tables.
func (m *python) module(name string) *Value {
	if i := strings.LastIndexByte(name, '.'); i > 0 {
		return ref(m.qualify(name[:i], name[i+1:]))
	}
	return ref(name)
}

func (m *python) pyFrom(n *Node) {
	from := n.field("module_name")
	if from == nil {
		return // from __future__
	}
	module := from.text()
	m.importModule(module)
	base := ref(module)
	take := func(name string) *Value {
		if !m.foreign(module) {
			m.addPart(module, name)
		}
		return m.attr(base, name)
	}
	for _, k := range n.Kids {
		switch {
		case k == from:
		case k.Type == "wildcard_import":
			m.stars = append(m.stars, module)
		case k.Type == "dotted_name":
			m.assign(k.text(), take(k.text()))
		case k.Type == "aliased_import":
			m.assign(k.field("alias").text(), take(k.field("name").text()))
		}
	}
}

func (m *python) pyIf(n *Node) {
	m.condition(n.field("condition"))
	ways := []func(){func() { m.pyStmt(n.field("consequence")) }}
	open := true
	for _, k := range n.Kids {
		switch k.Type {
		case "elif_clause":
			ways = append(ways, func() { m.condition(k.field("condition")); m.pyStmt(k.field("consequence")) })
		case "else_clause":
			open = false
			ways = append(ways, func() { m.pyBlock(k.Kids) })
		}
	}
	m.branches(open, ways...)
}

func (m *python) pyFor(n *Node) {
	over := m.py(n.field("right"))
	m.lists(n, over)
	m.each(over, func(v *Value) {
		m.pyTarget(n.field("left"), v)
		m.pyStmt(n.field("body"))
	})
	m.pyStmt(n.field("alternative"))
}

func (m *python) pyTry(n *Node) {
	before := m.save()
	m.pyStmt(n.field("body"))
	for _, k := range n.Kids {
		switch k.Type {
		case "except_clause", "except_group_clause":
			m.branches(true, func() {
				m.merge(before)
				for _, p := range k.Kids {
					if p.Type == "as_pattern" {
						m.py(p.Kids[0])
						m.pyTarget(p.field("alias"), m.caught())
						continue
					}
					m.pyStmt(p)
				}
			})
		case "else_clause", "finally_clause":
			m.pyBlock(k.Kids)
		}
	}
}

func (m *python) pyWith(n *Node) {
	for _, k := range n.Kids {
		if k.Type != "with_clause" {
			continue
		}
		for _, item := range k.Kids {
			v := item.field("value")
			if v == nil {
				continue
			}
			if v.Type == "as_pattern" {
				m.pyTarget(v.field("alias"), m.entered(m.py(v.Kids[0])))
				continue
			}
			m.py(v)
		}
	}
	m.pyStmt(n.field("body"))
}

// entered is what a with statement binds: of the types in the tables it is the object itself.
func (m *python) entered(v *Value) *Value {
	switch v.kind {
	case kObj:
		if v.typ == typeTempDir {
			return v.base
		}
		if v.cls != nil {
			return opaque
		}
	case kFunc, kBound, kList:
		return opaque
	}
	return v
}

func (m *python) pyFunc(n *Node) *Value {
	fn := &function{node: n, scope: m.scope}
	if p := n.field("parameters"); p != nil {
		for _, k := range p.Kids {
			if d := k.field("value"); d != nil {
				m.py(d)
			}
			if t := k.field("type"); t != nil {
				m.py(t)
			}
		}
	}
	if t := n.field("return_type"); t != nil {
		m.py(t)
	}
	m.funcs = append(m.funcs, fn)
	return &Value{kind: kFunc, fn: fn}
}

// pyBind binds parameters.
func (m *python) pyBind(fn *function, args []arg) {
	params := fn.node.field("parameters")
	if params == nil {
		return
	}
	at, unknown := 0, (*Value)(nil)
	var pos []*Value
	named := map[string]*Value{}
	for _, a := range args {
		switch {
		case a.spread:
			unknown = join(unknown, spreadElement(a.val))
		case a.name != "":
			named[a.name] = a.val
		case unknown != nil:
			unknown = join(unknown, a.val) // its place is not known
		default:
			pos = append(pos, a.val)
		}
	}
	if fn.self != nil {
		pos = append([]*Value{fn.self}, pos...)
	}
	for _, p := range params.Kids {
		name, def := pyParam(p)
		switch p.Type {
		case "list_splat_pattern", "dictionary_splat_pattern":
			rest := &Value{kind: kList, more: unknown != nil}
			if p.Type == "list_splat_pattern" && at < len(pos) {
				rest.list, at = pos[at:], len(pos)
			}
			if p.Type == "dictionary_splat_pattern" {
				rest = &Value{kind: kDict, more: true}
				for _, k := range slices.Sorted(maps.Keys(named)) {
					rest.put(k, named[k])
				}
			}
			rest.wild = unknown != nil && !unknown.plain()
			m.scope.vars[name] = rest
			continue
		case "positional_separator", "keyword_separator":
			continue
		}
		v := named[name]
		delete(named, name)
		if v == nil && at < len(pos) {
			v = pos[at]
			at++
		}
		if v == nil && def != nil {
			v = m.py(def)
		}
		if unknown != nil {
			v = join(v, unknown)
		}
		if v == nil {
			v = data
		}
		m.scope.vars[name] = v
	}
}

func pyParam(p *Node) (name string, def *Node) {
	switch p.Type {
	case "identifier":
		return p.text(), nil
	case "default_parameter", "typed_default_parameter":
		return p.field("name").text(), p.field("value")
	}
	for _, k := range p.Kids {
		if k.Type == "identifier" {
			return k.text(), nil
		}
	}
	return "", nil
}

func (m *python) pyBody(fn *function) {
	body := fn.node.field("body")
	if fn.node.Type == "lambda" {
		m.frame.ret = m.py(body)
		return
	}
	m.pyStmt(body)
}

// pyTarget assigns to a target.
func (m *python) pyTarget(n *Node, v *Value) {
	if n == nil {
		return
	}
	switch n.Type {
	case "identifier":
		m.assign(n.text(), v)
	case "attribute":
		m.setProperty(m.py(n.field("object")), n.field("attribute").text(), v)
	case "subscript":
		key, known := "", false
		if s := n.field("subscript"); s != nil {
			key, known = m.py(s).text()
		}
		o := m.py(n.field("value"))
		if o.kind == kRef { // sys.modules
			m.renames()
		}
		m.setAttr(o, key, known, v)
	case "pattern_list", "tuple_pattern", "list_pattern", "expression_list", "tuple", "list":
		m.pyTargets(n.Kids, v)
	case "list_splat_pattern", "list_splat", "as_pattern_target", "parenthesized_expression":
		if len(n.Kids) > 0 {
			m.pyTarget(n.Kids[0], v)
		}
	default:
		for _, k := range n.Kids {
			m.pyTarget(k, opaque)
		}
	}
}

func (m *python) pyTargets(targets []*Node, v *Value) {
	exact := v.kind == kList && !v.more && len(v.list) == len(targets)
	for i, t := range targets {
		if strings.HasPrefix(t.Type, "list_splat") {
			exact = false
		}
		if exact {
			m.pyTarget(t, v.list[i])
			continue
		}
		e := v.element()
		if strings.HasPrefix(t.Type, "list_splat") {
			e = &Value{kind: kList, list: []*Value{e}, more: true}
		}
		m.pyTarget(t, e)
	}
}

// written is a callee as written, if it is a chain of names; calls in it are left out.
func written(n *Node) string {
	if n == nil {
		return ""
	}
	switch n.Type {
	case "identifier", "this", "import":
		return n.text()
	case "attribute":
		if o := written(n.field("object")); o != "" {
			return o + "." + n.field("attribute").text()
		}
	case "member_expression":
		if o := written(n.field("object")); o != "" {
			return o + "." + n.field("property").text()
		}
	case "subscript", "subscript_expression":
		o := n.field("value")
		if o == nil {
			o = n.field("object")
		}
		return written(o)
	case "call":
		return written(n.field("function"))
	case "parenthesized_expression", "non_null_expression", "await_expression", "await":
		if len(n.Kids) == 1 {
			return written(n.Kids[0])
		}
	}
	return ""
}
