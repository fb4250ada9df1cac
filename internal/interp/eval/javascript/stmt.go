package javascript

import (
	"strconv"
	"strings"

	"github.com/fencepost/fencepost/internal/interp/eval/core"
	"github.com/fencepost/fencepost/internal/interp/eval/syntax"
)

// block runs statements. Functions are declared before anything runs.
func (m *machine) block(list []*syntax.Node) {
	for _, n := range list {
		d := n
		if d.Type == "export_statement" {
			if d = n.Child("declaration"); d == nil {
				continue
			}
		}
		if d.Type == "function_declaration" || d.Type == "generator_function_declaration" {
			m.declare(d.Child("name").Text(), m.funcExpr(d), true)
		}
	}
	for _, n := range list {
		m.stmt(n)
	}
}

// lastValue runs code that eval was given. Its value is that of its last expression.
func (m *machine) lastValue(root *syntax.Node) *core.Value {
	for i, n := range root.Kids {
		if i == len(root.Kids)-1 && n.Type == "expression_statement" && len(n.Kids) > 0 {
			return m.expr(n.Kids[0])
		}
		m.stmt(n)
	}
	return core.Data
}

// scoped runs f in a block scope.
func (m *machine) scoped(f func()) {
	leave := m.Push(&core.Scope{Vars: map[string]*core.Value{}, Parent: m.Scope, Block: true})
	f()
	leave()
}

// stmt runs a statement.
func (m *machine) stmt(n *syntax.Node) {
	if n == nil || !m.Step(1) {
		return
	}
	switch n.Type {
	case "comment", "empty_statement", "break_statement", "continue_statement", "hash_bang_line",
		"debugger_statement", "interface_declaration", "type_alias_declaration",
		"ambient_declaration", "function_declaration", "generator_function_declaration":
	case "expression_statement":
		m.exprStmt(n)
	case "throw_statement":
		for _, k := range n.Kids {
			v := m.expr(k)
			m.show(k, v)
			m.Throws(v)
		}
	case "lexical_declaration", "variable_declaration", "using_declaration":
		m.declaration(n)
	case "return_statement":
		v := m.Traits.Nothing
		if len(n.Kids) > 0 {
			v = m.expr(n.Kids[0])
		}
		m.Frame.Ret = core.Join(m.Frame.Ret, v)
	case "import_statement":
		m.importStmt(n)
	case "export_statement":
		m.exportStmt(n)
	case "class_declaration", "abstract_class_declaration":
		m.declare(n.Child("name").Text(), m.classExpr(n), false)
	case "enum_declaration":
		m.declare(n.Child("name").Text(), m.enum(n.Child("body")), false)
	case "internal_module", "module":
		m.namespace(n)
	default:
		m.compound(n)
	}
}

// compound runs a statement that has statements in it.
func (m *machine) compound(n *syntax.Node) {
	switch n.Type {
	case "statement_block":
		m.scoped(func() { m.block(n.Kids) })
	case "else_clause", "finally_clause", "labeled_statement", "switch_case", "switch_default":
		m.block(n.Kids)
	case "if_statement":
		m.ifStmt(n)
	case "while_statement", "do_statement":
		m.Loop(func() {
			m.expr(n.Child("condition"))
			m.stmt(n.Child("body"))
		})
	case "for_statement":
		m.scoped(func() { m.forStmt(n) })
	case "for_in_statement":
		m.forIn(n)
	case "try_statement":
		m.tryStmt(n)
	case "switch_statement":
		m.expr(n.Child("value"))
		for _, k := range n.Child("body").Kids {
			m.Branches(true, func() { m.scoped(func() { m.stmt(k) }) })
		}
	case "with_statement":
		m.withStmt(n)
	default:
		m.expr(n)
	}
}

// exprStmt evaluates expressions whose values may be shown: node -p.
func (m *machine) exprStmt(n *syntax.Node) {
	for _, k := range n.Kids {
		if k.Type == "internal_module" {
			m.namespace(k)
			continue
		}
		m.show(k, m.expr(k))
	}
}

// show looks at a value that is shown, unless it was assigned.
func (m *machine) show(n *syntax.Node, v *core.Value) {
	if n.Type != "assignment_expression" && n.Type != "augmented_assignment_expression" {
		m.Shown(n, v)
	}
}

// declaration declares variables.
func (m *machine) declaration(n *syntax.Node) {
	hoist := n.Type == "variable_declaration"
	for _, k := range n.Kids {
		if k.Type != "variable_declarator" {
			continue
		}
		v := m.Traits.Nothing
		if e := k.Child("value"); e != nil {
			v = m.expr(e)
		}
		m.pattern(k.Child("name"), v, func(name string, v *core.Value) { m.declare(name, v, hoist) })
	}
}

func (m *machine) ifStmt(n *syntax.Node) {
	m.condition(n.Child("condition"))
	ways := []func(){func() { m.stmt(n.Child("consequence")) }}
	if m.isProgram(n.Child("condition")) {
		ways = nil
	}
	alt := n.Child("alternative")
	if alt != nil {
		ways = append(ways, func() { m.stmt(alt) })
	}
	m.Branches(alt == nil, ways...)
}

func (m *machine) forStmt(n *syntax.Node) {
	m.stmt(n.Child("initializer"))
	m.Loop(func() {
		m.stmt(n.Child("condition"))
		m.stmt(n.Child("body"))
		if inc := n.Child("increment"); inc != nil {
			m.expr(inc)
		}
	})
}

// exportStmt runs what is exported. What is exported from another module loads that one.
func (m *machine) exportStmt(n *syntax.Node) {
	var from *core.Value
	if src := n.Child("source"); src != nil { // export * from "./x.js"
		from = m.importFrom(n, src)
	}
	text := strings.TrimSpace(strings.TrimPrefix(n.Text(), "export"))
	isDefault := strings.HasPrefix(text, "default")
	named := false
	for _, k := range n.Kids {
		switch {
		case k.Field == "source":
		case k.Field == "declaration":
			m.stmt(k)
			if name := k.Child("name"); isDefault && name != nil {
				m.exported("default", m.Scope.Vars[name.Text()])
			} else {
				m.exportNames(k)
			}
		case k.Type == "export_clause":
			named = true
			m.exportClause(k, from)
		case k.Type == "namespace_export":
			named = true
			if name := k.Last(); name != nil && from != nil {
				m.exported(name.Text(), from)
			}
		default:
			if v := m.expr(k); isDefault {
				m.exported("default", v)
			}
		}
	}
	if from != nil && !named {
		m.exportAll(from)
	}
}

func (m *machine) forIn(n *syntax.Node) {
	over := m.expr(n.Child("right"))
	m.Lists(n, over)
	if n.Operator() == "in" {
		over = core.Data
	}
	m.scoped(func() {
		m.Each(over, func(v *core.Value) {
			m.pattern(n.Child("left"), v, func(name string, v *core.Value) {
				if n.Child("kind") != nil {
					m.declare(name, v, false)
				} else {
					m.assign(name, v)
				}
			})
			m.stmt(n.Child("body"))
		})
	})
}

func (m *machine) tryStmt(n *syntax.Node) {
	before := m.Save()
	m.stmt(n.Child("body"))
	if h := n.Child("handler"); h != nil {
		m.Branches(true, func() {
			m.Merge(before)
			m.scoped(func() {
				m.pattern(h.Child("parameter"), m.Caught(), m.let)
				m.stmt(h.Child("body"))
			})
		})
	}
	m.stmt(n.Child("finalizer"))
}

// importFrom loads the module that a statement names, and reports that if it has effects of its
// own.
func (m *machine) importFrom(n, src *syntax.Node) *core.Value {
	c := m.NewCall(core.Site{Node: n, Written: "import"}, "import", nil)
	mod := m.Load(c, m.textOf(src))
	if len(c.Effects) > 0 || c.Unseen != "" {
		m.Report(c)
	}
	return mod
}

func (m *machine) importStmt(n *syntax.Node) {
	src := n.Child("source")
	if r := n.Kid("import_require_clause"); r != nil && len(r.Kids) > 0 {
		src = r.Child("source")
	}
	if src == nil {
		return
	}
	mod := m.importFrom(n, src)
	if r := n.Kid("import_require_clause"); r != nil && r.Kids[0].Type == "identifier" {
		m.declare(r.Kids[0].Text(), mod, false)
	}
	clause := n.Kid("import_clause")
	if clause == nil {
		return
	}
	for _, k := range clause.Kids {
		switch k.Type {
		case "identifier":
			m.declare(k.Text(), imported(mod), false)
		case "namespace_import":
			m.declare(k.Last().Text(), mod, false)
		case "named_imports":
			for _, s := range k.Kids {
				if s.Type != "import_specifier" {
					continue
				}
				name := s.Child("name").Text()
				local := name
				if a := s.Child("alias"); a != nil {
					local = a.Text()
				}
				if name = strings.Trim(name, `"'`); name == "default" {
					m.declare(local, imported(mod), false)
					continue
				}
				m.declare(local, m.Attr(mod, name), false)
			}
		}
	}
}

// setter sets or declares a variable.
type setter func(name string, v *core.Value)

// pattern binds a pattern: a name, or a destructuring one.
func (m *machine) pattern(n *syntax.Node, v *core.Value, set setter) {
	if n == nil || !m.Step(1) {
		return
	}
	switch n.Type {
	case "identifier", "shorthand_property_identifier_pattern":
		set(n.Text(), v)
	case "object_pattern":
		for _, k := range n.Kids {
			m.propertyPattern(k, v, set)
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
				m.pattern(k.Last(), rest, set)
			default:
				m.pattern(k, m.Index(v, core.Num(strconv.Itoa(i))), set)
			}
		}
	case "assignment_pattern", "object_assignment_pattern":
		def := m.expr(n.Child("right"))
		if v.Kind != core.KindNum || v.Name != "undefined" {
			def = core.Join(v, def)
		}
		m.pattern(n.Child("left"), def, set)
	case "rest_pattern":
		m.pattern(n.Last(), v, set)
	case "member_expression", "subscript_expression":
		m.assignTo(n, v)
	case "required_parameter", "optional_parameter":
		if d := n.Child("value"); d != nil {
			v = core.Join(v, m.expr(d))
		}
		m.pattern(n.Child("pattern"), v, set)
	case "parenthesized_expression", "non_null_expression":
		m.pattern(n.Last(), v, set)
	}
}

// propertyPattern binds one property of an object pattern.
func (m *machine) propertyPattern(k *syntax.Node, v *core.Value, set setter) {
	switch k.Type {
	case "shorthand_property_identifier_pattern":
		set(k.Text(), m.Attr(v, k.Text()))
	case "pair_pattern":
		key, ok := m.key(k.Child("key"))
		got := core.Top
		if ok {
			got = m.Attr(v, key)
		} else if v.Plain() {
			got = core.Data
		}
		m.pattern(k.Child("value"), got, set)
	case "object_assignment_pattern":
		left := k.Child("left")
		m.pattern(left, core.Join(m.Attr(v, left.Text()), m.expr(k.Child("right"))), set)
	case "rest_pattern":
		m.pattern(k.Last(), v, set)
	}
}

// key is the name of a property as far as it is known.
func (m *machine) key(n *syntax.Node) (string, bool) {
	switch n.Type {
	case "property_identifier", "identifier", "number", "private_property_identifier":
		return n.Text(), true
	case "string":
		return m.textOf(n), true
	case "computed_property_name":
		return m.expr(n.Last()).Text()
	}
	return "", false
}

// textOf is the value of a string node.
func (m *machine) textOf(n *syntax.Node) string {
	s, _ := m.stringExpr(n).Text()
	return s
}
