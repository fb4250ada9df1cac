package core

import (
	"slices"
	"strconv"
	"strings"
)

// AppendUnplaced adds what may be behind the elements of a list, in no certain place.
func (v *Value) AppendUnplaced(added ...*Value) {
	n := v.placedCount()
	v.WeakAdd(added...)
	v.Placed = n
}

// WeakAdd makes the places of a list's elements unknown, and adds what may be among them.
func (v *Value) WeakAdd(added ...*Value) {
	if v.More && !v.Like {
		added = append(added, Data)
	}
	for _, a := range added {
		known := false
		for _, e := range v.List {
			known = known || equal(e, a, 0)
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
	v.More, v.Like, v.Placed = true, true, 0
}

// WeakUpdate says that any key of a dictionary may have been set to a value.
func (v *Value) WeakUpdate(val *Value) {
	for i := range v.List {
		v.List[i] = Join(v.List[i], val)
	}
	v.More, v.Like = true, false
	v.Wild = v.Wild || !val.Plain()
}

// ConcatLists is a list with the elements of another one behind its own.
func ConcatLists(a, b *Value) *Value {
	out := &Value{Kind: KindList, List: slices.Clone(a.List), More: a.More, Like: a.Like,
		Placed: a.Placed, Wild: a.Wild || b.Wild}
	if a.More {
		out.AppendUnplaced(b.List...)
		if b.More && !b.Like {
			out.AppendUnplaced(Data)
		}
		return out
	}
	out.List = append(out.List, b.List...)
	out.More, out.Like, out.Placed = b.More, b.Like, len(a.List)+b.Placed
	return out
}

// StrList is a list of texts.
func StrList(list []string) *Value {
	if len(list) > 4*maxUnroll {
		return Data
	}
	out := &Value{Kind: KindList}
	for _, s := range list {
		out.List = append(out.List, Str(s))
	}
	return out
}

// FromCodes turns a list of character codes into text: of those of ASCII, as beyond it bytes are no
// characters.
func FromCodes(v *Value) *Value {
	var b strings.Builder
	for _, e := range v.List {
		n, err := strconv.ParseInt(e.Name, 0, 32)
		if e.Kind != KindNum || err != nil || n < 0 || n > 0x7f {
			return Data
		}
		b.WriteRune(rune(n))
	}
	if v.More {
		return Data
	}
	return Str(b.String())
}

// JoinList joins a list with a separator, as far as it is known which element is where.
func JoinList(sep, list *Value) *Value {
	if list.Kind != KindList || list.Wild {
		if !list.Plain() {
			return nil
		}
		return Data
	}
	var parts []*Value
	for i, e := range list.List[:list.placedCount()] {
		if i > 0 {
			parts = append(parts, sep)
		}
		parts = append(parts, e)
	}
	if list.More {
		parts = append(parts, Data)
	}
	return Concat(parts...)
}

// SpreadFrom notes that a dictionary gets what another one holds beside the keys that are known.
// What it has more than these is like that: of the environment, nothing that is not there already.
func (v *Value) SpreadFrom(from *Value) {
	like := !v.More || v.Like
	switch {
	case IsEnviron(from):
		v.Put("*", from)
	case from.Kind == KindDict && !from.More:
		return
	default:
		like = like && from.Kind == KindDict && from.Like
	}
	v.More, v.Like = true, like
}

// Append adds an element to the end of a list.
func (v *Value) Append(e *Value) {
	if v.More {
		v.AppendUnplaced(e)
	} else {
		v.List = append(v.List, e)
	}
}

// AppendSpread adds the elements of a value to the end of a list.
func (v *Value) AppendSpread(from *Value) {
	if from.Kind == KindList && !from.More {
		v.List = append(v.List, from.List...)
	} else {
		v.AppendUnplaced(from.Element())
	}
}
