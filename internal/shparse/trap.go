package shparse

import (
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
)

// trap is text that the shell runs at a time that is not known.
type trap struct {
	text string
	def  *state                  // as it was when the trap was set
	then func(f func(in *state)) // runs f in the context of the trap
}

// setTrap visits the text of a trap. It runs later, once or more often, and sees what has changed until then: that is what
// runTraps looks at. What it assigns may be so from now on, and be so again after each assignment of the script.
func (in *Interp) setTrap(text string, n Nested) {
	before := in.st
	in.st = before.clone()
	in.keepState(text, n)
	after := in.st
	in.st = before
	if !n.AtExit || in.dialect == Zsh && in.inFunc {
		in.unsteady(before, after, text)
	}
	if in.mem.seen == nil {
		in.mem.seen = before.clone()
	}
	in.observe()
	later := in.Later()
	in.mem.traps = append(in.mem.traps, trap{text, before.clone(), func(f func(*state)) { later(func() { f(in.st) }) }})
}

// keepState runs text in the current state, and leaves what it does to it.
func (in *Interp) keepState(text string, n Nested) {
	n.State = true
	in.nested(n, func() { in.runText(text) })
}

// unsteady makes what text has changed unknown for good.
func (in *Interp) unsteady(before, after *state, text string) {
	if before.version != after.version {
		for name, v := range after.vars {
			if old, ok := before.vars[name]; !ok || !sameValue(old, v) {
				in.st.replace(name, value{word: fact.Word{Kind: fact.Partial}, attr: attrOther, exported: v.exported})
			}
		}
		for name, f := range after.funcs {
			if before.funcs[name].body != f.body {
				f.maybe = true
				in.st.addFunc(name, f, true)
			}
		}
		for name := range before.funcs {
			if _, ok := after.funcs[name]; !ok {
				in.st.maybeFunc(name)
			}
		}
	}
	if !sameDirs(before.dirs, after.dirs) || before.opts != after.opts || !sameWords(before.params, after.params) {
		in.Report(fact.Hazard{ID: "trap-state", Kind: fact.Suspect, Text: text,
			Why: "this changes the directory, options or parameters of the shell at a time that cannot be known"})
	}
}

// observe remembers what the state of the shell may be when a trap runs.
func (in *Interp) observe() {
	if seen := in.mem.seen; seen != in.st {
		in.st.shared = true
		seen.join(in.st)
		seen.dead, seen.fail = false, nil
	}
}

// runTraps visits the traps again in all that the shell may have become since they were set, where that matters to them.
func (in *Interp) runTraps() {
	for i := 0; i < len(in.mem.traps) && i < maxCalls; i++ {
		if t := in.mem.traps[i]; t.concerns(in.mem.seen) {
			t.then(func(st *state) {
				*st = *in.mem.seen.clone()
				if strings.Contains(t.text, "$") {
					st.params, st.knownParams = nil, false // those of a function that is left
				}
				in.runText(t.text)
			})
		}
	}
}

// concerns reports whether the text of a trap may mean something else in another state. What a function that it calls looks
// at is not known here.
func (t *trap) concerns(seen *state) bool {
	if !sameDirs(t.def.dirs, seen.dirs) || t.def.knownParams && !seen.knownParams && strings.Contains(t.text, "$") {
		return true
	}
	calls := false
	for name, f := range seen.funcs {
		if !strings.Contains(t.text, name) {
			continue
		}
		if t.def.funcs[name].body != f.body || f.maybe || len(f.alts) > 0 {
			return true
		}
		calls = true
	}
	for name, v := range seen.vars {
		if old, ok := t.def.vars[name]; (!ok || !sameValue(old, v)) && (calls || strings.Contains(t.text, name)) {
			return true
		}
	}
	return false
}
