package core

import (
	"strconv"

	"github.com/fencepost/fencepost/internal/fact"
)

// Operator is what a binary operator means, whatever it looks like.
type Operator uint8

const (
	OpOther    Operator = iota // computes
	OpAdd                      // adds, joins texts and lists
	OpUnion                    // joins flags or dictionaries
	OpSubtract                 // with whole numbers computed
	OpXor                      // with whole numbers computed
	OpAnd                      // with whole numbers computed
	OpCompare                  // gives a truth value
	OpEither                   // gives one of its operands
)

// OperatorOf is the operator that a sign stands for in every language.
func OperatorOf(sign string) Operator {
	switch sign {
	case "+":
		return OpAdd
	case "-":
		return OpSubtract
	case "^":
		return OpXor
	case "&":
		return OpAnd
	case "|":
		return OpUnion
	}
	return OpOther
}

// EachPair calls f with each pair of what two operands may be.
func EachPair(a, b *Value, f func(a, b *Value) *Value) *Value {
	if a.Kind != KindAlt && b.Kind != KindAlt {
		return f(a, b)
	}
	var out *Value
	a.Alts(func(x *Value) {
		b.Alts(func(y *Value) { out = Join(out, f(x, y)) })
	})
	return out
}

// Binary is an operator on two values.
func (ob *Objects) Binary(op Operator, a, b *Value) *Value {
	return EachPair(a, b, func(a, b *Value) *Value { return ob.operated(op, a, b) })
}

func (ob *Objects) operated(op Operator, a, b *Value) *Value {
	switch op {
	case OpAdd:
		if out := add(a, b); out != nil {
			return out
		}
	case OpUnion:
		if out := union(a, b); out != nil {
			return out
		}
	case OpSubtract, OpXor, OpAnd:
		if a.Kind == KindNum && b.Kind == KindNum {
			return arith(op, a, b)
		}
	case OpEither:
		return Join(a, b)
	case OpCompare:
		return Data
	}
	own := ob.lang.Attributes
	if !(a.Plain() && b.Plain()) && (own.Overloads(a) || own.Overloads(b)) {
		return Top
	}
	return Data
}

// add joins lists and texts and adds numbers; nil where the operands are none of these.
func add(a, b *Value) *Value {
	switch {
	case a.Kind == KindList && b.Kind == KindList:
		return ConcatLists(a, b)
	case a.Kind == KindNum && b.Kind == KindNum:
		return arith(OpAdd, a, b)
	case a.Kind == KindStr || b.Kind == KindStr:
		if a.Kind == KindRef || b.Kind == KindRef || a.Kind == KindTop || b.Kind == KindTop {
			return Concat(OrData(a), OrData(b))
		}
		return Concat(a, b)
	}
	return nil
}

// union joins flags or dictionaries; nil where the operands are neither.
func union(a, b *Value) *Value {
	if flagNames(a) != "" || flagNames(b) != "" {
		return Obj(typeFlags, Str(flagNames(a)+"|"+flagNames(b)))
	}
	if a.Kind != KindDict || b.Kind != KindDict {
		return nil
	}
	out := &Value{Kind: KindDict, More: a.More || b.More, Wild: a.Wild || b.Wild}
	for _, d := range [...]*Value{a, b} {
		for i, k := range d.Keys {
			out.Put(k, d.List[i])
		}
	}
	return out
}

// OrData is a value where a text is meant: what has none is unknown data.
func OrData(v *Value) *Value {
	if w, _ := v.AsWord(); v.Kind == KindRef && w.Kind == fact.Literal {
		return v
	}
	if v.Kind == KindRef || v.Kind == KindTop {
		return Data
	}
	return v
}

func flagNames(v *Value) string {
	switch {
	case v.Kind == KindRef:
		return v.Name
	case v.Is(typeFlags):
		s, _ := v.Base.Text()
		return s
	}
	return ""
}

// arith computes with small whole numbers, which obfuscated code makes characters of.
func arith(op Operator, a, b *Value) *Value {
	x, err1 := strconv.ParseInt(a.Name, 0, 32)
	y, err2 := strconv.ParseInt(b.Name, 0, 32)
	if err1 != nil || err2 != nil {
		return Data
	}
	switch op {
	case OpAdd:
		return Num(strconv.FormatInt(x+y, 10))
	case OpSubtract:
		return Num(strconv.FormatInt(x-y, 10))
	case OpXor:
		return Num(strconv.FormatInt(x^y, 10))
	case OpAnd:
		return Num(strconv.FormatInt(x&y, 10))
	}
	return Data
}
