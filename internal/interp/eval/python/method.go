package python

import "github.com/fencepost/fencepost/internal/interp/eval/core"

// Method calls a method of strings, lists, dictionaries and paths that is computed.
func (m *machine) Method(c core.Invocation) (*core.Value, bool) {
	if v, ok := m.textMethod(c.Recv, c.Name, c.Args); ok {
		m.Note(c.Site, "", nil, c.Args)
		return v, true
	}
	switch c.Recv.Kind {
	case core.KindObj:
		return m.objectMethod(c)
	case core.KindDict:
		return m.dictMethod(c)
	case core.KindList:
		switch c.Name {
		case "copy", "__iter__":
			return c.Recv, true
		case "pop":
			c.Recv.WeakAdd()
			return c.Recv.Element(), true
		}
	case core.KindFunc, core.KindClass:
		if c.Name == "__call__" {
			return m.Call(c.Site, c.Recv, c.Args), true
		}
	}
	return nil, false
}

// objectMethod calls a method of an object of a type that only Python has.
func (m *machine) objectMethod(c core.Invocation) (*core.Value, bool) {
	switch c.Recv.Type {
	case typeSearch:
		m.search(c)
	case typeEnviron:
		return m.environMethod(c)
	case typeGetter, typeCaller:
		if c.Name == "__call__" {
			return m.chosen(c.Site, c.Recv, c.Args), true
		}
	case typePath:
		return m.pathMethod(c)
	case typeNamespace:
		return m.namespaceMethod(c), true
	}
	return nil, false
}

// namespaceMethod calls a method of globals() and its like.
func (m *machine) namespaceMethod(c core.Invocation) *core.Value {
	switch c.Name {
	case "get", "__getitem__":
		if len(c.Args) > 0 {
			return m.ObjIndex(c.Recv, c.Args[0].Val)
		}
	case "keys", "items", "values", "copy", "__contains__", "__len__", "__iter__":
		return core.Top
	}
	return m.CallUnknown(c.Site, "globals."+c.Name, c.Args)
}

// dictMethod calls a method of a dictionary.
func (m *machine) dictMethod(c core.Invocation) (*core.Value, bool) {
	switch c.Name {
	case "get", "pop", "setdefault", "__getitem__":
		if len(c.Args) == 0 {
			return nil, false
		}
		m.Note(c.Site, "", nil, c.Args)
		if c.Name == "setdefault" {
			m.Mutate(c.Recv, c.Name, c.Args)
		}
		out := m.Index(c.Recv, c.Args[0].Val)
		for _, a := range c.Args[1:] {
			out = core.Join(out, a.Val)
		}
		return out, true
	case "items":
		row := core.ListOf(core.Data, c.Recv.Element())
		return &core.Value{Kind: core.KindList, List: []*core.Value{row}, More: true}, true
	case "values", "copy":
		out := core.ListOf(c.Recv.List...)
		out.More, out.Wild = c.Recv.More, c.Recv.Wild
		return out, true
	}
	return nil, false
}
