package seatbelt

import "strings"

// regex is a glob of the list of protected names, which comes after **/, as a regular expression
// over whole paths: the name anywhere, in any case, with all below it. The language has no names
// for classes and no options.
func regex(glob string) string {
	var b strings.Builder
	b.WriteByte('/')
	rest := strings.TrimSuffix(glob, "/**")
	for i := 0; i < len(rest); i++ {
		switch c := rest[i]; {
		case strings.HasPrefix(rest[i:], "**/"):
			b.WriteString("(.*/)?")
			i += 2
		case c == '*':
			b.WriteString("[^/]*")
		case c == '?':
			b.WriteString("[^/]")
		default:
			b.WriteString(letter(c))
		}
	}
	b.WriteString("(/|$)")
	return b.String()
}

// letter is a byte as itself. No quote can end the expression: it is written by its neighbours.
func letter(c byte) string {
	switch {
	case c >= 'a' && c <= 'z':
		return "[" + string(c) + string(c-'a'+'A') + "]"
	case c >= 'A' && c <= 'Z':
		return "[" + string(c-'A'+'a') + string(c) + "]"
	case c >= '0' && c <= '9', c == '/', c == '_', c == '-', c == ' ':
		return string(c)
	case c == '"', c < ' ', c == '\\', c == '^', c == ']', c == 0x7f:
		return "."
	}
	return "[" + string(rune(c)) + "]"
}
