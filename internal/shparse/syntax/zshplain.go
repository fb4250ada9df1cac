package syntax

import "strings"

// plainText is a text in which quoted characters are letters and comments blanks, so that what is
// left of brackets and keywords is structure. It reports false for what would need a parser:
// here-documents, and substitutions in quotes.
func plainText(text string) ([]byte, bool) {
	b := []byte(text)
	for i := 0; i < len(b); i++ {
		end := i
		switch ch := b[i]; {
		case ch == '\\' && i+1 < len(b) && b[i+1] == '\n':
			b[i], b[i+1] = ' ', ' '
			i++
		case ch == '\\':
			end = min(i+1, len(b)-1)
		case ch == '\'':
			end = quoteEnd(text, i, i > 0 && text[i-1] == '$')
		case ch == '"':
			end = doubleEnd(text, i)
		case ch == '#' && (i == 0 || strings.IndexByte(" \t\n;&|", b[i-1]) >= 0):
			for ; i < len(b) && b[i] != '\n'; i++ {
				b[i] = ' '
			}
		case ch == '`':
			end = backquoteEnd(text, i)
		case ch == '<' && strings.HasPrefix(text[i:], "<<") && !strings.HasPrefix(text[i:], "<<<"):
			return nil, false
		case ch == '<' && strings.HasPrefix(text[i:], "<<<"):
			i += 2
		}
		if end < 0 {
			return nil, false
		}
		for ; end > i; i++ {
			b[i], b[i+1] = 'Q', 'Q'
		}
	}
	return b, true
}

// quoteEnd is the place of the quote that closes the one at a place; in $'…' a backslash protects
// it.
func quoteEnd(text string, at int, escapes bool) int {
	for i := at + 1; i < len(text); i++ {
		switch {
		case text[i] == '\\' && escapes:
			i++
		case text[i] == '\'':
			return i
		}
	}
	return -1
}

// backquoteEnd is the place of the backquote that closes the one at a place, or -1.
func backquoteEnd(text string, at int) int {
	for i := at + 1; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case '`':
			return i
		}
	}
	return -1
}

// doubleEnd is the place of the double quote that closes the one at a place, or -1. In a
// substitution between them quotes are those of a text of its own; in an expansion a single quote
// is a character.
func doubleEnd(text string, at int) int {
	var open []byte // the brackets that are open
	for i := at + 1; i < len(text); i++ {
		inside := byte(0)
		if len(open) > 0 {
			inside = open[len(open)-1]
		}
		end := i
		switch c := text[i]; {
		case c == '\\':
			i++
			continue
		case c == '`':
			end = backquoteEnd(text, i)
		case (c == '(' || c == '{') && (text[i-1] == '$' || inside == c):
			open = append(open, c)
		case c == ')' && inside == '(' || c == '}' && inside == '{':
			open = open[:len(open)-1]
		case c == '\'' && inside == '(':
			end = quoteEnd(text, i, text[i-1] == '$')
		case c == '"' && inside == 0:
			return i
		case c == '"':
			end = doubleEnd(text, i)
		case c == '#' && inside == '(' && strings.IndexByte(" \t\n;&|", text[i-1]) >= 0:
			return -1 // a comment
		}
		if end < 0 {
			return -1
		}
		i = end
	}
	return -1
}
