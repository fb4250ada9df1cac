package powershell

import "strings"

// dollar reads a variable or $( ); nil where the sign stands for itself.
func (p *parser) dollar() *expr {
	r := p.at(1)
	switch {
	case r == '(':
		p.pos++
		return p.group()
	case r == '{':
		return p.braced()
	case r == '$' || r == '^' || r == '?':
		p.pos += 2
		return &expr{kind: variableExpr, text: string(r)}
	case r == ':':
		p.fail("has a variable whose name could not be read")
	case !isName(r):
		return nil
	}
	p.pos++
	start := p.pos
	name := p.variableName()
	return &expr{kind: variableExpr, text: name, cased: string(p.src[start:p.pos])}
}

// variableName reads the name of a variable, with its scope or drive: env:PATH.
func (p *parser) variableName() string {
	start := p.pos
	for isName(p.at(0)) || p.at(0) == '?' || p.at(0) == ':' && p.at(1) != ':' {
		p.pos++
	}
	name := strings.ToLower(string(p.src[start:p.pos]))
	if strings.HasSuffix(name, ":") || strings.Count(name, ":") > 1 {
		p.fail("has a variable whose name could not be read")
	}
	return name
}

// braced reads ${name}.
func (p *parser) braced() *expr {
	var b strings.Builder
	for p.pos += 2; p.at(0) != '}'; {
		switch {
		case p.end() || p.at(0) == '{':
			p.fail("has a name of a variable that is not closed")
		case p.at(0) == '`':
			p.escape(&b)
		default:
			b.WriteRune(p.at(0))
			p.pos++
		}
	}
	p.pos++
	return &expr{kind: variableExpr, text: strings.ToLower(b.String()), cased: b.String()}
}

// word reads a word that is not quoted as a whole. Quotes in it are removed, variables have their
// values.
func (p *parser) word() *expr {
	p.deeper()
	defer func() { p.depth-- }()
	e := &expr{kind: stringExpr, bare: true}
	var b strings.Builder
	start := p.pos
	for !endsWord(p.at(0)) {
		switch r := p.at(0); {
		case r == '`' && isLine(p.at(1)):
			p.fail("has a word that goes on in the next line")
		case r == '`':
			p.escape(&b)
		case isSingle(r):
			e.bare = false
			b.WriteString(p.single().text)
		case isDouble(r):
			e.bare = false
			s := p.double()
			if len(s.parts) == 0 {
				b.WriteString(s.text)
				continue
			}
			if b.Len() > 0 {
				e.parts = append(e.parts, &expr{kind: stringExpr, text: b.String()})
				b.Reset()
			}
			e.parts = append(e.parts, s)
		case r == '$':
			p.dollarIn(e, &b, false)
		case r == 0 || r > 0x7f && endsOddly(r):
			p.fail("has a character that divides words on some systems and not on others")
		default:
			b.WriteRune(r)
			p.pos++
		}
	}
	if p.pos == start {
		p.fail("has " + shown(p.at(0)) + " where a word is expected")
	}
	p.noAngle()
	return e.with(&b)
}

// noAngle refuses < and > that stand behind a word without a blank: they are part of it.
func (p *parser) noAngle() {
	if isAngle(p.at(0)) {
		p.fail("has < or > in a word")
	}
}

// endsOddly reports whether a character may divide words.
func endsOddly(r rune) bool {
	return r == 0x1680 || r >= 0x2000 && r <= 0x200f || r >= 0x2028 && r <= 0x202f || r == 0x205f ||
		r == 0x3000 || r == 0xfeff
}

// argument reads one argument of a command.
func (p *parser) argument() argument {
	start := p.pos
	a := argument{}
	if isDash(p.at(0)) && p.at(0) != '-' {
		p.fail("has a dash that is not the plain one")
	}
	if p.has("--%") && (endsWord(p.at(3))) {
		p.fail("has --%, behind which everything is read in another way")
	}
	if p.at(0) == '-' && (isNameStart(p.at(1)) || p.at(1) == '?') && p.parameter(&a) {
		a.text = p.slice(start)
		return a
	}
	a.value = p.list()
	a.text = p.slice(start)
	return a
}

// parameter reads -Name or -Name:. It reports false where a quote makes it a word.
func (p *parser) parameter(a *argument) bool {
	start := p.pos
	p.pos++
	for {
		r := p.at(0)
		switch {
		case r == ':':
			a.param, a.isPar, a.colon = string(p.src[start+1:p.pos]), true, true
			p.pos++
			return true
		case r == '.' || r == '[':
			a.torn = true
		case isSingle(r) || isDouble(r):
			p.pos = start
			return false
		case isAngle(r):
			p.noAngle()
		case r == '`' || r == '$':
			p.fail("has a parameter with a sign that may stand for itself")
		}
		if endsWord(r) || a.torn {
			a.param, a.isPar = string(p.src[start+1:p.pos]), true
			if r == '(' || r == '{' {
				a.torn = true
			}
			return true
		}
		if r > 0x7f {
			p.fail("has a parameter with a character that is not plain")
		}
		p.pos++
	}
}

// list reads values with commas between them.
func (p *parser) list() *expr {
	first := p.value()
	at := p.pos
	p.skip()
	if p.at(0) != ',' {
		p.pos = at
		return first
	}
	e := &expr{kind: arrayExpr, parts: []*expr{first}}
	for p.at(0) == ',' {
		p.pos++
		p.skipLines()
		e.parts = append(e.parts, p.value())
		at = p.pos
		p.skip()
	}
	p.pos = at
	return e
}

// value reads one value in the arguments of a command.
func (p *parser) value() *expr {
	r := p.at(0)
	var e *expr
	switch {
	case r == '$':
		if e = p.variableArgument(); e.kind == stringExpr {
			return e
		}
	case r == '(':
		e = p.postfix(p.group())
	case r == '{':
		return p.scriptBlock()
	case isSingle(r):
		e = p.single()
	case isDouble(r):
		e = p.double()
	case r == '@':
		if e = p.atSign(); e.bare {
			return e
		}
	default:
		return p.word()
	}
	if !endsWord(p.at(0)) || p.at(0) == '(' || p.at(0) == '{' {
		p.fail("has a value that is followed by another one without a blank")
	}
	return e
}

// variableArgument reads an argument that begins with a dollar: a value with its members, or a word
// that only begins with a variable.
func (p *parser) variableArgument() *expr {
	at, braced := p.pos, p.at(1) == '{'
	e := p.dollar()
	switch {
	case e == nil:
		return p.word()
	case e.kind != variableExpr:
		return p.postfix(e)
	}
	switch r := p.at(0); {
	case isAngle(r):
		p.noAngle()
	case r == '=' || braced && !endsToken(r) && r != '.' && r != '[' && r != ':':
		p.fail("has a value that is followed by another one without a blank")
	case !endsToken(r) && r != '[' && r != '.' && r != ':': // $dir/x
		p.pos = at
		return p.word()
	}
	return p.postfix(e)
}

// atSign reads @( ), @{ }, here-strings and splatted variables.
func (p *parser) atSign() *expr {
	switch r := p.at(1); {
	case r == '(':
		p.pos++
		e := p.group()
		e.list = true
		return p.postfix(e)
	case r == '{':
		return p.postfix(p.hash())
	case isSingle(r) || isDouble(r):
		return p.postfix(p.here())
	case isNameStart(r):
		p.pos++
		return &expr{kind: splatExpr, text: p.variableName()}
	}
	return p.word()
}

// scriptBlock reads { }.
func (p *parser) scriptBlock() *expr {
	return &expr{kind: blockExpr, body: p.body()}
}

// group reads ( ) with statements in it.
func (p *parser) group() *expr {
	defer p.inside(false)()
	p.expect('(')
	e := &expr{kind: groupExpr, stmts: p.until(')')}
	p.expect(')')
	return e
}

// hash reads @{ key = value; … }.
func (p *parser) hash() *expr {
	defer p.inside(false)()
	p.pos += 2
	e := &expr{kind: hashExpr}
	for {
		for p.skipLines(); p.at(0) == ';'; p.skipLines() {
			p.pos++
		}
		if p.at(0) == '}' {
			p.pos++
			return e
		}
		e.parts = append(e.parts, p.key())
		p.skip()
		p.expect('=')
		p.skipLines()
		e.stmts = append(e.stmts, p.statement())
		p.skip()
		if r := p.at(0); !isLine(r) && r != ';' && r != '}' {
			p.fail("has a hash table that could not be read")
		}
	}
}

func (p *parser) key() *expr {
	if r := p.at(0); isName(r) {
		start := p.pos
		for isName(p.at(0)) || p.at(0) == '-' {
			p.pos++
		}
		return &expr{kind: stringExpr, text: string(p.src[start:p.pos])}
	}
	return p.primary()
}
