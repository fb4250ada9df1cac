package eval

import "strings"

// got is the value of an attribute: what its getter returns, if it has one.
func (m *machine) got(v, self *Value) *Value {
	if v.kind != kFunc || !v.fn.getter {
		return v
	}
	fn := *v.fn
	fn.self = self
	v.fn.runs++
	return m.invoke(&fn, nil, true)
}

// isGetter reports whether a method of JavaScript is one.
func isGetter(n *Node) bool {
	t := strings.TrimSpace(strings.TrimPrefix(n.text(), "static"))
	rest, ok := strings.CutPrefix(t, "get")
	return ok && rest != "" && strings.ContainsAny(rest[:1], " \t\n[#'\"/")
}

// define is Object.defineProperty.
func (m *machine) define(s site, args []arg) *Value {
	m.note(s, "Object.defineProperty", nil, args)
	if len(args) < 3 || args[2].spread || args[1].spread || args[0].spread {
		return opaque
	}
	key, known := args[1].val.text()
	desc := args[2].val
	val := desc.get("value")
	if get := desc.get("get"); get != nil {
		val = m.call(site{node: s.node}, get, nil)
	}
	if val == nil {
		val = data
		if !m.plain(desc) {
			val = opaque
		}
	}
	m.escapeValue(desc, opaque, 0)
	if known {
		m.setProperty(args[0].val, key, val)
	} else {
		m.setAttr(args[0].val, key, known, val)
	}
	return args[0].val
}

// descends is Object.setPrototypeOf and the key __proto__: what an object has not it has from
// another.
func (m *machine) descends(v, from *Value) {
	switch {
	case m.plain(from):
	case v.kind == kDict && from.kind == kRef && v.base == nil:
		v.base, v.more, v.wild = from, true, true
	case v.kind == kDict:
		v.more, v.wild = true, true
	default:
		m.tainted = true
	}
}

// caught is what a handler of exceptions gets.
func (m *machine) caught() *Value { return join(data, m.thrown) }

// throws notes what is thrown.
func (m *machine) throws(v *Value) {
	if !m.plain(v) {
		m.thrown = join(m.thrown, v)
	}
}
