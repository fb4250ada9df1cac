package cmdoutput

import (
	"encoding/base64"
	"encoding/hex"
	"strconv"
	"strings"
	"unicode/utf8"
)

// reverse is rev, which reads lines and characters of the locale.
func reverse(args []string, text string) (string, bool) {
	if len(args) > 0 || !ascii(text) || text != "" && !strings.HasSuffix(text, "\n") {
		return "", false
	}
	b := []byte(text)
	for start := 0; start < len(b); {
		end := start + strings.IndexByte(text[start:], '\n')
		for i, k := start, end-1; i < k; i, k = i+1, k-1 {
			b[i], b[k] = b[k], b[i]
		}
		start = end + 1
	}
	return string(b), true
}

// base64Text is base64 of a short text, which has one line, and base64 -d.
func base64Text(args []string, text string) (string, bool) {
	switch {
	case len(args) == 0:
		return base64.StdEncoding.EncodeToString([]byte(text)) + "\n", text != "" && len(text) < 57
	case len(args) == 1 && (args[0] == "-d" || args[0] == "--decode"):
		b, err := base64.StdEncoding.Strict().DecodeString(strings.TrimSuffix(text, "\n"))
		return string(b), err == nil && !strings.ContainsAny(text, "\r") && strings.Count(text, "\n") < 2
	}
	return "", false
}

// unhex is xxd -r -p of one line. -rp is another option.
func unhex(args []string, text string) (string, bool) {
	if len(args) != 2 || args[0] == args[1] {
		return "", false
	}
	for _, a := range args {
		if a != "-r" && a != "-p" && a != "-ps" {
			return "", false
		}
	}
	if args[0] != "-r" && args[1] != "-r" {
		return "", false
	}
	b, err := hex.DecodeString(strings.TrimSuffix(text, "\n"))
	return string(b), err == nil
}

// translate is tr SET1 SET2 and tr -d SET1.
func translate(args []string, text string) (string, bool) {
	if len(args) != 2 || !utf8.ValidString(text) || strings.Contains(text, "\x00") {
		return "", false
	}
	if args[0] == "-d" {
		set, ok := trSet(args[1])
		if !ok {
			return "", false
		}
		return strings.Map(func(r rune) rune {
			if r < utf8.RuneSelf && strings.IndexByte(set, byte(r)) >= 0 {
				return -1
			}
			return r
		}, text), true
	}
	from, ok := trSet(args[0])
	to, okTo := trSet(args[1])
	if !ok || !okTo || to == "" {
		return "", false
	}
	out := []byte(text)
	for i, c := range out {
		if k := strings.IndexByte(from, c); k >= 0 {
			if strings.IndexByte(from[k+1:], c) >= 0 {
				return "", false // given twice
			}
			out[i] = to[min(k, len(to)-1)]
		}
	}
	return string(out), true
}

// trSet is a set of plain characters, ranges between letters or digits of one kind, and \n, \t, \\
// and octal numbers of three digits.
func trSet(s string) (string, bool) {
	if strings.Contains(s, "[") || len(s) > 1 && s[0] == '-' || !ascii(s) {
		return "", false
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == '\\':
			ch, used, ok := trEscape(s[i+1:])
			if !ok {
				return "", false
			}
			b.WriteByte(ch)
			if i += used; i+2 < len(s) && s[i+1] == '-' {
				return "", false // a range from it
			}
		case i+2 < len(s) && s[i+1] == '-':
			if !sameInLocales(s[i], s[i+2]) || s[i] > s[i+2] || i+3 < len(s) && s[i+3] == '-' {
				return "", false
			}
			for c := int(s[i]); c <= int(s[i+2]); c++ {
				b.WriteByte(byte(c))
			}
			i += 2
		default:
			b.WriteByte(s[i])
		}
	}
	return b.String(), true
}

func trEscape(s string) (ch byte, used int, ok bool) {
	if s == "" {
		return 0, 0, false
	}
	if i := strings.IndexByte(`nt\`, s[0]); i >= 0 {
		return "\n\t\\"[i], 1, true
	}
	n, used := readDigits(s, 8, 3)
	return byte(n), used, used == 3 && n < utf8.RuneSelf && n > 0
}

// sameInLocales reports whether the characters between two are the same in every common locale.
func sameInLocales(a, z byte) bool {
	kind := func(c byte) int {
		switch {
		case c >= '0' && c <= '9':
			return 1
		case c >= 'a' && c <= 'z':
			return 2
		case c >= 'A' && c <= 'Z':
			return 3
		}
		return 0
	}
	return kind(a) != 0 && kind(a) == kind(z)
}

// headTail is head and tail with a number of lines.
func headTail(name string, args []string, text string) (string, bool) {
	n := 10
	switch {
	case len(args) == 0:
	case len(args) == 1 && strings.HasPrefix(args[0], "-n"):
		n = atoi(args[0][2:])
	case len(args) == 1 && strings.HasPrefix(args[0], "-"):
		n = atoi(args[0][1:])
	case len(args) == 2 && args[0] == "-n":
		n = atoi(args[1])
	default:
		return "", false
	}
	if n < 0 {
		return "", false
	}
	lines := strings.SplitAfter(text, "\n")
	if lines[len(lines)-1] == "" {
		lines = lines[:len(lines)-1]
	}
	n = min(n, len(lines))
	if name == "head" {
		return strings.Join(lines[:n], ""), true
	}
	return strings.Join(lines[len(lines)-n:], ""), true
}

// atoi is -1 for anything but digits.
func atoi(s string) int {
	if s == "" || strings.Trim(s, "0123456789") != "" || len(s) > 6 {
		return -1
	}
	n, _ := strconv.Atoi(s)
	return n
}

// cut is cut -d C -f N and cut -c N-M, each option once.
func cut(args []string, text string) (string, bool) {
	given := map[byte]string{}
	for i := 0; i < len(args); i++ {
		a := args[i]
		if len(a) < 2 || a[0] != '-' || strings.IndexByte("dfcb", a[1]) < 0 {
			return "", false
		}
		v := a[2:]
		if v == "" {
			if i++; i >= len(args) {
				return "", false
			}
			v = args[i]
		}
		if _, twice := given[a[1]]; twice || v == "" {
			return "", false
		}
		given[a[1]] = v
	}
	field, fields := given['f']
	if !ascii(text) || !fields && len(given) != 1 {
		return "", false
	}
	if text == "" {
		return "", fields && atoi(field) > 0 && len(given) == 1
	}
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	for i, l := range lines {
		ok := false
		if fields {
			lines[i], ok = cutField(l, given)
		} else {
			lines[i], ok = cutRange(l, given['c']+given['b'])
		}
		if !ok {
			return "", false
		}
	}
	return strings.Join(lines, "\n") + "\n", true
}

// cutField is one field of a line.
func cutField(l string, given map[byte]string) (string, bool) {
	delim, other := given['d']
	if !other {
		delim = "\t"
	}
	n := atoi(given['f'])
	if n < 1 || len(delim) != 1 || delim == "\n" || !ascii(delim) || len(given) > 2 ||
		len(given) == 2 && !other {
		return "", false
	}
	parts := strings.Split(l, delim)
	switch {
	case len(parts) == 1:
		return l, true
	case n <= len(parts):
		return parts[n-1], true
	}
	return "", true
}

// cutRange is N, N-M, N- or -M of a line.
func cutRange(l, list string) (string, bool) {
	from, to, isRange := strings.Cut(list, "-")
	a, z := atoi(from), atoi(to)
	switch {
	case !isRange:
		z = a
	case from == "" && to == "":
		return "", false
	case from == "":
		a = 1
	case to == "":
		z = max(len(l), a)
	}
	if a < 1 || z < a {
		return "", false
	}
	return l[min(a-1, len(l)):min(z, len(l))], true
}
