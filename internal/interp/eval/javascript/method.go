package javascript

import "github.com/fencepost/fencepost/internal/interp/eval/core"

// Method calls a method that calls what it is handed, leads to functions, or is computed.
func (m *machine) Method(s core.Site, recv *core.Value, method string, args []core.Arg) (*core.Value, bool) {
	if v, ok := m.textMethod(recv, method, args); ok {
		m.Note(s, "", nil, args)
		return v, true
	}
	switch recv.Kind {
	case core.KindRef, core.KindBound, core.KindFunc:
		if v, ok := m.functionMethod(s, recv, method, args); ok {
			return v, true
		}
	case core.KindObj:
		switch recv.Type {
		case typeResolver, typeResolved:
			if method == "__call__" {
				return m.resolve(recv, args), true
			}
		case typeMade:
			return recv.Base, true // what new Function or vm.Script made was interpreted when it was made
		}
	}
	switch method {
	case "then", "catch", "finally":
		m.Note(s, "", nil, args)
		return m.settled(s, recv, method, args), true
	case "forEach", "map", "flatMap", "filter", "find", "some", "every", "findIndex", "findLast":
		if iterates(recv) {
			m.Note(s, "", nil, args)
			return m.mapped(s, recv, method, args), true
		}
	}
	if recv.Kind == core.KindList {
		return m.arrayMethod(s, recv, method, args)
	}
	return nil, false
}

// functionMethod calls a method of functions.
func (m *machine) functionMethod(s core.Site, recv *core.Value, method string, args []core.Arg) (*core.Value, bool) {
	switch method {
	case "call":
		if len(args) > 0 {
			args = args[1:]
		}
		return m.Call(s, recv, args), true
	case "apply":
		var rest []core.Arg
		if len(args) > 1 {
			rest = core.SpreadArgs(args[1].Val)
		}
		return m.Call(s, recv, rest), true
	case "bind":
		p := core.Obj(core.TypePartial, recv)
		if len(args) > 1 {
			p.Args = args[1:]
		}
		return p, true
	case "toString", "on":
		return core.Data, recv.Kind == core.KindFunc
	}
	return nil, false
}

// settled calls what a promise calls when it is settled. Its value is that of the promise, or of
// what was called.
func (m *machine) settled(s core.Site, recv *core.Value, method string, args []core.Arg) *core.Value {
	var out *core.Value
	for i, a := range args {
		with := core.Data
		if recv.Kind != core.KindBound && (method == "then" && i == 0 || !m.Plain(recv)) {
			with = recv
		}
		list := []core.Arg{{Val: with}}
		m.Later(a.Val, list)
		if a.Val.Kind == core.KindFunc {
			out = core.Join(out, m.Invoke(a.Val.Fn, list, true))
		} else if !a.Val.Plain() {
			out = core.Join(out, m.Call(core.Site{Node: s.Node}, a.Val, list))
		}
	}
	return core.Join(out, recv)
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
func (m *machine) mapped(s core.Site, recv *core.Value, method string, args []core.Arg) *core.Value {
	f := core.Data
	if len(args) > 0 && !args[0].Spread {
		f = args[0].Val
	}
	out := m.MapOver(core.Site{Node: s.Node}, f, recv)
	switch method {
	case "map", "flatMap":
		return out
	case "filter", "find", "findLast":
	default:
		return core.Data
	}
	switch {
	case recv.Is(core.TypeNames) && method == "filter":
		return recv
	case recv.Is(core.TypeNames) || recv.Kind == core.KindList && method != "filter":
		return recv.Element()
	case recv.Kind == core.KindList:
		return core.SomeOf(recv.Element())
	}
	return m.MaybeEscaped(core.Data)
}

// arrayMethod calls a method of arrays that is computed.
func (m *machine) arrayMethod(s core.Site, recv *core.Value, method string, args []core.Arg) (*core.Value, bool) {
	switch method {
	case "join":
		m.Note(s, "", nil, args)
		sep := core.Str(",")
		if len(args) > 0 {
			sep = args[0].Val
		}
		return core.JoinList(sep, recv)
	case "reverse", "slice", "concat", "flat", "sort", "values", "entries", "splice":
		m.Note(s, "", nil, args)
		m.Escape(args, recv.Element())
		out := m.reordered(recv, method, args)
		switch method {
		case "reverse", "sort":
			recv.WeakAdd()
		case "splice":
			recv.WeakAdd(core.ArgValues(args)...)
		}
		return out, true
	case "pop", "shift":
		recv.WeakAdd()
		return recv.Element(), true
	case "at":
		return recv.Element(), true
	}
	return nil, false
}
