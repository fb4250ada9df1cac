package core

import "strings"

// Functions are those of a library that do what no entry of the tables can say.
type Functions[L any] struct {
	// Own are those that report their calls themselves. They return nil where the tables speak of a
	// call after all.
	Own map[string]func(L, Invocation) *Value
	// Computed are those that do nothing but compute. Their calls are reported first.
	Computed map[string]func(L, Invocation) *Value
	// Converted make another value of their first argument.
	Converted map[string]func(*Value) *Value
}

// Call calls a function, or returns nil.
func (fs *Functions[L]) Call(rp *Report, lib L, c Invocation) *Value {
	if f := fs.Own[c.Name]; f != nil {
		return f(lib, c)
	}
	if f := fs.Computed[c.Name]; f != nil {
		rp.NoteCall(c)
		return f(lib, c)
	}
	if f := fs.Converted[c.Name]; f != nil && c.At(0) != nil {
		rp.NoteCall(c)
		return f(c.At(0))
	}
	return nil
}

// Entry is a function of a library with its names.
type Entry[F any] struct {
	names string
	f     F
}

// Named is a function with its names, blanks between them.
func Named[F any](names string, f F) Entry[F] { return Entry[F]{names, f} }

// Table finds functions by their names.
func Table[F any](entries ...Entry[F]) map[string]F {
	t := make(map[string]F, 2*len(entries))
	for _, e := range entries {
		for name := range strings.FieldsSeq(e.names) {
			t[name] = e.f
		}
	}
	return t
}
