package javascript

import (
	"maps"
	"slices"
	"strings"

	"github.com/fencepost/fencepost/internal/interp/eval/core"
	"github.com/fencepost/fencepost/internal/interp/eval/syntax"
)

// statements runs statements.
type statements struct {
	ev      *core.Evaluator
	modules *modules
	exprs   *expressions
}

// Completion runs code that eval was given. Its value is that of its last expression.
func (st *statements) Completion(root *syntax.Node) *core.Value {
	for i, n := range root.Kids {
		if i == len(root.Kids)-1 && n.Type == "expression_statement" && len(n.Kids) > 0 {
			return st.eval(n.Kids[0])
		}
		st.run(n)
	}
	return core.Data
}

// Body binds the parameters of a function and runs its body.
func (st *statements) Body(fn *core.Function, args []core.Arg) {
	st.exprs.bind(fn, args)
	body := fn.Node.Child("body")
	switch {
	case isField(fn.Node):
		st.exprs.fieldDefinition(fn.Owner, fn.Node)
		return
	case body == nil:
		return
	}
	if body.Type == "statement_block" {
		st.block(body.Kids)
		return
	}
	st.ev.State.Frame.Ret = st.eval(body)
}

// block runs statements. Functions are declared before anything runs.
func (st *statements) block(list []*syntax.Node) {
	for _, n := range list {
		d := n
		if d.Type == "export_statement" {
			if d = n.Child("declaration"); d == nil {
				continue
			}
		}
		if d.Type == "function_declaration" || d.Type == "generator_function_declaration" {
			st.exprs.declare(d.Child("name").Text(), st.exprs.funcExpr(d), true)
		}
	}
	for _, n := range list {
		st.run(n)
	}
}

// run runs a statement.
func (st *statements) run(n *syntax.Node) {
	if n == nil || !st.ev.Limits.Step(1) {
		return
	}
	switch n.Type {
	case "comment", "empty_statement", "break_statement", "continue_statement", "hash_bang_line",
		"debugger_statement", "interface_declaration", "type_alias_declaration",
		"ambient_declaration", "function_declaration", "generator_function_declaration":
	case "expression_statement":
		st.exprStmt(n)
	case "throw_statement":
		for _, k := range n.Kids {
			v := st.eval(k)
			st.show(k, v)
			st.ev.Heap.Throw(v)
		}
	case "lexical_declaration", "variable_declaration", "using_declaration":
		st.declaration(n)
	case "return_statement":
		v := traits.Nothing
		if len(n.Kids) > 0 {
			v = st.eval(n.Kids[0])
		}
		st.ev.State.Frame.Ret = core.Join(st.ev.State.Frame.Ret, v)
	case "import_statement":
		st.importStmt(n)
	case "export_statement":
		st.exportStmt(n)
	case "class_declaration", "abstract_class_declaration":
		st.exprs.declare(n.Child("name").Text(), st.exprs.classExpr(n), false)
	case "enum_declaration":
		st.exprs.declare(n.Child("name").Text(), st.exprs.enum(n.Child("body")), false)
	case "internal_module", "module":
		st.namespace(n)
	default:
		st.compound(n)
	}
}

// compound runs a statement that has statements in it.
func (st *statements) compound(n *syntax.Node) {
	switch n.Type {
	case "statement_block":
		st.exprs.scoped(func() { st.block(n.Kids) })
	case "else_clause", "finally_clause", "labeled_statement", "switch_case", "switch_default":
		st.block(n.Kids)
	case "if_statement":
		st.ifStmt(n)
	case "while_statement", "do_statement":
		st.ev.State.Loop(func() {
			st.eval(n.Child("condition"))
			st.run(n.Child("body"))
		})
	case "for_statement":
		st.exprs.scoped(func() { st.forStmt(n) })
	case "for_in_statement":
		st.forIn(n)
	case "try_statement":
		st.tryStmt(n)
	case "switch_statement":
		st.eval(n.Child("value"))
		for _, k := range n.Child("body").Kids {
			st.ev.State.Branches(true, func() { st.exprs.scoped(func() { st.run(k) }) })
		}
	case "with_statement":
		st.withStmt(n)
	default:
		st.eval(n)
	}
}

// exprStmt evaluates expressions whose values may be shown: node -p.
func (st *statements) exprStmt(n *syntax.Node) {
	for _, k := range n.Kids {
		if k.Type == "internal_module" {
			st.namespace(k)
			continue
		}
		st.show(k, st.eval(k))
	}
}

// show looks at a value that is shown, unless it was assigned.
func (st *statements) show(n *syntax.Node, v *core.Value) {
	if n.Type != "assignment_expression" && n.Type != "augmented_assignment_expression" {
		st.ev.Environ.NoteShown(n, v)
	}
}

// declaration declares variables.
func (st *statements) declaration(n *syntax.Node) {
	hoist := n.Type == "variable_declaration"
	for _, k := range n.Kids {
		if k.Type != "variable_declarator" {
			continue
		}
		v := traits.Nothing
		if e := k.Child("value"); e != nil {
			v = st.eval(e)
		}
		st.exprs.pattern(k.Child("name"), v, func(name string, v *core.Value) {
			st.exprs.declare(name, v, hoist)
		})
	}
}

func (st *statements) ifStmt(n *syntax.Node) {
	st.exprs.condition(n.Child("condition"))
	ways := []func(){func() { st.run(n.Child("consequence")) }}
	if st.modules.isProgram(n.Child("condition")) {
		ways = nil
	}
	alt := n.Child("alternative")
	if alt != nil {
		ways = append(ways, func() { st.run(alt) })
	}
	st.ev.State.Branches(alt == nil, ways...)
}

func (st *statements) forStmt(n *syntax.Node) {
	st.run(n.Child("initializer"))
	st.ev.State.Loop(func() {
		st.run(n.Child("condition"))
		st.run(n.Child("body"))
		if inc := n.Child("increment"); inc != nil {
			st.eval(inc)
		}
	})
}

// exportStmt runs what is exported. What is exported from another module loads that one.
func (st *statements) exportStmt(n *syntax.Node) {
	var from *core.Value
	if src := n.Child("source"); src != nil { // export * from "./x.js"
		from = st.importFrom(n, src)
	}
	text := strings.TrimSpace(strings.TrimPrefix(n.Text(), "export"))
	isDefault := strings.HasPrefix(text, "default")
	named := false
	for _, k := range n.Kids {
		switch {
		case k.Field == "source":
		case k.Field == "declaration":
			st.run(k)
			if name := k.Child("name"); isDefault && name != nil {
				st.modules.addExport("default", st.ev.State.Scope.Vars[name.Text()])
			} else {
				st.modules.exportNames(k)
			}
		case k.Type == "export_clause":
			named = true
			st.modules.exportClause(k, from)
		case k.Type == "namespace_export":
			named = true
			if name := k.Last(); name != nil && from != nil {
				st.modules.addExport(name.Text(), from)
			}
		default:
			if v := st.eval(k); isDefault {
				st.modules.addExport("default", v)
			}
		}
	}
	if from != nil && !named {
		st.modules.exportAll(from)
	}
}

func (st *statements) forIn(n *syntax.Node) {
	over := st.eval(n.Child("right"))
	st.ev.Environ.NoteListing(n, over)
	if n.Operator() == "in" {
		over = core.Data
	}
	st.exprs.scoped(func() {
		st.ev.State.ForEach(over, func(v *core.Value) {
			st.exprs.pattern(n.Child("left"), v, func(name string, v *core.Value) {
				if n.Child("kind") != nil {
					st.exprs.declare(name, v, false)
				} else {
					st.exprs.assign(name, v)
				}
			})
			st.run(n.Child("body"))
		})
	})
}

func (st *statements) tryStmt(n *syntax.Node) {
	before := st.ev.State.Save()
	st.run(n.Child("body"))
	if h := n.Child("handler"); h != nil {
		st.ev.State.Branches(true, func() {
			st.ev.State.Merge(before)
			st.exprs.scoped(func() {
				st.exprs.pattern(h.Child("parameter"), st.ev.Heap.Caught(), st.exprs.let)
				st.run(h.Child("body"))
			})
		})
	}
	st.run(n.Child("finalizer"))
}

// importFrom loads the module that a statement names, and reports that if it has effects of its
// own.
func (st *statements) importFrom(n, src *syntax.Node) *core.Value {
	c := st.ev.Report.NewCall(core.Site{Node: n, Written: "import"}, "import", nil)
	mod := st.modules.Load(c, st.exprs.textOf(src))
	if len(c.Effects) > 0 || c.Unseen != "" {
		st.ev.Report.Add(c)
	}
	return mod
}

func (st *statements) importStmt(n *syntax.Node) {
	src := n.Child("source")
	if r := n.Kid("import_require_clause"); r != nil && len(r.Kids) > 0 {
		src = r.Child("source")
	}
	if src == nil {
		return
	}
	mod := st.importFrom(n, src)
	if r := n.Kid("import_require_clause"); r != nil && r.Kids[0].Type == "identifier" {
		st.exprs.declare(r.Kids[0].Text(), mod, false)
	}
	clause := n.Kid("import_clause")
	if clause == nil {
		return
	}
	for _, k := range clause.Kids {
		switch k.Type {
		case "identifier":
			st.exprs.declare(k.Text(), defaultExport(mod), false)
		case "namespace_import":
			st.exprs.declare(k.Last().Text(), mod, false)
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
					st.exprs.declare(local, defaultExport(mod), false)
					continue
				}
				st.exprs.declare(local, st.ev.Objects.Attr(mod, name), false)
			}
		}
	}
}

// eval evaluates an expression.
func (st *statements) eval(n *syntax.Node) *core.Value { return st.exprs.eval(n) }

// withStmt is the statement with: the properties of the object are names in its body.
func (st *statements) withStmt(n *syntax.Node) {
	v := st.eval(n.Child("object"))
	if v.Kind == core.KindDict && v.Base == nil && !v.Wild {
		s := core.NewScope(st.ev.State.Scope)
		s.Block = true
		for i, k := range v.Keys {
			s.Vars[k] = st.ev.Objects.GetterValue(v.List[i], v)
		}
		st.ev.State.In(s, func() { st.run(n.Child("body")) })
		return
	}
	if !st.ev.Heap.Plain(v) {
		c := st.ev.Report.NewCall(core.Site{Node: n}, "with", nil)
		core.Unseen(c, "with")
		st.ev.Report.Add(c)
	}
	st.ev.Heap.Escaped = true
	st.run(n.Child("body"))
}

// namespace runs the body of a namespace. Its name is an object with all that is declared in it.
func (st *statements) namespace(n *syntax.Node) {
	body := n.Child("body")
	name := n.Child("name")
	if body == nil || name == nil {
		return
	}
	s := core.NewScope(st.ev.State.Scope)
	st.ev.State.In(s, func() { st.block(body.Kids) })
	out := &core.Value{Kind: core.KindDict}
	for _, k := range slices.Sorted(maps.Keys(s.Vars)) {
		out.Put(k, s.Vars[k])
	}
	st.exprs.declare(name.Text(), out, false)
}
