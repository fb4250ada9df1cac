package python

import (
	"slices"
	"strings"

	"github.com/fencepost/fencepost/internal/interp/eval/core"
	"github.com/fencepost/fencepost/internal/interp/eval/syntax"
)

// funcExpr is a function of the code.
func (ex *expressions) funcExpr(n *syntax.Node) *core.Value {
	fn := &core.Function{Node: n, Scope: ex.ev.State.Scope, File: ex.ev.Report.File,
		Async: strings.HasPrefix(n.Text(), "async")}
	if p := n.Child("parameters"); p != nil {
		for _, k := range p.Kids {
			if name, def := parameterName(k); def != nil {
				if fn.Defaults == nil {
					fn.Defaults = map[string]*core.Value{}
				}
				fn.Defaults[name] = ex.eval(def)
			}
			if t := k.Child("type"); t != nil {
				ex.eval(t)
			}
		}
	}
	if t := n.Child("return_type"); t != nil {
		ex.eval(t)
	}
	ex.ev.State.Funcs = append(ex.ev.State.Funcs, fn)
	return &core.Value{Kind: core.KindFunc, Fn: fn}
}

// bind binds parameters.
func (ex *expressions) bind(fn *core.Function, args []core.Arg) {
	params := fn.Node.Child("parameters")
	if params == nil {
		return
	}
	p := newArguments(fn, args)
	for _, k := range params.Kids {
		name, _ := parameterName(k)
		switch k.Type {
		case "list_splat_pattern":
			ex.ev.State.Scope.Vars[name] = p.positional()
		case "dictionary_splat_pattern":
			ex.ev.State.Scope.Vars[name] = p.keywords()
		case "positional_separator", "keyword_separator":
		default:
			ex.ev.State.Scope.Vars[name] = parameter(&p, name, fn.Defaults[name])
		}
	}
}

// arguments are those of a call that are not yet bound to a parameter.
type arguments struct {
	places  []*core.Value
	named   []core.Arg
	unknown *core.Value // what was passed at a place that is not known
}

func newArguments(fn *core.Function, args []core.Arg) arguments {
	var p arguments
	if fn.Self != nil {
		p.places = append(p.places, fn.Self)
	}
	for _, a := range args {
		switch {
		case a.Spread:
			p.unknown = core.Join(p.unknown, core.SpreadElement(a.Val))
		case a.Name != "":
			p.named = append(p.named, a)
		case p.unknown != nil:
			p.unknown = core.Join(p.unknown, a.Val) // its place is not known
		default:
			p.places = append(p.places, a.Val)
		}
	}
	return p
}

// positional is what *args takes.
func (p *arguments) positional() *core.Value {
	rest := core.ListOf(p.places...)
	p.places = nil
	rest.More = p.unknown != nil
	rest.Wild = p.unknown != nil && !p.unknown.Plain()
	return rest
}

// keywords is what **kwargs takes.
func (p *arguments) keywords() *core.Value {
	rest := &core.Value{Kind: core.KindDict, More: true, Wild: p.unknown != nil && !p.unknown.Plain()}
	for _, a := range p.named {
		rest.Put(a.Name, a.Val)
	}
	return rest
}

// parameter is the value of one parameter. Its default was made when the function was defined.
func parameter(p *arguments, name string, def *core.Value) *core.Value {
	var v *core.Value
	p.named = slices.DeleteFunc(p.named, func(a core.Arg) bool {
		if a.Name == name {
			v = a.Val
		}
		return a.Name == name
	})
	if v == nil && len(p.places) > 0 {
		v, p.places = p.places[0], p.places[1:]
	}
	if v == nil {
		v = def
	}
	if p.unknown != nil {
		v = core.Join(v, p.unknown)
	}
	if v == nil {
		return core.Data
	}
	return v
}

// parameterName is the name of a parameter, and its default.
func parameterName(p *syntax.Node) (name string, def *syntax.Node) {
	switch p.Type {
	case "identifier":
		return p.Text(), nil
	case "default_parameter", "typed_default_parameter":
		return p.Child("name").Text(), p.Child("value")
	}
	for _, k := range p.Kids {
		if k.Type == "identifier" {
			return k.Text(), nil
		}
	}
	return "", nil
}

// assign sets a variable where the rules of Python put it: in the function, unless that says that
// the name is global or nonlocal.
func assign(st *core.State, name string, v *core.Value) {
	if st.Scope.Global[name] {
		for s := st.Scope.Parent; s != nil; s = s.Parent {
			if _, ok := s.Vars[name]; ok || s.Parent == nil {
				s.Vars[name] = core.Join(s.Vars[name], v)
				return
			}
		}
	}
	st.KeepOld(st.Scope, name)
	st.Scope.Vars[name] = v
}

// target assigns to a target.
func (ex *expressions) target(n *syntax.Node, v *core.Value) {
	if n == nil {
		return
	}
	switch n.Type {
	case "identifier":
		assign(ex.ev.State, n.Text(), v)
	case "attribute":
		ex.ev.Objects.SetProperty(ex.eval(n.Child("object")), n.Child("attribute").Text(), v)
	case "subscript":
		key, known := "", false
		if s := n.Child("subscript"); s != nil {
			key, known = ex.eval(s).Text()
		}
		o := ex.eval(n.Child("value"))
		if o.Kind == core.KindRef { // sys.modules
			ex.ev.Report.UnknownRename()
		}
		ex.ev.Objects.SetAttr(o, key, known, v)
	case "pattern_list", "tuple_pattern", "list_pattern", "expression_list", "tuple", "list":
		ex.targets(n.Kids, v)
	case "list_splat_pattern", "list_splat", "as_pattern_target", "parenthesized_expression":
		if len(n.Kids) > 0 {
			ex.target(n.Kids[0], v)
		}
	default:
		for _, k := range n.Kids {
			ex.target(k, core.Top)
		}
	}
}

func (ex *expressions) targets(targets []*syntax.Node, v *core.Value) {
	exact := v.Kind == core.KindList && !v.More && len(v.List) == len(targets)
	for i, t := range targets {
		if strings.HasPrefix(t.Type, "list_splat") {
			exact = false
		}
		if exact {
			ex.target(t, v.List[i])
			continue
		}
		e := v.Element()
		if strings.HasPrefix(t.Type, "list_splat") {
			e = &core.Value{Kind: core.KindList, List: []*core.Value{e}, More: true}
		}
		ex.target(t, e)
	}
}
