package core

import "github.com/fencepost/fencepost/internal/fact"

// Argv is the list of arguments that the code was started with.
func (m *Machine) Argv() *Value {
	if len(m.input.Args) == 0 {
		return Data
	}
	out := &Value{Kind: KindList}
	var any *Value
	for _, w := range m.input.Args {
		word := fact.Word{Text: w.Text, Suffix: w.Suffix, Kind: w.Kind, Glob: w.Glob}
		v := &Value{Kind: KindStr, Word: word}
		if w.Many {
			v = Data
		}
		any = Join(any, v)
		out.List = append(out.List, v)
	}
	if !exactArgv(m.input.Args) {
		return SomeOf(any) // one of these, but which is not known
	}
	return out
}

// exactArgv reports whether the place of each argument is known: that of the first is, and none
// stands for several.
func exactArgv(words []fact.Word) bool {
	for i := range words {
		if words[i].Glob || words[i].Many {
			return false
		}
	}
	return words[0].Kind == fact.Literal
}
