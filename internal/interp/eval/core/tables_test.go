package core

import "testing"

func TestTables(t *testing.T) {
	tb := newFake().ev.Tables
	for _, tt := range []struct {
		what      string
		got, want bool
	}{
		{"print is a builtin", tb.Builtin("print"), true},
		{"os is none", tb.Builtin("os"), false},
		{"os is a module", tb.Known("os"), true},
		{"a part of a package is a module", tb.Known("urllib"), true},
		{"a module that no table has", tb.Known("nobody"), false},
		{"it is foreign", tb.Foreign("nobody"), true},
		{"os is not", tb.Foreign("os"), false},
		{"a method of data", tb.OfData("strip"), true},
		{"one of no data", tb.OfData("unlink"), false},
	} {
		if tt.got != tt.want {
			t.Errorf("%s: %v", tt.what, tt.got)
		}
	}
	if e, ok := tb.Entry("os.remove"); !ok || e.Name != "remove" || !e.Acts() {
		t.Errorf("os.remove: %+v, %v", e, ok)
	}
	if _, ok := tb.Entry("nobody.remove"); ok {
		t.Error("nobody.remove has an entry")
	}
	for name, want := range map[string]*Type{"file": typeFile, "own": ownType} {
		if got := tb.typed(name); got != want {
			t.Errorf("%s: %+v", name, got)
		}
	}
	if got := tb.typed("lib.x"); !got.Library {
		t.Errorf("lib.x: %+v", got)
	}
}

// ownType is a type of the language of the tests.
var ownType = &Type{Name: "own"}
