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

// Invocation is a call of a function by its qualified name, or of a method of a value.
type Invocation struct {
	Site
	Recv *Value // nil: a function
	Name string
	Args []Arg
}

// At is an argument by its place, or nil where that is not known.
func (c Invocation) At(i int) *Value {
	if i < len(c.Args) && !c.Args[i].Spread {
		return c.Args[i].Val
	}
	return nil
}

// NoteCall reports a call that does nothing by itself.
func (m *Machine) NoteCall(c Invocation) { m.Note(c.Site, c.Name, nil, c.Args) }
