package javascript

import (
	"github.com/fencepost/fencepost/internal/interp/eval/core"
)

// objectAssign is what Object.assign returns: the first object with what the others have.
func (lb *library) objectAssign(c core.Invocation) *core.Value {
	args := c.Args
	if len(args) > 0 && !args[0].Spread {
		if to := args[0].Val; to.Kind != core.KindDict && to.Kind != core.KindData {
			return lb.assignInto(to, args[1:])
		}
	}
	out := &core.Value{Kind: core.KindDict}
	for _, a := range args {
		switch {
		case a.Spread || a.Val.Kind != core.KindDict && a.Val.Kind != core.KindRef:
			if !lb.ev.Heap.Plain(a.Val) {
				lb.ev.Heap.Escaped = true
				return core.Top
			}
			out.SpreadFrom(a.Val)
		case a.Val.Kind == core.KindRef:
			if out.Base != nil {
				lb.ev.Heap.Escaped = true
				return core.Top
			}
			out.Base, out.More, out.Wild = a.Val, true, true
		default:
			for i, k := range a.Val.Keys {
				out.Put(k, a.Val.List[i])
			}
			out.More, out.Wild = out.More || a.Val.More, out.Wild || a.Val.Wild
		}
	}
	if len(args) > 0 && args[0].Val.Kind == core.KindDict { // the first one is changed
		t := args[0].Val
		t.Keys, t.List, t.Base = out.Keys, out.List, out.Base
		t.More, t.Like, t.Wild = out.More, out.Like, out.Wild
		return t
	}
	return out
}

// promise runs the executor of a promise. Its value is what the executor resolves it with.
func (lb *library) promise(c core.Invocation) *core.Value {
	executor := c.At(0)
	if executor == nil {
		return core.Data
	}
	done := &core.Value{Kind: core.KindObj, Type: typeResolver}
	lb.ev.Calls.Call(core.Site{Node: c.Node}, executor, []core.Arg{{Val: done}, {Val: done}})
	out := core.Data
	if len(done.List) > 0 {
		out = nil
		for _, v := range done.List {
			out = core.Join(out, v)
		}
	}
	done.Type = typeResolved
	return out
}

// resolve is a call of the function that resolves a promise. Once the promise has a value it is too
// late to follow it.
func (lb *library) resolve(f *core.Value, args []core.Arg) *core.Value {
	for _, a := range args {
		if f.Type == typeResolver && !a.Spread {
			f.List = append(f.List, a.Val)
		} else if !lb.ev.Heap.Plain(a.Val) {
			lb.ev.Heap.Escaped = true
		}
	}
	return core.Data
}

// assignInto is Object.assign to what is no object literal: a module, a class, an instance.
func (lb *library) assignInto(target *core.Value, from []core.Arg) *core.Value {
	for _, a := range from {
		if a.Val.Kind == core.KindDict && !a.Spread {
			for i, k := range a.Val.Keys {
				lb.ev.Objects.SetAttr(target, k, true, a.Val.List[i])
			}
		}
		if a.Spread || a.Val.Kind != core.KindDict && !lb.ev.Heap.Plain(a.Val) || a.Val.Wild {
			lb.ev.Objects.SetAttr(target, "", false, core.Top)
		}
	}
	return target
}

// defineProperty is Object.defineProperty.
func (lb *library) defineProperty(c core.Invocation) *core.Value {
	args := c.Args
	if len(args) < 3 || args[2].Spread || args[1].Spread || args[0].Spread {
		return core.Top
	}
	desc := args[2].Val
	val := desc.Get("value")
	if get := desc.Get("get"); get != nil {
		val = lb.ev.Calls.Call(core.Site{Node: c.Node}, get, nil)
	}
	if val == nil {
		val = core.Data
		if !lb.ev.Heap.Plain(desc) {
			val = core.Top
		}
	}
	lb.ev.Calls.EscapeValue(desc, core.Top, 0)
	lb.ev.Objects.SetElement(args[0].Val, args[1].Val, val)
	return args[0].Val
}
