package core

import (
	"testing"

	"github.com/fencepost/fencepost/internal/interp/eval/tables"
)

func TestBind(t *testing.T) {
	e := &tables.Entry{Params: []tables.Param{{Name: "path"}, {Name: "mode", Default: "r"}}}
	rest := &tables.Entry{Params: []tables.Param{{Name: "path"}, {Name: "more", Rest: true}}}
	a, b := Arg{Val: Str("a")}, Arg{Val: Str("b")}
	spread := Arg{Val: Data, Spread: true}
	for _, tt := range []struct {
		what  string
		entry *tables.Entry
		args  []Arg
		param string
		want  string
	}{
		{"by its place", e, []Arg{a}, "path", `"a"`},
		{"a default", e, []Arg{a}, "mode", `"r"`},
		{"by its name", e, []Arg{{Name: "mode", Val: Str("w")}}, "mode", `"w"`},
		{"left out", e, nil, "path", "none"},
		{"spread", e, []Arg{spread}, "path", "?"},
		{"behind a spread one", e, []Arg{spread, a}, "mode", `?|"a"`},
		{"the rest", rest, []Arg{a, b, a}, "more", `["b" "a"]`},
		{"no rest", rest, []Arg{a}, "more", "[]"},
		{"a path of the table", e, nil, "/etc/x", `"/etc/x"`},
		{"no parameter, by its name", e, []Arg{{Name: "x", Val: Str("b")}}, "x", `"b"`},
	} {
		v, given := Bind(tt.entry, nil, tt.args).Get(tt.param)
		got := write(v)
		if !given {
			got = "none"
		}
		if got != tt.want {
			t.Errorf("%s: %s, want %s", tt.what, got, tt.want)
		}
	}
	if b := Bind(e, nil, []Arg{a, b, a}); !b.excess {
		t.Error("too many arguments were not noticed")
	}
}
