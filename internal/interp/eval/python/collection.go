package python

import (
	"slices"
	"strings"

	"github.com/fencepost/fencepost/internal/interp/eval/core"
)

// mapped is map and filter.
func (m *machine) mapped(c core.Invocation) *core.Value {
	m.NoteCall(c)
	args := c.Args
	switch {
	case len(args) < 2 || args[0].Spread || args[1].Spread:
		m.Escape(args, core.Top)
		return core.Top
	case len(args) > 2:
		return m.mapTogether(c.Site, args[0].Val, args[1:])
	}
	return m.MapOver(c.Site, args[0].Val, args[1].Val)
}

// extreme is min and max with a function to compare by.
func (m *machine) extreme(c core.Invocation) (*core.Value, bool) {
	for _, a := range c.Args {
		if a.Name == "key" && !m.Plain(a.Val) {
			m.NoteCall(c)
			m.keyed(c.Site, a.Val, c.Args)
			return among(c.Args), true
		}
	}
	return nil, false
}

// collected is list and what else makes a list of a value.
func (m *machine) collected(c core.Invocation) (*core.Value, bool) {
	first := c.At(0)
	if len(c.Args) == 0 || first == nil {
		return core.ListOf(), len(c.Args) == 0
	}
	m.NoteCall(c)
	for _, a := range c.Args[1:] {
		if a.Name == "key" && !m.Plain(a.Val) {
			m.MapOver(c.Site, a.Val, first)
		} else {
			m.EscapeValue(a.Val, first.Element(), 0)
		}
	}
	switch first.Kind {
	case core.KindList:
		return ordered(c, core.Followed(core.ListOf(), first)), true
	case core.KindObj:
		return core.SomeOf(first.Element()), true
	case core.KindStr:
		return core.Data, true
	}
	return first, first.Kind == core.KindData
}

// ordered is a copy of a list, in the order that the function gives it which makes the copy.
func ordered(c core.Invocation, list *core.Value) *core.Value {
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
	return unordered(list)
}

// unordered is a list whose elements may be in any order.
func unordered(list *core.Value) *core.Value {
	if len(list.List) > 1 {
		list.WeakAdd()
	}
	return list
}

// sortTexts sorts a list of which all elements are known texts, and reports whether it is one.
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

// dictOf is a dictionary of what dict is handed.
func dictOf(args []core.Arg) *core.Value {
	d := &core.Value{Kind: core.KindDict}
	for _, a := range args {
		switch {
		case core.IsEnviron(a.Val):
			d.Takes(a.Val)
		case a.Name != "" && !a.Spread:
			d.Put(a.Name, a.Val)
		case a.Val.Kind == core.KindDict && !a.Spread:
			for i, k := range a.Val.Keys {
				d.Put(k, a.Val.List[i])
			}
			d.Takes(a.Val)
			d.Wild = d.Wild || a.Val.Wild
		default:
			d.More, d.Like, d.Wild = true, false, d.Wild || !a.Val.Plain()
		}
	}
	return d
}

// zip is zip and enumerate: rows with an element of each argument.
func (m *machine) zip(c core.Invocation) *core.Value {
	m.NoteCall(c)
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
func (m *machine) mapTogether(s core.Site, f *core.Value, over []core.Arg) *core.Value {
	list := make([]core.Arg, len(over))
	for i, a := range over {
		list[i] = core.Arg{Val: a.Val.Element(), Spread: a.Spread}
	}
	return core.SomeOf(m.Call(s, f, list))
}

// functional calls a function of functools or operator that makes or calls another one.
func (m *machine) functional(c core.Invocation) (*core.Value, bool) {
	first := c.At(0)
	switch c.Name {
	case "functools.partial", "functools.partialmethod":
		m.NoteCall(c)
		if first == nil {
			return core.Top, true
		}
		p := core.Obj(core.TypePartial, first)
		p.Args = c.Args[1:]
		return p, true
	case "operator.attrgetter", "operator.methodcaller":
		typ := typeGetter
		if c.Name == "operator.methodcaller" {
			typ = typeCaller
		}
		if t, ok := core.TextOf(first); ok && t != "" && (typ == typeCaller || len(c.Args) == 1) {
			m.NoteCall(c)
			return selector(typ, first, c.Args[1:]), true
		}
	case "functools.reduce":
		if first == nil {
			return m.CallUnknown(c.Site, c.Name, c.Args), true
		}
		return m.reduce(c, first), true
	}
	return nil, false
}

// selector is what operator.attrgetter and operator.methodcaller make.
func selector(typ *core.Type, name *core.Value, args []core.Arg) *core.Value {
	v := core.Obj(typ, name)
	for _, a := range args {
		v.List, v.Keys = append(v.List, a.Val), append(v.Keys, a.Name)
	}
	return v
}

// reduce calls a function with what it has returned and the next element.
func (m *machine) reduce(c core.Invocation, f *core.Value) *core.Value {
	with := m.Handed(c.Args[1:])
	if len(c.Args) > 1 {
		with = core.Join(with, c.Args[1].Val.Element())
	}
	m.NoteCall(c)
	out := core.Join(m.Call(c.Site, f, []core.Arg{{Val: with}, {Val: with}}), with)
	if !m.Plain(out) {
		out = core.Join(out, m.Call(c.Site, f, []core.Arg{{Val: out}, {Val: with}}))
	}
	return out
}
