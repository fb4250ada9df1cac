package wire

import "unicode/utf8"

// String returns s as a JSON string.
func String(s string) []byte { return AppendString(make([]byte, 0, len(s)+2), s) }

// AppendString appends s as a JSON string. Bytes that are not UTF-8 become U+FFFD; <, > and & stay
// as they are. The two separators that JavaScript once took for line ends are escaped.
func AppendString(b []byte, s string) []byte {
	const hex = "0123456789abcdef"
	b = append(b, '"')
	start := 0
	for i := 0; i < len(s); {
		c := s[i]
		if c < utf8.RuneSelf {
			if c >= ' ' && c != '"' && c != '\\' && c != 0x7f {
				i++
				continue
			}
			b = append(b, s[start:i]...)
			switch c {
			case '"', '\\':
				b = append(b, '\\', c)
			case '\n':
				b = append(b, '\\', 'n')
			case '\t':
				b = append(b, '\\', 't')
			case '\r':
				b = append(b, '\\', 'r')
			default:
				b = append(b, '\\', 'u', '0', '0', hex[c>>4], hex[c&15])
			}
			i++
			start = i
			continue
		}
		r, n := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == utf8.RuneError && n == 1:
			b = append(append(b, s[start:i]...), "\uFFFD"...)
			start = i + n
		case r == '\u2028' || r == '\u2029':
			b = append(append(b, s[start:i]...), '\\', 'u', '2', '0', '2', hex[r&15])
			start = i + n
		}
		i += n
	}
	b = append(b, s[start:]...)
	return append(b, '"')
}

// Limit cuts a text to maxText UTF-16 code units, at a character, and marks the cut.
func Limit(s string, maxText int) string {
	if len(s) <= maxText {
		return s
	}
	units, cut := 0, 0
	for i, r := range s {
		if units < maxText {
			cut = i // the mark fits behind s[:i]
		}
		if units++; r > 0xffff {
			units++
		}
		if units > maxText {
			return s[:cut] + "…"
		}
	}
	return s
}

// IsObject reports whether data is one JSON object in valid UTF-8, without white space around it.
func IsObject(data []byte) bool {
	if len(data) == 0 || data[0] != '{' || !utf8.Valid(data) {
		return false
	}
	s := Scanner{Src: string(data)}
	return s.Skip(0) == nil && s.Pos == len(s.Src)
}
