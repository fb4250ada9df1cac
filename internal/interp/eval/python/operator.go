package python

import (
	"strconv"
	"strings"

	"github.com/fencepost/fencepost/internal/interp/eval/core"
)

// chosen is a call of what operator.attrgetter or operator.methodcaller made: an attribute of the
// argument, or a call of a method of it.
func (m *machine) chosen(s core.Site, f *core.Value, args []core.Arg) *core.Value {
	name, _ := f.Base.Text()
	if len(args) != 1 || args[0].Spread {
		return m.CallUnknown(s, "operator."+f.Type.Name, args)
	}
	v := args[0].Val
	for part := range strings.SplitSeq(name, ".") {
		v = m.Attr(v, part)
	}
	if f.Type == typeGetter {
		return v
	}
	list := make([]core.Arg, len(f.List))
	for i := range f.List {
		list[i] = core.Arg{Name: f.Keys[i], Val: f.List[i]}
	}
	return m.Call(s, v, list)
}

// keyed calls the function that min and max compare by with each of what is compared.
func (m *machine) keyed(s core.Site, key *core.Value, args []core.Arg) {
	var pos []*core.Value
	for _, a := range args {
		if a.Name == "" && !a.Spread {
			pos = append(pos, a.Val)
		}
	}
	switch len(pos) {
	case 0:
		m.EscapeValue(key, core.Top, 0)
	case 1:
		m.MapOver(core.Site{Node: s.Node}, key, pos[0])
	default:
		m.MapOver(core.Site{Node: s.Node}, key, core.ListOf(pos...))
	}
}

// among is one of the arguments of min and max, or of the elements of the only one.
func among(args []core.Arg) *core.Value {
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

// operate is a binary operator on two values.
func (m *machine) operate(op string, a, b *core.Value) *core.Value {
	switch op {
	case "%":
		return core.EachPair(a, b, m.modulo)
	case "*":
		return core.EachPair(a, b, m.times)
	case "/":
		return core.EachPair(a, b, m.divide)
	}
	return m.Binary(core.OperatorOf(op), a, b)
}

// modulo is text % values, or a remainder.
func (m *machine) modulo(a, b *core.Value) *core.Value {
	s, ok := a.Text()
	switch {
	case ok && m.Formatted(b):
		return core.Data
	case ok:
		return percent(s, b)
	case a.Kind == core.KindStr:
		return core.Partial("", "")
	}
	return m.Binary(core.OpOther, a, b)
}

// times repeats a text or a list, or multiplies.
func (m *machine) times(a, b *core.Value) *core.Value {
	s, ok := a.Text()
	n := b
	if !ok {
		s, ok = b.Text()
		n = a
	}
	if i, err := strconv.Atoi(n.Name); ok && n.Kind == core.KindNum && err == nil {
		if i <= 0 {
			return core.Str("")
		}
		if i*len(s) <= core.MaxText {
			return core.Str(strings.Repeat(s, i))
		}
	}
	if a.Kind == core.KindList {
		return &core.Value{Kind: core.KindList, List: a.List, More: true, Wild: a.Wild}
	}
	return m.Binary(core.OpOther, a, b)
}

// divide is path / path, or a division.
func (m *machine) divide(a, b *core.Value) *core.Value {
	switch {
	case a.Is(typePath):
		return core.Obj(typePath, core.JoinPath([]core.Arg{{Val: a.Base}, {Val: b}}, true))
	case b.Is(typePath):
		return core.Obj(typePath, core.JoinPath([]core.Arg{{Val: a}, {Val: b.Base}}, true))
	}
	return m.Binary(core.OpOther, a, b)
}

// Overloads reports whether operators may mean anything for a value: classes say what they do.
func (m *machine) Overloads(v *core.Value) bool {
	switch v.Kind {
	case core.KindObj:
		return v.Class != nil || !m.Plain(v)
	case core.KindTop, core.KindClass:
		return true
	case core.KindList, core.KindDict:
		return v.Wild
	}
	return false
}
