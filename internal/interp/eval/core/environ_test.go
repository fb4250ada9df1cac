package core

import (
	"slices"
	"testing"
)

func TestEnvironReads(t *testing.T) {
	f := newFake()
	env := f.ev.Environ
	table(t, []row{
		{"home", env.Variable("HOME", nil), `"/home/u"`},
		{"another variable", env.Variable("X", nil), "?"},
		{"one with a default", env.Variable("Y", argsOf([]*Value{Str("a")})), `?|"a"`},
		{"one of which the name is not known", env.AnyVariable(), "?"},
	})
	env.NoteExpansion(Str("$A/${B}x"))
	want := []string{"X", "Y", "", "A", "B"}
	if got := f.ev.Report.Facts.Variables; !slices.Equal(got, want) {
		t.Errorf("read %q, want %q", got, want)
	}
	env.ForgetReads(2)
	if got := f.ev.Report.Facts.Variables; !slices.Equal(got, want[:2]) {
		t.Errorf("kept %q, want %q", got, want[:2])
	}
}

func TestHoldsEnviron(t *testing.T) {
	all := Obj(&Type{Name: "environ", Environ: true}, nil)
	for _, tt := range []struct {
		what string
		v    *Value
		want bool
	}{
		{"the environment", all, true}, {"a text", Str("a"), false}, {"in a list", ListOf(all), true},
		{"in a dictionary", dict("k", all), true},
		{"for a program that is started", dict("env", all), false},
	} {
		if got := HoldsEnviron(tt.v, 0); got != tt.want {
			t.Errorf("%s: %v", tt.what, got)
		}
	}
}

func TestReachesEnviron(t *testing.T) {
	for template, want := range map[string]bool{"{0}": false, "{0.environ}": true, "{0[k]}": true,
		"x": false} {
		if got := ReachesEnviron(template, []Arg{{Val: Ref("os")}}); got != want {
			t.Errorf("%s of a module: %v", template, got)
		}
		if ReachesEnviron(template, []Arg{{Val: Str("a")}}) {
			t.Errorf("%s of a text: true", template)
		}
	}
}
