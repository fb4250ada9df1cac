package python

import "github.com/fencepost/fencepost/internal/interp/eval/core"

// Method calls a method of strings, lists, dictionaries and paths that is computed.
func (m *machine) Method(s core.Site, recv *core.Value, method string, args []core.Arg) (*core.Value, bool) {
	if v, ok := m.textMethod(recv, method, args); ok {
		m.Note(s, "", nil, args)
		return v, true
	}
	switch recv.Kind {
	case core.KindObj:
		return m.objectMethod(s, recv, method, args)
	case core.KindDict:
		return m.dictMethod(s, recv, method, args)
	case core.KindList:
		switch method {
		case "copy", "__iter__":
			return recv, true
		case "pop":
			recv.WeakAdd()
			return recv.Element(), true
		}
	case core.KindFunc, core.KindClass:
		if method == "__call__" {
			return m.Call(s, recv, args), true
		}
	}
	return nil, false
}

// objectMethod calls a method of an object of a type that only Python has.
func (m *machine) objectMethod(s core.Site, recv *core.Value, method string, args []core.Arg) (*core.Value, bool) {
	switch recv.Type {
	case typeSearch:
		if method != "copy" && method != "index" && method != "count" {
			m.searched = true
		}
	case typeEnviron:
		return m.environMethod(s, recv, method, args)
	case typeGetter, typeCaller:
		if method == "__call__" {
			return m.chosen(s, recv, args), true
		}
	case typePath:
		return m.pathMethod(s, recv, method, args)
	case typeNamespace:
		return m.namespaceMethod(s, recv, method, args), true
	}
	return nil, false
}

// namespaceMethod calls a method of globals() and its like.
func (m *machine) namespaceMethod(s core.Site, recv *core.Value, method string, args []core.Arg) *core.Value {
	switch method {
	case "get", "__getitem__":
		if len(args) > 0 {
			return m.ObjIndex(recv, args[0].Val)
		}
	case "keys", "items", "values", "copy", "__contains__", "__len__", "__iter__":
		return core.Top
	}
	return m.CallUnknown(s, "globals."+method, args)
}

// dictMethod calls a method of a dictionary.
func (m *machine) dictMethod(s core.Site, recv *core.Value, method string, args []core.Arg) (*core.Value, bool) {
	switch method {
	case "get", "pop", "setdefault", "__getitem__":
		if len(args) == 0 {
			return nil, false
		}
		m.Note(s, "", nil, args)
		if method == "setdefault" {
			m.Mutate(recv, method, args)
		}
		out := m.Index(recv, args[0].Val)
		for _, a := range args[1:] {
			out = core.Join(out, a.Val)
		}
		return out, true
	case "items":
		row := core.ListOf(core.Data, recv.Element())
		return &core.Value{Kind: core.KindList, List: []*core.Value{row}, More: true}, true
	case "values", "copy":
		return &core.Value{Kind: core.KindList, List: recv.List, More: recv.More, Wild: recv.Wild}, true
	}
	return nil, false
}
