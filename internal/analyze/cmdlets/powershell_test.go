package cmdlets

import (
	"strings"
	"testing"

	"github.com/fencepost/fencepost/internal/fact"
)

// TestRedivided: what programs on Windows make of the arguments that older versions of PowerShell
// hand to them. Words stand between bars.
func TestRedivided(t *testing.T) {
	for _, tt := range []struct{ words, want string }{
		{"git|status", ""},
		{"git|commit|-m|a b", ""},
		{`git|commit|-m|say "hi" to`, "git|commit|-m|say hi to"},
		{`git|push|origin" --force "x y`, "git|push|origin|--force|x y"},
		{`prog|{"a": 1}`, "prog|{a: 1}"},
		{`prog|{"a b":1}`, "prog|{a b:1}"},
		{`prog|a\"b`, `prog|a"b`},
		{`prog|a\\"b c"`, `prog|a\b c`},
		{`prog|"|b|c`, "prog| b c"},
		{"prog||x", "prog|x"},
		{`prog|?|"a"`, "prog|?|a"},
	} {
		var words []fact.Word
		for _, w := range strings.Split(tt.words, "|") {
			if w == "?" {
				words = append(words, fact.Unknown("?"))
			} else {
				words = append(words, fact.Lit(w))
			}
		}
		other, differs := redivided(words)
		var got []string
		for i := range other {
			got = append(got, other[i].Show())
		}
		if s := strings.Join(got, "|"); differs != (tt.want != "") || differs && s != tt.want {
			t.Errorf("%s: %v %s, want %s", tt.words, differs, s, tt.want)
		}
	}
}
