package javascript

import "github.com/fencepost/fencepost/internal/interp/eval/core"

// Method calls a method that calls what it is handed, leads to functions, or is computed.
func (m *machine) Method(c core.Invocation) (*core.Value, bool) {
	if v, ok := m.textMethod(c.Recv, c.Name, c.Args); ok {
		m.Note(c.Site, "", nil, c.Args)
		return v, true
	}
	switch c.Recv.Kind {
	case core.KindRef, core.KindBound, core.KindFunc:
		if v, ok := m.functionMethod(c); ok {
			return v, true
		}
	case core.KindObj:
		switch c.Recv.Type {
		case typeResolver, typeResolved:
			if c.Name == "__call__" {
				return m.resolve(c.Recv, c.Args), true
			}
		case typeMade:
			return c.Recv.Base, true // it was interpreted when it was made
		}
	}
	switch c.Name {
	case "then", "catch", "finally":
		m.Note(c.Site, "", nil, c.Args)
		return m.settled(c), true
	case "forEach", "map", "flatMap", "filter", "find", "some", "every", "findIndex", "findLast":
		if iterates(c.Recv) {
			m.Note(c.Site, "", nil, c.Args)
			return m.mapped(c), true
		}
	}
	if c.Recv.Kind == core.KindList {
		return m.arrayMethod(c)
	}
	return nil, false
}

// functionMethod calls a method of functions.
func (m *machine) functionMethod(c core.Invocation) (*core.Value, bool) {
	switch c.Name {
	case "call":
		if len(c.Args) > 0 {
			c.Args = c.Args[1:]
		}
		return m.Call(c.Site, c.Recv, c.Args), true
	case "apply":
		var rest []core.Arg
		if len(c.Args) > 1 {
			rest = core.SpreadArgs(c.Args[1].Val)
		}
		return m.Call(c.Site, c.Recv, rest), true
	case "bind":
		p := core.Obj(core.TypePartial, c.Recv)
		if len(c.Args) > 1 {
			p.Args = c.Args[1:]
		}
		return p, true
	case "toString", "on":
		return core.Data, c.Recv.Kind == core.KindFunc
	}
	return nil, false
}

// settled calls what a promise calls when it is settled. Its value is that of the promise, or of
// what was called.
func (m *machine) settled(c core.Invocation) *core.Value {
	var out *core.Value
	for i, a := range c.Args {
		with := core.Data
		if c.Recv.Kind != core.KindBound && (c.Name == "then" && i == 0 || !m.Plain(c.Recv)) {
			with = c.Recv
		}
		list := []core.Arg{{Val: with}}
		m.Later(a.Val, list)
		if a.Val.Kind == core.KindFunc {
			out = core.Join(out, m.Invoke(a.Val.Fn, list))
		} else if !a.Val.Plain() {
			out = core.Join(out, m.Call(core.Site{Node: c.Node}, a.Val, list))
		}
	}
	return core.Join(out, c.Recv)
}

// iterates reports whether a value has the methods of arrays, as far as is known.
func iterates(v *core.Value) bool {
	switch v.Kind {
	case core.KindList, core.KindData, core.KindDict:
		return true
	case core.KindBound:
		return v.Plain()
	case core.KindObj:
		return v.Type != core.TypeInstance
	}
	return false
}

// mapped calls a function with each element of an array.
func (m *machine) mapped(c core.Invocation) *core.Value {
	f := core.Data
	if len(c.Args) > 0 && !c.Args[0].Spread {
		f = c.Args[0].Val
	}
	out := m.MapOver(core.Site{Node: c.Node}, f, c.Recv)
	switch c.Name {
	case "map", "flatMap":
		return out
	case "filter", "find", "findLast":
	default:
		return core.Data
	}
	switch {
	case c.Recv.Is(core.TypeNames) && c.Name == "filter":
		return c.Recv
	case c.Recv.Is(core.TypeNames) || c.Recv.Kind == core.KindList && c.Name != "filter":
		return c.Recv.Element()
	case c.Recv.Kind == core.KindList:
		return core.SomeOf(c.Recv.Element())
	}
	if c.Recv.Kind == core.KindData {
		return m.MaybeEscaped(c.Recv)
	}
	return m.MaybeEscaped(core.Data)
}

// arrayMethod calls a method of arrays that is computed.
func (m *machine) arrayMethod(c core.Invocation) (*core.Value, bool) {
	switch c.Name {
	case "join":
		m.Note(c.Site, "", nil, c.Args)
		sep := core.Str(",")
		if len(c.Args) > 0 {
			sep = c.Args[0].Val
		}
		return core.JoinList(sep, withBlanks(c.Recv))
	case "reverse", "slice", "concat", "flat", "sort", "values", "entries", "splice":
		m.Note(c.Site, "", nil, c.Args)
		m.Escape(c.Args, c.Recv.Element())
		out := m.reordered(c.Recv, c.Name, c.Args)
		switch c.Name {
		case "reverse", "sort":
			c.Recv.WeakAdd()
		case "splice":
			c.Recv.WeakAdd(core.ArgValues(c.Args)...)
		}
		return out, true
	case "pop", "shift":
		c.Recv.WeakAdd()
		return c.Recv.Element(), true
	case "at":
		return c.Recv.Element(), true
	}
	return nil, false
}
