package javascript

import (
	"slices"
	"strconv"
	"strings"

	"github.com/fencepost/fencepost/internal/interp/eval/core"
)

// Method calls a method that calls what it is handed, leads to functions, or is computed.
func (lb *library) Method(c core.Invocation) *core.Value {
	if v := lb.textMethod(c.Recv, c.Name, c.Args); v != nil {
		lb.ev.Report.Note(c.Site, "", c.Args)
		return v
	}
	switch c.Recv.Kind {
	case core.KindRef, core.KindBound, core.KindFunc:
		if v := lb.functionMethod(c); v != nil {
			return v
		}
	case core.KindObj:
		switch c.Recv.Type {
		case typeResolver, typeResolved:
			if c.Name == "__call__" {
				return lb.resolve(c.Recv, c.Args)
			}
		case typeMade:
			return c.Recv.Base // it was interpreted when it was made
		}
	}
	switch c.Name {
	case "then", "catch", "finally":
		lb.ev.Report.Note(c.Site, "", c.Args)
		return lb.thenCatch(c)
	case "forEach", "map", "flatMap", "filter", "find", "some", "every", "findIndex", "findLast":
		if hasArrayMethods(c.Recv) {
			lb.ev.Report.Note(c.Site, "", c.Args)
			return lb.arrayCallback(c)
		}
	}
	if c.Recv.Kind == core.KindList {
		return lb.arrayMethod(c)
	}
	return nil
}

// functionMethod calls a method of functions.
func (lb *library) functionMethod(c core.Invocation) *core.Value {
	switch c.Name {
	case "call":
		if len(c.Args) > 0 {
			c.Args = c.Args[1:]
		}
		return lb.ev.Calls.Call(c.Site, c.Recv, c.Args)
	case "apply":
		var rest []core.Arg
		if len(c.Args) > 1 {
			rest = core.SpreadArgs(c.Args[1].Val)
		}
		return lb.ev.Calls.Call(c.Site, c.Recv, rest)
	case "bind":
		p := core.Obj(core.TypePartial, c.Recv)
		if len(c.Args) > 1 {
			p.Args = c.Args[1:]
		}
		return p
	case "toString", "on":
		if c.Recv.Kind == core.KindFunc {
			return core.Data
		}
	}
	return nil
}

// thenCatch calls what a promise calls when it is settled. Its value is that of the promise, or of
// what was called.
func (lb *library) thenCatch(c core.Invocation) *core.Value {
	var out *core.Value
	for i, a := range c.Args {
		with := core.Data
		if c.Recv.Kind != core.KindBound && (c.Name == "then" && i == 0 || !lb.ev.Heap.Plain(c.Recv)) {
			with = c.Recv
		}
		list := []core.Arg{{Val: with}}
		lb.ev.State.Defer(a.Val, list)
		if a.Val.Kind == core.KindFunc {
			out = core.Join(out, lb.ev.Calls.Invoke(a.Val.Fn, list))
		} else if !a.Val.Plain() {
			out = core.Join(out, lb.ev.Calls.Call(core.Site{Node: c.Node}, a.Val, list))
		}
	}
	return core.Join(out, c.Recv)
}

// hasArrayMethods reports whether a value has the methods of arrays, as far as is known.
func hasArrayMethods(v *core.Value) bool {
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

// arrayCallback calls a function with each element of an array.
func (lb *library) arrayCallback(c core.Invocation) *core.Value {
	f := core.Data
	if len(c.Args) > 0 && !c.Args[0].Spread {
		f = c.Args[0].Val
	}
	out := lb.ev.Calls.Map(core.Site{Node: c.Node}, f, c.Recv)
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
		return lb.ev.Heap.MaybeEscaped(c.Recv)
	}
	return lb.ev.Heap.MaybeEscaped(core.Data)
}

// arrayMethod calls a method of arrays that is computed.
func (lb *library) arrayMethod(c core.Invocation) *core.Value {
	switch c.Name {
	case "join":
		lb.ev.Report.Note(c.Site, "", c.Args)
		sep := core.Str(",")
		if len(c.Args) > 0 {
			sep = c.Args[0].Val
		}
		return core.JoinList(sep, withBlanks(c.Recv))
	case "reverse", "slice", "concat", "flat", "sort", "values", "entries", "splice":
		lb.ev.Report.Note(c.Site, "", c.Args)
		lb.ev.Calls.Escape(c.Args, c.Recv.Element())
		out := arrayCopy(c.Recv, c.Name, c.Args)
		switch c.Name {
		case "reverse", "sort":
			c.Recv.WeakAdd()
		case "splice":
			c.Recv.WeakAdd(core.ArgValues(c.Args)...)
		}
		return out
	case "pop", "shift":
		c.Recv.WeakAdd()
		return c.Recv.Element()
	case "at":
		return c.Recv.Element()
	}
	return nil
}

// arrayCopy are the methods of arrays that give an array of the same elements.
func arrayCopy(recv *core.Value, method string, args []core.Arg) *core.Value {
	switch {
	case method == "reverse" && !recv.More:
		out := &core.Value{Kind: core.KindList, Wild: recv.Wild}
		for i := len(recv.List) - 1; i >= 0; i-- {
			out.List = append(out.List, recv.List[i])
		}
		return out
	case method == "slice" && len(args) == 0, method == "values":
		return recv
	case method == "slice" && len(args) == 1 && !recv.More && args[0].Val.Kind == core.KindNum:
		if i, err := strconv.Atoi(args[0].Val.Name); err == nil && i >= 0 {
			out := core.ListOf(slices.Clone(recv.List[min(i, len(recv.List)):])...)
			out.Wild = recv.Wild
			return out
		}
	case method == "concat":
		out := core.ConcatLists(core.ListOf(), recv)
		for _, a := range args {
			if a.Val.Kind == core.KindList {
				out = core.ConcatLists(out, a.Val)
			} else {
				out = core.ConcatLists(out, core.ListOf(a.Val))
			}
		}
		return out
	}
	e := recv.Element()
	if method == "flat" {
		e = core.Join(e, e.Element())
	}
	return core.SomeOf(e)
}

// withBlanks is an array as join writes it: null and undefined are empty.
func withBlanks(list *core.Value) *core.Value {
	if list.Kind != core.KindList {
		return list
	}
	out := *list
	out.List = slices.Clone(list.List)
	for i, e := range out.List {
		if e.Kind == core.KindNum && (e.Name == "null" || e.Name == "undefined") {
			out.List[i] = core.Str("")
		}
	}
	return &out
}

// Mutate applies the methods that change an array or an object.
func (lb *library) Mutate(recv *core.Value, method string, args []core.Arg) {
	switch recv.Kind {
	case core.KindList:
		lb.mutateArray(recv, method, args)
	case core.KindDict:
		if method == "set" {
			lb.ev.Heap.SetKey(recv, args)
		}
	}
}

func (lb *library) mutateArray(recv *core.Value, method string, args []core.Arg) {
	switch method {
	case "copy", "keys", "values", "get", "join", "index", "slice", "map", "filter", "forEach",
		"includes", "indexOf", "concat", "some", "every", "find", "findIndex", "findLast", "flat",
		"flatMap", "reduce", "at", "toString", "entries", "lastIndexOf", "toSorted", "toReversed",
		"with":
	case "push":
		lb.ev.Heap.AppendArgs(recv, args)
	default:
		lb.ev.Heap.AddTo(recv, args)
	}
}

// ChangesArguments reports whether a function changes what it is handed.
func (lb *library) ChangesArguments(name string) bool {
	switch name {
	case "Object.assign", "Object.defineProperty", "Object.defineProperties",
		"Object.setPrototypeOf", "Reflect.set", "Reflect.defineProperty", "Reflect.setPrototypeOf",
		"Reflect.deleteProperty":
		return true
	}
	return strings.Contains(name, ".prototype.")
}
