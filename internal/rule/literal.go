package rule

import (
	"regexp/syntax"
	"strings"
)

func contains(s, sub string) bool { return strings.Contains(s, sub) }

// sameInJS reports whether RE2 and JavaScript read the pattern alike. Escapes that only one of them knows send the
// pattern to the engine with JavaScript's rules.
func sameInJS(src string) bool {
	for i := 0; i+1 < len(src); i++ {
		switch {
		case src[i] == '\\':
			i++
			// \A \z \C \Q \E \a \p \P and \pN mean something else, or nothing, in JavaScript.
			if strings.IndexByte("AzCQEapP", src[i]) >= 0 {
				return false
			}
		case src[i] == '(' && src[i+1] == '?' && i+2 < len(src):
			if strings.IndexByte(":<=!", src[i+2]) < 0 {
				return false // (?i) and the like are not JavaScript's
			}
		case src[i] == '[' && src[i+1] == '[':
			return false // [[:alpha:]] is a class only for RE2
		}
	}
	return true
}

// RequiredLiteral returns the longest literal that every match of the pattern contains, or "".
func RequiredLiteral(src string) string {
	re, err := syntax.Parse(src, syntax.Perl)
	if err != nil {
		return ""
	}
	return required(re.Simplify())
}

func required(re *syntax.Regexp) string {
	switch re.Op {
	case syntax.OpLiteral:
		if re.Flags&syntax.FoldCase != 0 {
			return ""
		}
		return string(re.Rune)
	case syntax.OpCapture, syntax.OpPlus:
		return required(re.Sub[0])
	case syntax.OpRepeat:
		if re.Min > 0 {
			return required(re.Sub[0])
		}
	case syntax.OpConcat:
		best := ""
		for _, sub := range re.Sub {
			if lit := required(sub); len(lit) > len(best) {
				best = lit
			}
		}
		return best
	}
	return ""
}
