package python

import (
	"slices"
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
	case "identifier":
		if n.Text() == interp.Unknown {
			return core.Top
		}
		return m.Resolve(n.Text())
	case "false", "none":
		return core.Null(n.Text())
	case "integer", "float", "true", "ellipsis":
		return core.Num(n.Text())
	case "comment", "line_continuation":
		return core.Data
	case "call":
		return m.callExpr(n)
	case "attribute":
		return m.Attr(m.expr(n.Child("object")), n.Child("attribute").Text())
	case "subscript":
		return m.subscript(n)
	case "lambda":
		return m.funcExpr(n)
	case "yield":
		return m.yield(n)
	case "named_expression", "assignment", "augmented_assignment", "as_pattern":
		return m.assignment(n)
	case "binary_operator", "unary_operator", "boolean_operator", "comparison_operator",
		"not_operator":
		return m.operator(n)
	case "conditional_expression":
		if len(n.Kids) == 3 {
			m.condition(n.Kids[1])
			return core.Join(m.expr(n.Kids[0]), m.expr(n.Kids[2]))
		}
	case "parenthesized_expression", "await", "type", "keyword_separator":
		if len(n.Kids) == 1 {
			return m.expr(n.Kids[0])
		}
	case "list_splat", "dictionary_splat":
		if len(n.Kids) == 1 {
			return m.expr(n.Kids[0]).Element()
		}
	}
	return m.display(n)
}

// display evaluates what is made of several expressions: a text, a list, a dictionary.
func (m *machine) display(n *syntax.Node) *core.Value {
	switch n.Type {
	case "string":
		return m.stringExpr(n)
	case "concatenated_string":
		out := core.Str("")
		for _, k := range n.Kids {
			out = core.Concat(out, m.expr(k))
		}
		return out
	case "list", "tuple", "expression_list", "pattern_list":
		return m.Placed(m.listExpr(n))
	case "set":
		return m.Placed(unordered(m.listExpr(n)))
	case "dictionary":
		return m.dictExpr(n)
	case "generator_expression":
		fn := &core.Function{Node: n, Scope: m.Scope, File: m.File} // its body runs when it is asked
		m.Later(&core.Value{Kind: core.KindFunc, Fn: fn}, nil)
		return m.Placed(m.comprehension(n))
	case "list_comprehension", "set_comprehension", "dictionary_comprehension":
		return m.Placed(m.comprehension(n))
	}
	out := core.Data
	for _, k := range n.Kids {
		if !m.expr(k).Plain() {
			out = core.Top
		}
	}
	return out
}

// operator evaluates an operator with its operands.
func (m *machine) operator(n *syntax.Node) *core.Value {
	switch n.Type {
	case "binary_operator":
		return m.operate(n.Operator(), m.expr(n.Child("left")), m.expr(n.Child("right")))
	case "boolean_operator":
		return core.Join(m.expr(n.Child("left")), m.expr(n.Child("right")))
	case "unary_operator":
		v := m.expr(n.Child("argument"))
		switch {
		case v.Kind == core.KindNum && n.Operator() == "-":
			return core.Num("-" + v.Name)
		case m.Overloads(v):
			return core.Top
		}
		return core.Data
	}
	out := core.Data
	for _, k := range n.Kids {
		if v := m.expr(k); v.Kind == core.KindObj && v.Class != nil && n.Type != "not_operator" {
			out = core.Top
		}
	}
	return out
}

// assignment evaluates what binds names: =, +=, := and as.
func (m *machine) assignment(n *syntax.Node) *core.Value {
	switch n.Type {
	case "augmented_assignment":
		return m.augmented(n)
	case "as_pattern":
		v := m.expr(n.Kids[0])
		m.target(n.Child("alias"), v)
		return v
	case "named_expression":
		v := m.expr(n.Child("value"))
		m.target(n.Child("name"), v)
		for s := m.Scope; s.Inner && s.Parent != nil; s = s.Parent {
			name := n.Child("name").Text()
			s.Parent.Vars[name] = core.Join(s.Parent.Vars[name], v)
		}
		return v
	}
	if t := n.Child("type"); t != nil {
		m.expr(t) // annotations are evaluated
	}
	right := n.Child("right")
	if right == nil {
		return core.Data // an annotation alone
	}
	v := m.expr(right)
	m.target(n.Child("left"), v)
	return v
}

// augmented evaluates += and its like. Lists and dictionaries are changed, not replaced.
func (m *machine) augmented(n *syntax.Node) *core.Value {
	left, op := n.Child("left"), n.Operator()
	v := m.expr(left)
	switch {
	case op == "+=" && v.Kind == core.KindList:
		m.Mutate(v, "extend", []core.Arg{{Val: m.expr(n.Child("right"))}})
	case op == "|=" && v.Kind == core.KindDict:
		m.Mutate(v, "update", []core.Arg{{Val: m.expr(n.Child("right"))}})
	default:
		v = m.operate(strings.TrimSuffix(op, "="), v, m.expr(n.Child("right")))
	}
	m.target(left, v)
	return v
}

// yield is what a generator yields; what is sent to it is not known.
func (m *machine) yield(n *syntax.Node) *core.Value {
	v := m.Traits.Nothing
	if len(n.Kids) > 0 {
		v = m.expr(n.Kids[0])
	}
	if strings.HasPrefix(strings.TrimSpace(strings.TrimPrefix(n.Text(), "yield")), "from ") {
		v = v.Element()
	}
	m.Frame.Yielded = core.Join(m.Frame.Yielded, v)
	return m.MaybeEscaped(core.Data)
}

// splat returns what is spread in [*x] and {*x}. The grammar reads *f(x) in a list as a call of *f.
func (m *machine) splat(n *syntax.Node) (*core.Value, bool) {
	switch {
	case n.Type == "list_splat" && len(n.Kids) == 1:
		return m.expr(n.Kids[0]), true
	case n.Type == "call":
		if f := n.Child("function"); f != nil && f.Type == "list_splat" {
			return m.expr(n), true
		}
	}
	return nil, false
}

func (m *machine) listExpr(n *syntax.Node) *core.Value {
	out := &core.Value{Kind: core.KindList}
	for _, k := range n.Kids {
		if k.Type == "comment" {
			continue
		}
		if v, ok := m.splat(k); ok {
			if v.Kind == core.KindList && !v.More {
				out.List = append(out.List, v.List...)
				continue
			}
			out.Behind(v.Element())
			continue
		}
		if v := m.expr(k); out.More {
			out.Behind(v)
		} else {
			out.List = append(out.List, v)
		}
	}
	return out
}

func (m *machine) dictExpr(n *syntax.Node) *core.Value {
	out := &core.Value{Kind: core.KindDict, File: m.File}
	for _, k := range n.Kids {
		switch k.Type {
		case "pair":
			key, ok := m.expr(k.Child("key")).Text()
			v := m.expr(k.Child("value"))
			if ok {
				out.Put(key, v)
				continue
			}
			out.More, out.Like = true, false
			out.Wild = out.Wild || !v.Plain()
			m.EscapeValue(v, core.Top, 0)
		case "dictionary_splat":
			if len(k.Kids) == 1 {
				v := m.expr(k.Kids[0])
				if v.Kind == core.KindDict {
					for i, key := range v.Keys {
						out.Put(key, v.List[i])
					}
				}
				out.Takes(v)
				out.Wild = out.Wild || !m.Plain(v.Element())
			}
		}
	}
	return out
}

// comprehension runs its clauses from the outside in and collects what the body gives.
func (m *machine) comprehension(n *syntax.Node) *core.Value {
	leave := m.Push(&core.Scope{Vars: map[string]*core.Value{}, Parent: m.Scope, Inner: true})
	defer leave()
	c := clauses{m: m, body: n.Child("body"), out: core.ListOf(), exact: true}
	for _, k := range n.Kids {
		if k.Type == "for_in_clause" || k.Type == "if_clause" {
			c.list = append(c.list, k)
		}
	}
	c.run(0)
	switch {
	case !c.exact:
		return core.SomeOf(c.out.Element())
	case n.Type == "set_comprehension":
		return unordered(c.out)
	}
	return c.out
}

// clauses are those of a comprehension.
type clauses struct {
	m     *machine
	list  []*syntax.Node
	body  *syntax.Node
	out   *core.Value
	exact bool // each element of the result is known
}

// run runs the clauses from one on, then the body.
func (c *clauses) run(i int) {
	if i == len(c.list) {
		c.collect()
		return
	}
	m, n := c.m, c.list[i]
	if n.Type == "if_clause" {
		c.exact = false
		for _, k := range n.Kids {
			m.expr(k)
		}
		c.run(i + 1)
		return
	}
	over := m.expr(n.Child("right"))
	m.Lists(n, over)
	if over.Kind != core.KindList || over.More {
		c.exact = false
	}
	m.Each(over, func(v *core.Value) {
		m.target(n.Child("left"), v)
		c.run(i + 1)
	})
}

// collect adds what the body gives: of a pair the value.
func (c *clauses) collect() {
	switch {
	case c.body == nil:
		return
	case c.body.Type == "pair":
		c.m.expr(c.body.Child("key"))
		c.out.List = append(c.out.List, c.m.expr(c.body.Child("value")))
	default:
		c.out.List = append(c.out.List, c.m.expr(c.body))
	}
}

func (m *machine) subscript(n *syntax.Node) *core.Value {
	v := m.expr(n.Child("value"))
	if v.Kind == core.KindRef && m.isType(v.Name) {
		for _, k := range n.Kids {
			if k.Field == "subscript" && m.holdsCallee(m.expr(k)) {
				return core.Top // Annotated[int, os.system]
			}
		}
		return v // list[int]
	}
	key := n.Child("subscript")
	if key == nil {
		return core.Top
	}
	for _, k := range n.Kids {
		if k != key && k.Field == "subscript" {
			m.expr(k) // x[a, b]
		}
	}
	if key.Type == "slice" {
		return m.slice(v, key)
	}
	return m.Index(v, m.expr(key))
}

func (m *machine) isType(name string) bool {
	switch name {
	case "list", "dict", "tuple", "set", "type":
		return true
	}
	return strings.HasPrefix(name, "typing.")
}

func (m *machine) callExpr(n *syntax.Node) *core.Value {
	fnode := n.Child("function")
	if splatted(fnode) && len(fnode.Kids) == 1 {
		fnode = fnode.Kids[0]
	}
	list := n.Child("arguments")
	callee := m.expr(fnode)
	var args []core.Arg
	if list != nil && list.Type == "generator_expression" {
		args = append(args, core.Arg{Val: m.expr(list)})
	} else if list != nil {
		for _, k := range list.Kids {
			switch k.Type {
			case "comment":
			case "keyword_argument":
				args = append(args, core.Arg{Name: k.Child("name").Text(), Val: m.expr(k.Child("value"))})
			case "list_splat", "dictionary_splat":
				if len(k.Kids) == 1 {
					args = append(args, core.Arg{Val: m.expr(k.Kids[0]), Spread: true})
				}
			default:
				args = append(args, core.Arg{Val: m.expr(k)})
			}
		}
	}
	return m.Call(core.Site{Node: n, Written: written(fnode)}, callee, args)
}

// holdsCallee reports whether a parameter of a type is a function that does something, or may be
// one.
func (m *machine) holdsCallee(v *core.Value) bool {
	switch v.Kind {
	case core.KindClass, core.KindData, core.KindStr, core.KindNum:
		return false
	case core.KindRef:
		return !m.Plain(v) && !m.isType(v.Name) && v.Name != "pathlib.Path"
	case core.KindList, core.KindAlt:
		if slices.ContainsFunc(v.List, m.holdsCallee) {
			return true
		}
		return v.Wild
	}
	return true
}

// splatted reports whether a node spreads what stands in it.
func splatted(n *syntax.Node) bool {
	return n != nil && (n.Type == "list_splat" || n.Type == "dictionary_splat")
}
