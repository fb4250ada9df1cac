package command

import (
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
)

// goFlag takes -name, --name, -name=value.
func (r *resolver) goFlag(i int, w *fact.Word) int {
	name, cut := w.Text, 0
	if eq := strings.IndexByte(name, '='); eq >= 0 {
		name, cut = name[:eq], eq+1
	} else if w.Kind != fact.Literal {
		r.unknownOption(w.Show(), w, 0)
		return i + 1
	}
	o := r.lookup(name)
	if o == nil {
		r.unknownOption(name, w, cut)
		return i + 1
	}
	return r.take(i, o, name, cut)
}

// keyValue takes an operand of the form key=value.
func (r *resolver) keyValue(i int) bool {
	w := &r.c.Argv[i]
	eq := strings.IndexByte(w.Text, '=')
	if eq < 0 {
		if w.Kind != fact.Literal {
			r.doubt = true // it may be any key
		}
		return false
	}
	o := r.spec.Option(w.Text[:eq+1])
	if o == nil {
		r.unknownOption(w.Text[:eq], w, eq+1)
		return true
	}
	r.flag(o, w.Text[:eq+1], r.value(o, subWord(w, eq+1)))
	return true
}

// subWord returns the part of a word from byte cut of its value on. Where the part before it is
// written without quotes, the place of the rest in the script is known, too.
func subWord(w *fact.Word, cut int) fact.Word {
	v := *w
	v.Text = w.Text[cut:]
	v.Written, v.Start, v.End = "", 0, 0
	if len(w.Written) >= cut && w.Written[:cut] == w.Text[:cut] {
		v.Written = w.Written[cut:]
		if w.End > w.Start {
			v.Start, v.End = w.Start+cut, w.End
		}
	}
	v.Glob = w.Glob && strings.ContainsAny(v.Text, "*?[(")
	return v
}
