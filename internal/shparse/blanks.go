package shparse

import "strings"

// blanksDivide reports whether words are divided at blanks and nowhere else.
func (in *Interp) blanksDivide() bool {
	s, ok := in.ifs()
	return ok && strings.Trim(s, " \t\n") == ""
}
