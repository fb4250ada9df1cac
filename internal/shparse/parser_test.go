package shparse

import (
	"testing"

	"github.com/fencepost/fencepost/internal/shparse/dialect"
)

// TestParserPanic: a text on which the parser library panics is one that does not parse; what
// stands before it is found.
func TestParserPanic(t *testing.T) {
	const trouble = "cat <<\"$E[\nx"
	for _, text := range []string{trouble, "rm a\n" + trouble, "rm a; rm b\n" + trouble,
		"eval 'rm a\n" + trouble + "'"} {
		cmds, in := interpret(text, dialect.Zsh)
		if len(in.View().Hazards()) == 0 {
			t.Errorf("%q: no hazard", text)
		}
		found := false
		for _, c := range cmds {
			found = found || len(c.Argv) == 2 && c.Argv[0].Text == "rm"
		}
		if want := text != trouble; found != want {
			t.Errorf("%q: rm is found: %v", text, found)
		}
	}
}
