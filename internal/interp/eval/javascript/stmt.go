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

func (m *machine) stmt(n *syntax.Node) {
	if n == nil || !m.Step(1) {
		return
	}
	switch n.Type {
	case "comment", "empty_statement", "break_statement", "continue_statement", "hash_bang_line", "interface_declaration",
		"type_alias_declaration", "ambient_declaration", "function_declaration", "generator_function_declaration", "debugger_statement":
	case "throw_statement":
		for _, k := range n.Kids {
			v := m.expr(k)
			m.Shown(k, v)
			m.Throws(v)
		}
	case "expression_statement":
		for _, k := range n.Kids {
			if k.Type == "internal_module" {
				m.namespace(k)
				continue
			}
			if v := m.expr(k); k.Type != "assignment_expression" && k.Type != "augmented_assignment_expression" {
				m.Shown(k, v)
			}
		}
	case "lexical_declaration", "variable_declaration", "using_declaration":
		for _, k := range n.Kids {
			if k.Type == "variable_declarator" {
				v := core.Null("undefined")
				if e := k.Child("value"); e != nil {
					v = m.expr(e)
				}
				m.pattern(k.Child("name"), v, func(name string, v *core.Value) { m.declare(name, v, n.Type == "variable_declaration") })
			}
		}
	case "statement_block":
		m.scoped(func() { m.block(n.Kids) })
	case "if_statement":
		m.condition(n.Child("condition"))
		ways := []func(){func() { m.stmt(n.Child("consequence")) }}
		alt := n.Child("alternative")
		if alt != nil {
			ways = append(ways, func() { m.stmt(alt) })
		}
		m.Branches(alt == nil, ways...)
	case "else_clause", "finally_clause", "labeled_statement", "switch_case", "switch_default":
		m.block(n.Kids)
	case "while_statement", "do_statement":
		m.Loop(func() {
			m.expr(n.Child("condition"))
			m.stmt(n.Child("body"))
		})
	case "for_statement":
		m.scoped(func() {
			m.stmt(n.Child("initializer"))
			m.Loop(func() {
				m.stmt(n.Child("condition"))
				m.stmt(n.Child("body"))
				if inc := n.Child("increment"); inc != nil {
					m.expr(inc)
				}
			})
		})
	case "for_in_statement":
		m.forIn(n)
	case "try_statement":
		m.tryStmt(n)
	case "switch_statement":
		m.expr(n.Child("value"))
		for _, k := range n.Child("body").Kids {
			m.Branches(true, func() { m.scoped(func() { m.stmt(k) }) })
		}
	case "return_statement":
		v := core.Null("undefined")
		if len(n.Kids) > 0 {
			v = m.expr(n.Kids[0])
		}
		m.Frame.Ret = core.Join(m.Frame.Ret, v)
	case "import_statement":
		m.importStmt(n)
	case "export_statement":
		for _, k := range n.Kids {
			switch {
			case k.Field == "declaration":
				m.stmt(k)
			case k.Field == "source": // export * from "./x.js" loads the module like an import
				m.importFrom(n, k)
			default:
				m.expr(k)
			}
		}
	case "class_declaration", "abstract_class_declaration":
		m.declare(n.Child("name").Text(), m.classExpr(n), false)
	case "enum_declaration":
		m.declare(n.Child("name").Text(), m.enum(n.Child("body")), false)
	case "internal_module", "module":
		m.namespace(n)
	case "with_statement":
		m.withStmt(n)
	default:
		m.expr(n)
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
				m.pattern(h.Child("parameter"), m.Caught(), func(name string, v *core.Value) { m.declare(name, v, false) })
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
			m.declare(k.Text(), mod, false)
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
				m.declare(local, m.Attr(mod, strings.Trim(name, `"'`)), false)
			}
		}
	}
}

// pattern binds a pattern: a name, or a destructuring one.
func (m *machine) pattern(n *syntax.Node, v *core.Value, bindName func(string, *core.Value)) {
	if n == nil || !m.Step(1) {
		return
	}
	switch n.Type {
	case "identifier", "shorthand_property_identifier_pattern":
		bindName(n.Text(), v)
	case "object_pattern":
		for _, k := range n.Kids {
			m.propertyPattern(k, v, bindName)
		}
	case "array_pattern":
		i := 0
		for _, k := range n.Kids {
			switch k.Type {
			case ",":
				i++
			case "rest_pattern":
				m.pattern(k.Last(), &core.Value{Kind: core.KindList, List: []*core.Value{v.Element()}, More: true, Wild: !v.Element().Plain()}, bindName)
			default:
				m.pattern(k, m.Index(v, core.Num(strconv.Itoa(i))), bindName)
			}
		}
	case "assignment_pattern", "object_assignment_pattern":
		def := m.expr(n.Child("right"))
		if v.Kind != core.KindNum || v.Name != "undefined" {
			def = core.Join(v, def)
		}
		m.pattern(n.Child("left"), def, bindName)
	case "rest_pattern":
		m.pattern(n.Last(), v, bindName)
	case "member_expression", "subscript_expression":
		m.assignTo(n, v)
	case "required_parameter", "optional_parameter":
		if d := n.Child("value"); d != nil {
			v = core.Join(v, m.expr(d))
		}
		m.pattern(n.Child("pattern"), v, bindName)
	case "parenthesized_expression", "non_null_expression":
		m.pattern(n.Last(), v, bindName)
	}
}

// propertyPattern binds one property of an object pattern.
func (m *machine) propertyPattern(k *syntax.Node, v *core.Value, bindName func(string, *core.Value)) {
	switch k.Type {
	case "shorthand_property_identifier_pattern":
		bindName(k.Text(), m.Attr(v, k.Text()))
	case "pair_pattern":
		key, ok := m.key(k.Child("key"))
		got := core.Top
		if ok {
			got = m.Attr(v, key)
		} else if v.Plain() {
			got = core.Data
		}
		m.pattern(k.Child("value"), got, bindName)
	case "object_assignment_pattern":
		left := k.Child("left")
		m.pattern(left, core.Join(m.Attr(v, left.Text()), m.expr(k.Child("right"))), bindName)
	case "rest_pattern":
		m.pattern(k.Last(), v, bindName)
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

func (m *machine) funcExpr(n *syntax.Node) *core.Value {
	fn := &core.Function{Node: n, Scope: m.Scope}
	m.Funcs = append(m.Funcs, fn)
	return &core.Value{Kind: core.KindFunc, Fn: fn}
}

func (m *machine) classExpr(n *syntax.Node) *core.Value {
	c := &core.Class{Vars: map[string]*core.Value{}}
	v := &core.Value{Kind: core.KindClass, Class: c}
	if h := n.Kid("class_heritage"); h != nil {
		for _, k := range h.Kids {
			if k.Type == "extends_clause" {
				k = k.Kids[0]
			}
			if k.Type != "implements_clause" {
				if b := m.expr(k); !m.Computes(b) {
					c.Bases = append(c.Bases, b)
				} else {
					c.Lib = append(c.Lib, b.Name)
				}
			}
		}
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
		case "field_definition", "public_field_definition":
			prop := k.Child("property")
			if prop == nil {
				prop = k.Child("name")
			}
			val := core.Data
			if e := k.Child("value"); e != nil {
				val = m.expr(e)
			}
			m.Stashed(val)
			if name, ok := m.key(prop); ok {
				c.Vars[name] = val
				m.Attributes[name] = core.Join(m.Attributes[name], val)
			}
		case "class_static_block":
			m.scoped(func() { m.block(k.Child("body").Kids) })
		}
	}
	return v
}

// bind binds parameters.
func (m *machine) bind(fn *core.Function, args []core.Arg) {
	n := fn.Node
	declare := func(name string, v *core.Value) { m.declare(name, v, false) }
	unknown := (*core.Value)(nil)
	var pos []*core.Value
	for _, a := range args {
		if a.Spread {
			unknown = core.Join(unknown, core.SpreadElement(a.Val))
			continue
		}
		if unknown != nil {
			unknown = core.Join(unknown, a.Val) // its place is not known
			continue
		}
		pos = append(pos, a.Val)
	}
	all := &core.Value{Kind: core.KindList, Name: "arguments", List: pos, More: unknown != nil, Wild: unknown != nil && !unknown.Plain()}
	m.Scope.Vars["arguments"] = all
	if p := n.Child("parameter"); p != nil {
		m.pattern(p, argAt(pos, 0, unknown), declare)
		return
	}
	params := n.Child("parameters")
	if params == nil {
		return
	}
	i := 0
	for _, p := range params.Kids {
		if p.Type == "comment" {
			continue
		}
		inner := p
		if pat := p.Child("pattern"); pat != nil {
			inner = pat
		}
		if inner.Type == "rest_pattern" {
			rest := &core.Value{Kind: core.KindList, More: all.More, Wild: all.Wild}
			if i < len(pos) {
				rest.List = pos[i:]
			}
			m.pattern(inner.Last(), rest, declare)
			return
		}
		m.pattern(p, argAt(pos, i, unknown), declare)
		m.parameterProperty(p, inner)
		i++
	}
}

func argAt(pos []*core.Value, i int, unknown *core.Value) *core.Value {
	var v *core.Value
	if i < len(pos) {
		v = pos[i]
	}
	if unknown != nil {
		v = core.Join(v, unknown)
	}
	if v == nil {
		return core.Null("undefined")
	}
	return v
}

func (m *machine) runBody(fn *core.Function) {
	body := fn.Node.Child("body")
	if body == nil {
		return
	}
	if body.Type == "statement_block" {
		m.block(body.Kids)
		return
	}
	m.Frame.Ret = m.expr(body)
}
