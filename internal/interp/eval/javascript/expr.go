package javascript

import (
	"strings"

	"github.com/fencepost/fencepost/internal/interp"
	"github.com/fencepost/fencepost/internal/interp/eval/core"
	"github.com/fencepost/fencepost/internal/interp/eval/syntax"
)

// expressions evaluates expressions and assigns to patterns.
type expressions struct {
	ev    *core.Evaluator
	attrs *attributes
	block func([]*syntax.Node) // runs the statements in a class
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
	case "identifier", "shorthand_property_identifier":
		if n.Text() == interp.Unknown {
			return core.Top
		}
		return ex.ev.Objects.Resolve(n.Text())
	case "undefined", "null", "false":
		return core.Null(n.Text())
	case "true", "number":
		return core.Num(n.Text())
	case "regex", "comment", "type_annotation", "type_arguments", "predefined_type",
		"meta_property", "optional_chain":
		return core.Data
	case "this":
		if ex.ev.State.Frame.This != nil {
			return ex.ev.State.Frame.This
		}
		return core.Ref("globalThis")
	case "super":
		return ex.ev.Objects.Inherited()
	case "import":
		return core.Ref("import")
	case "call_expression":
		return ex.callExpr(n)
	case "new_expression":
		return ex.newExpr(n)
	case "member_expression":
		o := n.Child("object")
		if o.Type == "import" || o.Type == "meta_property" {
			return core.Data // import.meta
		}
		return ex.ev.Objects.Attr(ex.eval(o), n.Child("property").Text())
	case "subscript_expression":
		return ex.ev.Objects.Index(ex.eval(n.Child("object")), ex.eval(n.Child("index")))
	case "yield_expression":
		return ex.yield(n)
	case "parenthesized_expression", "await_expression", "non_null_expression", "as_expression",
		"satisfies_expression", "expression_statement", "computed_property_name":
		for _, k := range n.Kids {
			if k.Type != "comment" {
				return ex.eval(k)
			}
		}
		return core.Data
	case "type_assertion":
		return ex.eval(n.Last())
	case "spread_element":
		return ex.eval(n.Last()).Element()
	}
	return ex.operator(n)
}

// operator evaluates an operator with its operands.
func (ex *expressions) operator(n *syntax.Node) *core.Value {
	switch n.Type {
	case "binary_expression":
		if r := n.Child("right"); n.Operator() == "<" && strings.HasPrefix(r.Text(), "!--") {
			ex.ev.Report.Problem("<!-- begins a comment in a script") // the rest of the line is none
		}
		return ex.operate(n.Operator(), ex.eval(n.Child("left")), ex.eval(n.Child("right")))
	case "unary_expression":
		v := ex.eval(n.Child("argument"))
		if n.Operator() == "-" && v.Kind == core.KindNum {
			return core.Num("-" + v.Name)
		}
		return core.Data
	case "update_expression":
		ex.eval(n.Child("argument")) // f()++ calls, and fails then
		ex.assignTo(n.Child("argument"), core.Data)
		return core.Data
	case "ternary_expression":
		ex.condition(n.Child("condition"))
		return core.Join(ex.eval(n.Child("consequence")), ex.eval(n.Child("alternative")))
	case "assignment_expression":
		v := ex.eval(n.Child("right"))
		ex.assignTo(n.Child("left"), v)
		return v
	case "augmented_assignment_expression":
		left := n.Child("left")
		v := ex.operate(strings.TrimSuffix(n.Operator(), "="), ex.eval(left), ex.eval(n.Child("right")))
		ex.assignTo(left, v)
		return v
	case "sequence_expression":
		if len(n.Kids) > 0 {
			return ex.last(n.Kids)
		}
	}
	return ex.literal(n)
}

// last evaluates expressions one after the other. The value is that of the last one.
func (ex *expressions) last(list []*syntax.Node) *core.Value {
	var out *core.Value
	for _, k := range list {
		out = ex.eval(k)
	}
	return out
}

// literal evaluates what is made of several expressions: a text, an array, an object, a function.
func (ex *expressions) literal(n *syntax.Node) *core.Value {
	switch n.Type {
	case "string":
		return ex.stringExpr(n)
	case "template_string":
		return ex.template(n)
	case "array":
		return ex.ev.Report.MarkFile(ex.arrayExpr(n))
	case "object":
		return ex.objectExpr(n)
	case "class":
		return ex.classExpr(n)
	case "arrow_function", "function_expression", "function", "generator_function",
		"method_definition", "generator_function_declaration", "function_declaration":
		return ex.funcLiteral(n)
	}
	out := core.Data
	for _, k := range n.Kids {
		if !ex.eval(k).Plain() {
			out = core.Top
		}
	}
	return out
}

// funcLiteral is a function in an expression. It knows itself by its name.
func (ex *expressions) funcLiteral(n *syntax.Node) *core.Value {
	f := ex.funcExpr(n)
	if name := n.Child("name"); name != nil && n.Type != "method_definition" {
		vars := map[string]*core.Value{name.Text(): f}
		f.Fn.Scope = &core.Scope{Vars: vars, Parent: ex.ev.State.Scope, Block: true}
	}
	if n.Type == "arrow_function" {
		f.Fn.Self, f.Fn.Owner = ex.ev.State.Frame.This, ex.ev.State.Frame.Owner
	}
	return f
}

// yield is what a generator yields; what is sent to it is not known.
func (ex *expressions) yield(n *syntax.Node) *core.Value {
	v := traits.Nothing
	if len(n.Kids) > 0 {
		v = ex.eval(n.Last())
	}
	if strings.HasPrefix(strings.TrimSpace(strings.TrimPrefix(n.Text(), "yield")), "*") {
		v = v.Element()
	}
	ex.ev.State.Frame.Yielded = core.Join(ex.ev.State.Frame.Yielded, v)
	return ex.ev.Heap.MaybeEscaped(core.Data)
}

// stringExpr decodes a string literal (ECMAScript 12.9.4).
func (ex *expressions) stringExpr(n *syntax.Node) *core.Value {
	t := n.Text()
	if len(t) < 2 {
		return core.Str("")
	}
	return core.SplitUnknown(escapes.Unescape(t[1 : len(t)-1]))
}

// template is a template literal. Its text is what stands between the substitutions.
func (ex *expressions) template(n *syntax.Node) *core.Value {
	out := core.Str("")
	at := n.Start + 1
	add := func(to int) {
		if to > at && to <= len(n.Src) {
			out = core.Concat(out, core.SplitUnknown(escapes.Unescape(n.Src[at:to])))
		}
	}
	for _, k := range n.Kids {
		if k.Type != "template_substitution" {
			continue
		}
		add(k.Start)
		at = k.End
		v := core.Data
		for _, e := range k.Kids {
			v = ex.eval(e)
		}
		ex.ev.Environ.NoteShown(n, v)
		out = ex.ev.Objects.Binary(core.OpAdd, out, core.AsText(v))
	}
	add(n.End - 1)
	return out
}

func (ex *expressions) arrayExpr(n *syntax.Node) *core.Value {
	out := &core.Value{Kind: core.KindList}
	at, holes := n.Start, false
	for i, k := range n.Kids {
		between := strings.Count(n.Src[at:k.Start], ",")
		at, holes = k.End, holes || between > min(i, 1)
		switch k.Type {
		case "comment", ",":
		case "spread_element":
			out.AppendSpread(ex.eval(k.Last()))
		default:
			out.Append(ex.eval(k))
		}
	}
	if holes { // [a, , b]
		out.WeakAdd(core.Null("undefined"))
	}
	return out
}

// objectExpr is an object literal.
func (ex *expressions) objectExpr(n *syntax.Node) *core.Value {
	out := &core.Value{Kind: core.KindDict, File: ex.ev.Report.File}
	for _, k := range n.Kids {
		switch k.Type {
		case "pair":
			ex.pair(out, k)
		case "shorthand_property_identifier":
			out.Put(k.Text(), ex.ev.Objects.Resolve(k.Text()))
		case "method_definition":
			f := ex.funcExpr(k)
			f.Fn.Getter = isGetter(k)
			ex.ev.Heap.Frozen = ex.ev.Heap.Frozen || f.Fn.Getter
			if key, ok := ex.key(k.Child("name")); ok {
				out.Put(key, f)
			} else {
				// [Symbol.iterator]() gives what the object has not
				out.More, out.Like, out.Wild = true, false, true
			}
		case "spread_element":
			ex.spreadInto(out, ex.eval(k.Last()))
		}
	}
	return out
}

// pair adds a property with its value to an object.
func (ex *expressions) pair(o *core.Value, n *syntax.Node) {
	key, ok := ex.key(n.Child("key"))
	v := ex.eval(n.Child("value"))
	if !ok {
		o.More, o.Like, o.Wild = true, false, o.Wild || !v.Plain()
		ex.ev.Calls.EscapeValue(v, core.Top, 0)
		return
	}
	if calledImplicitly(key) {
		ex.ev.Objects.Stash(v)
	}
	if key == "__proto__" {
		ex.attrs.inherit(o, v)
		return
	}
	o.Put(key, v)
}

// spreadInto adds the properties of a value to an object.
func (ex *expressions) spreadInto(o, v *core.Value) {
	if v.Kind == core.KindDict {
		for i, key := range v.Keys {
			o.Put(key, v.List[i])
		}
	}
	if v.Kind == core.KindRef {
		o.Base = v
	}
	o.SpreadFrom(v)
	o.Wild = o.Wild || !ex.ev.Heap.Plain(v) && !core.IsEnviron(v)
}

// assignTo assigns to a target.
func (ex *expressions) assignTo(n *syntax.Node, v *core.Value) {
	switch n.Type {
	case "member_expression":
		ex.ev.Objects.SetProperty(ex.eval(n.Child("object")), n.Child("property").Text(), v)
	case "subscript_expression":
		key := ex.eval(n.Child("index"))
		ex.ev.Objects.SetElement(ex.eval(n.Child("object")), key, v)
	case "call_expression", "new_expression", "await_expression", "yield_expression",
		"parenthesized_expression", "optional_chain":
		ex.eval(n) // it runs, and what stands there is no place for a value
		if n.Type == "parenthesized_expression" && n.Last() != nil {
			ex.assignTo(n.Last(), v)
		}
	default:
		ex.pattern(n, v, ex.assign)
	}
}

// args evaluates arguments. A tagged template has its text as the only one.
func (ex *expressions) args(list *syntax.Node) []core.Arg {
	if list == nil {
		return nil
	}
	if list.Type == "template_string" {
		return []core.Arg{{Val: ex.template(list)}}
	}
	var args []core.Arg
	for _, k := range list.Kids {
		switch k.Type {
		case "comment":
		case "spread_element":
			args = append(args, core.Arg{Val: ex.eval(k.Last()), Spread: true})
		default:
			args = append(args, core.Arg{Val: ex.eval(k)})
		}
	}
	return args
}

// tagArgs are the arguments of a tag function of the code: the strings, then what stands between
// them.
func (ex *expressions) tagArgs(t *syntax.Node) []core.Arg {
	args := []core.Arg{{Val: &core.Value{Kind: core.KindList, More: true}}}
	for _, k := range t.Kids {
		if k.Type == "template_substitution" {
			args = append(args, core.Arg{Val: ex.eval(k.Last())})
		}
	}
	return args
}

func (ex *expressions) callExpr(n *syntax.Node) *core.Value {
	f := n.Child("function")
	s := core.Site{Node: n, Written: calleeText(f)}
	if f.Type == "super" {
		return ex.superCall(s, ex.args(n.Child("arguments")))
	}
	callee := ex.eval(f)
	args := ex.args(n.Child("arguments"))
	t := n.Child("arguments")
	if callee.Kind == core.KindFunc && t != nil && t.Type == "template_string" {
		args = ex.tagArgs(t)
	}
	if callee.Kind == core.KindFunc && f.Type == "member_expression" && callee.Fn.Self == nil {
		if recv := ex.eval(f.Child("object")); recv.Kind == core.KindDict {
			callee = &core.Value{Kind: core.KindFunc, Fn: callee.Fn.Bind(recv)}
		}
	}
	return ex.ev.Calls.Call(s, callee, args)
}

func (ex *expressions) newExpr(n *syntax.Node) *core.Value {
	f := n.Child("constructor")
	callee := ex.eval(f)
	args := ex.args(n.Child("arguments"))
	s := core.Site{Node: n, Written: calleeText(f)}
	if callee.Kind == core.KindFunc {
		inst := core.Obj(core.TypeInstance, nil)
		inst.Class = &core.Class{Vars: map[string]*core.Value{}}
		ret := ex.ev.Calls.Invoke(callee.Fn.Bind(inst), args)
		return ex.ev.Objects.Constructed(inst, ret)
	}
	return ex.ev.Calls.Call(s, callee, args)
}

// superCall runs the constructors of the bases (JavaScript).
func (ex *expressions) superCall(s core.Site, args []core.Arg) *core.Value {
	c := ex.ev.State.Frame.Owner
	if c == nil {
		return ex.ev.Calls.CallUnknown(s, "", args)
	}
	ex.ev.Calls.Escape(args, core.Data)
	for _, b := range c.Bases {
		switch {
		case b.Kind != core.KindClass:
			ex.ev.Calls.Call(s, b, args)
		default:
			if f := ex.ev.Objects.Member(b.Class, "constructor", 0); f != nil && f.Kind == core.KindFunc {
				ex.ev.Calls.Invoke(f.Fn.Bind(ex.ev.State.Frame.This), args)
			}
		}
	}
	return core.Data
}

// calledImplicitly reports whether the language calls a method of that name by itself.
func calledImplicitly(key string) bool {
	switch key {
	case "toString", "valueOf", "toJSON", "then", "next", "return", "inspect":
		return true
	}
	return false
}
