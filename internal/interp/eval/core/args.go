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

// ArgValues are the values of arguments, whatever their names.
func ArgValues(args []Arg) []*Value {
	list := make([]*Value, len(args))
	for i, a := range args {
		list[i] = a.Val
	}
	return list
}

// Spreads reports whether one of the arguments is spread.
func Spreads(args []Arg) bool {
	for _, a := range args {
		if a.Spread {
			return true
		}
	}
	return false
}

// Elements is any element of any of the arguments.
func Elements(args []Arg) *Value {
	out := Data
	for _, a := range args {
		out = Join(out, a.Val.Element())
	}
	return out
}

func argsOf(list []*Value) []Arg {
	out := make([]Arg, len(list))
	for i, v := range list {
		out[i] = Arg{Val: v}
	}
	return out
}

// flatten replaces spread arguments whose elements are known.
func flatten(args []Arg) []Arg {
	known := true
	for _, a := range args {
		known = known && !a.Spread
	}
	if known {
		return args
	}
	var out []Arg
	for _, a := range args {
		switch {
		case a.Spread && a.Val.Kind == KindList && !a.Val.More:
			out = append(out, argsOf(a.Val.List)...)
		case a.Spread && a.Val.Kind == KindDict && !a.Val.More:
			for i, k := range a.Val.Keys {
				out = append(out, Arg{Name: k, Val: a.Val.List[i]})
			}
		default:
			out = append(out, a)
		}
	}
	return out
}

// anyArgs are arguments. Nothing is known of them but what each may be.
func anyArgs(with *Value) []Arg {
	return []Arg{{Val: SomeOf(with), Spread: true}}
}

// TextAt is the known text of an argument.
func TextAt(args []Arg, i int) (string, bool) {
	if i >= len(args) {
		return "", false
	}
	return args[i].Val.Text()
}
