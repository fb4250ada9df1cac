package expand

import (
	"strings"
	"unicode/utf8"

	"github.com/fencepost/fencepost/internal/shparse/dialect"
)

// AnsiC decodes the inside of $'…' (bash manual 3.1.2.4). ok is false where the shells differ about
// the result.
func AnsiC(s string, d dialect.Dialect) (text string, ok bool) {
	if !strings.Contains(s, "\\") {
		return s, true
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' || i+1 >= len(s) {
			b.WriteByte(s[i])
			continue
		}
		i++
		switch c := s[i]; c {
		case 'a':
			b.WriteByte('\a')
		case 'b':
			b.WriteByte('\b')
		case 'e', 'E':
			b.WriteByte(0x1b)
		case 'f':
			b.WriteByte('\f')
		case 'n':
			b.WriteByte('\n')
		case 'r':
			b.WriteByte('\r')
		case 't':
			b.WriteByte('\t')
		case 'v':
			b.WriteByte('\v')
		case '\\', '\'', '"', '?':
			b.WriteByte(c)
		case '0', '1', '2', '3', '4', '5', '6', '7':
			n, used := readDigits(s[i:], 8, 3)
			i += used - 1
			if byte(n) == 0 {
				return b.String(), !d.Has(dialect.KeepsNUL) // bash ends the string at a NUL
			}
			b.WriteByte(byte(n))
		case 'x':
			n, used := readDigits(s[i+1:], 16, 2)
			if used == 0 {
				// \x{41} of some versions of bash
				if d.Has(dialect.KeyEscapes) || strings.HasPrefix(s[i+1:], "{") {
					return b.String(), false
				}
				b.WriteString(`\x`)
				continue
			}
			i += used
			if n == 0 {
				return b.String(), !d.Has(dialect.KeepsNUL)
			}
			b.WriteByte(byte(n))
		case 'u', 'U':
			digits := 4
			if c == 'U' {
				digits = 8
			}
			n, used := readDigits(s[i+1:], 16, digits)
			if used == 0 {
				b.WriteByte('\\')
				b.WriteByte(c)
				continue
			}
			i += used
			if n == 0 {
				return b.String(), !d.Has(dialect.KeepsNUL)
			}
			if n > utf8.MaxRune || n >= 0xd800 && n < 0xe000 {
				return b.String(), false
			}
			b.WriteRune(rune(n))
		case 'c', 'C', 'M':
			if d.Has(dialect.KeyEscapes) || c != 'c' {
				if d.Has(dialect.KeyEscapes) && c != 'c' {
					return b.String(), false
				}
				if !d.Has(dialect.KeyEscapes) {
					b.WriteByte('\\')
				}
				b.WriteByte(c)
				continue
			}
			if i+1 >= len(s) {
				return b.String(), false
			}
			i++
			if s[i]&0x1f == 0 || s[i] == '\\' || s[i] == '?' || s[i] >= utf8.RuneSelf {
				return b.String(), false
			}
			b.WriteByte(s[i] & 0x1f)
		default:
			if !d.Has(dialect.KeyEscapes) {
				b.WriteByte('\\')
			}
			b.WriteByte(c)
		}
	}
	return b.String(), true
}

// Number reads up to max digits of a base.
func readDigits(s string, base, max int) (n, used int) {
	for used < max && used < len(s) {
		d := Digit(s[used])
		if d >= base {
			break
		}
		n = n*base + d
		used++
	}
	return n, used
}

func Digit(c byte) int {
	switch {
	case c >= '0' && c <= '9':
		return int(c - '0')
	case c >= 'a' && c <= 'f':
		return int(c-'a') + 10
	case c >= 'A' && c <= 'F':
		return int(c-'A') + 10
	}
	return 99
}
