package powershell

import (
	"maps"
	"slices"
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
)

// unknown is a value. Nothing is known of it.
func unknown(written string) Value {
	return Value{Words: []fact.Word{{Kind: fact.Partial, Many: true, Written: written}}}
}

// unknownText is one string or number. Nothing else is known of it.
func unknownText(written string) Value {
	return Value{Kind: Text, Words: []fact.Word{{Kind: fact.Partial, Written: written}}}
}

func text(s string) Value { return Value{Kind: Text, Words: []fact.Word{fact.Lit(s)}} }

// nothing is $null.
func nothing() Value { return Value{Kind: Text, empty: true} }

// one returns the only element of a value; ok is false where there may be another number of them.
func (v *Value) one() (w fact.Word, ok bool) {
	if len(v.Words) != 1 || v.Words[0].Many || v.Kind == Table || v.block != nil {
		return fact.Word{}, false
	}
	return v.Words[0], true
}

// known returns the text of a value that is one string; ok is false where it is not known.
func (v *Value) known() (s string, ok bool) {
	w, ok := v.one()
	return w.Text, ok && w.Known()
}

// asWord puts the elements of a value into one word, as a string does that holds it.
func (v *Value) asWord(written string) fact.Word {
	if v.empty {
		return fact.Lit("")
	}
	if w, ok := v.one(); ok {
		return w
	}
	return fact.Word{Kind: fact.Partial, Written: written}
}

// concat puts two words together.
func concat(a, b fact.Word) fact.Word {
	if len(a.Text)+len(b.Text) > maxLength {
		return fact.Word{Kind: fact.Partial}
	}
	switch {
	case a.Kind == fact.Literal && b.Kind == fact.Literal:
		return fact.Word{Text: a.Text + b.Text, Glob: a.Glob || b.Glob}
	case a.Kind == fact.Literal:
		return fact.Word{Kind: fact.Partial, Text: a.Text + b.Text, Suffix: b.Suffix, Glob: a.Glob}
	case b.Kind == fact.Literal && !b.Glob:
		return fact.Word{Kind: fact.Partial, Text: a.Text, Suffix: a.Suffix + b.Text}
	}
	return fact.Word{Kind: fact.Partial, Text: a.Text, Suffix: b.Suffix}
}

// both is a value that may be either.
func both(a, b Value) Value {
	if same(a, b) {
		return a
	}
	v := Value{Kind: a.Kind}
	if a.Kind != b.Kind {
		v.Kind = Any
	}
	if v.Kind == Files && a.block == nil && b.block == nil && len(a.Words)+len(b.Words) <= maxWords {
		v.Words = append(a.Words[:len(a.Words):len(a.Words)], b.Words...)
		return v
	}
	v.Words = []fact.Word{{Kind: fact.Partial, Many: true}}
	if v.Kind == Table {
		v.Kind = Any
	}
	return v
}

func same(a, b Value) bool {
	if a.Kind != b.Kind || a.block != b.block || a.empty != b.empty || len(a.Words) != len(b.Words) ||
		len(a.Hash) != len(b.Hash) {
		return false
	}
	for i := range a.Words {
		x, y := &a.Words[i], &b.Words[i]
		if x.Text != y.Text || x.Suffix != y.Suffix || x.Kind != y.Kind || x.Many != y.Many ||
			x.Glob != y.Glob {
			return false
		}
	}
	for i := range a.Hash {
		if a.Hash[i].Key != b.Hash[i].Key || !same(a.Hash[i].Value, b.Hash[i].Value) {
			return false
		}
	}
	return true
}

// entry returns the value of a key of a hash table. Keys are compared without case.
func (v *Value) entry(key string) (Value, bool) {
	for i := range v.Hash {
		if strings.EqualFold(v.Hash[i].Key, key) {
			return v.Hash[i].Value, true
		}
	}
	return Value{}, false
}

// join puts lists together.
func joined(list []Value) Value {
	if len(list) == 1 {
		return list[0]
	}
	out := Value{}
	for i := range list {
		v := &list[i]
		if i == 0 {
			out.Kind = v.Kind
		} else if v.Kind != out.Kind {
			out.Kind = Any
		}
		if v.Kind == Table || v.block != nil {
			return unknown("")
		}
		out.Words = append(out.Words, v.Words...)
	}
	if len(out.Words) > maxWords {
		return unknown("")
	}
	if len(out.Words) == 0 {
		out.empty = true
	}
	return out
}

// state is what the session remembers.
type state struct {
	vars    map[string]Value
	env     map[string]fact.Word
	funcs   map[string]*block
	aliases map[string]string
	dirs    fact.Dirs
	lost    bool // something unknown has run: names may mean anything
}

func newState(dirs fact.Dirs) *state {
	return &state{vars: map[string]Value{}, env: map[string]fact.Word{}, funcs: map[string]*block{},
		aliases: map[string]string{}, dirs: dirs}
}

func (st *state) clone() *state {
	c := newState(st.dirs)
	c.lost = st.lost
	maps.Copy(c.vars, st.vars)
	maps.Copy(c.env, st.env)
	maps.Copy(c.funcs, st.funcs)
	maps.Copy(c.aliases, st.aliases)
	return c
}

// join makes st what may be after either of two ways.
func (st *state) join(o *state) {
	for k, v := range st.vars {
		if w, ok := o.vars[k]; !ok {
			st.vars[k] = both(v, unknown("$"+k))
		} else {
			st.vars[k] = both(v, w)
		}
	}
	for k, v := range o.vars {
		if _, ok := st.vars[k]; !ok {
			st.vars[k] = both(v, unknown("$"+k))
		}
	}
	for k, v := range st.env {
		if w, ok := o.env[k]; !ok || w.Text != v.Text || w.Kind != v.Kind {
			st.env[k] = fact.Word{Kind: fact.Partial}
		}
	}
	for k := range o.env {
		if _, ok := st.env[k]; !ok {
			st.env[k] = fact.Word{Kind: fact.Partial}
		}
	}
	st.joinNames(o)
	st.dirs = joinDirs(st.dirs, o.dirs)
	st.lost = st.lost || o.lost
}

// joinNames: a function or alias makes names unknown if it is not certain what it is.
func (st *state) joinNames(o *state) {
	st.lost = st.lost || len(st.funcs) != len(o.funcs) || len(st.aliases) != len(o.aliases)
	for k, f := range st.funcs {
		st.lost = st.lost || o.funcs[k] != f
	}
	maps.Copy(st.funcs, o.funcs)
	for k, f := range st.aliases {
		st.lost = st.lost || o.aliases[k] != f
	}
	maps.Copy(st.aliases, o.aliases)
}

// maxDirs bounds the directories in which a command may run.
const maxDirs = 16

func joinDirs(a, b fact.Dirs) fact.Dirs {
	if !a.Known || !b.Known {
		return fact.Dirs{}
	}
	list := a.List[:len(a.List):len(a.List)]
	for _, d := range b.List {
		if !slices.Contains(list, d) {
			list = append(list, d)
		}
	}
	if len(list) > maxDirs {
		return fact.Dirs{}
	}
	return fact.Dirs{List: list, Known: true}
}

// havoc makes everything unknown that differs between two states.
func (st *state) havoc(o *state) (changed bool) {
	for k, v := range o.vars {
		if w, ok := st.vars[k]; (!ok || !same(v, w)) && !isUnknown(w) {
			st.vars[k] = unknown("$" + k)
			changed = true
		}
	}
	for k, v := range o.env {
		if w, ok := st.env[k]; (!ok || w.Text != v.Text || w.Kind != v.Kind) && !(ok &&
			w.Kind == fact.Partial && w.Text == "") {
			st.env[k] = fact.Word{Kind: fact.Partial}
			changed = true
		}
	}
	before := st.lost
	st.joinNames(o)
	st.lost = st.lost || o.lost
	changed = changed || st.lost != before
	if st.dirs.Known && !(o.dirs.Known && slices.Equal(st.dirs.List, o.dirs.List)) {
		st.dirs = fact.Dirs{}
		changed = true
	}
	return changed
}

func isUnknown(v Value) bool {
	return len(v.Words) == 1 && v.Words[0].Kind == fact.Partial && v.Words[0].Many &&
		v.Words[0].Text == "" && v.Words[0].Suffix == ""
}
