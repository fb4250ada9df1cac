package token

import "strings"

// MakeReference is what stands behind a dollar sign in a makefile (GNU make manual 6.1).
type MakeReference struct {
	Text string // between the brackets, or the one letter
	Open byte   // the bracket; 0 for $X
	Ends bool   // the bracket is closed
}

// MakeExpand replaces the references in a text of a makefile by what value returns for them, and
// $$ by a dollar sign. ok is false where value says so, and where the result grows beyond max
// bytes; it is cut off there.
func MakeExpand(text string, max int, value func(MakeReference) (string, bool)) (expanded string,
	ok bool) {
	var b strings.Builder
	put := func(r MakeReference) bool {
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
			end := PairEnd(text, i)
			if !put(MakeReference{Text: text[i+1 : end], Open: c, Ends: end < len(text)}) {
				return b.String(), false
			}
			i = end
		default:
			if !put(MakeReference{Text: text[i : i+1], Ends: true}) {
				return b.String(), false
			}
		}
	}
	return b.String(), true
}

// PairEnd is the index of what closes the bracket at i; the length of the text where nothing
// does. Only brackets of the same kind count.
func PairEnd(text string, i int) int {
	open, end := text[i], Closing(text[i])
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

// MakeLine cuts a line of a makefile off, with those that backslashes join to it.
func MakeLine(text string) (line, rest string) {
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
