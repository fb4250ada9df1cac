package python

import (
	"slices"
	"strings"

	"github.com/fencepost/fencepost/internal/interp/eval/core"
	"github.com/fencepost/fencepost/internal/interp/eval/syntax"
)

// funcExpr is a function of the code.
func (m *machine) funcExpr(n *syntax.Node) *core.Value {
	fn := &core.Function{Node: n, Scope: m.Scope, File: m.File,
		Suspends: strings.HasPrefix(n.Text(), "async")}
	if p := n.Child("parameters"); p != nil {
		for _, k := range p.Kids {
			if name, def := param(k); def != nil {
				if fn.Defaults == nil {
					fn.Defaults = map[string]*core.Value{}
				}
				fn.Defaults[name] = m.expr(def)
			}
			if t := k.Child("type"); t != nil {
				m.expr(t)
			}
		}
	}
	if t := n.Child("return_type"); t != nil {
		m.expr(t)
	}
	m.Funcs = append(m.Funcs, fn)
	return &core.Value{Kind: core.KindFunc, Fn: fn}
}

// bind binds parameters.
func (m *machine) bind(fn *core.Function, args []core.Arg) {
	params := fn.Node.Child("parameters")
	if params == nil {
		return
	}
	p := passed(fn, args)
	for _, k := range params.Kids {
		name, _ := param(k)
		switch k.Type {
		case "list_splat_pattern":
			m.Scope.Vars[name] = p.positional()
		case "dictionary_splat_pattern":
			m.Scope.Vars[name] = p.keywords()
		case "positional_separator", "keyword_separator":
		default:
			m.Scope.Vars[name] = parameter(&p, name, fn.Defaults[name])
		}
	}
}

// arguments are those of a call that are not yet bound to a parameter.
type arguments struct {
	places  []*core.Value
	named   []core.Arg
	unknown *core.Value // what was passed at a place that is not known
}

func passed(fn *core.Function, args []core.Arg) arguments {
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

// param is the name of a parameter, and its default.
func param(p *syntax.Node) (name string, def *syntax.Node) {
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

// runBody runs the body of a function.
func (m *machine) runBody(fn *core.Function) {
	body := fn.Node.Child("body")
	switch fn.Node.Type {
	case "lambda":
		m.Frame.Ret = m.expr(body)
	case "generator_expression":
		m.comprehension(fn.Node)
	default:
		m.stmt(body)
	}
}
