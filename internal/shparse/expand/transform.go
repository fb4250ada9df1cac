package expand

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

func ChangeCase(op syntax.ParExpOperator, s string) string {
	if s == "" {
		return s
	}
	switch op {
	case syntax.UpperAll:
		return strings.ToUpper(s)
	case syntax.LowerAll:
		return strings.ToLower(s)
	case syntax.UpperFirst:
		return strings.ToUpper(s[:1]) + s[1:]
	}
	return strings.ToLower(s[:1]) + s[1:]
}

// TruthText is the length of an unset variable where there is one.
func TruthText(unset bool) string {
	if unset {
		return "0"
	}
	return ""
}
