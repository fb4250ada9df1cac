package eval

// operate is a binary operator on two values.
func (m *javascript) operate(op string, a, b *Value) *Value {
	return m.binary(meaningJS(op), a, b)
}

func meaningJS(op string) operator {
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
	case "??", "||", "&&":
		return opEither
	case "instanceof", "in", "==", "===", "!=", "!==", "<", "<=", ">", ">=":
		return opCompare
	}
	return opOther
}

// overloads reports whether operators may mean anything for a value: an instance of a class of the
// code says what it is as a text or number.
func (m *javascript) overloads(v *Value) bool { return v.kind == kObj && v.cls != nil }
