//go:build unix

package enumerate

import (
	"encoding/base64"
	"fmt"
	"slices"
	"strings"
)

// fill puts texts into the holes of a template. A hole is a run of capitals that holes knows.
func fill(template string, holes func(name string) (string, bool)) string {
	var b strings.Builder
	for i := 0; i < len(template); {
		n := i
		for n < len(template) && (isCapital(template[n]) || n > i && isInner(template[n])) {
			n++
		}
		if n == i {
			b.WriteByte(template[i])
			i++
			continue
		}
		if text, ok := holes(template[i:n]); !ok {
			b.WriteString(template[i:n])
		} else {
			b.WriteString(text)
			n = afterLines(template, n, text)
		}
		i = n
	}
	return b.String()
}

func isCapital(c byte) bool { return c >= 'A' && c <= 'Z' }
func isInner(c byte) bool   { return c == '_' || c >= '0' && c <= '9' }

// afterLines is where a template goes on behind a text: one that ends with a line break needs no
// semicolon.
func afterLines(template string, i int, text string) int {
	if strings.HasSuffix(text, "\n") {
		for _, end := range []string{";;", ";&", ";|"} {
			if strings.HasPrefix(template[i:], end) {
				return i
			}
		}
		if strings.HasPrefix(template[i:], ";") {
			return i + 1
		}
	}
	return i
}

// commandHoles are the holes for commands.
func commandHoles(list string) func(string) (string, bool) {
	if strings.Contains(list, "\n") && !strings.HasSuffix(list, "\n") {
		list += "\n"
	}
	return func(name string) (string, bool) {
		switch name {
		case "LIST":
			return list, true
		case "CMD":
			if strings.HasSuffix(list, "\n") {
				return "{ " + list + "}", true
			}
			if strings.Contains(list, ";") || strings.Contains(list, "&") || strings.Contains(list, "|") {
				return "{ " + list + "; }", true
			}
			return list, true
		case "LIST_SQ":
			return single(list), true
		case "LIST_IN":
			return strings.ReplaceAll(list, "'", `'\''`), true
		case "LIST_DQ":
			return behind(list, "$`\"\\"), true
		case "LIST_HD":
			return behind(list, "$`\\"), true
		case "LIST_BT":
			return behind(list, "`\\"), true
		}
		return "", false
	}
}

// textHoles are the holes for a text that is hidden, and for another one that runs nothing.
func textHoles(text, other string) func(string) (string, bool) {
	head, tail := text[:len(text)/2], text[len(text)/2:]
	return func(name string) (string, bool) {
		switch name {
		case "RAW":
			return text, true
		case "SQ":
			return single(text), true
		case "OTHER":
			return single(other), true
		case "SQ2":
			return single(single(text)), true
		case "SQ_DQ":
			return behind(single(text), "$`\"\\"), true
		case "SQ_BT":
			return behind(single(text), "`\\"), true
		case "DQ":
			return `"` + behind(text, "$`\"\\") + `"`, true
		case "DQ_IN":
			return behind(text, "$`\"\\"), true
		case "ESC":
			return behind(text, text), true
		case "HEAD":
			return single(head), true
		case "TAIL":
			return single(tail), true
		case "TAIL_DQ":
			return behind(tail, "$`\"\\"), true
		case "REV":
			return single(reversed(text)), true
		case "ROT13":
			return single(strings.Map(rot13, text)), true
		case "BASE64":
			return base64.StdEncoding.EncodeToString([]byte(text)), true
		}
		return numeric(name, text)
	}
}

// numeric spells each byte of a text as a number.
func numeric(name, text string) (string, bool) {
	switch name {
	case "ANSI":
		return "$'" + each(`\x%02x`, text) + "'", true
	case "HEX", "HEX_ANSI":
		return each(`\x%02x`, text), true
	case "OCTAL", "OCTAL_ANSI":
		return each(`\%03o`, text), true
	case "OCTAL0":
		return each(`\0%03o`, text), true
	case "HEXLIST":
		return each("%02x ", text), true
	case "HEXPLAIN":
		return each("%02x", text), true
	}
	return "", false
}

func each(format, text string) string {
	var b strings.Builder
	for i := range len(text) {
		fmt.Fprintf(&b, format, text[i])
	}
	return b.String()
}

func single(text string) string { return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'" }

// behind puts the signs of a text that are among special behind backslashes.
func behind(text, special string) string {
	var b strings.Builder
	for i := range len(text) {
		if strings.IndexByte(special, text[i]) >= 0 && text[i] != '\n' {
			b.WriteByte('\\')
		}
		b.WriteByte(text[i])
	}
	return b.String()
}

func reversed(text string) string {
	b := []byte(text)
	slices.Reverse(b)
	return string(b)
}

func rot13(r rune) rune {
	switch {
	case r >= 'a' && r <= 'z':
		return 'a' + (r-'a'+13)%26
	case r >= 'A' && r <= 'Z':
		return 'A' + (r-'A'+13)%26
	}
	return r
}
