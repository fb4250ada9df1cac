// Package token cuts texts of little languages: quotes, escapes, brackets, names, lines.
package token

import "strings"

// Word reports whether a byte is a letter, a digit or an underscore.
func Word(ch byte) bool { return Letter(ch) || Digit(ch) }

// Letter reports whether a byte begins a name.
func Letter(ch byte) bool { return ch == '_' || ch|0x20 >= 'a' && ch|0x20 <= 'z' }

// Digit reports whether a byte is a decimal digit.
func Digit(ch byte) bool { return ch >= '0' && ch <= '9' }

// Blank reports whether a byte is white space.
func Blank(ch byte) bool { return ch == ' ' || ch == '\t' || ch == '\n' }

// WordEnd returns the index of the first byte from i on that belongs to no name.
func WordEnd(s string, i int) int {
	for i < len(s) && Word(s[i]) {
		i++
	}
	return i
}

// LineEnd returns the index of the end of the line that i is in.
func LineEnd(s string, i int) int {
	if n := strings.IndexByte(s[i:], '\n'); n >= 0 {
		return i + n
	}
	return len(s)
}

// Quoted returns the text between the quote at i and the one that closes it, and the index behind
// that; -1 where none does. A backslash protects a quote.
func Quoted(s string, i int, quote byte) (string, int) {
	for k := i + 1; k < len(s); k++ {
		switch s[k] {
		case '\\':
			k++
		case quote:
			return s[i+1 : k], k + 1
		}
	}
	return "", -1
}

// QuotedEnd returns the index behind the quote that closes the one at i; the end of the text where
// none does.
func QuotedEnd(s string, i int, quote byte) int {
	if _, end := Quoted(s, i, quote); end >= 0 {
		return end
	}
	return len(s)
}

// String returns the text between the quote at i and the one that closes it or the end of the
// text, and the index behind it: `"a` is a.
func String(s string, i int, quote byte) (string, int) {
	text, end := Quoted(s, i, quote)
	if end < 0 {
		return s[i+1:], len(s)
	}
	return text, end
}

// Doubled is String for languages in which a doubled quote stands for one, as in 'it”s'. closed
// says that there is a closing quote.
func Doubled(s string, i int, quote byte) (text string, end int, closed bool) {
	for k := i + 1; k < len(s); k++ {
		switch {
		case s[k] != quote:
		case k+1 < len(s) && s[k+1] == quote:
			k++
		default:
			return s[i+1 : k], k + 1, true
		}
	}
	return s[i+1:], len(s), false
}

// Delimited is Quoted for delimiters that may be brackets, which nest: q{a{b}c}.
func Delimited(s string, i int) (string, int) {
	open := s[i]
	end := Closing(open)
	if end == open {
		return Quoted(s, i, open)
	}
	depth := 0
	for k := i; k < len(s); k++ {
		switch s[k] {
		case '\\':
			k++
		case open:
			depth++
		case end:
			if depth--; depth == 0 {
				return s[i+1 : k], k + 1
			}
		}
	}
	return "", -1
}

// Closing returns the bracket that closes another one; for any other byte it is that byte.
func Closing(open byte) byte {
	switch open {
	case '(':
		return ')'
	case '[':
		return ']'
	case '{':
		return '}'
	case '<':
		return '>'
	}
	return open
}

// Unescaped replaces an escaped quote and an escaped backslash by what they stand for.
func Unescaped(text string, quote byte) string {
	if !strings.Contains(text, `\`) {
		return text
	}
	return strings.NewReplacer(`\`+string(quote), string(quote), `\\`, `\`).Replace(text)
}

// RegexEnd returns the index behind the delimiter that closes the regular expression whose opening
// one is at i: not one in brackets, /[/]/, and none in the next line.
func RegexEnd(s string, i int, delim byte) int {
	for i++; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case delim:
			return i + 1
		case '[':
			i = BracketEnd(s, i)
		case '\n':
			return len(s)
		}
	}
	return len(s)
}

// BracketEnd returns the index of the bracket that closes the bracket expression at i (POSIX XBD
// 9.3.5).
func BracketEnd(s string, i int) int {
	i++
	if i < len(s) && s[i] == '^' {
		i++
	}
	for n := 0; i < len(s); i, n = i+1, n+1 {
		if s[i] == ']' && n > 0 {
			return i
		}
		if s[i] == '[' && i+1 < len(s) && strings.IndexByte(":.=", s[i+1]) >= 0 {
			end := strings.Index(s[i+2:], s[i+1:i+2]+"]")
			if end < 0 {
				return len(s)
			}
			i += end + 3
		}
	}
	return len(s)
}

// Scanner is a position in a text.
type Scanner struct {
	Src string
	I   int
}

// At returns the byte at an offset from the position; 0 outside of the text.
func (s *Scanner) At(n int) byte {
	if s.I+n < 0 || s.I+n >= len(s.Src) {
		return 0
	}
	return s.Src[s.I+n]
}

// Rest is the text from the position on.
func (s *Scanner) Rest() string { return s.Src[s.I:] }

// Done reports whether the position is the end of the text.
func (s *Scanner) Done() bool { return s.I >= len(s.Src) }

// Skip skips bytes of a set.
func (s *Scanner) Skip(set string) {
	for s.I < len(s.Src) && strings.IndexByte(set, s.Src[s.I]) >= 0 {
		s.I++
	}
}

// Blanks skips white space.
func (s *Scanner) Blanks() {
	for s.I < len(s.Src) && Blank(s.Src[s.I]) {
		s.I++
	}
}

// Name takes a name.
func (s *Scanner) Name() string {
	start := s.I
	s.I = WordEnd(s.Src, s.I)
	return s.Src[start:s.I]
}
