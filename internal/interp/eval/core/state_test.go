package core

import "testing"

func TestBranchesAndLoops(t *testing.T) {
	a, b := Str("a"), Str("b")
	checkPrograms(t, []program{
		{"a condition: both ways", func(f *fake) {
			f.ev.State.Scope.Vars["p"] = a
			f.ev.State.Branches(true, func() { f.ev.State.Scope.Vars["p"] = b })
			f.remove(f.ev.Objects.Resolve("p"))
		}, []string{`os.remove: delete "b", delete "a"`}},
		{"a condition: one way or the other", func(f *fake) {
			vars := func(v *Value) func() { return func() { f.ev.State.Scope.Vars["p"] = v } }
			f.ev.State.Branches(false, vars(a), vars(b))
			f.remove(f.ev.Objects.Resolve("p"))
		}, []string{`os.remove: delete "a", delete "b"`}},
		{"a way sees nothing of the other one", func(f *fake) {
			f.ev.State.Scope.Vars["p"] = a
			f.ev.State.Branches(false, func() { f.ev.State.Scope.Vars["p"] = b },
				func() { f.remove(f.ev.Objects.Resolve("p")) })
		}, []string{`os.remove: delete "a"`}},
		{"a builtin that may be another function", func(f *fake) {
			f.ev.State.Branches(true, func() { f.ev.State.Scope.Vars["print"] = Ref("os.remove") })
			f.call(f.ev.Objects.Resolve("print"), a)
		}, []string{`os.remove: delete "a"`}},
		{"a loop: what the last round left, and in the end anything", func(f *fake) {
			f.ev.State.Scope.Vars["p"], f.ev.State.Scope.Vars["q"] = a, b
			f.ev.State.Loop(func() {
				f.remove(f.ev.Objects.Resolve("p"))
				f.ev.State.Scope.Vars["p"] = f.ev.State.Scope.Vars["q"]
			})
		}, []string{`os.remove: delete "a"`, `os.remove: delete "a", delete "b"`,
			`os.remove: delete "…"`, `os.remove: delete "…", delete "b"`}},
		{"a loop that never ends to learn", func(f *fake) {
			f.ev.State.Scope.Vars["p"] = a
			f.ev.State.Loop(func() { f.ev.State.Scope.Vars["p"] = Concat(f.ev.State.Scope.Vars["p"], a) })
			f.remove(f.ev.Objects.Resolve("p"))
		}, []string{`os.remove: delete "…", delete "…a"`}},
		{"each of a list, one by one", func(f *fake) { f.ev.State.ForEach(ListOf(a, b), f.remove) },
			[]string{`os.remove: delete "a"`, `os.remove: delete "b"`}},
		{"each of a list in any order", func(f *fake) { f.ev.State.ForEach(weak(a, b), f.remove) },
			[]string{`os.remove: delete "a", delete "b"`}},
		{"a deferred call sees what variables become", func(f *fake) {
			f.ev.State.Scope.Vars["p"] = a
			f.ev.State.Defer(f.function(func([]Arg) *Value {
				f.remove(f.ev.Objects.Resolve("p"))
				return nil
			}), nil)
			f.ev.State.KeepOld(f.ev.State.Scope, "p")
			f.ev.State.Scope.Vars["p"] = b
		}, []string{`os.remove: delete "b", delete "a"`}},
	})
}
