package eval

import "strings"

// assigned is what Object.assign returns: the first object with what the others have.
func (m *javascript) assigned(args []arg) *Value {
	if len(args) > 0 && !args[0].spread && args[0].val.kind != kDict && args[0].val.kind != kData {
		return m.assignedTo(args[0].val, args[1:])
	}
	out := &Value{kind: kDict}
	for _, a := range args {
		switch {
		case a.spread || a.val.kind != kDict && a.val.kind != kRef:
			if !m.plain(a.val) {
				m.tainted = true
				return opaque
			}
			out.more = true
			if isEnviron(a.val) {
				out.put("*", a.val)
			}
		case a.val.kind == kRef:
			if out.base != nil {
				m.tainted = true
				return opaque
			}
			out.base, out.more, out.wild = a.val, true, true
		default:
			for i, k := range a.val.keys {
				out.put(k, a.val.list[i])
			}
			out.more, out.wild = out.more || a.val.more, out.wild || a.val.wild
		}
	}
	if len(args) > 0 && args[0].val.kind == kDict { // the first one is changed
		t := args[0].val
		t.keys, t.list, t.base, t.more, t.wild = out.keys, out.list, out.base, out.more, out.wild
		return t
	}
	return out
}

// promise runs the executor of a promise. Its value is what the executor resolves it with.
func (m *javascript) promise(s site, executor *Value) *Value {
	if executor == nil {
		return data
	}
	done := &Value{kind: kObj, typ: typeResolver}
	m.call(site{node: s.node}, executor, []arg{{val: done}, {val: done}})
	out := data
	if len(done.list) > 0 {
		out = nil
		for _, v := range done.list {
			out = join(out, v)
		}
	}
	done.typ = typeResolved
	return out
}

// resolve is a call of the function that resolves a promise. Once the promise has a value it is too
// late to follow it.
func (m *javascript) resolve(f *Value, args []arg) *Value {
	for _, a := range args {
		if f.typ == typeResolver && !a.spread {
			f.list = append(f.list, a.val)
		} else if !m.plain(a.val) {
			m.tainted = true
		}
	}
	return data
}

// assignedTo is Object.assign to what is no object literal: a module, a class, an instance.
func (m *javascript) assignedTo(target *Value, from []arg) *Value {
	for _, a := range from {
		if a.val.kind == kDict && !a.spread {
			for i, k := range a.val.keys {
				m.setAttr(target, k, true, a.val.list[i])
			}
		}
		if a.spread || a.val.kind != kDict && !m.plain(a.val) || a.val.wild {
			m.setAttr(target, "", false, opaque)
		}
	}
	return target
}

// with is the statement with: the properties of the object are names in its body.
func (m *javascript) with(n *Node) {
	v := m.jsx(n.field("object"))
	if v.kind == kDict && v.base == nil && !v.wild {
		s := &scope{vars: map[string]*Value{}, parent: m.scope, block: true}
		for i, k := range v.keys {
			s.vars[k] = m.got(v.list[i], v)
		}
		leave := m.push(s)
		m.jsStmt(n.field("body"))
		leave()
		return
	}
	if !m.plain(v) {
		c := m.newCall(site{node: n}, "with", nil)
		m.unseen(c, "with")
		m.report(c)
	}
	m.tainted = true
	m.jsStmt(n.field("body"))
}

// isGetter reports whether a method of JavaScript is one.
func isGetter(n *Node) bool {
	t := strings.TrimSpace(strings.TrimPrefix(n.text(), "static"))
	rest, ok := strings.CutPrefix(t, "get")
	return ok && rest != "" && strings.ContainsAny(rest[:1], " \t\n[#'\"/")
}

// define is Object.defineProperty.
func (m *javascript) define(s site, args []arg) *Value {
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
func (m *javascript) descends(v, from *Value) {
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

// superCall runs the constructors of the bases (JavaScript).
func (m *javascript) superCall(s site, args []arg) *Value {
	c := m.frame.owner
	if c == nil {
		return m.callUnknown(s, "", args)
	}
	m.escape(args, data)
	for _, b := range c.bases {
		switch {
		case b.kind != kClass:
			m.call(s, b, args)
		default:
			if f := m.member(b.cls, "constructor", 0); f != nil && f.kind == kFunc {
				fn := *f.fn
				fn.self = m.frame.this
				f.fn.runs++
				m.invoke(&fn, args, true)
			}
		}
	}
	return data
}
