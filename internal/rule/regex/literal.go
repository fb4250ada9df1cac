package regex

import (
	"regexp/syntax"
	"strings"
)

// sameInJS reports whether RE2 and JavaScript read the pattern alike. What only one of them knows
// sends the pattern to the engine with JavaScript's rules.
func sameInJS(src string) bool {
	class := false
	for i := 0; i < len(src); i++ {
		rest := src[i+1:]
		switch c := src[i]; {
		case c == '\\':
			i++
			if !sameEscape(rest) {
				return false
			}
		case class:
			if c == '[' && rest != "" && strings.IndexByte(":.=", rest[0]) >= 0 {
				return false // [[:alpha:]] is a class only for RE2
			}
			class = c != ']'
		case c == '[':
			if strings.HasPrefix(rest, "]") || strings.HasPrefix(rest, "^]") {
				return false // [] is the empty class of JavaScript; for RE2 the bracket is its first member
			}
			class = true
		case c == '(' && strings.HasPrefix(rest, "?"):
			if isLookaround(src[i:]) || !strings.HasPrefix(rest, "?:") && !strings.HasPrefix(rest, "?<") {
				return false // RE2 knows no lookaround, and (?i) and the like are not JavaScript's
			}
		}
	}
	return true
}

// sameEscape reports whether what follows a backslash means the same to both.
// \A \z \C \Q \E \a \p \P and \x{…} mean something else, or nothing, in JavaScript.
func sameEscape(rest string) bool {
	return rest != "" && strings.IndexByte("AzCQEapP", rest[0]) < 0 && !strings.HasPrefix(rest, "x{")
}

// maxRequired bounds the list that Required returns.
const maxRequired = 16

// Required returns literals so that every match of the pattern contains one of them; nil if it can
// prove nothing.
//
// Lookaround consumes nothing, so it is replaced by an empty group first; a pattern that RE2 still
// cannot read, or reads otherwise than JavaScript does, proves nothing.
func Required(src string) []string {
	if re := ParseLoosely(src); re != nil {
		return required(re)
	}
	return nil
}

// required is Required of an expression that was read.
func required(re *syntax.Regexp) (literals []string) {
	switch re.Op {
	case syntax.OpLiteral:
		if re.Flags&syntax.FoldCase == 0 {
			return []string{string(re.Rune)}
		}
	case syntax.OpCapture, syntax.OpPlus:
		return required(re.Sub[0])
	case syntax.OpRepeat:
		if re.Min > 0 {
			return required(re.Sub[0])
		}
	case syntax.OpConcat:
		for _, sub := range re.Sub {
			if l := required(sub); shortest(l) > shortest(literals) {
				literals = l
			}
		}
	case syntax.OpAlternate:
		for _, sub := range re.Sub {
			l := required(sub)
			if l == nil || len(literals)+len(l) > maxRequired {
				return nil
			}
			literals = append(literals, l...)
		}
	}
	return literals
}

// shortest is the length of the shortest of some literals: the longer it is, the fewer texts have
// one.
func shortest(literals []string) int {
	n := 0
	for i, l := range literals {
		if i == 0 || len(l) < n {
			n = len(l)
		}
	}
	return n
}

// withoutLookaround replaces every (?=…), (?!…), (?<=…) and (?<!…) by (?:), an atom that matches
// nothing at all, so that a quantifier or a literal behind it does not get a new neighbour.
func withoutLookaround(src string) string {
	if !strings.Contains(src, "(?") {
		return src
	}
	var b strings.Builder
	for i := 0; i < len(src); {
		if isLookaround(src[i:]) {
			end := groupEnd(src, i)
			if end < 0 {
				return src // unbalanced: no engine compiles it
			}
			b.WriteString("(?:)")
			i = end
			continue
		}
		next := atomEnd(src, i)
		b.WriteString(src[i:next])
		i = next
	}
	return b.String()
}

func isLookaround(s string) bool {
	return strings.HasPrefix(s, "(?=") || strings.HasPrefix(s, "(?!") ||
		strings.HasPrefix(s, "(?<=") || strings.HasPrefix(s, "(?<!")
}

// groupEnd returns the offset behind the parenthesis that closes the group that opens at i, or -1.
func groupEnd(src string, i int) int {
	depth := 0
	for i < len(src) {
		switch src[i] {
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return i + 1
			}
		}
		i = atomEnd(src, i)
	}
	return -1
}

// atomEnd returns the offset behind the byte, escape or class that begins at i.
func atomEnd(src string, i int) int {
	switch src[i] {
	case '\\':
		return min(i+2, len(src))
	case '[':
		for j := i + 1; j < len(src); j++ {
			if src[j] == '\\' {
				j++
			} else if src[j] == ']' {
				return j + 1
			}
		}
		return len(src)
	}
	return i + 1
}
