package python

import (
	"strings"

	"github.com/fencepost/fencepost/internal/interp/eval/core"
	"github.com/fencepost/fencepost/internal/interp/eval/syntax"
)

func (m *machine) block(list []*syntax.Node) {
	for _, n := range list {
		m.stmt(n)
	}
}

// lastValue runs code that exec or eval was given. Its value is that of its last expression.
func (m *machine) lastValue(root *syntax.Node) *core.Value {
	for i, n := range root.Kids {
		if i == len(root.Kids)-1 && n.Type == "expression_statement" && len(n.Kids) == 1 {
			return m.expr(n.Kids[0])
		}
		m.stmt(n)
	}
	return core.Data
}

// stmt runs a statement.
func (m *machine) stmt(n *syntax.Node) {
	if n == nil || !m.Step(1) {
		return
	}
	switch n.Type {
	case "comment", "pass_statement", "break_statement", "continue_statement", "import_prefix",
		"type_alias_statement":
	case "expression_statement", "assert_statement", "raise_statement", "delete_statement",
		"print_statement":
		m.exprStmt(n)
	case "exec_statement":
		c := m.NewCall(core.Site{Node: n, Written: "exec"}, "exec", nil)
		m.Inner(c, m.expr(n.Child("code")))
		m.Report(c)
	case "import_statement":
		m.importStmt(n)
	case "import_from_statement", "future_import_statement":
		m.fromStmt(n)
	case "function_definition":
		m.Scope.Vars[n.Child("name").Text()] = m.funcExpr(n)
	case "class_definition":
		m.classStmt(n)
	case "decorated_definition":
		m.decorated(n)
	case "return_statement":
		v := m.Traits.Nothing
		if len(n.Kids) > 0 {
			v = m.expr(n.Kids[0])
		}
		m.Frame.Ret = core.Join(m.Frame.Ret, v)
	case "global_statement", "nonlocal_statement":
		if m.Scope.Global == nil {
			m.Scope.Global = map[string]bool{}
		}
		for _, k := range n.Kids {
			m.Scope.Global[k.Text()] = true
		}
	default:
		m.compound(n)
	}
}

// compound runs a statement that has statements in it.
func (m *machine) compound(n *syntax.Node) {
	switch n.Type {
	case "block", "else_clause", "finally_clause", "module":
		m.block(n.Kids)
	case "if_statement":
		m.ifStmt(n)
	case "while_statement":
		m.Loop(func() {
			m.condition(n.Child("condition"))
			m.stmt(n.Child("body"))
		})
		m.stmt(n.Child("alternative"))
	case "for_statement":
		m.forStmt(n)
	case "try_statement":
		m.tryStmt(n)
	case "with_statement":
		m.withStmt(n)
	case "match_statement":
		subject := m.expr(n.Child("subject"))
		for _, k := range n.Kids {
			if k.Field != "subject" {
				m.Branches(true, func() { m.match(k, subject) })
			}
		}
	default:
		m.expr(n)
	}
}

// exprStmt runs a statement that evaluates expressions.
func (m *machine) exprStmt(n *syntax.Node) {
	for _, k := range n.Kids {
		v := m.expr(k)
		switch n.Type {
		case "assert_statement":
			m.Shown(k, v)
		case "raise_statement":
			m.Shown(k, v)
			m.Throws(v)
		case "delete_statement":
			if k.Type == "subscript" {
				if l := m.expr(k.Child("value")); l.Kind == core.KindList {
					l.WeakAdd()
				}
			}
		}
	}
}

// match runs the cases of a match statement. What a pattern binds is a part of the subject.
func (m *machine) match(n *syntax.Node, subject *core.Value) {
	for _, k := range n.Kids {
		switch k.Type {
		case "case_clause", "block":
			m.Branches(true, func() {
				m.match(k, subject)
				if k.Type == "block" {
					m.block(k.Kids)
				}
			})
		case "case_pattern":
			m.capture(k, core.Join(subject, subject.Element()))
		case "if_clause":
			m.expr(k)
		default:
			if n.Type == "case_clause" {
				m.stmt(k)
			}
		}
	}
}

func (m *machine) capture(n *syntax.Node, v *core.Value) {
	if n.Type == "identifier" || n.Type == "dotted_name" && !strings.Contains(n.Text(), ".") {
		m.assign(n.Text(), v)
		return
	}
	for _, k := range n.Kids {
		m.capture(k, v)
	}
}

func (m *machine) importStmt(n *syntax.Node) {
	for _, k := range n.Kids {
		switch k.Type {
		case "dotted_name":
			m.importModule(k.Text())
			first, _, _ := strings.Cut(k.Text(), ".")
			m.assign(first, core.Ref(first))
		case "aliased_import":
			name := k.Child("name").Text()
			m.importModule(name)
			m.assign(k.Child("alias").Text(), m.module(name))
		}
	}
}

// module is a module by its dotted name, in the spelling of the tables.
func (m *machine) module(name string) *core.Value {
	if i := strings.LastIndexByte(name, '.'); i > 0 {
		return core.Ref(m.Qualify(name[:i], name[i+1:]))
	}
	return core.Ref(name)
}

func (m *machine) fromStmt(n *syntax.Node) {
	from := n.Child("module_name")
	if from == nil {
		return // from __future__
	}
	module := m.absolute(from.Text())
	m.importModule(module)
	project := m.modules[module]
	base := core.Ref(module)
	take := func(name string) *core.Value {
		if project != nil {
			return m.takePart(project, name)
		}
		if !m.Foreign(module) {
			m.addPart(module, name)
		}
		return m.Attr(base, name)
	}
	for _, k := range n.Kids {
		switch {
		case k == from:
		case k.Type == "wildcard_import" && project != nil:
			m.takeAll(k, project)
		case k.Type == "wildcard_import" && m.File > 0:
			m.takesUnknown(k)
		case k.Type == "wildcard_import":
			m.Stars = append(m.Stars, module)
		case k.Type == "dotted_name":
			m.assign(k.Text(), take(k.Text()))
		case k.Type == "aliased_import":
			m.assign(k.Child("alias").Text(), take(k.Child("name").Text()))
		}
	}
}

func (m *machine) ifStmt(n *syntax.Node) {
	m.condition(n.Child("condition"))
	ways := []func(){func() { m.stmt(n.Child("consequence")) }}
	if m.File > 0 && m.notTaken(n.Child("condition")) {
		ways = nil
	}
	open := true
	for _, k := range n.Kids {
		switch k.Type {
		case "elif_clause":
			ways = append(ways, func() {
				m.condition(k.Child("condition"))
				m.stmt(k.Child("consequence"))
			})
		case "else_clause":
			open = false
			ways = append(ways, func() { m.block(k.Kids) })
		}
	}
	m.Branches(open, ways...)
}

func (m *machine) forStmt(n *syntax.Node) {
	over := m.expr(n.Child("right"))
	m.Lists(n, over)
	m.Each(over, func(v *core.Value) {
		m.target(n.Child("left"), v)
		m.stmt(n.Child("body"))
	})
	m.stmt(n.Child("alternative"))
}

func (m *machine) tryStmt(n *syntax.Node) {
	before := m.Save()
	m.stmt(n.Child("body"))
	for _, k := range n.Kids {
		switch k.Type {
		case "except_clause", "except_group_clause":
			m.Branches(true, func() {
				m.Merge(before)
				for _, p := range k.Kids {
					if p.Type == "as_pattern" {
						m.expr(p.Kids[0])
						m.target(p.Child("alias"), m.Caught())
						continue
					}
					m.stmt(p)
				}
			})
		case "else_clause", "finally_clause":
			m.block(k.Kids)
		}
	}
}

func (m *machine) withStmt(n *syntax.Node) {
	for _, k := range n.Kids {
		if k.Type != "with_clause" {
			continue
		}
		for _, item := range k.Kids {
			v := item.Child("value")
			if v == nil {
				continue
			}
			if v.Type == "as_pattern" {
				m.target(v.Child("alias"), m.entered(m.expr(v.Kids[0])))
				continue
			}
			m.expr(v)
		}
	}
	m.stmt(n.Child("body"))
}

// entered is what a with statement binds: of the types in the tables it is the object itself.
func (m *machine) entered(v *core.Value) *core.Value {
	switch v.Kind {
	case core.KindObj:
		if v.Type == typeTempDir {
			return v.Base
		}
		if v.Class != nil {
			return core.Top
		}
	case core.KindFunc, core.KindBound, core.KindList:
		return core.Top
	}
	return v
}

// target assigns to a target.
func (m *machine) target(n *syntax.Node, v *core.Value) {
	if n == nil {
		return
	}
	switch n.Type {
	case "identifier":
		m.assign(n.Text(), v)
	case "attribute":
		m.SetProperty(m.expr(n.Child("object")), n.Child("attribute").Text(), v)
	case "subscript":
		key, known := "", false
		if s := n.Child("subscript"); s != nil {
			key, known = m.expr(s).Text()
		}
		o := m.expr(n.Child("value"))
		if o.Kind == core.KindRef { // sys.modules
			m.Renames()
		}
		m.SetAttr(o, key, known, v)
	case "pattern_list", "tuple_pattern", "list_pattern", "expression_list", "tuple", "list":
		m.targets(n.Kids, v)
	case "list_splat_pattern", "list_splat", "as_pattern_target", "parenthesized_expression":
		if len(n.Kids) > 0 {
			m.target(n.Kids[0], v)
		}
	default:
		for _, k := range n.Kids {
			m.target(k, core.Top)
		}
	}
}

func (m *machine) targets(targets []*syntax.Node, v *core.Value) {
	exact := v.Kind == core.KindList && !v.More && len(v.List) == len(targets)
	for i, t := range targets {
		if strings.HasPrefix(t.Type, "list_splat") {
			exact = false
		}
		if exact {
			m.target(t, v.List[i])
			continue
		}
		e := v.Element()
		if strings.HasPrefix(t.Type, "list_splat") {
			e = &core.Value{Kind: core.KindList, List: []*core.Value{e}, More: true}
		}
		m.target(t, e)
	}
}
