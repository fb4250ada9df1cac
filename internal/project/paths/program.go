package paths

import (
	"strings"
	"unicode/utf8"
)

// program is a pattern as a list of runes. Negative ones are wildcards. It runs as a
// non-deterministic automaton over the set of its positions, so the time is at most the product of
// the lengths of pattern and text.
//
// The text may be a pattern itself that the shell would expand, with the same wildcards but enter.
type program []rune

const (
	one   rune = -1 - iota // one character of a component
	star                   // any characters of a component
	deep                   // any characters, separators included
	enter                  // before deep and a slash: passes to what stands behind them, or on

	// only in a text: star at the begin of a component, which stands for no name that begins with a
	// dot
	shown
	shownOrNone // the same, or for nothing
	notDot      // one character that is no dot
	dirs        // directories, each with its slash, or nothing: **/
)

// compile translates a rule's glob.
func compile(glob string) program {
	p := make(program, 0, len(glob))
	for i := 0; i < len(glob); {
		begins := i == 0 || glob[i-1] == '/'
		switch {
		case begins && strings.HasPrefix(glob[i:], "**/"):
			if n := len(p); n < 3 || p[n-3] != enter { // **/**/ is **/
				p = append(p, enter, deep, '/')
			}
			i += 3
		case strings.HasPrefix(glob[i:], "**"):
			for i < len(glob) && glob[i] == '*' {
				i++
			}
			p = append(p, deep)
		case glob[i] == '*':
			p = append(p, star)
			i++
		case glob[i] == '?':
			p = append(p, one)
			i++
		case glob[i] == '/':
			p = append(p, '/')
			i++
		default:
			n := len(glob[i:])
			if j := strings.IndexAny(glob[i:], "*?/"); j > 0 {
				n = j
			}
			p = literal(p, glob[i:i+n])
			i += n
		}
	}
	return p
}

// lastOnly reports whether the program is **/ and a pattern for the last component, the form of
// most rules.
func (p program) lastOnly() bool {
	if len(p) < 3 || p[0] != enter {
		return false
	}
	for _, c := range p[3:] {
		if c == '/' || c == deep {
			return false
		}
	}
	return true
}

// literal appends the characters of s. Bytes that are not UTF-8 become characters above Unicode, so
// that two different ones never compare equal.
func literal(p []rune, s string) []rune {
	for i, c := range s {
		if c == utf8.RuneError && !strings.HasPrefix(s[i:], "\uFFFD") {
			c = 0x110000 + rune(s[i])
		}
		p = append(p, c)
	}
	return p
}

// shellPattern appends a path with active pattern characters so that it stands for at least all
// that a shell could make of it. Brackets and extended patterns stand for anything within the
// component, and each pattern also for its own text. A star at the beginning of a component matches
// no leading dot, which is the default of every shell.
func shellPattern(p []rune, s string) []rune {
	for i := 0; i < len(s); {
		next := byte(0)
		if i+1 < len(s) {
			next = s[i+1]
		}
		switch c := s[i]; {
		case c == '*' && next != '*' && (i == 0 || s[i-1] == '/') && isQualifier(s[i+1:componentEnd(s, i)]):
			if i++; i == componentEnd(s, i) || s[i] == '(' || s[i] == '.' {
				p = append(p, shown)
			} else {
				p = append(p, shownOrNone)
			}
			if i < len(s) && s[i] == '(' {
				i = componentEnd(s, i)
			}
		case next == '(' && strings.IndexByte("?*+@!", c) >= 0, c == '(':
			p = append(p, star)
			i = componentEnd(s, i)
		case c == '[':
			stands, end := star, componentEnd(s, i)
			if j := strings.IndexByte(s[i:end], ']'); j > 1 && strings.IndexByte(s[i+1:i+j], '[') < 0 &&
				strings.IndexByte("!^", s[i+j-1]) < 0 {
				if (i == 0 || s[i-1] == '/') && strings.IndexByte(s[i:i+j], '.') < 0 {
					stands = shown
				}
				i += j + 1
			} else {
				i = end
			}
			p = append(p, stands)
		case c == '*' && next == '*' && (i == 0 || s[i-1] == '/') && (i+2 == len(s) || s[i+2] == '/'):
			if i+2 < len(s) {
				p = append(p, dirs)
			} else {
				p = append(p, deep)
			}
			i += 3
		case c == '*':
			p = append(p, star)
			i++
		case c == '?':
			p = append(p, one)
			i++
		default:
			n := len(s[i:])
			if j := strings.IndexAny(s[i+1:], "*?[(+@!"); j >= 0 {
				n = j + 1
			}
			p = literal(p, s[i:i+n])
			i += n
		}
	}
	return p
}

// isQualifier reports whether s, which follows a star, is anything but a group of an extended
// pattern. It may be zsh's glob qualifiers, but without D, which shows names with a leading dot.
func isQualifier(s string) bool {
	if s == "" || s[0] != '(' {
		return true
	}
	return strings.HasSuffix(s, ")") && strings.Trim(s[1:len(s)-1],
		"./@=*NonmOLk^-+[],0123456789") == ""
}

// componentEnd returns the end of the component that holds s[i].
func componentEnd(s string, i int) int {
	if j := strings.IndexByte(s[i:], '/'); j >= 0 {
		return i + j
	}
	return len(s)
}

// run reports whether the program matches every string that the text stands for, or with some at
// least one of them. With itself a program that ends in /** also matches its directory.
func (p program) run(text []rune, some, itself bool) bool {
	var a, b [128]bool
	cur, next := a[:], b[:]
	if len(p)+3 > len(a) {
		cur, next = make([]bool, len(p)+3), make([]bool, len(p)+3)
	}
	cur, next = cur[:len(p)+3], next[:len(p)+3]
	cur[0] = true
	high := p.pass(cur, 0) // no position above it is set: most texts differ from a program early
	for _, t := range text {
		if some && t == dirs {
			t = deep // the separator is one of the characters that it can match
		}
		clear(next)
		live := false
		if some && (t == shown || t == shownOrNone) {
			if live, high = p.show(cur, next, high, t == shownOrNone); !live {
				return false
			}
			cur, next = next, cur
			continue
		}
		top := 0
		for j := 0; j <= high && j < len(p); j++ {
			if cur[j] && p.step(next, j, p[j], t, some) {
				live, top = true, max(top, j+1)
			}
		}
		if t == dirs && !some {
			live, top = p.descend(cur, next, high, live, top)
		}
		if some && (t == star || t == deep) {
			for j, on := range cur[:high+1] {
				next[j] = next[j] || on
			}
			live = true
			top = p.spread(next, t, max(top, high))
		}
		if !live {
			return false
		}
		high = p.pass(next, top)
		cur, next = next, cur
	}
	n := len(p)
	return cur[n] || itself && n >= 2 && cur[n-2] && p[n-2] == '/' && p[n-1] == deep
}

// descend moves over directories whose names are not known, or over none: a **/ of the program
// takes them, and what follows it is reached whatever they are.
func (p program) descend(cur, next []bool, high int, live bool, top int) (bool, int) {
	for j := 0; j <= high && j < len(p); j++ {
		if p[j] == enter && (cur[j] || cur[j+1] && cur[j+3]) {
			next[j+3] = true
			live, top = true, max(top, j+3)
		}
	}
	return live, top
}

// step moves from position j, where c stands, over t.
func (p program) step(next []bool, j int, c, t rune, some bool) bool {
	switch {
	case c == deep:
		next[j] = true
		return true
	case c == enter, t == deep, t == dirs:
		return false
	case c == star && t != '/':
		next[j] = true
		return true
	case c == one && (t >= 0 && t != '/' || t == one || t == notDot), c == t && c != star,
		some && t == one && c != '/' && c != star, some && t == notDot && c >= 0 && c != '/' && c != '.':
		next[j+1] = true
		return true
	}
	return false
}

// show moves over a star that stands for no leading dot. It reports whether a position is left.
func (p program) show(cur, next []bool, high int, none bool) (live bool, top int) {
	live = none
	for j := 0; j <= high && j < len(p); j++ {
		if cur[j] && p.step(next, j, p[j], notDot, true) {
			live, top = true, j+1
		}
	}
	top = p.spread(next, star, p.pass(next, top))
	if none {
		for j, on := range cur[:high+1] {
			next[j] = next[j] || on
		}
		top = max(top, high)
	}
	return live, p.pass(next, top)
}

// pass adds the positions that need no character. It takes and returns the highest one.
func (p program) pass(set []bool, high int) int {
	for j := 0; j <= high && j < len(p); j++ {
		if !set[j] {
			continue
		}
		switch p[j] {
		case star, deep:
			set[j+1] = true
			high = max(high, j+1)
		case enter:
			set[j+1], set[j+3] = true, true
			high = max(high, j+3)
		}
	}
	return high
}

// spread adds the positions that are reached over any characters that t, a star or deep of the
// text, stands for.
func (p program) spread(set []bool, t rune, high int) int {
	for j := 0; j <= high && j < len(p); j++ {
		if !set[j] {
			continue
		}
		c := p[j]
		if c == enter {
			set[j+3] = true
			high = max(high, j+3)
		}
		if c != '/' || t == deep {
			set[j+1] = true
			high = max(high, j+1)
		}
	}
	return high
}
