package lang

import (
	"strings"

	"github.com/fencepost/fencepost/internal/lang/token"
)

// quoteLike takes q, qq, qw, qx, m, qr, s, tr and y (perlop, quote-like operators).
func (p *perl) quoteLike(w string) bool {
	ch := p.At(0)
	if token.Blank(ch) {
		p.Blanks()
		if ch = p.At(0); ch == '#' {
			return false
		}
	}
	if ch == 0 || token.Word(ch) || strings.IndexByte("=,;)}", ch) >= 0 || !p.prev.operand() &&
		p.prev != after {
		return false
	}
	switch w {
	case "m", "qr":
		return p.pattern(w, p.I)
	case "s", "tr", "y":
		p.changes = true
		return p.substitution(w)
	}
	if p.prev == match {
		return false
	}
	text, end := token.Delimited(p.Src, p.I)
	if end < 0 {
		return false
	}
	p.I = end
	switch w {
	case "qq":
		return p.text('"', text)
	case "qx":
		return p.text('`', text)
	}
	return p.text('\'', text)
}

// pattern takes a regular expression whose delimiter stands at i.
func (p *perl) pattern(w string, i int) bool {
	delim := p.Src[i]
	text, end := token.Delimited(p.Src, i)
	if end < 0 || !p.regex(text, delim) {
		return false
	}
	p.I = end
	p.prev = term
	return p.flags("gimsxoncadlup")
}

// flags takes the letters behind a quoting operator. Names that follow directly belong to it for
// some versions of Perl.
func (p *perl) flags(known string) bool {
	for token.Word(p.At(0)) {
		if strings.IndexByte(known, p.At(0)) < 0 {
			return false
		}
		p.I++
	}
	return true
}

// regex judges a regular expression: the variables in it, and that it holds no code.
func (p *perl) regex(text string, delim byte) bool {
	for _, code := range [...]string{"(?{", "(??{", "(?p{", "(*{", "(**{"} {
		if strings.Contains(text, code) {
			return false
		}
	}
	return delim == '\'' || p.interpolated(text, true)
}

// substitution takes s/a/b/ and tr/a/b/. With the flag e what is put in is code.
func (p *perl) substitution(w string) bool {
	delim := p.At(0)
	from, end := token.Delimited(p.Src, p.I)
	if end < 0 {
		return false
	}
	at := end - 1
	if token.Closing(delim) != delim {
		for at = end; at < len(p.Src) && token.Blank(p.Src[at]); at++ {
		}
		if at == len(p.Src) || token.Word(p.Src[at]) || p.Src[at] == '#' {
			return false
		}
	}
	other := p.Src[at]
	to, end := token.Delimited(p.Src, at)
	if end < 0 {
		return false
	}
	p.I = end
	if w != "s" {
		p.prev = term
		return p.flags("cdsr")
	}
	if !p.regex(from, delim) {
		return false
	}
	flags := p.I
	if !p.flags("gimsxoncadlupre") {
		return false
	}
	p.prev = term
	switch n := strings.Count(p.Src[flags:p.I], "e"); {
	case n > 1:
		return false
	case n == 1:
		return !strings.Contains(to, `\`+string(other)) && p.inner(to)
	}
	return other == '\'' || p.interpolated(to, false)
}

// inner judges code inside of other code.
func (p *perl) inner(code string) bool {
	if p.depth == maxDepth {
		return false
	}
	q := perl{scan: newScan(code, 0), input: p.input, strict: p.strict, depth: p.depth + 1,
		subs: p.subs, files: p.files}
	ok := q.tokens()
	p.acts = append(p.acts, q.acts...)
	p.input, p.argv = p.input || q.input, p.argv || q.argv
	p.deref, p.changes = p.deref || q.deref, p.changes || q.changes
	return ok
}

// interpolated judges the variables in a string or a regular expression. Subscripts are code.
func (p *perl) interpolated(s string, regex bool) bool {
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case '$', '@':
			n, ok := p.embedded(s, i, regex)
			if !ok {
				return false
			}
			i = n - 1
		}
	}
	return true
}

// embedded takes the variable at s[i] with its subscripts, and returns the index behind it.
func (p *perl) embedded(s string, i int, regex bool) (int, bool) {
	next := byte(0)
	if i+1 < len(s) {
		next = s[i+1]
	}
	switch {
	case strings.HasPrefix(s[i:], "@{["):
		text, end := token.Delimited(s, i+1)
		if end < 0 || !strings.HasSuffix(text, "]") {
			return 0, false
		}
		return end, p.inner(text[1 : len(text)-1])
	case s[i] == '@' && !token.Letter(next) && next != '$' && next != '{' && next != '-' &&
		next != '+' && next != ':' && next != '_':
		return i + 1, true
	case regex && s[i] == '$' && (next == 0 || next == ')' || next == '|' || token.Blank(next)):
		return i + 1, true // the end of the line
	case s[i] == '$' && (next == 0 || token.Blank(next)):
		return 0, false
	}
	n, ok := p.variableEnd(s, i, s[i])
	if !ok || s[n-1] == '{' {
		return 0, false
	}
	for first := true; n < len(s); first = false {
		at := n
		if strings.HasPrefix(s[at:], "->") && at+2 < len(s) && (s[at+2] == '[' || s[at+2] == '{') {
			at += 2
			p.deref = true
		}
		if s[at] != '[' && s[at] != '{' || regex && s[at] == '{' && at+1 < len(s) &&
			token.Digit(s[at+1]) {
			break
		}
		p.deref = p.deref || !first
		text, end := token.Delimited(s, at)
		if end < 0 {
			return 0, false
		}
		if s[at] == '{' && strings.Trim(text, nameBytes) == "" {
			n = end
			continue
		}
		if !p.inner(text) {
			return 0, false
		}
		n = end
	}
	return n, true
}
