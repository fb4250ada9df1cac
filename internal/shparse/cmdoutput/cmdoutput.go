package cmdoutput

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/shparse/dialect"
)

// Call is a command with constant words.
type Call struct {
	Name  string
	Args  []string
	Shell dialect.Dialect // whose builtin echo or printf is called
	Input string          // standard input
	Piped bool            // Input is known
}

// maxText bounds what is computed.
const maxText = 1 << 16

// Builtin reports whether the command is one of the shell's own, which always starts.
func Builtin(name string) bool { return name == "echo" || name == "printf" }

// hasRandomPart reports whether a part of what the command is given is random.
func (c *Call) hasRandomPart() bool {
	if slices.ContainsFunc(c.Args, fact.HasStandIn) {
		return true
	}
	return c.Piped && fact.HasStandIn(c.Input)
}

// wholeArguments reports whether printf prints its arguments as they are.
func wholeArguments(args []string) bool {
	return len(args) > 0 && !strings.Contains(strings.ReplaceAll(args[0], "%s", ""), "%") &&
		!fact.HasStandIn(args[0])
}

// ascii reports whether a text reads the same in every locale.
func ascii(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool { return r >= utf8.RuneSelf || r == 0 })
}
