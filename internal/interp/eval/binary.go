package eval

import (
	"strconv"

	"github.com/fencepost/fencepost/internal/fact"
)

// operator is what a binary operator means, whatever it looks like.
type operator uint8

const (
	opOther    operator = iota // computes
	opAdd                      // adds, joins texts and lists
	opUnion                    // joins flags or dictionaries
	opSubtract                 // with whole numbers computed
	opXor                      // with whole numbers computed
	opAnd                      // with whole numbers computed
	opCompare                  // gives a truth value
	opEither                   // gives one of its operands
)

// eachPair calls f with each pair of what two operands may be.
func eachPair(a, b *Value, f func(a, b *Value) *Value) *Value {
	if a.kind != kAlt && b.kind != kAlt {
		return f(a, b)
	}
	var out *Value
	a.alts(func(x *Value) {
		b.alts(func(y *Value) { out = join(out, f(x, y)) })
	})
	return out
}

// binary is an operator on two values.
func (m *machine) binary(op operator, a, b *Value) *Value {
	return eachPair(a, b, func(a, b *Value) *Value { return m.operated(op, a, b) })
}

func (m *machine) operated(op operator, a, b *Value) *Value {
	switch op {
	case opAdd:
		if out := add(a, b); out != nil {
			return out
		}
	case opUnion:
		if out := union(a, b); out != nil {
			return out
		}
	case opSubtract, opXor, opAnd:
		if a.kind == kNum && b.kind == kNum {
			return arith(op, a, b)
		}
	case opEither:
		return join(a, b)
	case opCompare:
		return data
	}
	if !(a.plain() && b.plain()) && (m.lang.overloads(a) || m.lang.overloads(b)) {
		return opaque
	}
	return data
}

// add joins lists and texts and adds numbers; nil where the operands are none of these.
func add(a, b *Value) *Value {
	switch {
	case a.kind == kList && b.kind == kList:
		list := append(append([]*Value(nil), a.list...), b.list...)
		return &Value{kind: kList, list: list, more: a.more || b.more, wild: a.wild || b.wild}
	case a.kind == kNum && b.kind == kNum:
		return arith(opAdd, a, b)
	case a.kind == kStr || b.kind == kStr:
		if a.kind == kRef || b.kind == kRef || a.kind == kOpaque || b.kind == kOpaque {
			return concat(orData(a), orData(b))
		}
		return concat(a, b)
	}
	return nil
}

// union joins flags or dictionaries; nil where the operands are neither.
func union(a, b *Value) *Value {
	if flagNames(a) != "" || flagNames(b) != "" {
		return obj(typeFlags, str(flagNames(a)+"|"+flagNames(b)))
	}
	if a.kind != kDict || b.kind != kDict {
		return nil
	}
	out := &Value{kind: kDict, more: a.more || b.more, wild: a.wild || b.wild}
	for _, d := range [...]*Value{a, b} {
		for i, k := range d.keys {
			out.put(k, d.list[i])
		}
	}
	return out
}

// orData is a value where a text is meant: what has none is unknown data.
func orData(v *Value) *Value {
	if w, _ := v.asWord(); v.kind == kRef && w.Kind == fact.Literal {
		return v
	}
	if v.kind == kRef || v.kind == kOpaque {
		return data
	}
	return v
}

func flagNames(v *Value) string {
	switch {
	case v.kind == kRef:
		return v.name
	case v.is(typeFlags):
		s, _ := v.base.text()
		return s
	}
	return ""
}

// arith computes with small whole numbers, which obfuscated code makes characters of.
func arith(op operator, a, b *Value) *Value {
	x, err1 := strconv.ParseInt(a.name, 0, 32)
	y, err2 := strconv.ParseInt(b.name, 0, 32)
	if err1 != nil || err2 != nil {
		return data
	}
	switch op {
	case opAdd:
		return num(strconv.FormatInt(x+y, 10))
	case opSubtract:
		return num(strconv.FormatInt(x-y, 10))
	case opXor:
		return num(strconv.FormatInt(x^y, 10))
	case opAnd:
		return num(strconv.FormatInt(x&y, 10))
	}
	return data
}
