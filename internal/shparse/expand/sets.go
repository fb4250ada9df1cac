package expand

import (
	"slices"
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
)

// onlyNumbers reports whether all that is not known of the pieces is numbers.
func onlyNumbers(ps []Piece) bool {
	return !slices.ContainsFunc(ps, func(p Piece) bool {
		return p.Glob || p.Brk || p.Unknown && !p.Number && !p.Form.Digits
	})
}

// setsValues reports whether the parts that are not known are words or numbers, each behind NAME=,
// and nothing between them but the -X of the next: see fact.Word.Sets.
func setsValues(ps []Piece) bool {
	var between strings.Builder
	open, sets := false, false
	for i := range ps {
		p := &ps[i]
		switch {
		case p.Brk, p.Glob && (!p.Plain || !plainText(p.Text, "*_.:+-")):
			return false
		case !p.Unknown && !p.Glob:
			between.WriteString(p.Text)
		case p.Form.Sets && !open: // a value that does so itself
			open, sets = true, true
			between.Reset()
			between.WriteString(p.Suffix)
		case !p.Number && p.Kind != fact.WordsOrigin, !p.Glob && p.Text+p.Suffix != "":
			return false
		default:
			text := between.String()
			if between.Reset(); open && !onlyDefines(text) || !open && !endsInName(text) {
				return false
			}
			open, sets = true, true
		}
	}
	return sets
}

// onlyDefines reports whether a text between two values ends the first, and begins the second
// behind -X NAME=. Another option in it would be lost, as only what stands around all values is
// kept.
func onlyDefines(text string) bool {
	text = strings.TrimPrefix(strings.TrimPrefix(text, "'"), "\"")
	fields := strings.Fields(text)
	if len(fields) == 0 || strings.TrimLeft(text, " ") == text || !endsInName(text) {
		return false
	}
	for _, f := range fields[:len(fields)-1] {
		if f != "-X" && f != "-s" && f != "-w" {
			return false
		}
	}
	last := strings.TrimPrefix(fields[len(fields)-1], "-X=")
	last = strings.TrimLeft(last, "'\"")
	return last != "" && last[0] != '-'
}

// endsInName reports whether a text ends in NAME=, and perhaps the beginning of the value.
func endsInName(text string) bool {
	word := text[strings.LastIndexAny(text, " '\"")+1:]
	name, value, ok := strings.Cut(strings.TrimPrefix(word, "-X="), "=")
	return ok && name != "" && plainText(name+value, "_./-:+")
}

// plainText reports whether a text has no characters but letters, digits and some others.
func plainText(s, others string) bool {
	for i := range len(s) {
		if !LetterOrDigit(s[i]) && strings.IndexByte(others, s[i]) < 0 {
			return false
		}
	}
	return true
}
