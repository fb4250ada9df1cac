package eval

import "strconv"

// mutate applies the methods that change a list or a dictionary.
func (m *machine) mutate(recv *Value, method string, args []arg) {
	switch recv.kind {
	case kList:
		m.mutateList(recv, method, args)
	case kDict:
		m.mutateDict(recv, method, args)
	}
}

func (m *machine) mutateList(recv *Value, method string, args []arg) {
	switch method {
	case "copy", "keys", "values", "items", "get", "join", "index", "count", "slice", "map", "filter", "forEach", "includes", "indexOf", "concat", "some", "every",
		"find", "findIndex", "findLast", "flat", "flatMap", "reduce", "at", "toString", "entries", "lastIndexOf", "toSorted", "toReversed", "with":
		return
	case "append", "push":
		if m.maybe == 0 && m.frames == 0 && !recv.more && len(recv.list)+len(args) <= maxUnroll && !spreads(args) {
			for _, a := range args {
				recv.list = append(recv.list, a.val)
			}
			return
		}
	case "extend":
		if len(args) == 1 && args[0].val.kind == kList && !args[0].val.more && m.maybe == 0 && m.frames == 0 && !recv.more &&
			len(recv.list)+len(args[0].val.list) <= maxUnroll {
			recv.list = append(recv.list, args[0].val.list...)
			return
		}
		args = []arg{{val: elements(args)}}
	}
	var added []*Value
	for _, a := range args {
		v := a.val
		if a.spread {
			v = v.element()
		}
		added = append(added, v)
	}
	recv.disorder(added...)
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

func (m *machine) mutateDict(recv *Value, method string, args []arg) {
	switch method {
	case "update", "__ior__":
		for _, a := range args {
			switch {
			case a.name != "" && !a.spread:
				m.putMaybe(recv, a.name, a.val)
			case a.val.kind == kDict:
				for i, k := range a.val.keys {
					m.putMaybe(recv, k, a.val.list[i])
				}
				if a.val.more {
					recv.blur(a.val.element())
				}
			default:
				v := a.val.element()
				recv.blur(join(v, v.element()))
			}
		}
	case "setdefault", "set", "__setitem__":
		if len(args) > 1 && !spreads(args) {
			if k, ok := args[0].val.text(); ok {
				m.putMaybe(recv, k, join(recv.get(k), args[1].val))
				return
			}
		}
		recv.blur(elements(args))
		for _, a := range args {
			recv.blur(a.val)
		}
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

// changesList reports whether a function changes a list or dictionary that it is handed.
func changesList(name string) bool {
	switch name {
	case "random.shuffle", "heapq.heapify", "heapq.heappush", "heapq.heappop", "heapq.heapreplace", "heapq.heappushpop", "bisect.insort", "bisect.insort_left",
		"bisect.insort_right", "operator.setitem", "operator.delitem", "operator.iconcat", "operator.iadd", "operator.ior":
		return true
	}
	return false
}

// reordered are the methods of arrays that give an array of the same elements.
func (m *machine) reordered(recv *Value, method string, args []arg) *Value {
	switch {
	case method == "reverse" && !recv.more:
		out := &Value{kind: kList, wild: recv.wild}
		for i := len(recv.list) - 1; i >= 0; i-- {
			out.list = append(out.list, recv.list[i])
		}
		return out
	case method == "slice" && len(args) == 0, method == "values":
		return recv
	case method == "slice" && len(args) == 1 && !recv.more && args[0].val.kind == kNum:
		if i, err := strconv.Atoi(args[0].val.name); err == nil && i >= 0 {
			return &Value{kind: kList, list: append([]*Value(nil), recv.list[min(i, len(recv.list)):]...), wild: recv.wild}
		}
	case method == "concat":
		out := &Value{kind: kList, list: append([]*Value(nil), recv.list...), more: recv.more, wild: recv.wild}
		for _, a := range args {
			if a.val.kind == kList {
				out.list = append(out.list, a.val.list...)
				out.more, out.wild = out.more || a.val.more, out.wild || a.val.wild
			} else {
				out.list = append(out.list, a.val)
			}
		}
		return out
	}
	e := recv.element()
	if method == "flat" {
		e = join(e, e.element())
	}
	return &Value{kind: kList, list: []*Value{e}, more: true, like: true}
}
