package tasks

import (
	"strings"

	"github.com/fencepost/fencepost/internal/lang/token"
)

// makeReference is what stands behind a dollar sign in a makefile (GNU make manual 6.1).
type makeReference struct {
	text string // between the brackets, or the one letter
	open byte   // the bracket; 0 for $X
	ends bool   // the bracket is closed
}

// makeExpand replaces the references in a text of a makefile by what value returns for them, and
// $$ by a dollar sign. ok is false where value says so, and where the result grows beyond max
// bytes; it is cut off there.
func makeExpand(text string, max int, value func(makeReference) (string, bool)) (expanded string,
	ok bool) {
	var b strings.Builder
	put := func(r makeReference) bool {
		v, ok := value(r)
		b.WriteString(v)
		return ok
	}
	for i := 0; i < len(text); i++ {
		if b.Len() > max {
			return b.String(), false
		}
		if text[i] != '$' || i+1 == len(text) {
			b.WriteByte(text[i])
			continue
		}
		i++
		switch c := text[i]; c {
		case '$':
			b.WriteByte('$')
		case '(', '{':
			end := pairEnd(text, i)
			if !put(makeReference{text: text[i+1 : end], open: c, ends: end < len(text)}) {
				return b.String(), false
			}
			i = end
		default:
			if !put(makeReference{text: text[i : i+1], ends: true}) {
				return b.String(), false
			}
		}
	}
	return b.String(), true
}

// pairEnd is the index of what closes the bracket at i; the length of the text where nothing
// does. Only brackets of the same kind count.
func pairEnd(text string, i int) int {
	open, end := text[i], token.Closing(text[i])
	depth := 0
	for ; i < len(text); i++ {
		switch text[i] {
		case open:
			depth++
		case end:
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return len(text)
}

// makeLine cuts a line of a makefile off, with those that backslashes join to it.
func makeLine(text string) (line, rest string) {
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case '\n':
			return text[:i], text[i+1:]
		}
	}
	return text, ""
}
