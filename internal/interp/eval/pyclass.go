package eval

import (
	"maps"
	"slices"
)

func (m *machine) pyClass(n *Node) {
	c := &class{vars: map[string]*Value{}}
	if bases := n.field("superclasses"); bases != nil {
		for _, k := range bases.Kids {
			b := m.py(k)
			if m.computes(b) {
				continue
			}
			c.bases = append(c.bases, b)
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
	for _, name := range slices.Sorted(maps.Keys(c.vars)) {
		m.stashed(c.vars[name])
	}
	m.assign(n.field("name").text(), &Value{kind: kClass, cls: c})
}

func (m *machine) pyDecorated(n *Node) {
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
			case "staticmethod", "classmethod", "functools.lru_cache", "functools.cache", "functools.wraps", "dataclasses.dataclass":
				continue
			}
		}
		v = join(v, m.call(site{node: k, written: written(k.Kids[0])}, d, []arg{{val: v}}))
	}
	if v != nil {
		m.scope.vars[name] = v
	}
}
