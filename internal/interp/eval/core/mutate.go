package core

import "slices"

// AppendTo adds elements to a list where their places are known, and reports whether they are.
func (m *Machine) AppendTo(list *Value, added []*Value) bool {
	if m.maybe > 0 || m.frames > 0 || list.More || len(list.List)+len(added) > maxUnroll {
		return false
	}
	list.List = append(list.List, added...)
	return true
}

// AddTo says that the arguments may be among the elements of a list.
func (m *Machine) AddTo(list *Value, args []Arg) {
	added := make([]*Value, len(args))
	for i, a := range args {
		if added[i] = a.Val; a.Spread {
			added[i] = a.Val.Element()
		}
	}
	list.WeakAdd(added...)
}

// AppendArgs adds arguments to the end of a list.
func (m *Machine) AppendArgs(list *Value, args []Arg) {
	if Spreads(args) || !m.AppendTo(list, ArgValues(args)) {
		n := list.placed()
		m.AddTo(list, args)
		list.Fixed = n
	}
}

// placed is how many elements of a list are in their places, from the first on.
func (v *Value) placed() int {
	if v.More && v.Like {
		return v.Fixed
	}
	return len(v.List)
}

// Behind adds what may be behind the elements of a list, in no certain place.
func (v *Value) Behind(added ...*Value) {
	n := v.placed()
	v.WeakAdd(added...)
	v.Fixed = n
}

// Followed is a list with the elements of another one behind its own.
func Followed(a, b *Value) *Value {
	out := &Value{Kind: KindList, List: slices.Clone(a.List), More: a.More, Like: a.Like,
		Fixed: a.Fixed, Wild: a.Wild || b.Wild}
	if a.More {
		out.Behind(b.List...)
		if b.More && !b.Like {
			out.Behind(Data)
		}
		return out
	}
	out.List = append(out.List, b.List...)
	out.More, out.Like, out.Fixed = b.More, b.Like, len(a.List)+b.Fixed
	return out
}

// ArgValues are the values of arguments, whatever their names.
func ArgValues(args []Arg) []*Value {
	list := make([]*Value, len(args))
	for i, a := range args {
		list[i] = a.Val
	}
	return list
}

// Spreads reports whether one of the arguments is spread.
func Spreads(args []Arg) bool {
	for _, a := range args {
		if a.Spread {
			return true
		}
	}
	return false
}

// Elements is any element of any of the arguments.
func Elements(args []Arg) *Value {
	out := Data
	for _, a := range args {
		out = Join(out, a.Val.Element())
	}
	return out
}

// WeakAdd makes the places of a list's elements unknown, and adds what may be among them.
func (v *Value) WeakAdd(added ...*Value) {
	if v.More && !v.Like {
		added = append(added, Data)
	}
	for _, a := range added {
		known := false
		for _, e := range v.List {
			known = known || same(e, a, 0)
		}
		switch {
		case known:
		case len(v.List) < 2*maxUnroll:
			v.List = append(v.List, a)
		case a.Plain():
			v.List[0] = Join(v.List[0], Data)
		default:
			v.Wild = true
		}
	}
	v.More, v.Like, v.Fixed = true, true, 0
}

// SetKey sets a key of a dictionary that is the first argument, to the second.
func (m *Machine) SetKey(d *Value, args []Arg) {
	if len(args) > 1 && !Spreads(args) {
		if k, ok := args[0].Val.Text(); ok {
			m.Update(d, k, Join(d.Get(k), args[1].Val))
			return
		}
	}
	d.WeakUpdate(Elements(args))
	for _, a := range args {
		d.WeakUpdate(a.Val)
	}
}

// Update sets a key, or lets it have either value where it is not certain that this happens.
func (m *Machine) Update(d *Value, key string, v *Value) {
	if m.maybe > 0 || m.frames > 0 {
		v = Join(d.Get(key), v)
	}
	d.Put(key, v)
}

// WeakUpdate says that any key of a dictionary may have been set to a value.
func (v *Value) WeakUpdate(val *Value) {
	for i := range v.List {
		v.List[i] = Join(v.List[i], val)
	}
	v.More, v.Like = true, false
	v.Wild = v.Wild || !val.Plain()
}
