package python

import "github.com/fencepost/fencepost/internal/interp/eval/core"

// Mutate applies the methods that change a list or a dictionary.
func (m *machine) Mutate(recv *core.Value, method string, args []core.Arg) {
	switch recv.Kind {
	case core.KindList:
		m.mutateList(recv, method, args)
	case core.KindDict:
		m.mutateDict(recv, method, args)
	}
}

func (m *machine) mutateList(recv *core.Value, method string, args []core.Arg) {
	switch method {
	case "copy", "keys", "values", "items", "get", "join", "index", "count", "find", "filter":
	case "append":
		m.AppendArgs(recv, args)
	case "extend":
		if len(args) == 1 {
			if by := args[0].Val; by.Kind == core.KindList && !by.More && m.AppendTo(recv, by.List) {
				return
			}
		}
		recv.Behind(core.Elements(args))
	default:
		m.AddTo(recv, args)
	}
}

func (m *machine) mutateDict(recv *core.Value, method string, args []core.Arg) {
	switch method {
	case "update", "__ior__":
		for _, a := range args {
			m.update(recv, a)
		}
	case "setdefault", "__setitem__":
		m.SetKey(recv, args)
	}
}

// update adds to a dictionary what one argument of its method update stands for.
func (m *machine) update(d *core.Value, a core.Arg) {
	switch {
	case a.Name != "" && !a.Spread:
		m.Update(d, a.Name, a.Val)
	case a.Val.Kind == core.KindDict:
		for i, k := range a.Val.Keys {
			m.Update(d, k, a.Val.List[i])
		}
		if a.Val.More {
			d.WeakUpdate(a.Val.Element())
		}
	default:
		v := a.Val.Element()
		d.WeakUpdate(core.Join(v, v.Element()))
	}
}

// ChangesArguments reports whether a function changes a list or dictionary that it is handed.
func (m *machine) ChangesArguments(name string) bool {
	switch name {
	case "random.shuffle", "heapq.heapify", "heapq.heappush", "heapq.heappop", "heapq.heapreplace",
		"heapq.heappushpop", "bisect.insort", "bisect.insort_left", "bisect.insort_right",
		"operator.setitem", "operator.delitem", "operator.iconcat", "operator.iadd", "operator.ior":
		return true
	}
	return false
}
