package expand

import (
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
)

// Wild holds the characters that match something in the patterns that are followed here; others are
// left alone.
const Wild = "*?"

// SimpleNames reports whether a pattern has no other special characters than those in wild.
func SimpleNames(pattern string) bool { return !strings.ContainsAny(pattern, "[](){}|\\^~#<>!") }

// Climber reports whether a component with a wildcard may stand for the directory above: the shells
// that match .. with a pattern leave that name out nowhere, and a name that is cut short may become
// it.
func Climber(pattern string) bool {
	for part := range strings.SplitSeq(pattern, "/") {
		if strings.HasPrefix(part, ".") && strings.ContainsAny(part, Wild) &&
			strings.Trim(part, "."+Wild) == "" {
			return true
		}
	}
	return false
}

// LastName is the last component of the names.
func LastName(v fact.Word) (fact.Word, bool) {
	i := strings.LastIndexByte(v.Text, '/')
	last := v.Text[i+1:]
	return Names(v, last), last != "" && !strings.Contains(last, "**") && !Climber(last)
}

// Directory is what stands before the last slash of the names. Two stars may stand for no directory
// at all.
func Directory(v fact.Word) (fact.Word, bool) {
	i := strings.LastIndexByte(v.Text, '/')
	return Names(v, v.Text[:max(i, 0)]), i > 0 && !strings.Contains(v.Text, "**") && !Climber(v.Text)
}

// Names is a word for what a pattern stands for.
func Names(v fact.Word, pattern string) fact.Word {
	v.Text, v.Glob = pattern, strings.ContainsAny(pattern, Wild)
	return v
}
