package syntax

import "strings"

// plainer makes the plain text of zshReader: one in which quoted characters are letters and
// comments blanks, so that what is left of brackets and keywords is structure. What stands in
// substitutions in double quotes is structure, too.
type plainer struct {
	text    string
	b       []byte
	pending []maskedHere
	heres   []hereText
}

// hereText is a here-document: where its operator stands, and where its text ends.
type hereText struct{ at, end int }

// plainText returns such a text, and its here-documents. It reports false for what would need a
// parser.
func plainText(text string) ([]byte, []hereText, bool) {
	p := plainer{text: text, b: []byte(text)}
	ok := p.list(0, len(text)) && len(p.pending) == 0
	return p.b, p.heres, ok
}

// list goes through commands between two places.
func (p *plainer) list(i, to int) bool {
	text := p.text
	for ; i < to; i++ {
		end := i
		switch ch := text[i]; {
		case ch == '\\' && i+1 < to && text[i+1] == '\n':
			p.b[i], p.b[i+1] = ' ', ' '
			i++
		case ch == '\\':
			end = min(i+1, to-1)
		case ch == '\'':
			end = quoteEnd(text, i, i > 0 && text[i-1] == '$')
		case ch == '"':
			if end = p.double(i); end >= 0 {
				i = end
			}
		case ch == '#' && (i == 0 || strings.IndexByte(" \t\n;&|(", text[i-1]) >= 0):
			for ; i < to && text[i] != '\n'; i++ {
				p.b[i] = ' '
			}
			i--
		case ch == '`':
			end = backquoteEnd(text, i)
		case strings.HasPrefix(text[i:], "<<<"):
			i += 2
			continue
		case strings.HasPrefix(text[i:], "<<"):
			if end = p.here(i); end > 0 {
				i = end - 1
				continue
			}
		case ch == '\n' && len(p.pending) > 0:
			i = p.documents(i+1) - 1
			continue
		}
		if end < 0 || end >= to {
			return false
		}
		p.quoted(i, end)
		i = max(i, end)
	}
	return true
}

// quoted makes letters of what stands between two places.
func (p *plainer) quoted(from, to int) {
	for ; from < to; from++ {
		p.b[from], p.b[from+1] = 'Q', 'Q'
	}
}

// double goes through what stands in double quotes, and returns the place of the second one, or -1.
func (p *plainer) double(i int) int {
	end, inner := doubleEnd(p.text, i)
	if end < 0 {
		return -1
	}
	from := i
	for _, sub := range inner {
		p.quoted(from, sub[0]-len("$("))
		if !p.list(sub[0]+len("("), sub[1]) {
			return -1
		}
		from = sub[1] + 1
	}
	if from < end {
		p.quoted(from, end)
	}
	p.b[i], p.b[end] = 'Q', 'Q'
	return end
}

// here reads the operator of a here-document and its delimiter, and returns the place behind it, or
// -1.
func (p *plainer) here(i int) int {
	l := maskList{maskScan: &maskScan{text: p.text}}
	end := l.here(i + len("<<"))
	if end < 0 {
		return -1
	}
	for k := i + len("<<"); k < end; k++ {
		p.b[k] = 'Q'
	}
	p.pending = append(p.pending, l.pending...)
	p.heres = append(p.heres, hereText{at: i})
	return end
}

// documents makes letters of the here-documents that begin at a line, and returns the line behind
// them.
func (p *plainer) documents(i int) int {
	for n, h := range p.pending {
		_, next := hereEnd(p.text, i, h)
		for ; i < next; i++ {
			if p.text[i] != '\n' {
				p.b[i] = 'Q'
			}
		}
		p.heres[len(p.heres)-len(p.pending)+n].end = next
	}
	p.pending = nil
	return i
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
// is a character. inner are the brackets of these substitutions.
func doubleEnd(text string, at int) (end int, inner [][2]int) {
	var open []int // the brackets that are open
	for i := at + 1; i < len(text); i++ {
		inside := byte(0)
		if len(open) > 0 {
			inside = text[open[len(open)-1]]
		}
		end := i
		switch c := text[i]; {
		case c == '\\':
			i++
			continue
		case c == '`':
			end = backquoteEnd(text, i)
		case (c == '(' || c == '{') && (text[i-1] == '$' || inside == c):
			open = append(open, i)
		case c == ')' && inside == '(' || c == '}' && inside == '{':
			if n := len(open) - 1; len(open) > 0 {
				if c == ')' && !within(text, open[:n], '(') && text[open[n]-1] == '$' {
					inner = append(inner, [2]int{open[n], i})
				}
				open = open[:n]
			}
		case c == '\'' && inside == '(':
			end = quoteEnd(text, i, text[i-1] == '$')
		case c == '"' && inside == 0:
			return i, inner
		case c == '"':
			end, _ = doubleEnd(text, i)
		case c == '#' && inside == '(' && strings.IndexByte(" \t\n;&|", text[i-1]) >= 0:
			return -1, nil // a comment
		}
		if end < 0 {
			return -1, nil
		}
		i = end
	}
	return -1, nil
}

// within reports whether one of the brackets that are open is of a kind.
func within(text string, open []int, kind byte) bool {
	for _, at := range open {
		if text[at] == kind {
			return true
		}
	}
	return false
}
