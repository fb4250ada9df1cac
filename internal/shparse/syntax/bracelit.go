package syntax

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// In bash a closing brace ends a brace expansion only behind a comma or two dots: {x},y} is x} and
// y. The parser library ends it at the first one, and finds no expansion. A backslash before such a
// brace makes it see what bash sees.

// braceScan walks through the literals of a word.
type braceScan struct {
	parts []syntax.WordPart
	part  int
	at    int
}

// next is the next character that is neither quoted nor in an expansion.
func (b *braceScan) next() (c byte, ok bool) {
	for ; b.part < len(b.parts); b.part, b.at = b.part+1, 0 {
		lit, isLit := b.parts[b.part].(*syntax.Lit)
		for isLit && b.at < len(lit.Value) {
			c = lit.Value[b.at]
			if b.at++; c != '\\' {
				return c, true
			}
			b.at++
		}
	}
	return 0, false
}

// dots reports whether the dot that was read begins two of them that may stand in a sequence.
func (b *braceScan) dots() bool {
	rest := b.parts[b.part].(*syntax.Lit).Value[b.at:]
	return strings.HasPrefix(rest, ".") && !strings.HasPrefix(rest, ".}")
}

// follows reports whether a character stands behind the one that was read.
func (b *braceScan) follows(c byte) bool {
	rest := b.parts[b.part].(*syntax.Lit).Value[b.at:]
	return rest != "" && rest[0] == c
}

// bracePlace is where a character stands: the part, and the place in it.
type bracePlace struct{ part, at int }

// PlainBraces puts a backslash before the closing braces of a word that end nothing.
func PlainBraces(parts []syntax.WordPart) {
	if bracesClosed(parts) < 2 {
		return
	}
	var plain []bracePlace
	b := braceScan{parts: parts}
	for {
		c, ok := b.next()
		if !ok {
			break
		}
		if c != '{' || b.part == 0 && b.at == 1 && b.follows('}') { // {} stays as it is
			continue
		}
		if end, found, ok := braceEnd(b); ok {
			plain = append(plain, found...)
			b = end
		}
	}
	for i := len(plain) - 1; i >= 0; i-- {
		p := plain[i]
		lit := *parts[p.part].(*syntax.Lit)
		lit.Value = lit.Value[:p.at] + "\\" + lit.Value[p.at:]
		parts[p.part] = &lit
	}
}

// bracesClosed is the number of closing braces.
func bracesClosed(parts []syntax.WordPart) (n int) {
	for _, p := range parts {
		if lit, ok := p.(*syntax.Lit); ok {
			n += strings.Count(lit.Value, "}")
		}
	}
	return n
}

// braceEnd finds the end of the expansion that begins before a place, and the braces within it that
// end nothing.
func braceEnd(b braceScan) (end braceScan, plain []bracePlace, ok bool) {
	depth, divided := 0, false
	for {
		c, ok := b.next()
		switch {
		case !ok:
			return b, nil, false
		case c == '{':
			depth++
		case c == '}' && depth > 0:
			depth--
		case c == '}' && divided:
			return b, plain, true
		case c == '}':
			plain = append(plain, bracePlace{b.part, b.at - 1})
		case depth == 0 && (c == ',' || c == '.' && b.dots()):
			divided = true
		}
	}
}
