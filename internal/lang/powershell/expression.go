package powershell

import (
	"strconv"
	"strings"
)

// expression reads an expression with all its operators.
func (p *parser) expression() *expr { return p.binary(0) }

// Levels of binary operators, the loosest first (about_Operator_Precedence).
const (
	logicLevel = iota + 1
	compareLevel
	addLevel
	multiplyLevel
	formatLevel
	rangeLevel
	commaLevel
)

// binary reads operands joined by operators of a level and tighter ones.
func (p *parser) binary(least int) *expr {
	p.deeper()
	defer func() { p.depth-- }()
	left := p.unary()
	for {
		at := p.pos
		p.skip()
		op, level := p.operator()
		if level == 0 || level <= least {
			p.pos = at
			return left
		}
		p.skipLines()
		if op == "," {
			left = &expr{kind: arrayExpr, parts: []*expr{left, p.binary(commaLevel)}}
			for p.comma() {
				left.parts = append(left.parts, p.binary(commaLevel))
			}
			continue
		}
		left = &expr{kind: binaryExpr, text: op, left: left, right: p.binary(level)}
	}
}

func (p *parser) comma() bool {
	at := p.pos
	p.skip()
	if p.at(0) != ',' {
		p.pos = at
		return false
	}
	p.pos++
	p.skipLines()
	return true
}

// operator passes a binary operator; level is 0 where there is none.
func (p *parser) operator() (op string, level int) {
	r := p.at(0)
	switch {
	case r == ',' && !p.inCall:
		p.pos++
		return ",", commaLevel
	case r == '.' && p.at(1) == '.':
		p.pos += 2
		return "..", rangeLevel
	case isDash(r) && isNameStart(p.at(1)):
		return p.namedOperator()
	case p.at(1) == '=' && strings.ContainsRune("+-*/%", r), isDash(r) && isDash(p.at(1)), r == '+' &&
		p.at(1) == '+':
		return "", 0
	case r == '+':
		p.pos++
		return "+", addLevel
	case isDash(r):
		p.pos++
		return "-", addLevel
	case r == '*' || r == '/' || r == '%':
		p.pos++
		return "*", multiplyLevel
	case r == '?' && p.at(1) == '?' && p.at(2) != '=':
		p.pos += 2
		return "??", logicLevel
	}
	return "", 0
}

func (p *parser) namedOperator() (op string, level int) {
	n := 1
	for isNameStart(p.at(n)) {
		n++
	}
	name := strings.ToLower(string(p.src[p.pos+1 : p.pos+n]))
	if level = levelOf(name); level > 0 {
		p.pos += n
	}
	return name, level
}

func levelOf(name string) int {
	switch name {
	case "and", "or", "xor", "band", "bor", "bxor":
		return logicLevel
	case "f":
		return formatLevel
	case "is", "isnot", "as", "shl", "shr", "join":
		return compareLevel
	}
	if strings.HasPrefix(name, "c") || strings.HasPrefix(name, "i") {
		switch name {
		case "contains", "in":
			return compareLevel
		}
		name = name[1:]
	}
	switch name {
	case "eq", "ne", "gt", "ge", "lt", "le", "like", "notlike", "match", "notmatch", "contains",
		"notcontains", "in", "notin", "replace", "split":
		return compareLevel
	}
	return 0
}

// unary reads an operand with what stands before it.
func (p *parser) unary() *expr {
	p.deeper()
	defer func() { p.depth-- }()
	r := p.at(0)
	switch {
	case r == '!':
		p.pos++
		return p.operand("not")
	case r == ',':
		p.pos++
		return p.operand(",")
	case isDash(r) && isNameStart(p.at(1)):
		n := 1
		for isNameStart(p.at(n)) {
			n++
		}
		name := strings.ToLower(string(p.src[p.pos+1 : p.pos+n]))
		switch name {
		case "not", "bnot", "join", "split", "csplit", "isplit":
			p.pos += n
			return p.operand(name)
		}
		p.fail("has an operator that is not read")
	case (r == '+' || isDash(r)) && p.at(1) == r:
		p.pos += 2
		return p.operand("++")
	case r == '+' || isDash(r):
		p.pos++
		return p.operand("-")
	}
	return p.primary()
}

func (p *parser) operand(op string) *expr {
	p.skip()
	return &expr{kind: unaryExpr, text: op, left: p.unary()}
}

// primary reads one operand with its members and indices.
func (p *parser) primary() *expr {
	r := p.at(0)
	switch {
	case r == '$':
		if e := p.dollar(); e != nil {
			return p.postfix(e)
		}
	case r == '(':
		return p.postfix(p.group())
	case r == '{':
		return p.postfix(p.scriptBlock())
	case isSingle(r):
		return p.postfix(p.single())
	case isDouble(r):
		return p.postfix(p.double())
	case r == '@':
		if e := p.atSign(); !e.bare && e.kind != splatExpr {
			return e
		}
	case r == '[':
		return p.typed()
	case isDigit(r) || r == '.' && isDigit(p.at(1)):
		return p.postfix(p.number())
	}
	p.fail("has " + shown(r) + " where a value is expected")
	return nil
}

func shown(r rune) string {
	if r == 0 {
		return "its end"
	}
	return strconv.Quote(string(r))
}

// number reads a number: 10, 0x1f, 1.5, 10kb.
func (p *parser) number() *expr {
	start := p.pos
	for isName(p.at(0)) || p.at(0) == '.' && isDigit(p.at(1)) {
		p.pos++
	}
	text := string(p.src[start:p.pos])
	if !isNumber(text) {
		p.fail("has a number that could not be read")
	}
	return &expr{kind: numberExpr, text: text}
}

// isNumber reports whether a word is a number in all versions: 10, 0x1f, 1.5, 1e3, 10kb, 5l.
func isNumber(text string) bool {
	text = strings.ToLower(text)
	for _, unit := range [...]string{"kb", "mb", "gb", "tb", "pb"} {
		if plain, ok := strings.CutSuffix(text, unit); ok {
			text = plain
			break
		}
	}
	if hex, ok := strings.CutPrefix(text, "0x"); ok {
		return hex != "" && strings.Trim(hex, "0123456789abcdef") == ""
	}
	if n := len(text) - 1; n > 0 && (text[n] == 'd' || text[n] == 'l') {
		text = text[:n]
	}
	whole, exponent, scientific := strings.Cut(text, "e")
	if scientific && (exponent == "" || strings.Trim(exponent, "0123456789") != "") {
		return false
	}
	whole, fraction, _ := strings.Cut(whole, ".")
	return whole+fraction != "" && strings.Trim(whole+fraction, "0123456789") == ""
}

// typed reads [type], what is cast to it, or one of its members.
func (p *parser) typed() *expr {
	name := p.typeName()
	if p.has("::") {
		return p.postfix(&expr{kind: typeExpr, text: name})
	}
	at := p.pos
	p.skip()
	if r := p.at(0); r == '$' || r == '(' || r == '@' || r == '[' || r == '{' || isSingle(r) ||
		isDouble(r) || isDigit(r) || isDash(r) && isDigit(p.at(1)) {
		return &expr{kind: castExpr, text: name, left: p.unary()}
	}
	p.pos = at
	return p.postfix(&expr{kind: typeExpr, text: name})
}

// typeName reads [name] in lower case. Parameters of generic types and arrays may follow.
func (p *parser) typeName() string {
	start := p.pos
	depth := 0
	for {
		r := p.at(0)
		switch {
		case r == '[':
			depth++
		case r == ']':
			depth--
		case !isName(r) && r != '.' && r != ',' && r != ' ' && r != '+' && r != '`':
			p.fail("has a type that could not be read")
		}
		p.pos++
		if depth == 0 {
			name := strings.ToLower(strings.ReplaceAll(string(p.src[start+1:p.pos-1]), " ", ""))
			return strings.TrimPrefix(name, "system.")
		}
	}
}

// postfix reads members, calls and indices behind an operand.
func (p *parser) postfix(e *expr) *expr {
	for {
		r := p.at(0)
		switch {
		case r == '.' && p.at(1) != '.' && !endsWord(p.at(1)) || p.has(".("):
			p.pos++
			e = p.member(e, false)
		case r == ':' && p.at(1) == ':':
			p.pos += 2
			e = p.member(e, true)
		case r == '?' && (p.at(1) == '.' || p.at(1) == '['):
			p.fail("has an operator that only newer versions know")
		case r == '[':
			e = p.index(e)
		case (r == '+' || r == '-') && p.at(1) == r && e.kind == variableExpr:
			p.pos += 2
			return &expr{kind: unaryExpr, text: "++", left: e}
		default:
			return e
		}
		p.deeper()
		defer func() { p.depth-- }()
	}
}

func (p *parser) index(e *expr) *expr {
	defer p.inside(false)()
	p.pos++
	p.skipLines()
	at := p.expression()
	p.skipLines()
	p.expect(']')
	return &expr{kind: indexExpr, left: e, right: at}
}

// argumentValue reads an expression that a comma ends.
func (p *parser) argumentValue() *expr {
	defer p.inside(true)()
	return p.expression()
}

// member reads the name behind a dot, and the arguments of a call.
func (p *parser) member(target *expr, static bool) *expr {
	e := &expr{kind: memberExpr, left: target, static: static}
	switch r := p.at(0); {
	case isName(r):
		start := p.pos
		for isName(p.at(0)) {
			p.pos++
		}
		e.text = strings.ToLower(string(p.src[start:p.pos]))
	case isSingle(r):
		e.text = strings.ToLower(p.single().text)
	default:
		p.fail("has a member whose name is not written")
	}
	switch {
	case p.at(0) == '(':
		e.called = true
		p.pos++
		for p.skipLines(); p.at(0) != ')'; p.skipLines() {
			if len(e.parts) > 0 {
				p.expect(',')
				p.skipLines()
			}
			e.parts = append(e.parts, p.argumentValue())
		}
		p.pos++
	case p.at(0) == '{':
		e.called = true
		e.parts = append(e.parts, p.scriptBlock())
	}
	return e
}
