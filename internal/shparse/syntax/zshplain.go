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
		case ch == '`', ch == '<' && strings.HasPrefix(text[i:], "<<") && !strings.HasPrefix(text[i:], "<<<"):
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

// doubleEnd is the place of the double quote that closes the one at a place. An expansion in
// between must have no quotes of its own.
func doubleEnd(text string, at int) int {
	depth := 0
	for i := at + 1; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case '`':
			return -1
		case '(', '{':
			if depth > 0 || text[i-1] == '$' {
				depth++
			}
		case ')', '}':
			depth = max(0, depth-1)
		case '\'':
			if depth > 0 {
				return -1
			}
		case '"':
			if depth > 0 {
				return -1
			}
			return i
		}
	}
	return -1
}
