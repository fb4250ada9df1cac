package eval

// implicit reports whether the language calls a method of that name by itself.
func implicit(key string) bool {
	switch key {
	case "toString", "valueOf", "toJSON", "then", "next", "return", "inspect":
		return true
	}
	return false
}

// assigned is what Object.assign returns: the first object with what the others have.
func (m *machine) assigned(args []arg) *Value {
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
func (m *machine) promise(s site, executor *Value) *Value {
	if executor == nil {
		return data
	}
	done := &Value{kind: kObj, name: "resolver"}
	m.call(site{node: s.node}, executor, []arg{{val: done}, {val: done}})
	out := data
	if len(done.list) > 0 {
		out = nil
		for _, v := range done.list {
			out = join(out, v)
		}
	}
	done.name = "resolved"
	return out
}

// resolve is a call of the function that resolves a promise. Once the promise has a value it is too
// late to follow it.
func (m *machine) resolve(f *Value, args []arg) *Value {
	for _, a := range args {
		if f.name == "resolver" && !a.spread {
			f.list = append(f.list, a.val)
		} else if !m.plain(a.val) {
			m.tainted = true
		}
	}
	return data
}

// assignedTo is Object.assign to what is no object literal: a module, a class, an instance.
func (m *machine) assignedTo(target *Value, from []arg) *Value {
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
func (m *machine) with(n *Node) {
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
