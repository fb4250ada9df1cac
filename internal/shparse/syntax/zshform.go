package syntax

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/fencepost/fencepost/internal/fact"
)

// The parser lacks the short forms of zsh's commands: for x (a b) cmd, if cond { }, { } always { },
// repeat, foreach, case x { }, arguments of an anonymous function. It refuses most of them, so that
// what stands before is read, and not the rest. The words of the others are known here.

// ZshForm recognises a command that is one for the parser, and the beginning of something else for
// zsh: a loop, or a word behind which zsh reads a command of any kind, and the parser only a simple
// one, before a reserved word or an assignment.
func ZshForm(argv []fact.Word) bool {
	switch argv[0].Written {
	case "repeat", "foreach":
		return true
	case "coproc", "nocorrect", "time":
	default:
		return false
	}
	if len(argv) < 2 {
		return false
	}
	word := argv[1].Written
	name, _, assigns := strings.Cut(word, "=")
	return reserved(word) || assigns && syntax.ValidName(strings.TrimSuffix(name, "+"))
}

// reserved reports whether a word begins a compound command of zsh.
func reserved(word string) bool {
	switch word {
	case "!", "[[", "{", "case", "coproc", "float", "for", "foreach", "function", "if", "integer",
		"nocorrect", "repeat", "select", "time", "until", "while":
		return true
	}
	return strings.HasPrefix(word, "((")
}
