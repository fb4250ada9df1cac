package rule

import "strings"

// mayBegin reports whether a text of which only the beginning is known can match: NAME=… is no
// match of ^-p, whatever follows. It errs on the side of yes.
func (r *Regexp) mayBegin(text string) bool {
	lead := leadOf(r.Src)
	n := min(len(lead), len(text))
	return lead[:n] == text[:n]
}

// leadOf is the literal with which every text begins that an expression matches; "" if none is
// seen.
func leadOf(src string) string {
	rest, ok := strings.CutPrefix(src, "^")
	if !ok || divided(rest) {
		return ""
	}
	n := 0
	for n < len(rest) && isPlain(rest[n]) {
		n++
	}
	if n < len(rest) && strings.IndexByte("?*+{", rest[n]) >= 0 { // what it counts may be missing
		n = max(n-1, 0)
	}
	return rest[:n]
}

// isPlain reports whether a character of an expression stands for itself.
func isPlain(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' ||
		strings.IndexByte("-_=/:,@%#~", c) >= 0
}

// divided reports whether an expression has alternatives outside groups.
func divided(src string) bool {
	depth, class := 0, false
	for i := 0; i < len(src); i++ {
		switch c := src[i]; {
		case c == '\\':
			i++
		case class:
			class = c != ']'
		case c == '[':
			class = true
		case c == '(':
			depth++
		case c == ')':
			depth--
		case c == '|' && depth == 0:
			return true
		}
	}
	return false
}
