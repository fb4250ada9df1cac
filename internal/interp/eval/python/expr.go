package python

import (
	"slices"
	"strings"

	"github.com/fencepost/fencepost/internal/interp"
	"github.com/fencepost/fencepost/internal/interp/eval/core"
	"github.com/fencepost/fencepost/internal/interp/eval/syntax"
)

// expressions evaluates expressions and assigns to targets.
type expressions struct {
	ev    *core.Evaluator
	attrs *attributes
	lib   *library
}

// eval evaluates an expression.
func (ex *expressions) eval(n *syntax.Node) *core.Value {
	if n == nil || !ex.ev.Limits.Step(1) {
		return core.Top
	}
	if onlyTests(n) {
		defer ex.ev.Environ.ForgetReads(len(ex.ev.Report.Facts.Variables))
	}
	switch n.Type {
	case "identifier":
		if n.Text() == interp.Unknown {
			return core.Top
		}
		return ex.ev.Objects.Resolve(n.Text())
	case "false", "none":
		return core.Null(n.Text())
	case "integer", "float", "true", "ellipsis":
		return core.Num(n.Text())
	case "comment", "line_continuation":
		return core.Data
	case "call":
		return ex.callExpr(n)
	case "attribute":
		return ex.ev.Objects.Attr(ex.eval(n.Child("object")), n.Child("attribute").Text())
	case "subscript":
		return ex.subscript(n)
	case "lambda":
		return ex.funcExpr(n)
	case "yield":
		return ex.yield(n)
	case "named_expression", "assignment", "augmented_assignment", "as_pattern":
		return ex.assignment(n)
	case "binary_operator", "unary_operator", "boolean_operator", "comparison_operator",
		"not_operator":
		return ex.operator(n)
	case "conditional_expression":
		if len(n.Kids) == 3 {
			ex.condition(n.Kids[1])
			return core.Join(ex.eval(n.Kids[0]), ex.eval(n.Kids[2]))
		}
	case "parenthesized_expression", "await", "type", "keyword_separator":
		if len(n.Kids) == 1 {
			return ex.eval(n.Kids[0])
		}
	case "list_splat", "dictionary_splat":
		if len(n.Kids) == 1 {
			return ex.eval(n.Kids[0]).Element()
		}
	}
	return ex.display(n)
}

// display evaluates what is made of several expressions: a text, a list, a dictionary.
func (ex *expressions) display(n *syntax.Node) *core.Value {
	switch n.Type {
	case "string":
		return ex.stringExpr(n)
	case "concatenated_string":
		out := core.Str("")
		for _, k := range n.Kids {
			out = core.Concat(out, ex.eval(k))
		}
		return out
	case "list", "tuple", "expression_list", "pattern_list":
		return ex.ev.Report.MarkFile(ex.listExpr(n))
	case "set":
		return ex.ev.Report.MarkFile(anyOrder(ex.listExpr(n)))
	case "dictionary":
		return ex.dictExpr(n)
	case "generator_expression":
		// its body runs when it is asked
		fn := &core.Function{Node: n, Scope: ex.ev.State.Scope, File: ex.ev.Report.File}
		ex.ev.State.Defer(&core.Value{Kind: core.KindFunc, Fn: fn}, nil)
		return ex.ev.Report.MarkFile(ex.comprehension(n))
	case "list_comprehension", "set_comprehension", "dictionary_comprehension":
		return ex.ev.Report.MarkFile(ex.comprehension(n))
	}
	out := core.Data
	for _, k := range n.Kids {
		if !ex.eval(k).Plain() {
			out = core.Top
		}
	}
	return out
}

// operator evaluates an operator with its operands.
func (ex *expressions) operator(n *syntax.Node) *core.Value {
	switch n.Type {
	case "binary_operator":
		return ex.operate(n.Operator(), ex.eval(n.Child("left")), ex.eval(n.Child("right")))
	case "boolean_operator":
		return core.Join(ex.eval(n.Child("left")), ex.eval(n.Child("right")))
	case "unary_operator":
		v := ex.eval(n.Child("argument"))
		switch {
		case v.Kind == core.KindNum && n.Operator() == "-":
			return core.Num("-" + v.Name)
		case ex.attrs.Overloads(v):
			return core.Top
		}
		return core.Data
	}
	out := core.Data
	for _, k := range n.Kids {
		if v := ex.eval(k); v.Kind == core.KindObj && v.Class != nil && n.Type != "not_operator" {
			out = core.Top
		}
	}
	return out
}

// assignment evaluates what binds names: =, +=, := and as.
func (ex *expressions) assignment(n *syntax.Node) *core.Value {
	switch n.Type {
	case "augmented_assignment":
		return ex.augmented(n)
	case "as_pattern":
		v := ex.eval(n.Kids[0])
		ex.target(n.Child("alias"), v)
		return v
	case "named_expression":
		v := ex.eval(n.Child("value"))
		ex.target(n.Child("name"), v)
		for s := ex.ev.State.Scope; s.Comprehension && s.Parent != nil; s = s.Parent {
			name := n.Child("name").Text()
			s.Parent.Vars[name] = core.Join(s.Parent.Vars[name], v)
		}
		return v
	}
	if t := n.Child("type"); t != nil {
		ex.eval(t) // annotations are evaluated
	}
	right := n.Child("right")
	if right == nil {
		return core.Data // an annotation alone
	}
	v := ex.eval(right)
	ex.target(n.Child("left"), v)
	return v
}

// augmented evaluates += and its like. Lists and dictionaries are changed, not replaced.
func (ex *expressions) augmented(n *syntax.Node) *core.Value {
	left, op := n.Child("left"), n.Operator()
	v := ex.eval(left)
	switch {
	case op == "+=" && v.Kind == core.KindList:
		ex.lib.Mutate(v, "extend", []core.Arg{{Val: ex.eval(n.Child("right"))}})
	case op == "|=" && v.Kind == core.KindDict:
		ex.lib.Mutate(v, "update", []core.Arg{{Val: ex.eval(n.Child("right"))}})
	default:
		v = ex.operate(strings.TrimSuffix(op, "="), v, ex.eval(n.Child("right")))
	}
	ex.target(left, v)
	return v
}

// yield is what a generator yields; what is sent to it is not known.
func (ex *expressions) yield(n *syntax.Node) *core.Value {
	v := traits.Nothing
	if len(n.Kids) > 0 {
		v = ex.eval(n.Kids[0])
	}
	if strings.HasPrefix(strings.TrimSpace(strings.TrimPrefix(n.Text(), "yield")), "from ") {
		v = v.Element()
	}
	ex.ev.State.Frame.Yielded = core.Join(ex.ev.State.Frame.Yielded, v)
	return ex.ev.Heap.MaybeEscaped(core.Data)
}

// splat returns what is spread in [*x] and {*x}. The grammar reads *f(x) in a list as a call of *f.
func (ex *expressions) splat(n *syntax.Node) (*core.Value, bool) {
	switch {
	case n.Type == "list_splat" && len(n.Kids) == 1:
		return ex.eval(n.Kids[0]), true
	case n.Type == "call":
		if f := n.Child("function"); f != nil && f.Type == "list_splat" {
			return ex.eval(n), true
		}
	}
	return nil, false
}

func (ex *expressions) listExpr(n *syntax.Node) *core.Value {
	out := &core.Value{Kind: core.KindList}
	for _, k := range n.Kids {
		if k.Type == "comment" {
			continue
		}
		if v, ok := ex.splat(k); ok {
			out.AppendSpread(v)
		} else {
			out.Append(ex.eval(k))
		}
	}
	return out
}

func (ex *expressions) dictExpr(n *syntax.Node) *core.Value {
	out := &core.Value{Kind: core.KindDict, File: ex.ev.Report.File}
	for _, k := range n.Kids {
		switch k.Type {
		case "pair":
			key, ok := ex.eval(k.Child("key")).Text()
			v := ex.eval(k.Child("value"))
			if ok {
				out.Put(key, v)
				continue
			}
			out.More, out.Like = true, false
			out.Wild = out.Wild || !v.Plain()
			ex.ev.Calls.EscapeValue(v, core.Top, 0)
		case "dictionary_splat":
			if len(k.Kids) == 1 {
				v := ex.eval(k.Kids[0])
				if v.Kind == core.KindDict {
					for i, key := range v.Keys {
						out.Put(key, v.List[i])
					}
				}
				out.SpreadFrom(v)
				out.Wild = out.Wild || !ex.ev.Heap.Plain(v.Element())
			}
		}
	}
	return out
}

// comprehension runs its clauses from the outside in and collects what the body gives.
func (ex *expressions) comprehension(n *syntax.Node) *core.Value {
	s := core.NewScope(ex.ev.State.Scope)
	s.Comprehension = true
	c := clauses{ex: ex, body: n.Child("body"), out: core.ListOf(), exact: true}
	for _, k := range n.Kids {
		if k.Type == "for_in_clause" || k.Type == "if_clause" {
			c.list = append(c.list, k)
		}
	}
	ex.ev.State.In(s, func() { c.run(0) })
	switch {
	case !c.exact:
		return core.SomeOf(c.out.Element())
	case n.Type == "set_comprehension":
		return anyOrder(c.out)
	}
	return c.out
}

// clauses are those of a comprehension.
type clauses struct {
	ex    *expressions
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
	ex, n := c.ex, c.list[i]
	if n.Type == "if_clause" {
		c.exact = false
		for _, k := range n.Kids {
			ex.eval(k)
		}
		c.run(i + 1)
		return
	}
	over := ex.eval(n.Child("right"))
	ex.ev.Environ.NoteListing(n, over)
	if over.Kind != core.KindList || over.More {
		c.exact = false
	}
	ex.ev.State.ForEach(over, func(v *core.Value) {
		ex.target(n.Child("left"), v)
		c.run(i + 1)
	})
}

// collect adds what the body gives: of a pair the value.
func (c *clauses) collect() {
	switch {
	case c.body == nil:
		return
	case c.body.Type == "pair":
		c.ex.eval(c.body.Child("key"))
		c.out.List = append(c.out.List, c.ex.eval(c.body.Child("value")))
	default:
		c.out.List = append(c.out.List, c.ex.eval(c.body))
	}
}

func (ex *expressions) subscript(n *syntax.Node) *core.Value {
	v := ex.eval(n.Child("value"))
	if v.Kind == core.KindRef && isType(v.Name) {
		for _, k := range n.Kids {
			if k.Field == "subscript" && ex.holdsCallee(ex.eval(k)) {
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
			ex.eval(k) // x[a, b]
		}
	}
	if key.Type == "slice" {
		return ex.slice(v, key)
	}
	return ex.ev.Objects.Index(v, ex.eval(key))
}

func isType(name string) bool {
	switch name {
	case "list", "dict", "tuple", "set", "type":
		return true
	}
	return strings.HasPrefix(name, "typing.")
}

func (ex *expressions) callExpr(n *syntax.Node) *core.Value {
	fnode := n.Child("function")
	if isSplat(fnode) && len(fnode.Kids) == 1 {
		fnode = fnode.Kids[0]
	}
	list := n.Child("arguments")
	callee := ex.eval(fnode)
	var args []core.Arg
	if list != nil && list.Type == "generator_expression" {
		args = append(args, core.Arg{Val: ex.eval(list)})
	} else if list != nil {
		for _, k := range list.Kids {
			switch k.Type {
			case "comment":
			case "keyword_argument":
				args = append(args, core.Arg{Name: k.Child("name").Text(), Val: ex.eval(k.Child("value"))})
			case "list_splat", "dictionary_splat":
				if len(k.Kids) == 1 {
					args = append(args, core.Arg{Val: ex.eval(k.Kids[0]), Spread: true})
				}
			default:
				args = append(args, core.Arg{Val: ex.eval(k)})
			}
		}
	}
	return ex.ev.Calls.Call(core.Site{Node: n, Written: calleeText(fnode)}, callee, args)
}

// holdsCallee reports whether a parameter of a type is a function that does something, or may be
// one.
func (ex *expressions) holdsCallee(v *core.Value) bool {
	switch v.Kind {
	case core.KindClass, core.KindData, core.KindStr, core.KindNum:
		return false
	case core.KindRef:
		return !ex.ev.Heap.Plain(v) && !isType(v.Name) && v.Name != "pathlib.Path"
	case core.KindList, core.KindAlt:
		if slices.ContainsFunc(v.List, ex.holdsCallee) {
			return true
		}
		return v.Wild
	}
	return true
}

// isSplat reports whether a node spreads what stands in it.
func isSplat(n *syntax.Node) bool {
	return n != nil && (n.Type == "list_splat" || n.Type == "dictionary_splat")
}
