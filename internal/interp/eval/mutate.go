package eval

// appendTo adds elements to a list where their places are known, and reports whether they are.
func (m *machine) appendTo(list *Value, added []*Value) bool {
	if m.maybe > 0 || m.frames > 0 || list.more || len(list.list)+len(added) > maxUnroll {
		return false
	}
	list.list = append(list.list, added...)
	return true
}

// addTo says that the arguments may be among the elements of a list.
func (m *machine) addTo(list *Value, args []arg) {
	added := make([]*Value, len(args))
	for i, a := range args {
		if added[i] = a.val; a.spread {
			added[i] = a.val.element()
		}
	}
	list.disorder(added...)
}

// appendArgs adds arguments to the end of a list.
func (m *machine) appendArgs(list *Value, args []arg) {
	if spreads(args) || !m.appendTo(list, argValues(args)) {
		m.addTo(list, args)
	}
}

func argValues(args []arg) []*Value {
	list := make([]*Value, len(args))
	for i, a := range args {
		list[i] = a.val
	}
	return list
}

func spreads(args []arg) bool {
	for _, a := range args {
		if a.spread {
			return true
		}
	}
	return false
}

// elements is any element of any of the arguments.
func elements(args []arg) *Value {
	out := data
	for _, a := range args {
		out = join(out, a.val.element())
	}
	return out
}

// disorder makes the places of a list's elements unknown, and adds what may be among them.
func (v *Value) disorder(added ...*Value) {
	if v.more && !v.like {
		added = append(added, data)
	}
	for _, a := range added {
		known := false
		for _, e := range v.list {
			known = known || same(e, a, 0)
		}
		switch {
		case known:
		case len(v.list) < 2*maxUnroll:
			v.list = append(v.list, a)
		case a.plain():
			v.list[0] = join(v.list[0], data)
		default:
			v.wild = true
		}
	}
	v.more, v.like = true, true
}

// setKey sets a key of a dictionary that is the first argument, to the second.
func (m *machine) setKey(d *Value, args []arg) {
	if len(args) > 1 && !spreads(args) {
		if k, ok := args[0].val.text(); ok {
			m.putMaybe(d, k, join(d.get(k), args[1].val))
			return
		}
	}
	d.blur(elements(args))
	for _, a := range args {
		d.blur(a.val)
	}
}

// putMaybe sets a key, or lets it have either value where it is not certain that this happens.
func (m *machine) putMaybe(d *Value, key string, v *Value) {
	if m.maybe > 0 || m.frames > 0 {
		v = join(d.get(key), v)
	}
	d.put(key, v)
}

// blur says that any key of a dictionary may have been set to a value.
func (v *Value) blur(val *Value) {
	for i := range v.list {
		v.list[i] = join(v.list[i], val)
	}
	v.more = true
	v.wild = v.wild || !val.plain()
}
