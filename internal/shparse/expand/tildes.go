package expand

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// Tildes returns where in a literal a tilde prefix may begin, and whether it is an assignment or
// looks like one, which matters to bash in words that no braces made.
func Tildes(v string, index int, assign, looks bool) (starts []int, assigns bool) {
	before := byte(0) // the character before, if it is not quoted
	for i := 0; i < len(v); i++ {
		switch c := v[i]; {
		case c == '\\':
			i++
			before = 0
			continue
		case c == '~' && (i == 0 && index == 0 || assign && before == ':'):
			starts = append(starts, i)
		case c == '=' && i > 0 && !assign && index == 0 && len(starts) == 0 && looks &&
			isAssignTarget(v[:i]):
			assign = true
			before = ':' // a tilde behind it counts like one behind a colon
			continue
		}
		before = v[i]
	}
	return starts, assign
}

// isAssignTarget reports whether what stands before an equals sign makes a word look like an
// assignment: a name, with or without a subscript and a plus sign.
func isAssignTarget(s string) bool {
	s = strings.TrimSuffix(s, "+")
	if i := strings.IndexByte(s, '['); i > 0 && strings.HasSuffix(s, "]") {
		s = s[:i]
	}
	return syntax.ValidName(s)
}

// JoinLines removes the backslashes that join lines (POSIX XCU 2.2.1).
func JoinLines(v string) string {
	if !strings.Contains(v, "\\\n") {
		return v
	}
	var b strings.Builder
	for i := 0; i < len(v); i++ {
		switch {
		case v[i] != '\\' || i+1 == len(v):
			b.WriteByte(v[i])
		case v[i+1] == '\n':
			i++
		default:
			b.WriteString(v[i : i+2])
			i++
		}
	}
	return b.String()
}

// UserName reports whether a name has the characters of a portable user name (POSIX XBD 3.437).
func UserName(name string) bool {
	for i := 0; i < len(name); i++ {
		ch := name[i]
		letter := ch >= 'a' && ch <= 'z' || ch >= 'A' && ch <= 'Z' || ch == '_'
		if !letter && (i == 0 || !(ch >= '0' && ch <= '9' || ch == '-' || ch == '.')) {
			return false
		}
	}
	return name != ""
}
