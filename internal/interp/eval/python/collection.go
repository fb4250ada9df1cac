package python

import (
	"slices"
	"strings"

	"github.com/fencepost/fencepost/internal/interp/eval/core"
)

// mapFilter is map and filter.
func (lb *library) mapFilter(c core.Invocation) *core.Value {
	args := c.Args
	switch {
	case len(args) < 2 || args[0].Spread || args[1].Spread:
		lb.ev.Calls.Escape(args, core.Top)
		return core.Top
	case len(args) > 2:
		return lb.mapTogether(c.Site, args[0].Val, args[1:])
	}
	return lb.ev.Calls.Map(c.Site, args[0].Val, args[1].Val)
}

// minMax is min and max with a function to compare by.
func (lb *library) minMax(c core.Invocation) *core.Value {
	for _, a := range c.Args {
		if a.Name == "key" && !lb.ev.Heap.Plain(a.Val) {
			lb.ev.Report.NoteCall(c)
			lb.callKey(c.Site, a.Val, c.Args)
			return oneOf(c.Args)
		}
	}
	return nil
}

// newList is list and what else makes a list of a value.
func (lb *library) newList(c core.Invocation) *core.Value {
	first := c.At(0)
	switch {
	case len(c.Args) == 0:
		return core.ListOf()
	case first == nil:
		return nil
	}
	lb.ev.Report.NoteCall(c)
	for _, a := range c.Args[1:] {
		if a.Name == "key" && !lb.ev.Heap.Plain(a.Val) {
			lb.ev.Calls.Map(c.Site, a.Val, first)
		} else {
			lb.ev.Calls.EscapeValue(a.Val, first.Element(), 0)
		}
	}
	switch first.Kind {
	case core.KindList:
		return copyInOrder(c, core.ConcatLists(core.ListOf(), first))
	case core.KindObj:
		return core.SomeOf(first.Element())
	case core.KindStr:
		return core.Data
	case core.KindData:
		return first
	}
	return nil
}

// copyInOrder is a copy of a list, in the order that the function gives it which makes the copy.
func copyInOrder(c core.Invocation, list *core.Value) *core.Value {
	switch c.Name {
	case "list", "tuple", "iter":
		return list
	case "reversed":
		if !list.More {
			slices.Reverse(list.List)
			return list
		}
	case "sorted":
		if len(c.Args) == 1 && sortTexts(list) {
			return list
		}
	}
	return anyOrder(list)
}

// anyOrder is a list whose elements may be in any order.
func anyOrder(list *core.Value) *core.Value {
	if len(list.List) > 1 {
		list.WeakAdd()
	}
	return list
}

// sortTexts sorts a list if all its elements are known texts, and reports whether they are.
func sortTexts(list *core.Value) bool {
	for _, e := range list.List {
		if _, ok := e.Text(); !ok || list.More {
			return false
		}
	}
	slices.SortFunc(list.List, func(a, b *core.Value) int {
		return strings.Compare(a.Word.Text, b.Word.Text)
	})
	return true
}

// dict is a dictionary of what it is handed.
func (lb *library) dict(c core.Invocation) *core.Value {
	d := &core.Value{Kind: core.KindDict}
	for _, a := range c.Args {
		switch {
		case core.IsEnviron(a.Val):
			d.SpreadFrom(a.Val)
		case a.Name != "" && !a.Spread:
			d.Put(a.Name, a.Val)
		case a.Val.Kind == core.KindDict && !a.Spread:
			for i, k := range a.Val.Keys {
				d.Put(k, a.Val.List[i])
			}
			d.SpreadFrom(a.Val)
			d.Wild = d.Wild || a.Val.Wild
		default:
			d.More, d.Like, d.Wild = true, false, d.Wild || !a.Val.Plain()
		}
	}
	return d
}

// zip is zip and enumerate: rows with an element of each argument.
func (lb *library) zip(c core.Invocation) *core.Value {
	args := c.Args
	var row []*core.Value
	if c.Name == "enumerate" {
		row = append(row, core.Data)
		args = args[:min(len(args), 1)]
	}
	for _, a := range args {
		row = append(row, a.Val.Element())
	}
	return core.SomeOf(core.ListOf(row...))
}

// mapTogether calls a function with elements of several values.
func (lb *library) mapTogether(s core.Site, f *core.Value, over []core.Arg) *core.Value {
	list := make([]core.Arg, len(over))
	for i, a := range over {
		list[i] = core.Arg{Val: a.Val.Element(), Spread: a.Spread}
	}
	return core.SomeOf(lb.ev.Calls.Call(s, f, list))
}

// partial is a function with some of its arguments.
func (lb *library) partial(c core.Invocation) *core.Value {
	lb.ev.Report.NoteCall(c)
	first := c.At(0)
	if first == nil {
		return core.Top
	}
	p := core.Obj(core.TypePartial, first)
	p.Args = c.Args[1:]
	return p
}

// getter makes a function that gets an attribute or calls a method.
func (lb *library) getter(c core.Invocation) *core.Value {
	typ := typeGetter
	if c.Name == "operator.methodcaller" {
		typ = typeCaller
	}
	first := c.At(0)
	if t, ok := core.TextOf(first); !ok || t == "" || typ == typeGetter && len(c.Args) != 1 {
		return nil
	}
	lb.ev.Report.NoteCall(c)
	v := core.Obj(typ, first)
	for _, a := range c.Args[1:] {
		v.List, v.Keys = append(v.List, a.Val), append(v.Keys, a.Name)
	}
	return v
}

// reduce calls a function with what it has returned and the next element.
func (lb *library) reduce(c core.Invocation) *core.Value {
	f := c.At(0)
	if f == nil {
		return lb.ev.Calls.CallUnknown(c.Site, c.Name, c.Args)
	}
	with := lb.ev.Heap.JoinArguments(c.Args[1:])
	if len(c.Args) > 1 {
		with = core.Join(with, c.Args[1].Val.Element())
	}
	lb.ev.Report.NoteCall(c)
	out := core.Join(lb.ev.Calls.Call(c.Site, f, []core.Arg{{Val: with}, {Val: with}}), with)
	if !lb.ev.Heap.Plain(out) {
		out = core.Join(out, lb.ev.Calls.Call(c.Site, f, []core.Arg{{Val: out}, {Val: with}}))
	}
	return out
}

// oneOf is one of the arguments of min and max, or of the elements of the only one.
func oneOf(args []core.Arg) *core.Value {
	var out *core.Value
	n := 0
	for _, a := range args {
		if a.Name == "" {
			n++
		}
	}
	for _, a := range args {
		switch {
		case a.Name == "key":
		case n == 1 && a.Name == "" || a.Spread:
			out = core.Join(out, a.Val.Element())
		default:
			out = core.Join(out, a.Val)
		}
	}
	if out == nil {
		return core.Top
	}
	return out
}

// callKey calls the function that min and max compare by with each of what is compared.
func (lb *library) callKey(s core.Site, key *core.Value, args []core.Arg) {
	var pos []*core.Value
	for _, a := range args {
		if a.Name == "" && !a.Spread {
			pos = append(pos, a.Val)
		}
	}
	switch len(pos) {
	case 0:
		lb.ev.Calls.EscapeValue(key, core.Top, 0)
	case 1:
		lb.ev.Calls.Map(core.Site{Node: s.Node}, key, pos[0])
	default:
		lb.ev.Calls.Map(core.Site{Node: s.Node}, key, core.ListOf(pos...))
	}
}
