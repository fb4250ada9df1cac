package powershell

// keywordStatement reads a statement that begins with a keyword; nil where there is none.
func (p *parser) keywordStatement() *stmt {
	word := p.keyword()
	if word == "" {
		return nil
	}
	start := p.pos
	p.pos += len([]rune(word))
	switch word {
	case "if":
		return p.ifStatement()
	case "foreach":
		return p.foreach()
	case "for":
		return p.forLoop()
	case "while":
		return p.while()
	case "do":
		return p.doLoop()
	case "switch":
		return p.switchStatement()
	case "try":
		return p.try()
	case "function", "filter":
		return p.function()
	case "return", "throw", "exit", "break", "continue":
		return p.flow()
	case "param":
		b := &block{}
		p.skipLines()
		p.parameters(b)
		return &stmt{kind: loopStmt, blocks: []*block{b}}
	case "begin", "process", "end", "clean":
		p.skipLines()
		if p.at(0) != '{' {
			p.fail("has a keyword that is not read: " + word)
		}
		return &stmt{kind: loopStmt, blocks: []*block{p.body()}}
	case "class", "enum", "using", "data", "dynamicparam", "configuration", "workflow", "parallel",
		"sequence", "inlinescript", "trap",
		"define", "from", "var", "type", "static", "hidden", "interface", "module", "namespace", "public",
		"private", "command", "assembly",
		"else", "elseif", "catch", "finally", "until", "in":
		if p.plainProgram(word) {
			break
		}
		p.fail("has a keyword that is not read: " + word)
	}
	p.pos = start
	return nil
}

// plainProgram reports whether a word is a keyword only where the language has reserved it for
// later: type a.txt is a command.
func (p *parser) plainProgram(word string) bool {
	switch word {
	case "type", "command", "module", "static", "public", "private", "hidden", "interface",
		"namespace", "assembly", "in":
		return true
	}
	return false
}

// condition reads ( pipeline ).
func (p *parser) condition() *stmt {
	p.skipLines()
	p.expect('(')
	p.skipLines()
	s := p.statement()
	p.skipLines()
	p.expect(')')
	return s
}

func (p *parser) blockNext() *block {
	p.skipLines()
	return p.body()
}

// next passes a keyword that goes on with a statement.
func (p *parser) next(word string) bool {
	at := p.pos
	p.skipLines()
	if p.keyword() != word {
		p.pos = at
		return false
	}
	p.pos += len(word)
	return true
}

func (p *parser) ifStatement() *stmt {
	s := &stmt{kind: ifStmt}
	for {
		s.parts = append(s.parts, p.condition())
		s.blocks = append(s.blocks, p.blockNext())
		if p.next("elseif") {
			continue
		}
		if p.next("else") {
			s.blocks = append(s.blocks, p.blockNext())
		}
		return s
	}
}

func (p *parser) foreach() *stmt {
	p.skipLines()
	p.expect('(')
	p.skipLines()
	v := p.dollar()
	if v == nil || v.kind != variableExpr {
		p.fail("has a loop that could not be read")
	}
	p.skipLines()
	if p.keyword() != "in" {
		p.fail("has a loop that could not be read")
	}
	p.pos += len("in")
	p.skipLines()
	s := &stmt{kind: loopStmt, target: v, parts: []*stmt{p.statement()}}
	p.skipLines()
	p.expect(')')
	s.blocks = []*block{p.blockNext()}
	return s
}

// forLoop reads for (init; condition; step) { }.
func (p *parser) forLoop() *stmt {
	p.skipLines()
	p.expect('(')
	s := &stmt{kind: loopStmt, blocks: []*block{{}}}
	for p.skipLines(); p.at(0) != ')'; p.skipLines() {
		if p.at(0) == ';' {
			p.pos++
			continue
		}
		s.blocks[0].stmts = append(s.blocks[0].stmts, p.statement())
	}
	p.pos++
	s.blocks = append(s.blocks, p.blockNext())
	return s
}

func (p *parser) while() *stmt {
	c := p.condition()
	return &stmt{kind: loopStmt, blocks: []*block{{stmts: []*stmt{c}}, p.blockNext()}}
}

func (p *parser) doLoop() *stmt {
	b := p.blockNext()
	if !p.next("while") && !p.next("until") {
		p.fail("has a loop that could not be read")
	}
	return &stmt{kind: loopStmt, blocks: []*block{b, {stmts: []*stmt{p.condition()}}}}
}

// switchStatement reads switch (value) { pattern { } … }. A pattern is a value or a condition.
func (p *parser) switchStatement() *stmt {
	for p.skip(); isDash(p.at(0)); p.skip() {
		a := p.argument()
		if !a.isPar || a.colon {
			p.fail("has a switch that could not be read")
		}
		switch a.param {
		case "Regex", "regex", "Wildcard", "wildcard", "Exact", "exact", "CaseSensitive", "casesensitive":
		default:
			p.fail("has a switch that could not be read")
		}
	}
	s := &stmt{kind: switchStmt, parts: []*stmt{p.condition()}}
	p.skipLines()
	p.expect('{')
	for {
		for p.skipLines(); p.at(0) == ';'; p.skipLines() {
			p.pos++
		}
		if p.at(0) == '}' {
			p.pos++
			return s
		}
		s.parts = append(s.parts, &stmt{elems: []*element{{expr: p.value()}}})
		s.blocks = append(s.blocks, p.blockNext())
	}
}

func (p *parser) try() *stmt {
	s := &stmt{kind: tryStmt, blocks: []*block{p.blockNext()}}
	for p.next("catch") {
		for p.skipLines(); p.at(0) == '[' || p.at(0) == ','; p.skipLines() {
			if p.at(0) == ',' {
				p.pos++
				continue
			}
			p.typeName()
		}
		s.blocks = append(s.blocks, p.body())
	}
	if p.next("finally") {
		s.blocks = append(s.blocks, p.blockNext())
	}
	if len(s.blocks) < 2 {
		p.fail("has a try without a catch")
	}
	return s
}

func (p *parser) function() *stmt {
	p.skip()
	s := &stmt{kind: functionStmt}
	start := p.pos
	for isName(p.at(0)) || p.at(0) == '-' || p.at(0) == ':' {
		p.pos++
	}
	if s.name = string(p.src[start:p.pos]); s.name == "" || !endsWord(p.at(0)) {
		p.fail("has a function whose name could not be read")
	}
	p.skipLines()
	params := &block{}
	if p.at(0) == '(' {
		p.parameters(params)
	}
	b := p.blockNext()
	b.params = append(b.params, params.params...)
	b.stmts = append(params.stmts, b.stmts...)
	s.blocks = []*block{b}
	return s
}

func (p *parser) flow() *stmt {
	s := &stmt{kind: flowStmt}
	p.skip()
	if !p.endsCommand() {
		s.value = p.statement()
	}
	return s
}
