package syntax

import (
	"strings"
	"unicode/utf8"

	"mvdan.cc/sh/v3/syntax"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/shparse/expand"
)

// Snippet is a short piece of the text around a place, for people.
func Snippet(text string, at int) string {
	from, to := max(0, at-20), min(len(text), at+20)
	for from > 0 && !utf8.RuneStart(text[from]) {
		from--
	}
	for to < len(text) && !utf8.RuneStart(text[to]) {
		to++
	}
	return text[from:to]
}

// Position turns a byte offset into line and column.
func Position(text string, at int) fact.Pos {
	line := 1 + strings.Count(text[:at], "\n")
	col := at - strings.LastIndexByte(text[:at], '\n')
	return fact.Pos{Offset: at, Line: line, Col: col}
}

func IsNameByte(c byte) bool { return c == '_' || expand.LetterOrDigit(c) }

// blanks is the text up to a place with nothing left of it but its lines.
func blanks(text string, at int) string {
	b := make([]byte, at)
	for i := range b {
		if b[i] = ' '; text[i] == '\n' {
			b[i] = '\n'
		}
	}
	return string(b)
}

func LitOf(w *syntax.Word) string {
	if len(w.Parts) == 1 {
		if l, ok := w.Parts[0].(*syntax.Lit); ok {
			return l.Value
		}
	}
	return ""
}
