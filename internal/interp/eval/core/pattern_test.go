package core

import (
	"testing"

	"github.com/fencepost/fencepost/internal/fact"
)

func TestPatterns(t *testing.T) {
	table(t, []row{
		{"a name in a directory", Matching(Str("d/"), "*.c"), `"glob d/*.c"`},
		{"the directory of a pattern", PartOfPattern(Pattern("d/*.c"), true), `"d"`},
		{"a sibling of a pattern", Sibling(Pattern("d/*.c")), `"glob d/*"|"glob d/.[!.]*"`},
		{"a pattern and a text", Concat(Pattern("d/*"), Str(".c")), `"glob d/*.c"`},
		{"a pattern and a text that would match", Concat(Pattern("d/*"), Str("[x]")), `"d/…[x]"`},
		{"a pattern and what is unknown", Concat(Pattern("d/*"), Data), `"d/…"`},
		{"the name of a pattern", PartOfPattern(Pattern("d/*.c"), false), `"glob *.c"`},
		{"the directory of a pattern of directories", PartOfPattern(Pattern("*/x"), true), `"glob *"`},
		{"a sibling in unknown directories", Sibling(Pattern("*/x")), "?"},
		{"a text that is a pattern", asPattern(Str("*.c")), `"glob *.c"`},
		{"a text that is none", asPattern(Str("x.c")), `"x.c"`},
	})
}

func TestFreshNames(t *testing.T) {
	for _, tt := range []struct {
		text        string
		fresh, hide bool
	}{
		{"x", false, false}, {Fresh, true, true}, {Fresh + "/x", true, true},
		{Fresh + "/../x", false, true},
	} {
		w := fact.Lit(tt.text)
		if got := isFresh(&w); got != tt.fresh {
			t.Errorf("%q: fresh %v", tt.text, got)
		}
		if got := hideFresh(w); (got != w) != tt.hide {
			t.Errorf("%q: shown as %v", tt.text, got)
		}
	}
}
