package powershell

import (
	"strings"
	"unicode"
)

// parser is a recursive descent over the characters: which token begins at a place depends on what
// is read there, so that there is no list of tokens.
type parser struct {
	src      []rune
	pos      int
	depth    int
	inCall   bool // of a method: a comma ends it
	problems []Problem
}

// stop ends the reading of a statement.
type stop struct{ why string }

func (p *parser) fail(why string) { panic(stop{why}) }

// deeper counts a construct in a construct.
func (p *parser) deeper() {
	if p.depth++; p.depth > maxDepth {
		p.fail("nests deeper than fencepost reads")
	}
}

// inside begins a construct in brackets, in which commas join values. It returns what ends it.
func (p *parser) inside(argument bool) func() {
	p.deeper()
	outer := p.inCall
	p.inCall = argument
	return func() {
		p.depth--
		p.inCall = outer
	}
}

// at returns the character n places on; 0 behind the end.
func (p *parser) at(n int) rune {
	if p.pos+n < len(p.src) {
		return p.src[p.pos+n]
	}
	return 0
}

func (p *parser) end() bool { return p.pos >= len(p.src) }

func (p *parser) has(s string) bool {
	for i, r := range s {
		if p.at(i) != r {
			return false
		}
	}
	return true
}

func (p *parser) slice(from int) string {
	return strings.TrimRight(string(p.src[from:min(p.pos, len(p.src))]), " \t\r\n")
}

// PowerShell takes typographic quotes and dashes for the plain ones (language specification, 2.3.5
// and 2.4.3).
func isSingle(r rune) bool { return r == '\'' || r >= 0x2018 && r <= 0x201b }
func isDouble(r rune) bool { return r == '"' || r >= 0x201c && r <= 0x201e }
func isDash(r rune) bool   { return r == '-' || r >= 0x2013 && r <= 0x2015 }
func isLine(r rune) bool   { return r == '\n' || r == '\r' }
func isDigit(r rune) bool  { return r >= '0' && r <= '9' }
func isNameStart(r rune) bool {
	return r == '_' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r > 0x7f && unicode.IsLetter(r)
}
func isName(r rune) bool {
	return isNameStart(r) || isDigit(r) || r > 0x7f && unicode.IsDigit(r)
}

// isBlank reports whether a character divides words.
func isBlank(r rune) bool {
	return r == ' ' || r == '\t' || r == '\f' || r == '\v' || r == 0xa0 || r == 0x85
}

// endsToken reports whether a character ends a word that is not quoted.
func endsToken(r rune) bool {
	return r == 0 || isBlank(r) || isLine(r) || strings.ContainsRune("(){};|&,", r)
}

// endsWord is endsToken, and for the signs of redirections and comments, which do not end a word:
// a>b is one. A word with such a sign in it is not read.
func endsWord(r rune) bool { return endsToken(r) || isAngle(r) }

func isAngle(r rune) bool { return r == '<' || r == '>' }

// skip passes blanks, continued lines and comments.
func (p *parser) skip() {
	for !p.end() {
		switch r := p.at(0); {
		case isBlank(r):
			p.pos++
		case r == '`' && isLine(p.at(1)):
			p.pos += 2
			if p.at(-1) == '\r' && p.at(0) == '\n' {
				p.pos++
			}
		case r == '`' && isBlank(p.at(1)): // at the begin of a word
			p.pos += 2
		case r == '<' && p.at(1) == '#':
			p.comment()
		case r == '#':
			for !p.end() && !isLine(p.at(0)) {
				p.pos++
			}
		case r == 0 || unicode.IsSpace(r) && !isLine(r) || unicode.Is(unicode.Z, r) ||
			unicode.Is(unicode.Cf, r):
			p.fail("has a character that divides words on some systems and not on others")
		default:
			return
		}
	}
}

func (p *parser) comment() {
	for p.pos += 2; !p.has("#>"); p.pos++ {
		if p.end() {
			p.fail("has a comment that does not end")
		}
	}
	p.pos += 2
}

// skipLines passes ends of lines, too.
func (p *parser) skipLines() {
	for p.skip(); isLine(p.at(0)) && !p.end(); p.skip() {
		p.pos++
	}
}

// keyword returns the bare name that stands here, in lower case, without passing it; "" where a
// longer word stands here.
func (p *parser) keyword() string {
	n := 0
	for isName(p.at(n)) && n < 32 {
		n++
	}
	if n == 0 || !endsToken(p.at(n)) {
		return ""
	}
	return strings.ToLower(string(p.src[p.pos : p.pos+n]))
}

// expect passes one character.
func (p *parser) expect(r rune) {
	if p.at(0) != r || p.end() {
		p.fail("is not complete: " + string(r) + " is missing")
	}
	p.pos++
}

// single reads a string in single quotes: 'it”s'.
func (p *parser) single() *expr {
	var b strings.Builder
	for p.pos++; ; p.pos++ {
		r := p.at(0)
		if p.end() {
			p.fail("has a quote that is not closed")
		}
		if isSingle(r) {
			if !isSingle(p.at(1)) {
				p.pos++
				return &expr{kind: stringExpr, text: b.String()}
			}
			p.pos++
		}
		b.WriteRune(r)
	}
}

// here reads a here-string: @' or @", a line end, lines, and the quote at the begin of a line.
func (p *parser) here() *expr {
	single := isSingle(p.at(1))
	for p.pos += 2; isBlank(p.at(0)); p.pos++ {
	}
	if !isLine(p.at(0)) {
		p.fail("has a here-string that does not begin with a line end")
	}
	if p.has("\r\n") {
		p.pos++
	}
	p.pos++
	start := p.pos
	for at := p.pos; ; at++ {
		if at >= len(p.src) {
			p.fail("has a here-string that does not end")
		}
		quote := p.src[at]
		if (at == start || isLine(p.src[at-1])) && at+1 < len(p.src) && p.src[at+1] == '@' && (single &&
			isSingle(quote) || !single && isDouble(quote)) {
			body := p.src[start:max(start, at-1)]
			if n := len(body); n > 0 && body[n-1] == '\r' && at > 0 && p.src[at-1] == '\n' {
				body = body[:n-1]
			}
			e := &expr{kind: stringExpr, text: string(body)}
			if !single {
				if n := len(body); n > 0 && body[n-1] == '`' {
					p.fail("has a here-string with a backtick before its end")
				}
				inner := &parser{src: body, depth: p.depth}
				e = inner.expandable(func() bool { return inner.end() }, true)
			}
			p.pos = at + 2
			return e
		}
	}
}

// double reads a string in double quotes.
func (p *parser) double() *expr {
	p.pos++
	e := p.expandable(func() bool {
		if p.end() {
			p.fail("has a quote that is not closed")
		}
		return isDouble(p.at(0)) && !isDouble(p.at(1))
	}, false)
	p.pos++
	return e
}

// expandable reads text with variables and subexpressions in it, up to where done says.
func (p *parser) expandable(done func() bool, here bool) *expr {
	p.deeper()
	defer func() { p.depth-- }()
	e := &expr{kind: stringExpr}
	var b strings.Builder
	for !done() {
		switch r := p.at(0); {
		case isDouble(r) && !here: // doubled
			b.WriteRune(r)
			p.pos += 2
		case r == '`':
			p.escape(&b)
		case r == '$':
			p.dollarIn(e, &b, here)
		default:
			b.WriteRune(r)
			p.pos++
		}
	}
	return e.with(&b)
}

// with completes a string with the literal text at its end.
func (e *expr) with(b *strings.Builder) *expr {
	if len(e.parts) == 0 {
		e.text = b.String()
	} else if b.Len() > 0 {
		e.parts = append(e.parts, &expr{kind: stringExpr, text: b.String()})
	}
	return e
}

// dollarIn takes a variable or a subexpression in a string or a word.
func (p *parser) dollarIn(e *expr, b *strings.Builder, here bool) {
	var v *expr
	if p.at(1) == '(' {
		v = p.textOfGroup(here)
	} else {
		v = p.dollar()
	}
	if v == nil {
		b.WriteByte('$')
		p.pos++
		return
	}
	if b.Len() > 0 {
		e.parts = append(e.parts, &expr{kind: stringExpr, text: b.String()})
		b.Reset()
	}
	e.parts = append(e.parts, v)
}

// textOfGroup reads $( ) in a string. It ends where as many brackets are closed as were opened,
// wherever these stand, and quotes in it may be doubled or have a backtick before them; only then
// it is read as statements (Tokenizer.ScanSubExpression).
func (p *parser) textOfGroup(here bool) *expr {
	defer p.inside(false)()
	var inner []rune
	p.pos += 2
	for open := 1; ; p.pos++ {
		r := p.at(0)
		switch {
		case p.end():
			p.fail("is not complete: ) is missing")
		case r == '(':
			open++
		case r == ')':
			open--
		case (r == '`' || isDouble(r)) && !here && isDouble(p.at(1)):
			p.pos++
			r = p.at(0)
		}
		if open == 0 {
			break
		}
		inner = append(inner, r)
	}
	p.pos++
	q := &parser{src: append(inner, ')'), depth: p.depth}
	e := &expr{kind: groupExpr, stmts: q.until(')')}
	if q.pos != len(inner) {
		p.fail("has a subexpression that ends in another place than it seems")
	}
	return e
}

// escape takes a backtick with what follows (about_Special_Characters).
func (p *parser) escape(b *strings.Builder) {
	r := p.at(1)
	if p.pos+1 >= len(p.src) {
		p.fail("ends with a backtick")
	}
	p.pos += 2
	switch r {
	case '0':
		p.fail("has a NUL")
	case 'a':
		r = '\a'
	case 'b':
		r = '\b'
	case 'e':
		p.fail("has an escape that only newer versions know")
	case 'f':
		r = '\f'
	case 'n':
		r = '\n'
	case 'r':
		r = '\r'
	case 't':
		r = '\t'
	case 'u':
		p.fail("has an escape that only newer versions know")
	case 'v':
		r = '\v'
	}
	b.WriteRune(r)
}
