package eval

import (
	"maps"
	"slices"
	"strings"
)

func (m *python) pyClass(n *Node) {
	c := &class{vars: map[string]*Value{}}
	if bases := n.field("superclasses"); bases != nil {
		for _, k := range bases.Kids {
			if k.Type != "keyword_argument" || k.field("name").text() == "metaclass" {
				m.addBase(c, m.py(k))
				continue
			}
			v := m.py(k.field("value")) // __init_subclass__ gets it
			m.escapeValue(v, opaque, 0)
			m.tainted = m.tainted || !m.plain(v)
		}
	}
	s := &scope{vars: map[string]*Value{}, parent: m.scope}
	leave := m.push(s)
	before := len(m.funcs)
	m.pyStmt(n.field("body"))
	for _, f := range m.funcs[before:] {
		f.method, f.owner = true, c
	}
	leave()
	c.vars = s.vars
	m.finishClass(c, n)
	m.assign(n.field("name").text(), &Value{kind: kClass, cls: c})
}

// finishClass looks at what a class has got.
func (m *python) finishClass(c *class, n *Node) {
	for _, name := range slices.Sorted(maps.Keys(c.vars)) {
		if m.stashed(c.vars[name]); !strings.HasPrefix(name, "__") {
			continue
		}
		c.vars[name].alts(func(v *Value) {
			if v.kind == kFunc && name != "__init__" {
				v.fn.implicit = true
			}
		})
		if name == "__annotations__" { // decorators make code of what stands in it
			m.report(m.unknownCall(site{node: n}, "__annotations__", nil))
		}
	}
}

// typeOf is type(name, bases, members): a class that is made by a call.
func (m *python) typeOf(s site, args []arg) *Value {
	if len(args) != 3 || spreads(args) || args[1].val.kind != kList || args[1].val.more || args[2].val.kind != kDict || args[2].val.more {
		return m.callUnknown(s, "type", args)
	}
	c := &class{vars: map[string]*Value{}}
	for _, b := range args[1].val.list {
		m.addBase(c, b)
	}
	for i, k := range args[2].val.keys {
		c.vars[k] = args[2].val.list[i]
	}
	m.finishClass(c, s.node)
	return &Value{kind: kClass, cls: c}
}

func (m *python) pyDecorated(n *Node) {
	def := n.field("definition")
	m.pyStmt(def)
	name := def.field("name").text()
	v := m.scope.vars[name]
	for i := len(n.Kids) - 1; i >= 0; i-- {
		k := n.Kids[i]
		if k.Type != "decorator" || len(k.Kids) == 0 {
			continue
		}
		d := m.py(k.Kids[0])
		if d.kind == kRef {
			switch d.name {
			case "contextlib.contextmanager", "contextlib.asynccontextmanager":
				if v != nil && v.kind == kFunc {
					v.fn.enters = true
				}
				continue
			case "property", "functools.cached_property":
				if v != nil && v.kind == kFunc {
					v.fn.getter = true
				}
				continue
			case "staticmethod", "classmethod":
				if v != nil && v.kind == kFunc {
					if v.fn.binds = "none"; d.name == "classmethod" {
						v.fn.binds = "class"
					}
				}
				continue
			case "functools.lru_cache", "functools.cache", "functools.wraps", "dataclasses.dataclass":
				continue
			}
		}
		v = join(v, m.call(site{node: k, written: written(k.Kids[0])}, d, []arg{{val: v}}))
	}
	if v != nil {
		m.scope.vars[name] = v
	}
}
