package domain

import (
	"github.com/fencepost/fencepost/internal/fact"
)

func Differ(a, b *State) bool {
	if b.Dead {
		return false // no second round
	}
	if len(a.Vars) != len(b.Vars) || len(a.Funcs) != len(b.Funcs) || !SameDirs(a.Dirs, b.Dirs) ||
		a.AllVars != b.AllVars ||
		a.Opts != b.Opts || a.Real != b.Real || a.Alias != b.Alias || a.Aliases != b.Aliases ||
		a.KnownParams != b.KnownParams || !sameStdin(&a.Stdin, &b.Stdin) ||
		!SameWords(a.Params, b.Params) {
		return true
	}
	for name, v := range b.Vars {
		if old, ok := a.Vars[name]; !ok || !SameValue(old, v) {
			return true
		}
	}
	for name, f := range b.Funcs {
		if g := a.Funcs[name]; g.Body != f.Body || g.Maybe != f.Maybe {
			return true
		}
	}
	return false
}

// Havoc returns the state in which everything is unknown that differs between the beginning of a
// round and its end.
func (st *State) Havoc(after *State) *State {
	havoc := st.Clone()
	havoc.WidenVars(st, after)
	for name, f := range after.Funcs {
		if st.Funcs[name].Body != f.Body {
			f.Maybe = true
			havoc.AddFunc(name, f, true)
		}
	}
	for name := range st.Funcs {
		if f, ok := after.Funcs[name]; !ok || f.Maybe {
			havoc.MaybeFunc(name)
		}
	}
	if !sameStdin(&st.Stdin, &after.Stdin) {
		havoc.Stdin = fact.Stdin{Kind: fact.StdinPipe}
	}
	if !SameDirs(st.Dirs, after.Dirs) {
		havoc.Dirs = fact.Dirs{}
		havoc.Stack = nil
	}
	havoc.Old = JoinDirs(havoc.Old, after.Old)
	havoc.Uncalled = havoc.Uncalled && after.Uncalled
	if !SameWords(st.Params, after.Params) {
		havoc.KnownParams, havoc.Params = false, joinParams(havoc.Params, after.Params)
	}
	havoc.KnownParams = havoc.KnownParams && after.KnownParams
	havoc.AllVars, havoc.Foreign = havoc.AllVars || after.AllVars, havoc.Foreign || after.Foreign
	havoc.JoinOptions(after)
	havoc.Real = havoc.Real || after.Real
	havoc.Aliases, havoc.Alias = havoc.Aliases || after.Aliases, havoc.Alias || after.Alias
	return havoc
}

// WidenVars makes unknown what differs between the beginning of a round and its end, and keeps of
// it that it is a number on both. It reports whether anything is less known than it was.
func (st *State) WidenVars(before, after *State) (less bool) {
	if after.Dead {
		return false
	}
	for name, v := range after.Vars {
		old := before.Current(name)
		if _, ok := before.Vars[name]; !ok || !old.covers(&v) {
			less = true
			st.Widen(name, &old, &v)
		}
	}
	for name, old := range before.Vars {
		if _, ok := after.Vars[name]; ok {
			continue
		}
		if v := after.FromEnvironment(name); !old.covers(&v) {
			less = true
			st.Widen(name, &old, &v)
		}
	}
	return less
}

// Widen keeps of a variable what two values have in common, and makes the rest unknown.
func (st *State) Widen(name string, a, b *Value) {
	if a.Refers() || b.Refers() {
		st.Replace(name, JoinValues(name, *a, *b))
		return
	}
	v := a.Blurred(name, b)
	v.Attr = joinedAttr(a.Attr, b.Attr) | arrayAttr(a, b)
	st.Set(name, v)
}

// Unsettle gives up what is known of all variables, since later rounds of a loop are not followed.
func (st *State) Unsettle() {
	for name := range st.Vars {
		st.Forget(name)
	}
}

// Few reports whether a round has given a few variables a text each, and changed nothing else but
// numbers. It returns the names of the numbers, which change in each round.
func Few(before, after *State) (numbers []string, few bool) {
	if after.Dead || len(before.Funcs) != len(after.Funcs) {
		return nil, false
	}
	changed := 0
	for name, v := range after.Vars {
		old, ok := before.Vars[name]
		if ok && SameValue(old, v) {
			continue
		}
		if ok && !v.IsList && !old.IsList && v.Attr == old.Attr && v.All(Numeric) && old.All(Numeric) &&
			!v.Unset && !old.Unset {
			numbers = append(numbers, name)
			continue
		}
		changed++
		if !ok || v.IsList || v.Unset || v.Ref != "" || v.RefNext || v.Attr != old.Attr || old.IsList ||
			changed > maxFew {
			return nil, false
		}
		if !v.All(isLiteral) || !old.All(isLiteral) {
			return nil, false
		}
	}
	return numbers, changed > 0
}

// JoinWidened joins a state and that at the end of a round. All that it keeps of some variables is
// that they are numbers.
func (st *State) JoinWidened(after *State, numbers []string) *State {
	head := st.Clone()
	head.Join(after)
	for _, name := range numbers {
		old, v := st.Current(name), after.Current(name)
		head.Widen(name, &old, &v)
	}
	return head
}

func isLiteral(w *fact.Word) bool { return w.Kind == fact.Literal }

// maxFew bounds the variables that Few counts.
const maxFew = 3
