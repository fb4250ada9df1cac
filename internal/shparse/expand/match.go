package expand

import (
	"strings"
	"unicode/utf8"

	"mvdan.cc/sh/v3/syntax"
)

// MaxPattern and maxSubject bound what patterns are matched, since that is quadratic.
const (
	MaxPattern = 256
	maxSubject = 512
)

func QuotePattern(b *strings.Builder, s string) {
	for i := 0; i < len(s); i++ {
		if s[i] < utf8.RuneSelf && s[i] != '/' {
			b.WriteByte('\\')
		}
		b.WriteByte(s[i])
	}
}

// Matches reports whether a pattern matches all of s. ok is false for patterns that depend on the
// locale or on options, and for those that shells read differently.
func Matches(pat, s string) (yes, ok bool) {
	if strings.Contains(pat, "[:") || strings.Contains(pat, "[.") || strings.Contains(pat, "[=") ||
		strings.Contains(pat, "[^]") || strings.Contains(pat, "[!]") || len(pat) > MaxPattern ||
		len(s) > maxSubject {
		return false, false
	}
	for i := 0; i+1 < len(pat); i++ {
		if pat[i+1] == '(' && strings.IndexByte("?*+@!", pat[i]) >= 0 && (i == 0 || pat[i-1] != '\\') {
			return false, false // an extended pattern
		}
	}
	return matchAll([]rune(pat), []rune(s)), true
}

// matchAll matches *, ?, sets and quoted characters against all of s.
func matchAll(p, s []rune) bool {
	pi, si, star, mark := 0, 0, -1, 0
	for si < len(s) {
		if pi < len(p) && p[pi] == '*' {
			star, mark = pi, si
			pi++
			continue
		}
		if n := matchOne(p[pi:], s[si]); n > 0 {
			pi, si = pi+n, si+1
			continue
		}
		if star < 0 {
			return false
		}
		mark++
		pi, si = star+1, mark
	}
	for pi < len(p) && p[pi] == '*' {
		pi++
	}
	return pi == len(p)
}

// matchOne returns how many characters of the pattern match c; 0 if none.
func matchOne(p []rune, c rune) int {
	switch {
	case len(p) == 0:
		return 0
	case p[0] == '?':
		return 1
	case p[0] == '\\' && len(p) > 1:
		if p[1] == c {
			return 2
		}
		return 0
	case p[0] == '[':
		if n, yes := matchSet(p, c); n > 0 {
			if yes {
				return n
			}
			return 0
		}
	}
	if p[0] == c {
		return 1
	}
	return 0
}

// matchSet matches a bracket expression; n is its length, 0 if it does not end.
func matchSet(p []rune, c rune) (n int, yes bool) {
	i, not := 1, false
	if i < len(p) && (p[i] == '!' || p[i] == '^') {
		not = true
		i++
	}
	for first := true; i < len(p); first = false {
		if p[i] == ']' && !first {
			return i + 1, yes != not
		}
		lo, used := setRune(p[i:])
		i += used
		hi := lo
		if i+1 < len(p) && p[i] == '-' && p[i+1] != ']' {
			hi, used = setRune(p[i+1:])
			i += 1 + used
		}
		yes = yes || lo <= c && c <= hi
	}
	return 0, false
}

func setRune(p []rune) (r rune, used int) {
	if p[0] == '\\' && len(p) > 1 {
		return p[1], 2
	}
	return p[0], 1
}

// Trimmed removes what a pattern matches at the beginning or end: the shortest or longest way.
func Trimmed(s, pat string, op syntax.ParExpOperator) (string, bool) {
	if len(s) > maxSubject {
		return "", false
	}
	prefix := op == syntax.RemSmallPrefix || op == syntax.RemLargePrefix
	large := op == syntax.RemLargePrefix || op == syntax.RemLargeSuffix
	for k := 0; k <= len(s); k++ {
		n := k
		if large {
			n = len(s) - k
		}
		part, rest := s[:n], s[n:]
		if !prefix {
			part, rest = s[len(s)-n:], s[:len(s)-n]
		}
		if yes, ok := Matches(pat, part); !ok {
			return "", false
		} else if yes && utf8.ValidString(rest) {
			return rest, true
		}
	}
	return s, true
}

// Replaced substitutes what a pattern matches: the longest match at each place, everywhere if all.
func Replaced(s, pat, with string, all bool) (string, bool) {
	anchor := byte(0)
	if pat != "" && (pat[0] == '#' || pat[0] == '%') && !all {
		anchor, pat = pat[0], pat[1:]
	}
	if pat == "" && anchor == 0 {
		return s, true
	}
	if lit, ok := PlainPattern(pat); ok && lit != "" && anchor == 0 {
		if all {
			return strings.ReplaceAll(s, lit, with), true
		}
		return strings.Replace(s, lit, with, 1), true
	}
	var b strings.Builder
	if len(s) > maxSubject {
		return "", false
	}
	for i := 0; i <= len(s); {
		n, ok := longestMatch(pat, s[i:], anchor == '%')
		if !ok || b.Len() > maxSubject {
			return "", false
		}
		if n < 0 || n == 0 && anchor == 0 {
			if anchor == '#' || i == len(s) {
				return b.String() + s[i:], true
			}
			b.WriteByte(s[i])
			i++
			continue
		}
		b.WriteString(with)
		if i += n; !all || i == len(s) {
			return b.String() + s[i:], true
		}
	}
	return b.String(), true
}

// longestMatch is the length of the longest match at the beginning of s, or of all of it; -1
// without a match.
func longestMatch(pat, s string, whole bool) (n int, ok bool) {
	for n := len(s); n >= 0; n-- {
		yes, ok := Matches(pat, s[:n])
		if !ok {
			return 0, false
		}
		if yes {
			return n, true
		}
		if whole {
			break
		}
	}
	return -1, true
}

// PlainPattern returns the text that a pattern without special characters matches.
func PlainPattern(pat string) (string, bool) {
	var b strings.Builder
	for i := 0; i < len(pat); i++ {
		switch pat[i] {
		case '*', '?', '[', '(':
			return "", false
		case '\\':
			if i+1 < len(pat) {
				i++
			}
		}
		b.WriteByte(pat[i])
	}
	return b.String(), true
}
