package eval

// spreadElement is an argument out of a spread one.
func spreadElement(v *Value) *Value {
	switch v.kind {
	case kList, kDict:
		return v.element()
	}
	return v
}

// spreadArgs are the arguments that a list stands for.
func spreadArgs(v *Value) []arg { return flatten([]arg{{val: v, spread: true}}) }
