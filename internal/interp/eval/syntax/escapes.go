package syntax

import (
	"strconv"
	"strings"
)

// Escapes says in what the escape sequences of languages differ.
type Escapes struct {
	Bell   bool // \a is a bell, else the letter
	Braces bool // \u{41} is a character
	Short  bool // an octal sequence that begins above \3 has two digits
	Keep   bool // a backslash stays before what it means nothing with
}

// Unescape replaces the escape sequences of a string literal.
func (e Escapes) Unescape(s string) string {
	if !strings.Contains(s, `\`) {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' || i+1 == len(s) {
			b.WriteByte(s[i])
			continue
		}
		i++
		switch c := s[i]; c {
		case 'n', 't', 'r', 'b', 'f', 'v':
			b.WriteByte(control(c))
		case 'a':
			if e.Bell {
				c = '\a'
			}
			b.WriteByte(c)
		case '\n':
		case '\\', '\'', '"', '`':
			b.WriteByte(c)
		case 'x', 'u', 'U':
			n, r := e.character(s[i:])
			if n == 0 {
				b.WriteString(s[i-1 : i+1])
				continue
			}
			b.WriteRune(r)
			i += n
		case '0', '1', '2', '3', '4', '5', '6', '7':
			n, r := e.octal(s[i:])
			b.WriteRune(r)
			i += n - 1
		default:
			if e.Keep {
				b.WriteByte('\\')
			}
			b.WriteByte(c)
		}
	}
	return b.String()
}

// control is the control character that a letter stands for.
func control(c byte) byte {
	switch c {
	case 'n':
		return '\n'
	case 't':
		return '\t'
	case 'r':
		return '\r'
	case 'b':
		return '\b'
	case 'f':
		return '\f'
	}
	return '\v'
}

// octal reads 101. n is the number of its digits.
func (e Escapes) octal(s string) (n int, r rune) {
	most := 3
	if e.Short && s[0] > '3' {
		most = 2
	}
	for n < len(s) && n < most && s[n] >= '0' && s[n] <= '7' {
		n++
	}
	v, _ := strconv.ParseInt(s[:n], 8, 32)
	return n, rune(v)
}

// character reads x41, u0041, U00000041 and u{41}. n is the number of bytes after the letter.
func (e Escapes) character(s string) (n int, r rune) {
	digits := 2
	switch s[0] {
	case 'u':
		digits = 4
		if e.Braces && strings.HasPrefix(s, "u{") {
			end := strings.IndexByte(s, '}')
			if end < 0 {
				return 0, 0
			}
			v, err := strconv.ParseInt(s[2:end], 16, 32)
			if err != nil {
				return 0, 0
			}
			return end, rune(v)
		}
	case 'U':
		digits = 8
	}
	if len(s) < 1+digits {
		return 0, 0
	}
	v, err := strconv.ParseInt(s[1:1+digits], 16, 64)
	if err != nil {
		return 0, 0
	}
	return digits, rune(v)
}

// inNames are the escape sequences that a name may have.
var inNames = Escapes{Braces: true, Short: true}
