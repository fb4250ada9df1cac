package python

import (
	"strings"

	"github.com/fencepost/fencepost/internal/interp/eval/core"
	"github.com/fencepost/fencepost/internal/interp/eval/syntax"
)

// statements runs statements.
type statements struct {
	ev      *core.Evaluator
	modules *modules
	lib     *library
	exprs   *expressions
}

// Completion runs code that exec or eval was given. Its value is that of its last expression.
func (st *statements) Completion(root *syntax.Node) *core.Value {
	for i, n := range root.Kids {
		if i == len(root.Kids)-1 && n.Type == "expression_statement" && len(n.Kids) == 1 {
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
	switch fn.Node.Type {
	case "lambda":
		st.ev.State.Frame.Ret = st.eval(body)
	case "generator_expression":
		st.exprs.comprehension(fn.Node)
	default:
		st.run(body)
	}
}

func (st *statements) block(list []*syntax.Node) {
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
	case "comment", "pass_statement", "break_statement", "continue_statement", "import_prefix",
		"type_alias_statement":
	case "expression_statement", "assert_statement", "raise_statement", "delete_statement",
		"print_statement":
		st.exprStmt(n)
	case "exec_statement":
		c := st.ev.Report.NewCall(core.Site{Node: n, Written: "exec"}, "exec", nil)
		st.ev.Calls.Inner(c, st.eval(n.Child("code")))
		st.ev.Report.Add(c)
	case "import_statement":
		st.importStmt(n)
	case "import_from_statement", "future_import_statement":
		st.fromStmt(n)
	case "function_definition":
		st.ev.State.Scope.Vars[n.Child("name").Text()] = st.exprs.funcExpr(n)
	case "class_definition":
		st.classStmt(n)
	case "decorated_definition":
		st.decorated(n)
	case "return_statement":
		v := traits.Nothing
		if len(n.Kids) > 0 {
			v = st.eval(n.Kids[0])
		}
		st.ev.State.Frame.Ret = core.Join(st.ev.State.Frame.Ret, v)
	case "global_statement", "nonlocal_statement":
		if st.ev.State.Scope.Global == nil {
			st.ev.State.Scope.Global = map[string]bool{}
		}
		for _, k := range n.Kids {
			st.ev.State.Scope.Global[k.Text()] = true
		}
	default:
		st.compound(n)
	}
}

// compound runs a statement that has statements in it.
func (st *statements) compound(n *syntax.Node) {
	switch n.Type {
	case "block", "else_clause", "finally_clause", "module":
		st.block(n.Kids)
	case "if_statement":
		st.ifStmt(n)
	case "while_statement":
		st.ev.State.Loop(func() {
			st.exprs.condition(n.Child("condition"))
			st.run(n.Child("body"))
		})
		st.run(n.Child("alternative"))
	case "for_statement":
		st.forStmt(n)
	case "try_statement":
		st.tryStmt(n)
	case "with_statement":
		st.withStmt(n)
	case "match_statement":
		subject := st.eval(n.Child("subject"))
		for _, k := range n.Kids {
			if k.Field != "subject" {
				st.ev.State.Branches(true, func() { st.match(k, subject) })
			}
		}
	default:
		st.eval(n)
	}
}

// exprStmt runs a statement that evaluates expressions.
func (st *statements) exprStmt(n *syntax.Node) {
	for _, k := range n.Kids {
		v := st.eval(k)
		switch n.Type {
		case "assert_statement":
			st.ev.Environ.NoteShown(k, v)
		case "raise_statement":
			st.ev.Environ.NoteShown(k, v)
			st.ev.Heap.Throw(v)
		case "delete_statement":
			if k.Type == "subscript" {
				if l := st.eval(k.Child("value")); l.Kind == core.KindList {
					l.WeakAdd()
				}
			}
		}
	}
}

// match runs the cases of a match statement. What a pattern binds is a part of the subject.
func (st *statements) match(n *syntax.Node, subject *core.Value) {
	for _, k := range n.Kids {
		switch k.Type {
		case "case_clause", "block":
			st.ev.State.Branches(true, func() {
				st.match(k, subject)
				if k.Type == "block" {
					st.block(k.Kids)
				}
			})
		case "case_pattern":
			st.capture(k, core.Join(subject, subject.Element()))
		case "if_clause":
			st.eval(k)
		default:
			if n.Type == "case_clause" {
				st.run(k)
			}
		}
	}
}

func (st *statements) capture(n *syntax.Node, v *core.Value) {
	if n.Type == "identifier" || n.Type == "dotted_name" && !strings.Contains(n.Text(), ".") {
		assign(st.ev.State, n.Text(), v)
		return
	}
	for _, k := range n.Kids {
		st.capture(k, v)
	}
}

func (st *statements) importStmt(n *syntax.Node) {
	for _, k := range n.Kids {
		switch k.Type {
		case "dotted_name":
			st.modules.importModule(k.Text())
			first, _, _ := strings.Cut(k.Text(), ".")
			assign(st.ev.State, first, core.Ref(first))
		case "aliased_import":
			name := k.Child("name").Text()
			st.modules.importModule(name)
			assign(st.ev.State, k.Child("alias").Text(), st.modules.module(name))
		}
	}
}

// module is a module by its dotted name, in the spelling of the tables.
func (md *modules) module(name string) *core.Value {
	if i := strings.LastIndexByte(name, '.'); i > 0 {
		return core.Ref(md.Qualify(name[:i], name[i+1:]))
	}
	return core.Ref(name)
}

func (st *statements) fromStmt(n *syntax.Node) {
	from := n.Child("module_name")
	if from == nil {
		return // from __future__
	}
	module := st.modules.absoluteName(from.Text())
	st.modules.importModule(module)
	project := st.modules.files[module]
	base := core.Ref(module)
	take := func(name string) *core.Value {
		if project != nil {
			return st.modules.importMember(project, name)
		}
		if !st.ev.Tables.Foreign(module) {
			st.modules.addPart(module, name)
		}
		return st.ev.Objects.Attr(base, name)
	}
	for _, k := range n.Kids {
		switch {
		case k == from:
		case k.Type == "wildcard_import" && project != nil:
			st.modules.importAll(k, project)
		case k.Type == "wildcard_import" && st.ev.Report.File > 0:
			st.modules.importUnknown(k)
		case k.Type == "wildcard_import":
			st.ev.Heap.Stars = append(st.ev.Heap.Stars, module)
		case k.Type == "dotted_name":
			assign(st.ev.State, k.Text(), take(k.Text()))
		case k.Type == "aliased_import":
			assign(st.ev.State, k.Child("alias").Text(), take(k.Child("name").Text()))
		}
	}
}

func (st *statements) ifStmt(n *syntax.Node) {
	st.exprs.condition(n.Child("condition"))
	ways := []func(){func() { st.run(n.Child("consequence")) }}
	if st.ev.Report.File > 0 && st.falseInModule(n.Child("condition")) {
		ways = nil
	}
	open := true
	for _, k := range n.Kids {
		switch k.Type {
		case "elif_clause":
			ways = append(ways, func() {
				st.exprs.condition(k.Child("condition"))
				st.run(k.Child("consequence"))
			})
		case "else_clause":
			open = false
			ways = append(ways, func() { st.block(k.Kids) })
		}
	}
	st.ev.State.Branches(open, ways...)
}

func (st *statements) forStmt(n *syntax.Node) {
	over := st.eval(n.Child("right"))
	st.ev.Environ.NoteListing(n, over)
	st.ev.State.ForEach(over, func(v *core.Value) {
		st.exprs.target(n.Child("left"), v)
		st.run(n.Child("body"))
	})
	st.run(n.Child("alternative"))
}

func (st *statements) tryStmt(n *syntax.Node) {
	before := st.ev.State.Save()
	st.run(n.Child("body"))
	for _, k := range n.Kids {
		switch k.Type {
		case "except_clause", "except_group_clause":
			st.ev.State.Branches(true, func() {
				st.ev.State.Merge(before)
				for _, p := range k.Kids {
					if p.Type == "as_pattern" {
						st.eval(p.Kids[0])
						st.exprs.target(p.Child("alias"), st.ev.Heap.Caught())
						continue
					}
					st.run(p)
				}
			})
		case "else_clause", "finally_clause":
			st.block(k.Kids)
		}
	}
}

func (st *statements) withStmt(n *syntax.Node) {
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
				st.exprs.target(v.Child("alias"), enteredValue(st.eval(v.Kids[0])))
				continue
			}
			st.eval(v)
		}
	}
	st.run(n.Child("body"))
}

// enteredValue is what a with statement binds: of the types in the tables it is the object itself.
func enteredValue(v *core.Value) *core.Value {
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

// eval evaluates an expression.
func (st *statements) eval(n *syntax.Node) *core.Value { return st.exprs.eval(n) }

func (st *statements) classStmt(n *syntax.Node) {
	c := &core.Class{Vars: map[string]*core.Value{}, File: st.ev.Report.File}
	if bases := n.Child("superclasses"); bases != nil {
		for _, k := range bases.Kids {
			if k.Type != "keyword_argument" || k.Child("name").Text() == "metaclass" {
				st.ev.Heap.AddBase(c, st.eval(k))
				continue
			}
			v := st.eval(k.Child("value")) // __init_subclass__ gets it
			st.ev.Calls.EscapeValue(v, core.Top, 0)
			st.ev.Heap.Escaped = st.ev.Heap.Escaped || !st.ev.Heap.Plain(v)
		}
	}
	s := core.NewScope(st.ev.State.Scope)
	before := len(st.ev.State.Funcs)
	st.ev.State.In(s, func() { st.run(n.Child("body")) })
	for _, f := range st.ev.State.Funcs[before:] {
		f.Owner = c
	}
	c.Vars = s.Vars
	st.lib.finishClass(c, n)
	assign(st.ev.State, n.Child("name").Text(), &core.Value{Kind: core.KindClass, Class: c})
}

func (st *statements) decorated(n *syntax.Node) {
	def := n.Child("definition")
	st.run(def)
	name := def.Child("name").Text()
	v := st.ev.State.Scope.Vars[name]
	for i := len(n.Kids) - 1; i >= 0; i-- {
		k := n.Kids[i]
		if k.Type != "decorator" || len(k.Kids) == 0 {
			continue
		}
		d := st.eval(k.Kids[0])
		if d.Kind == core.KindRef {
			switch d.Name {
			case "contextlib.contextmanager", "contextlib.asynccontextmanager":
				if v != nil && v.Kind == core.KindFunc {
					v.Fn.ContextManager = true
				}
				continue
			case "property", "functools.cached_property":
				if v != nil && v.Kind == core.KindFunc {
					v.Fn.Getter = true
				}
				continue
			case "staticmethod", "classmethod":
				if v != nil && v.Kind == core.KindFunc {
					if v.Fn.Binds = core.BindsNothing; d.Name == "classmethod" {
						v.Fn.Binds = core.BindsClass
					}
				}
				continue
			case "functools.lru_cache", "functools.cache", "functools.wraps",
				"dataclasses.dataclass":
				continue
			}
		}
		at := core.Site{Node: k, Written: calleeText(k.Kids[0])}
		v = core.Join(v, st.ev.Calls.Call(at, d, []core.Arg{{Val: v}}))
	}
	if v != nil {
		st.ev.State.Scope.Vars[name] = v
	}
}

// falseInModule reports whether a condition is false in a module that is loaded: it asks whether the
// module is the program, or whether only types are checked.
func (st *statements) falseInModule(n *syntax.Node) bool {
	switch {
	case n == nil:
	case n.Type == "comparison_operator" && len(n.Kids) == 3 && n.Operator() == "==":
		left, known := st.eval(n.Kids[0]).Text()
		right, also := st.eval(n.Kids[2]).Text()
		return n.Kids[0].Text() == "__name__" && known && also && left != right
	case n.Type == "identifier" || n.Type == "attribute":
		v := st.eval(n)
		return v.Kind == core.KindRef && v.Name == "typing.TYPE_CHECKING"
	}
	return false
}
