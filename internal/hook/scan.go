package hook

import (
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

const maxDepth = 512 // levels of nesting in the input

// scanner reads JSON (RFC 8259) from a string. Values that are not needed are checked and skipped; strings without
// escapes are parts of the input.
type scanner struct {
	src string
	pos int
}

// SyntaxError says where the input is no JSON.
type SyntaxError struct {
	Offset int // in bytes, from 0
	What   string
}

func (e *SyntaxError) Error() string {
	return "hook input, byte " + strconv.Itoa(e.Offset) + ": " + e.What
}

func (s *scanner) fail(what string) error { return &SyntaxError{Offset: s.pos, What: what} }

// peek skips white space and returns the next byte, 0 at the end.
func (s *scanner) peek() byte {
	for s.pos < len(s.src) {
		switch c := s.src[s.pos]; c {
		case ' ', '\t', '\n', '\r':
			s.pos++
		default:
			return c
		}
	}
	return 0
}

func (s *scanner) expect(c byte) error {
	if s.peek() != c {
		return s.fail("expected " + strconv.QuoteRune(rune(c)))
	}
	s.pos++
	return nil
}

// object reads an object and calls member at each value, which must read it.
func (s *scanner) object(member func(key text) error) error {
	if err := s.expect('{'); err != nil {
		return err
	}
	if s.peek() == '}' {
		s.pos++
		return nil
	}
	for {
		if s.peek() != '"' {
			return s.fail("expected a field name")
		}
		key, err := s.string()
		if err != nil {
			return err
		}
		if err := s.expect(':'); err != nil {
			return err
		}
		s.peek()
		if err := member(key); err != nil {
			return err
		}
		switch s.peek() {
		case ',':
			s.pos++
		case '}':
			s.pos++
			return nil
		default:
			return s.fail("expected ',' or '}'")
		}
	}
}

// skip reads any value.
func (s *scanner) skip(depth int) error {
	if depth > maxDepth {
		return s.fail("nested too deeply")
	}
	switch c := s.peek(); {
	case c == '{':
		return s.object(func(text) error { return s.skip(depth + 1) })
	case c == '[':
		return s.array(depth)
	case c == '"':
		return s.skipString()
	case c == '-' || '0' <= c && c <= '9':
		return s.number()
	}
	for _, word := range [...]string{"true", "false", "null"} {
		if strings.HasPrefix(s.src[s.pos:], word) {
			s.pos += len(word)
			return nil
		}
	}
	if s.pos == len(s.src) {
		return s.fail("the input ends too early")
	}
	return s.fail("expected a value")
}

func (s *scanner) array(depth int) error {
	s.pos++
	if s.peek() == ']' {
		s.pos++
		return nil
	}
	for {
		if err := s.skip(depth + 1); err != nil {
			return err
		}
		switch s.peek() {
		case ',':
			s.pos++
		case ']':
			s.pos++
			return nil
		default:
			return s.fail("expected ',' or ']'")
		}
	}
}

func (s *scanner) number() error {
	if s.src[s.pos] == '-' {
		s.pos++
	}
	if s.pos < len(s.src) && s.src[s.pos] == '0' {
		s.pos++
	} else if !s.digits() {
		return s.fail("expected a digit")
	}
	if s.pos < len(s.src) && s.src[s.pos] == '.' {
		s.pos++
		if !s.digits() {
			return s.fail("expected a digit")
		}
	}
	if s.pos < len(s.src) && s.src[s.pos]|0x20 == 'e' {
		s.pos++
		if s.pos < len(s.src) && (s.src[s.pos] == '+' || s.src[s.pos] == '-') {
			s.pos++
		}
		if !s.digits() {
			return s.fail("expected a digit")
		}
	}
	return nil
}

func (s *scanner) digits() bool {
	start := s.pos
	for s.pos < len(s.src) && '0' <= s.src[s.pos] && s.src[s.pos] <= '9' {
		s.pos++
	}
	return s.pos > start
}

// text is a decoded string with what makes it doubtful.
type text struct {
	value     string
	surrogate bool // an escape that is half of a surrogate pair; it is decoded as U+FFFD
	nul       bool // an escaped NUL
}

// plain moves over the characters of a string up to an escape or the closing quote.
func (s *scanner) plain() error {
	for i := s.pos; i < len(s.src); i++ {
		switch c := s.src[i]; {
		case c == '"' || c == '\\':
			s.pos = i
			return nil
		case c < ' ':
			s.pos = i
			return s.fail("a control character in a string")
		}
	}
	s.pos = len(s.src)
	return s.fail("the input ends inside a string")
}

func (s *scanner) skipString() error {
	s.pos++
	for {
		if err := s.plain(); err != nil {
			return err
		}
		if s.src[s.pos] == '"' {
			s.pos++
			return nil
		}
		if _, err := s.escape(); err != nil {
			return err
		}
	}
}

func (s *scanner) string() (text, error) {
	s.pos++
	start := s.pos
	if err := s.plain(); err != nil {
		return text{}, err
	}
	if s.src[s.pos] == '"' {
		s.pos++
		return text{value: s.src[start : s.pos-1]}, nil
	}
	var t text
	buf := make([]byte, 0, 2*(s.pos-start)+32)
	for {
		buf = append(buf, s.src[start:s.pos]...)
		if s.src[s.pos] == '"' {
			s.pos++
			t.value = string(buf)
			return t, nil
		}
		c, err := s.escape()
		if err != nil {
			return text{}, err
		}
		if c >= surrogateMin && c <= surrogateMax {
			t.surrogate = true
		}
		t.nul = t.nul || c == 0
		buf = utf8.AppendRune(buf, c) // a surrogate becomes U+FFFD
		start = s.pos
		if err := s.plain(); err != nil {
			return text{}, err
		}
	}
}

const (
	surrogateMin = 0xd800
	surrogateMax = 0xdfff
)

// escape reads one escape, or the two of a surrogate pair.
func (s *scanner) escape() (rune, error) {
	if s.pos+1 >= len(s.src) {
		return 0, s.fail("the input ends inside a string")
	}
	c := s.src[s.pos+1]
	if c == 'u' {
		r, ok := s.hex(s.pos + 2)
		if !ok {
			return 0, s.fail("expected four hexadecimal digits")
		}
		s.pos += 6
		if utf16.IsSurrogate(r) && strings.HasPrefix(s.src[s.pos:], `\u`) {
			if low, ok := s.hex(s.pos + 2); ok {
				if pair := utf16.DecodeRune(r, low); pair != utf8.RuneError {
					s.pos += 6
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
	s.pos += 2
	return rune("\"\\/\b\f\n\r\t"[i]), nil
}

func (s *scanner) hex(at int) (rune, bool) {
	if at+4 > len(s.src) {
		return 0, false
	}
	var r rune
	for _, c := range []byte(s.src[at : at+4]) {
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
