package rule

import (
	"strings"
	"unicode/utf8"

	"github.com/fencepost/fencepost/internal/fact"
)

// mayBegin reports whether a text of which only the beginning is known can match: NAME=… is no
// match of ^-p, whatever follows. It errs on the side of yes.
func (r *Regexp) mayBegin(text string) bool {
	lead := leadOf(r.Src)
	n := min(len(lead), len(text))
	switch {
	case lead[:n] != text[:n]:
		return false
	case text == "":
		return true
	case r.DFA != "":
		return r.DFA.mayBegin(text)
	}
	by, err := r.Compiled()
	return err != nil || by.MayBegin(text)
}

// mayBe reports whether a word of which not all is known, or one of several that it may stand for,
// can match.
func (r *Regexp) mayBe(w *fact.Word) bool {
	switch {
	case w.Origin.Kind == fact.WordsOrigin && w.Text == "":
		for i := range len(firstOfWords) {
			if r.mayBegin(firstOfWords[i : i+1]) {
				return true
			}
		}
		return false
	case w.Many:
		return true
	case w.Glob: // what a pattern stands for begins as it does only up to its first sign
		text := w.Text
		if i := strings.IndexAny(text, "*?[{("); i >= 0 {
			text = text[:i]
		}
		return r.mayBegin(text)
	}
	return r.mayBegin(w.Text)
}

// firstOfWords are the characters with which the words of a fact.WordsOrigin begin.
const firstOfWords = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"

// mayBegin reports whether a text that begins with s may match.
func (d DFA) mayBegin(s string) bool {
	s = wholeRunes(s)
	state := byte(DFAStart)
	for i := 0; i < len(s) && state > DFAMatched; {
		state, i = d.step(state, s, i)
	}
	return state != DFAFailed
}

// wholeRunes is a text without the beginning of a character at its end.
func wholeRunes(s string) string {
	for n := 1; n < utf8.UTFMax && n <= len(s); n++ {
		if end := s[len(s)-n:]; utf8.RuneStart(end[0]) {
			if !utf8.FullRuneInString(end) {
				return s[:len(s)-n]
			}
			break
		}
	}
	return s
}

// leadOf is the literal with which every text begins that an expression matches; "" if none is
// seen.
func leadOf(src string) string {
	rest, ok := strings.CutPrefix(src, "^")
	if !ok || divided(rest) {
		return ""
	}
	n := 0
	for n < len(rest) && isPlain(rest[n]) {
		n++
	}
	if n < len(rest) && strings.IndexByte("?*+{", rest[n]) >= 0 { // what it counts may be missing
		n = max(n-1, 0)
	}
	return rest[:n]
}

// isPlain reports whether a character of an expression stands for itself.
func isPlain(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' ||
		strings.IndexByte("-_=/:,@%#~", c) >= 0
}

// divided reports whether an expression has alternatives outside groups.
func divided(src string) bool {
	depth, class := 0, false
	for i := 0; i < len(src); i++ {
		switch c := src[i]; {
		case c == '\\':
			i++
		case class:
			class = c != ']'
		case c == '[':
			class = true
		case c == '(':
			depth++
		case c == ')':
			depth--
		case c == '|' && depth == 0:
			return true
		}
	}
	return false
}
