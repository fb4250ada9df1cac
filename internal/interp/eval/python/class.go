package python

import (
	"maps"
	"slices"
	"strings"

	"github.com/fencepost/fencepost/internal/interp/eval/core"
	"github.com/fencepost/fencepost/internal/interp/eval/syntax"
)

func (m *machine) classStmt(n *syntax.Node) {
	c := &core.Class{Vars: map[string]*core.Value{}, File: m.File}
	if bases := n.Child("superclasses"); bases != nil {
		for _, k := range bases.Kids {
			if k.Type != "keyword_argument" || k.Child("name").Text() == "metaclass" {
				m.AddBase(c, m.expr(k))
				continue
			}
			v := m.expr(k.Child("value")) // __init_subclass__ gets it
			m.EscapeValue(v, core.Top, 0)
			m.Escaped = m.Escaped || !m.Plain(v)
		}
	}
	s := &core.Scope{Vars: map[string]*core.Value{}, Parent: m.Scope}
	leave := m.Push(s)
	before := len(m.Funcs)
	m.stmt(n.Child("body"))
	for _, f := range m.Funcs[before:] {
		f.Owner = c
	}
	leave()
	c.Vars = s.Vars
	m.finishClass(c, n)
	m.assign(n.Child("name").Text(), &core.Value{Kind: core.KindClass, Class: c})
}

// finishClass looks at what a class has got.
func (m *machine) finishClass(c *core.Class, n *syntax.Node) {
	for _, name := range slices.Sorted(maps.Keys(c.Vars)) {
		if m.Stashed(c.Vars[name]); !strings.HasPrefix(name, "__") {
			continue
		}
		c.Vars[name].Alts(func(v *core.Value) {
			if v.Kind == core.KindFunc && name != "__init__" {
				v.Fn.Implicit = true
			}
		})
		if name == "__annotations__" { // decorators make code of what stands in it
			m.Report(m.UnknownCall(core.Site{Node: n}, "__annotations__", nil))
		}
	}
}

// typeOf is type(name, bases, members): a class that is made by a call.
func (m *machine) typeOf(s core.Site, args []core.Arg) *core.Value {
	if len(args) != 3 || core.Spreads(args) {
		return m.CallUnknown(s, "type", args)
	}
	bases, members := args[1].Val, args[2].Val
	if bases.Kind != core.KindList || bases.More || members.Kind != core.KindDict || members.More {
		return m.CallUnknown(s, "type", args)
	}
	c := &core.Class{Vars: map[string]*core.Value{}, File: m.File}
	for _, b := range bases.List {
		m.AddBase(c, b)
	}
	for i, k := range members.Keys {
		c.Vars[k] = members.List[i]
	}
	m.finishClass(c, s.Node)
	return &core.Value{Kind: core.KindClass, Class: c}
}

func (m *machine) decorated(n *syntax.Node) {
	def := n.Child("definition")
	m.stmt(def)
	name := def.Child("name").Text()
	v := m.Scope.Vars[name]
	for i := len(n.Kids) - 1; i >= 0; i-- {
		k := n.Kids[i]
		if k.Type != "decorator" || len(k.Kids) == 0 {
			continue
		}
		d := m.expr(k.Kids[0])
		if d.Kind == core.KindRef {
			switch d.Name {
			case "contextlib.contextmanager", "contextlib.asynccontextmanager":
				if v != nil && v.Kind == core.KindFunc {
					v.Fn.Enters = true
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
		at := core.Site{Node: k, Written: written(k.Kids[0])}
		v = core.Join(v, m.Call(at, d, []core.Arg{{Val: v}}))
	}
	if v != nil {
		m.Scope.Vars[name] = v
	}
}
