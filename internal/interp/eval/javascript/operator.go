package javascript

import "github.com/fencepost/fencepost/internal/interp/eval/core"

// operate is a binary operator on two values.
func (m *machine) operate(op string, a, b *core.Value) *core.Value {
	return m.Binary(meaning(op), a, b)
}

func meaning(op string) core.Operator {
	switch op {
	case "??", "||", "&&":
		return core.OpEither
	case "instanceof", "in", "==", "===", "!=", "!==", "<", "<=", ">", ">=":
		return core.OpCompare
	}
	return core.OperatorOf(op)
}

// Overloads reports whether operators may mean anything for a value: an instance of a class of the
// code says what it is as a text or number.
func (m *machine) Overloads(v *core.Value) bool { return v.Kind == core.KindObj && v.Class != nil }
