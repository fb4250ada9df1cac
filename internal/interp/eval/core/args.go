package core

// SpreadElement is an argument out of a spread one.
func SpreadElement(v *Value) *Value {
	switch v.Kind {
	case KindList, KindDict:
		return v.Element()
	}
	return v
}

// SpreadArgs are the arguments that a list stands for.
func SpreadArgs(v *Value) []Arg { return flatten([]Arg{{Val: v, Spread: true}}) }
