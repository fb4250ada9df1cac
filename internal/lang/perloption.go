package lang

import (
	"strings"

	"github.com/fencepost/fencepost/internal/lang/token"
)

// What stands in the options of perl is code, too, in languages of their own.

// perlModule is the argument of -M, put into the line "use TEXT;".
func perlModule(text string, _ Options) Actions { return Actions{Complete: onlyFunctions(text)} }

// perlPattern is the argument of -F.
func perlPattern(text string, _ Options) Actions { return Actions{Complete: perlSplits(text)} }

// onlyFunctions reports whether -MTEXT loads a module that only brings functions.
func onlyFunctions(text string) bool {
	name, list, _ := strings.Cut(text, "=")
	for i := 0; i < len(list); i++ {
		if !token.Word(list[i]) && strings.IndexByte(",:$@%&", list[i]) < 0 {
			return false
		}
	}
	return Word("perl", "modules", name) || name == "open" && !strings.Contains(list, "via")
}

// perlSplits reports whether -FTEXT is a pattern without code. One in slashes or quotes is put into
// the program as it stands: split(TEXT).
func perlSplits(text string) bool {
	if text == "" || strings.Contains(text, "(?{") || strings.Contains(text, "(??{") ||
		strings.Contains(text, "(*") || strings.ContainsAny(text, "\x00$@") {
		return false
	}
	switch q := text[0]; q {
	case '/', '\'', '"':
		return len(text) > 1 && token.QuotedEnd(text, 0, q) == len(text) && text[len(text)-1] == q
	}
	return true
}
