package core

import (
	"strconv"
	"strings"
)

// MapOver calls a function with each element of a value.
func (m *Machine) MapOver(s Site, f, over *Value) *Value {
	out := &Value{Kind: KindList}
	if over.Kind == KindList && !over.More && !over.Wild && len(over.List) <= maxUnroll {
		for _, e := range over.List {
			out.List = append(out.List, m.Call(s, f, []Arg{{Val: e}}))
		}
		return out
	}
	out.List, out.More, out.Like = []*Value{m.Call(s, f, []Arg{{Val: over.Element()}})}, true, true
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

// Each runs a body for the elements of a value: one by one where they are known.
func (m *Machine) Each(over *Value, body func(*Value)) {
	if over.Kind == KindList && !over.More && !over.Wild && len(over.List) <= maxUnroll {
		n := len(over.List)
		for _, e := range append([]*Value(nil), over.List...) {
			body(e)
		}
		if len(over.List) != n || over.More { // it was changed on the way
			m.Loop(func() { body(over.Element()) })
		}
		return
	}
	m.Loop(func() { body(over.Element()) })
}
