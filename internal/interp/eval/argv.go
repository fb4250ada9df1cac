package eval

import "github.com/fencepost/fencepost/internal/fact"

// argv is the list of arguments that the code was started with.
func (m *machine) argv() *Value {
	if len(m.in.Args) == 0 {
		return data
	}
	out := &Value{kind: kList}
	var any *Value
	for _, w := range m.in.Args {
		v := &Value{kind: kStr, word: fact.Word{Text: w.Text, Suffix: w.Suffix, Kind: w.Kind, Glob: w.Glob}}
		if w.Many {
			v = data
		}
		any = join(any, v)
		out.list = append(out.list, v)
	}
	if !exactArgv(m.in.Args) {
		out.list, out.more, out.like = []*Value{any}, true, true // one of these, but which is not known
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
