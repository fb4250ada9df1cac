package rule

import (
	"testing"

	"github.com/fencepost/fencepost/internal/fact"
)

// A rule sees the program that a command takes from a file, as it sees one among the words.
func TestProgramFromFile(t *testing.T) {
	c := &fact.Command{Invocation: fact.Invocation{
		Argv: []fact.Word{fact.Lit("awk"), fact.Lit("-f"), fact.Lit("a.awk")}}}
	re := &Regexp{Src: "system"}
	if got := NewSubject(c, true).AnyArgMatches(re, 0, false); got != fact.No {
		t.Errorf("without a program: %v", got)
	}
	program := fact.Lit("BEGIN { system(x) }")
	c.Program = &program
	if got := NewSubject(c, true).AnyArgMatches(re, 0, false); got != fact.Yes {
		t.Errorf("with a program: %v", got)
	}
	if len(c.Argv) != 3 {
		t.Errorf("words %v", c.Argv)
	}
}
