package eval

// mutate applies the methods that change a list or a dictionary.
func (m *python) mutate(recv *Value, method string, args []arg) {
	switch recv.kind {
	case kList:
		m.mutateList(recv, method, args)
	case kDict:
		m.mutateDict(recv, method, args)
	}
}

func (m *python) mutateList(recv *Value, method string, args []arg) {
	switch method {
	case "copy", "keys", "values", "items", "get", "join", "index", "count", "find", "filter":
	case "append":
		m.appendArgs(recv, args)
	case "extend":
		if len(args) == 1 && args[0].val.kind == kList && !args[0].val.more && m.appendTo(recv, args[0].val.list) {
			return
		}
		recv.disorder(elements(args))
	default:
		m.addTo(recv, args)
	}
}

func (m *python) mutateDict(recv *Value, method string, args []arg) {
	switch method {
	case "update", "__ior__":
		for _, a := range args {
			m.update(recv, a)
		}
	case "setdefault", "__setitem__":
		m.setKey(recv, args)
	}
}

// update adds to a dictionary what one argument of its method update stands for.
func (m *python) update(d *Value, a arg) {
	switch {
	case a.name != "" && !a.spread:
		m.putMaybe(d, a.name, a.val)
	case a.val.kind == kDict:
		for i, k := range a.val.keys {
			m.putMaybe(d, k, a.val.list[i])
		}
		if a.val.more {
			d.blur(a.val.element())
		}
	default:
		v := a.val.element()
		d.blur(join(v, v.element()))
	}
}

// changesArguments reports whether a function changes a list or dictionary that it is handed.
func (m *python) changesArguments(name string) bool {
	switch name {
	case "random.shuffle", "heapq.heapify", "heapq.heappush", "heapq.heappop", "heapq.heapreplace", "heapq.heappushpop", "bisect.insort", "bisect.insort_left",
		"bisect.insort_right", "operator.setitem", "operator.delitem", "operator.iconcat", "operator.iadd", "operator.ior":
		return true
	}
	return false
}
