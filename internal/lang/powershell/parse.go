package powershell

import "strings"

// parse reads a text. Where a statement cannot be read it goes on behind the end of its line.
func parse(text string) (*block, []Problem) {
	p := &parser{src: []rune(text)}
	b := &block{text: text}
	if len(p.src) > maxText {
		return b, []Problem{{Why: "is longer than fencepost reads"}}
	}
	for !p.end() {
		p.attempt(b)
	}
	return b, p.problems
}

// attempt reads one statement.
func (p *parser) attempt(b *block) {
	start := p.pos
	defer func() {
		err := recover()
		if err == nil {
			return
		}
		s, ok := err.(stop)
		if !ok {
			panic(err)
		}
		p.depth, p.inCall = 0, false
		if p.pos = max(p.pos, start+1); p.pos > len(p.src) {
			p.pos = len(p.src)
		}
		for !p.end() && !isLine(p.at(0)) && p.at(0) != ';' {
			p.pos++
		}
		if len(p.problems) < 8 {
			p.problems = append(p.problems, Problem{Text: p.slice(start), Why: s.why})
		}
	}()
	for p.skipLines(); p.at(0) == ';'; p.skipLines() {
		p.pos++
	}
	if p.end() {
		return
	}
	s := p.statement()
	b.stmts = append(b.stmts, s)
	p.ended(0)
}

// ended checks that a statement ends here.
func (p *parser) ended(close rune) {
	p.skip()
	if r := p.at(0); !p.end() && !isLine(r) && r != ';' && (close == 0 || r != close) {
		p.fail("has " + shown(r) + " where a statement should end")
	}
}

// until reads statements up to a closing bracket.
func (p *parser) until(close rune) []*stmt {
	var list []*stmt
	for {
		for p.skipLines(); p.at(0) == ';'; p.skipLines() {
			p.pos++
		}
		if p.end() {
			p.fail("is not complete: " + string(close) + " is missing")
		}
		if p.at(0) == close {
			return list
		}
		list = append(list, p.statement())
		p.ended(close)
	}
}

// body reads { statements }, with parameters.
func (p *parser) body() *block {
	defer p.inside(false)()
	start := p.pos
	p.expect('{')
	b := &block{}
	p.skipLines()
	if p.keyword() == "param" {
		p.pos += len("param")
		p.skipLines()
		p.parameters(b)
	}
	b.stmts = append(b.stmts, p.until('}')...)
	p.expect('}')
	b.text = p.slice(start)
	return b
}

// parameters reads (param, param = default). The default of one is an assignment.
func (p *parser) parameters(b *block) {
	p.expect('(')
	for p.skipLines(); p.at(0) != ')'; p.skipLines() {
		if len(b.params) > 0 {
			p.expect(',')
			p.skipLines()
		}
		for p.at(0) == '[' {
			p.attribute()
			p.skipLines()
		}
		v := p.dollar()
		if p.end() || v == nil || v.kind != variableExpr {
			p.fail("has parameters that could not be read")
		}
		b.params = append(b.params, v.text)
		p.skip()
		if p.at(0) == '=' {
			p.pos++
			p.skipLines()
			b.stmts = append(b.stmts, &stmt{elems: []*element{{expr: p.argumentValue()}}})
		}
	}
	p.pos++
}

// attribute passes [type] or an attribute of a parameter that holds no code.
func (p *parser) attribute() {
	start := p.pos
	for depth := 0; ; p.pos++ {
		switch r := p.at(0); {
		case r == '[':
			depth++
		case r == ']':
			depth--
		case p.end() || r == '{' || r == '$' || isSingle(r) || isDouble(r) || r == '#' || r == '`':
			p.fail("has an attribute that is not read")
		}
		if depth == 0 {
			p.pos++
			break
		}
	}
	switch name, _, _ := strings.Cut(strings.ToLower(strings.Trim(p.slice(start), "[]")),
		"("); strings.TrimSpace(name) {
	case "parameter", "cmdletbinding", "string", "int", "switch", "bool", "object", "array",
		"hashtable", "string[", "int[", "double", "long",
		"validatenotnullorempty", "validatenotnull", "validaterange", "alias", "allownull",
		"allowemptystring", "io.fileinfo", "datetime", "char":
	default:
		p.fail("has an attribute that is not read")
	}
}

// statement reads one statement.
func (p *parser) statement() *stmt {
	p.deeper()
	defer func() { p.depth-- }()
	start := p.pos
	s := p.keywordStatement()
	if s == nil {
		s = p.chain()
	}
	s.text = p.slice(start)
	return s
}

// chain reads pipelines joined by && and ||, and an & behind them.
func (p *parser) chain() *stmt {
	s := p.pipeline()
	for {
		p.skip()
		switch {
		case p.has("&&") || p.has("||"):
			p.pos += 2
			p.skipLines()
			s = &stmt{kind: chainStmt, parts: []*stmt{s, p.pipeline()}}
		case p.at(0) == '&' && s.kind != assignStmt:
			p.pos++
			s.apart = true
			return s
		default:
			return s
		}
	}
}

// pipeline reads elements with bars between them, or an assignment.
func (p *parser) pipeline() *stmt {
	start := p.pos
	s := &stmt{}
	for {
		e := p.element(len(s.elems) == 0)
		s.elems = append(s.elems, e)
		p.skip()
		if e.expr != nil && len(s.elems) == 1 && len(e.redirs) == 0 {
			if op := p.assignment(); op != "" {
				p.skipLines()
				return &stmt{kind: assignStmt, op: op, target: e.expr, value: p.statement()}
			}
		}
		at := p.pos
		if isLine(p.at(0)) {
			p.skipLines() // a line may begin with the bar (about_Pipelines)
		}
		if p.at(0) != '|' || p.at(1) == '|' {
			p.pos = at
			s.text = p.slice(start)
			return s
		}
		p.pos++
		p.skipLines()
	}
}

// assignment passes an operator of assignment.
func (p *parser) assignment() string {
	for _, op := range [...]string{"=", "+=", "-=", "*=", "/=", "%=", "??="} {
		if p.has(op) {
			p.pos += len(op)
			return op
		}
	}
	return ""
}

// element reads one part of a pipeline.
func (p *parser) element(first bool) *element {
	start := p.pos
	e := &element{}
	if p.isExpression() {
		if !first {
			p.fail("has a value behind a bar")
		}
		e.expr = p.expression()
		for p.skip(); p.redirection(e); p.skip() {
		}
		e.text = p.slice(start)
		return e
	}
	p.commandName(e)
	for p.skip(); !p.endsCommand(); p.skip() {
		if p.redirection(e) {
			continue
		}
		a := p.argument()
		if !a.colon {
			e.args = append(e.args, a)
			continue
		}
		from := p.pos
		if p.skip(); p.endsCommand() {
			p.fail("has a parameter without its value")
		}
		a.spaced = p.pos > from
		v := argument{value: p.list()}
		v.text = p.slice(from)
		e.args = append(e.args, a, v)
	}
	e.text = p.slice(start)
	return e
}

func (p *parser) endsCommand() bool {
	r := p.at(0)
	return p.end() || isLine(r) || strings.ContainsRune(";|&)}", r)
}

// commandName reads the name of a command, with the operator before it.
func (p *parser) commandName(e *element) {
	r := p.at(0)
	switch {
	case r == '&' && p.at(1) != '&':
		e.call = '&'
		p.pos++
	case r == '.' && (endsWord(p.at(1)) || p.at(1) == '$' || isSingle(p.at(1)) || isDouble(p.at(1))):
		e.call = '.'
		p.pos++
	default:
		e.name = p.word()
		return
	}
	p.skip()
	e.name = p.value()
}

// isExpression reports whether a part of a pipeline is an expression and no command.
func (p *parser) isExpression() bool {
	r, next := p.at(0), p.at(1)
	switch {
	case r == '$':
		return next == '(' || next == '{' || next == '$' || next == '^' || next == '?' || isName(next)
	case isSingle(r) || isDouble(r), strings.ContainsRune("([{!,@", r):
		return true
	case r == '+' || isDash(r):
		return true // a command of that name would have to be called with &
	case isDigit(r) || r == '.' && isDigit(next):
		n := 0
		for isName(p.at(n)) || p.at(n) == '.' && p.at(n+1) != '.' {
			n++
		}
		return isNumber(string(p.src[p.pos : p.pos+n]))
	}
	return false
}

// redirection reads > FILE, 2>> FILE, 2>&1.
func (p *parser) redirection(e *element) bool {
	n := 0
	if r := p.at(0); r == '*' || r >= '1' && r <= '6' {
		n = 1
	}
	if p.at(n) == '<' && p.at(n+1) != '#' {
		p.fail("has <, which is not read")
	}
	if p.at(n) != '>' {
		return false
	}
	start := p.pos
	p.pos += n + 1
	d := redirection{}
	if p.at(0) == '>' {
		d.appends = true
		p.pos++
	}
	if p.at(0) == '&' && isDigit(p.at(1)) {
		p.pos += 2
		return true
	}
	p.skip()
	if p.endsCommand() {
		p.fail("has > without a file")
	}
	d.target = p.value()
	d.text = p.slice(start)
	e.redirs = append(e.redirs, d)
	return true
}
