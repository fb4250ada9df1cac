// Package wire reads and writes the JSON of hooks, without the work at start-up that a general
// package brings.
package wire

import (
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

const maxDepth = 512 // levels of nesting in the input

// Scanner reads JSON (RFC 8259) from a string. Values that are not needed are checked and skipped;
// strings without escapes are parts of the input.
type Scanner struct {
	Src string
	Pos int // offset of the next byte
}

// SyntaxError says where the input is no JSON.
type SyntaxError struct {
	Offset int // in bytes, from 0
	What   string
}

func (e *SyntaxError) Error() string {
	return "hook input, byte " + strconv.Itoa(e.Offset) + ": " + e.What
}

func (s *Scanner) fail(what string) error { return &SyntaxError{Offset: s.Pos, What: what} }

// Peek skips white space and returns the next byte, 0 at the end.
func (s *Scanner) Peek() byte {
	for s.Pos < len(s.Src) {
		switch c := s.Src[s.Pos]; c {
		case ' ', '\t', '\n', '\r':
			s.Pos++
		default:
			return c
		}
	}
	return 0
}

func (s *Scanner) expect(c byte) error {
	if s.Peek() != c {
		return s.fail("expected " + strconv.QuoteRune(rune(c)))
	}
	s.Pos++
	return nil
}

// Object reads an object and calls member at each value, which must read it.
func (s *Scanner) Object(member func(key Text) error) error {
	if err := s.expect('{'); err != nil {
		return err
	}
	if s.Peek() == '}' {
		s.Pos++
		return nil
	}
	for {
		if s.Peek() != '"' {
			return s.fail("expected a field name")
		}
		key, err := s.String()
		if err != nil {
			return err
		}
		if err := s.expect(':'); err != nil {
			return err
		}
		s.Peek()
		if err := member(key); err != nil {
			return err
		}
		switch s.Peek() {
		case ',':
			s.Pos++
		case '}':
			s.Pos++
			return nil
		default:
			return s.fail("expected ',' or '}'")
		}
	}
}

// Skip reads any value, which is nested in depth others.
func (s *Scanner) Skip(depth int) error {
	if depth > maxDepth {
		return s.fail("nested too deeply")
	}
	switch c := s.Peek(); {
	case c == '{':
		return s.Object(func(Text) error { return s.Skip(depth + 1) })
	case c == '[':
		return s.array(depth)
	case c == '"':
		return s.skipString()
	case c == '-' || '0' <= c && c <= '9':
		return s.number()
	}
	for _, word := range [...]string{"true", "false", "null"} {
		if strings.HasPrefix(s.Src[s.Pos:], word) {
			s.Pos += len(word)
			return nil
		}
	}
	if s.Pos == len(s.Src) {
		return s.fail("the input ends too early")
	}
	return s.fail("expected a value")
}

func (s *Scanner) array(depth int) error {
	return s.Array(func() error { return s.Skip(depth + 1) })
}

// Array reads an array and calls element at each value, which must read it. The scanner stands at
// the bracket.
func (s *Scanner) Array(element func() error) error {
	s.Pos++
	if s.Peek() == ']' {
		s.Pos++
		return nil
	}
	for {
		s.Peek()
		if err := element(); err != nil {
			return err
		}
		switch s.Peek() {
		case ',':
			s.Pos++
		case ']':
			s.Pos++
			return nil
		default:
			return s.fail("expected ',' or ']'")
		}
	}
}

func (s *Scanner) number() error {
	if s.Src[s.Pos] == '-' {
		s.Pos++
	}
	if s.Pos < len(s.Src) && s.Src[s.Pos] == '0' {
		s.Pos++
	} else if !s.digits() {
		return s.fail("expected a digit")
	}
	if s.Pos < len(s.Src) && s.Src[s.Pos] == '.' {
		s.Pos++
		if !s.digits() {
			return s.fail("expected a digit")
		}
	}
	if s.Pos < len(s.Src) && s.Src[s.Pos]|0x20 == 'e' {
		s.Pos++
		if s.Pos < len(s.Src) && (s.Src[s.Pos] == '+' || s.Src[s.Pos] == '-') {
			s.Pos++
		}
		if !s.digits() {
			return s.fail("expected a digit")
		}
	}
	return nil
}

func (s *Scanner) digits() bool {
	start := s.Pos
	for s.Pos < len(s.Src) && '0' <= s.Src[s.Pos] && s.Src[s.Pos] <= '9' {
		s.Pos++
	}
	return s.Pos > start
}

// Text is a decoded string with what makes it doubtful.
type Text struct {
	Value     string
	Surrogate bool // an escape that is half of a surrogate pair; it is decoded as U+FFFD
	NUL       bool // an escaped NUL
}

// A byte of each, or its highest bit.
const ones, highs = 0x0101010101010101, 0x8080808080808080

// plain moves over the characters of a string up to an escape or the closing quote.
func (s *Scanner) plain() error {
	i := s.Pos
	for i+8 <= len(s.Src) {
		e := s.Src[i : i+8]
		x := uint64(e[0]) | uint64(e[1])<<8 | uint64(e[2])<<16 | uint64(e[3])<<24 |
			uint64(e[4])<<32 | uint64(e[5])<<40 | uint64(e[6])<<48 | uint64(e[7])<<56
		// whether one of the eight is a control character, a quote or a backslash; what is behind the
		// first one that is may count as one, too
		quote, slash := x^'"'*ones, x^'\\'*ones
		if ((x-' '*ones)&^x|(quote-ones)&^quote|(slash-ones)&^slash)&highs != 0 {
			break
		}
		i += 8
	}
	for ; i < len(s.Src); i++ {
		switch c := s.Src[i]; {
		case c == '"' || c == '\\':
			s.Pos = i
			return nil
		case c < ' ':
			s.Pos = i
			return s.fail("a control character in a string")
		}
	}
	s.Pos = len(s.Src)
	return s.fail("the input ends inside a string")
}

func (s *Scanner) skipString() error {
	s.Pos++
	for {
		if err := s.plain(); err != nil {
			return err
		}
		if s.Src[s.Pos] == '"' {
			s.Pos++
			return nil
		}
		if _, err := s.escape(); err != nil {
			return err
		}
	}
}

// String reads a string; the scanner stands at its quote.
func (s *Scanner) String() (Text, error) {
	s.Pos++
	start := s.Pos
	if err := s.plain(); err != nil {
		return Text{}, err
	}
	if s.Src[s.Pos] == '"' {
		s.Pos++
		return Text{Value: s.Src[start : s.Pos-1]}, nil
	}
	var t Text
	var b strings.Builder
	b.Grow(s.Pos - start + s.ahead())
	for {
		b.WriteString(s.Src[start:s.Pos])
		if s.Src[s.Pos] == '"' {
			s.Pos++
			t.Value = b.String()
			return t, nil
		}
		c, err := s.escape()
		if err != nil {
			return Text{}, err
		}
		if c >= surrogateMin && c <= surrogateMax {
			t.Surrogate = true
		}
		t.NUL = t.NUL || c == 0
		b.WriteRune(c) // a surrogate becomes U+FFFD
		start = s.Pos
		if err := s.plain(); err != nil {
			return Text{}, err
		}
	}
}

// ahead is how far the quote is that ends the string; all that is left if there is none. What is
// escaped is never shorter than what it stands for.
func (s *Scanner) ahead() int {
	for i := s.Pos; i < len(s.Src); i++ {
		switch s.Src[i] {
		case '\\':
			i++
		case '"':
			return i - s.Pos
		}
	}
	return len(s.Src) - s.Pos
}

const (
	surrogateMin = 0xd800
	surrogateMax = 0xdfff
)

// escape reads one escape, or the two of a surrogate pair.
func (s *Scanner) escape() (rune, error) {
	if s.Pos+1 >= len(s.Src) {
		return 0, s.fail("the input ends inside a string")
	}
	c := s.Src[s.Pos+1]
	if c == 'u' {
		r, ok := s.hex(s.Pos + 2)
		if !ok {
			return 0, s.fail("expected four hexadecimal digits")
		}
		s.Pos += 6
		if utf16.IsSurrogate(r) && strings.HasPrefix(s.Src[s.Pos:], `\u`) {
			if low, ok := s.hex(s.Pos + 2); ok {
				if pair := utf16.DecodeRune(r, low); pair != utf8.RuneError {
					s.Pos += 6
					return pair, nil
				}
			}
		}
		return r, nil
	}
	i := strings.IndexByte(`"\/bfnrt`, c)
	if i < 0 {
		return 0, s.fail("an unknown escape")
	}
	s.Pos += 2
	return rune("\"\\/\b\f\n\r\t"[i]), nil
}

func (s *Scanner) hex(at int) (rune, bool) {
	if at+4 > len(s.Src) {
		return 0, false
	}
	var r rune
	for _, c := range []byte(s.Src[at : at+4]) {
		switch {
		case '0' <= c && c <= '9':
			c -= '0'
		case 'a' <= c|0x20 && c|0x20 <= 'f':
			c = c | 0x20 - 'a' + 10
		default:
			return 0, false
		}
		r = r<<4 | rune(c)
	}
	return r, true
}
