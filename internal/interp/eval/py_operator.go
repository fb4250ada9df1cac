package eval

import (
	"strconv"
	"strings"
)

// chosen is a call of what operator.attrgetter or operator.methodcaller made: an attribute of the
// argument, or a call of a method of it.
func (m *python) chosen(s site, f *Value, args []arg) *Value {
	name, _ := f.base.text()
	if len(args) != 1 || args[0].spread {
		return m.callUnknown(s, "operator."+f.typ.Name, args)
	}
	v := args[0].val
	for part := range strings.SplitSeq(name, ".") {
		v = m.attr(v, part)
	}
	if f.typ == typeGetter {
		return v
	}
	list := make([]arg, len(f.list))
	for i := range f.list {
		list[i] = arg{name: f.keys[i], val: f.list[i]}
	}
	return m.call(s, v, list)
}

// keyed calls the function that min and max compare by with each of what is compared.
func (m *python) keyed(s site, key *Value, args []arg) {
	var pos []*Value
	for _, a := range args {
		if a.name == "" && !a.spread {
			pos = append(pos, a.val)
		}
	}
	switch len(pos) {
	case 0:
		m.escapeValue(key, opaque, 0)
	case 1:
		m.mapOver(site{node: s.node}, key, pos[0])
	default:
		m.mapOver(site{node: s.node}, key, listOf(pos))
	}
}

// among is one of the arguments of min and max, or of the elements of the only one.
func (m *python) among(args []arg) *Value {
	var out *Value
	n := 0
	for _, a := range args {
		if a.name == "" {
			n++
		}
	}
	for _, a := range args {
		switch {
		case a.name == "key":
		case n == 1 && a.name == "" || a.spread:
			out = join(out, a.val.element())
		default:
			out = join(out, a.val)
		}
	}
	if out == nil {
		return opaque
	}
	return out
}

// operate is a binary operator on two values.
func (m *python) operate(op string, a, b *Value) *Value {
	switch op {
	case "%":
		return eachPair(a, b, m.modulo)
	case "*":
		return eachPair(a, b, m.times)
	case "/":
		return eachPair(a, b, m.divide)
	}
	return m.binary(meaning(op), a, b)
}

func meaning(op string) operator {
	switch op {
	case "+":
		return opAdd
	case "-":
		return opSubtract
	case "^":
		return opXor
	case "&":
		return opAnd
	case "|":
		return opUnion
	}
	return opOther
}

// modulo is text % values, or a remainder.
func (m *python) modulo(a, b *Value) *Value {
	s, ok := a.text()
	switch {
	case ok && m.formatted(b):
		return data
	case ok:
		return percent(s, b)
	case a.kind == kStr:
		return partial("", "")
	}
	return m.binary(opOther, a, b)
}

// times repeats a text or a list, or multiplies.
func (m *python) times(a, b *Value) *Value {
	s, ok := a.text()
	n := b
	if !ok {
		s, ok = b.text()
		n = a
	}
	if i, err := strconv.Atoi(n.name); ok && n.kind == kNum && err == nil {
		if i <= 0 {
			return str("")
		}
		if i*len(s) <= maxText {
			return str(strings.Repeat(s, i))
		}
	}
	if a.kind == kList {
		return &Value{kind: kList, list: a.list, more: true, wild: a.wild}
	}
	return m.binary(opOther, a, b)
}

// divide is path / path, or a division.
func (m *python) divide(a, b *Value) *Value {
	switch {
	case a.is(typePath):
		return obj(typePath, joinPath([]arg{{val: a.base}, {val: b}}, true))
	case b.is(typePath):
		return obj(typePath, joinPath([]arg{{val: a}, {val: b.base}}, true))
	}
	return m.binary(opOther, a, b)
}

// overloads reports whether operators may mean anything for a value: classes say what they do.
func (m *python) overloads(v *Value) bool {
	switch v.kind {
	case kObj:
		return v.cls != nil || !m.plain(v)
	case kOpaque, kClass:
		return true
	case kList, kDict:
		return v.wild
	}
	return false
}
