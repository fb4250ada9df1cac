package syntax

import "strings"

// param reads an expansion behind its opening brace.
func (m *maskScan) param(i int, quoted bool) int {
	if m.at(i) == '(' {
		i = m.raw(i+1, ")", true)
	}
	for m.prefix(i) {
		i++
	}
	switch c := m.at(i); {
	case i < 0:
		return -1
	case c == '$' && (m.at(i+1) == '{' || m.at(i+1) == '('):
		i = m.dollar(i, quoted)
	case c == '"' && m.at(i+1) == '$':
		i = m.document(i+1, '"', len(m.text))
	case IsNameByte(c):
		for IsNameByte(m.at(i)) {
			i++
		}
	case c != 0 && strings.IndexByte("@*#?!-$", c) >= 0 && strings.IndexByte("}:[/%#", m.at(i+1)) >= 0:
		i++
	}
	for i > 0 && m.at(i) == '[' {
		i = m.subscript(i+1, quoted)
	}
	if i < 0 {
		return -1
	}
	return m.operator(i, quoted)
}

// prefix reports whether a character before the name says how the value is expanded.
func (m *maskScan) prefix(i int) bool {
	switch c, next := m.at(i), m.at(i+1); c {
	case '^', '=', '~':
		return IsNameByte(next) || next != 0 && strings.IndexByte("^=~#+:$\"", next) >= 0
	case '#', '+':
		return IsNameByte(next) || next == '$' || next == '"'
	}
	return false
}

// operator reads what follows the name in an expansion.
func (m *maskScan) operator(i int, quoted bool) int {
	c, next := m.at(i), m.at(i+1)
	switch {
	case c == '}':
		return i + 1
	case c == ':' && next == ':' && m.at(i+2) == '=':
		return m.operand(i+3, quoted, true)
	case c == ':' && strings.IndexByte("-=+?", next) >= 0 && next != 0:
		return m.operand(i+2, quoted, true)
	case c == ':' && strings.IndexByte("#|*^", next) >= 0 && next != 0:
		return m.operand(i+2, quoted, false)
	case c == ':' && (next == '&' || next >= 'a' && next <= 'z' || next >= 'A' && next <= 'Z'):
		return m.raw(i+1, "}", true)
	case c == ':':
		return m.slice(i+1, quoted)
	case c == '/':
		if next == '/' {
			i++
		}
		if i = m.until(i+1, quoted, false, '/'); m.at(i-1) == '}' {
			return i
		}
		return m.operand(i, quoted, true)
	case c == '#' || c == '%':
		return m.operand(i+1, quoted, false)
	case c != 0 && strings.IndexByte("-=+?", c) >= 0:
		return m.operand(i+1, quoted, true)
	}
	return -1
}

// operand reads the word of an expansion, and the brace behind it. What is no text is a pattern, in
// which single quotes quote.
func (m *maskScan) operand(i int, quoted, text bool) int { return m.until(i, quoted, text, '}') }

// until reads such a word up to a brace or another character.
func (m *maskScan) until(i int, quoted, text bool, end byte) int {
	from := i
	if i = m.word(i, quoted, text, end); i > 0 && m.ends != nil {
		m.ends[from] = i - 1
	}
	return i
}

func (m *maskScan) word(i int, quoted, text bool, end byte) int {
	var braces []int
	for i >= 0 && i < len(m.text) {
		switch c := m.text[i]; {
		case c == '\\':
			i += 2
		case c == '$':
			i = m.dollar(i, quoted)
		case c == '`':
			i = behind(backquoteEnd(m.text, i))
		case c == '"':
			i = m.document(i+1, '"', len(m.text))
		case c == '\'' && quoted && text:
			m.mask(i)
			i++
		case c == '\'':
			i = m.quotes(i, quoted)
		case !quoted && (c == '<' || c == '>' || c == '=') && m.at(i+1) == '(':
			i = m.plainly(func() int { return m.list(i+2, ')') })
		case c == '{' && !quoted:
			braces = append(braces, i)
			i++
		case c == '}' && len(braces) > 0:
			m.mask(braces[len(braces)-1])
			m.mask(i)
			braces = braces[:len(braces)-1]
			i++
		case c == '}' || c == end && len(braces) == 0:
			return i + 1
		default:
			i++
		}
	}
	return -1
}

// quotes reads what stands between single quotes. In double quotes it is a pattern, which ends
// where the expansion does, whatever the quotes hold.
func (m *maskScan) quotes(i int, quoted bool) int {
	end := quoteEnd(m.text, i, false)
	if end < 0 || quoted && strings.ContainsAny(m.text[i:end], "}\"\\`") {
		return -1
	}
	return end + 1
}

// slice reads the numbers of an expansion.
func (m *maskScan) slice(i int, quoted bool) int {
	for i >= 0 && i < len(m.text) {
		switch c := m.text[i]; {
		case c == '$':
			i = m.dollar(i, quoted)
		case c == '`':
			i = behind(backquoteEnd(m.text, i))
		case c == '"':
			i = m.document(i+1, '"', len(m.text))
		case c == '}':
			return i + 1
		case strings.IndexByte("\\'{", c) >= 0:
			return -1
		default:
			i++
		}
	}
	return -1
}

// subscript reads a subscript behind its bracket.
func (m *maskScan) subscript(i int, quoted bool) int {
	if m.at(i) == '(' {
		if i = m.raw(i+1, ")", true); i < 0 {
			return -1
		}
		return m.raw(i, "]", false)
	}
	depth := 0
	for i >= 0 && i < len(m.text) {
		switch c := m.text[i]; {
		case c == '\\':
			i += 2
		case c == '$':
			i = m.dollar(i, quoted)
		case c == '`':
			i = behind(backquoteEnd(m.text, i))
		case c == '"':
			i = m.document(i+1, '"', len(m.text))
		case c == '\'' && !quoted:
			i = behind(quoteEnd(m.text, i, false))
		case c == '[':
			depth++
			i++
		case c == ']' && depth == 0:
			return i + 1
		case c == ']':
			depth--
			i++
		default:
			i++
		}
	}
	return -1
}

// raw reads what the library takes as it is up to a character: flags, modifiers and patterns in
// subscripts. What is expanded in them is hidden, so that no such character stands there.
func (m *maskScan) raw(i int, end string, flags bool) int {
	for i >= 0 && i < len(m.text) {
		from := i
		switch c := m.text[i]; {
		case c == end[0]:
			return i + 1
		case c == '\\':
			i += 2
			continue
		case c == '$' && (m.at(i+1) == '(' || m.at(i+1) == '{'):
			i = m.plainly(func() int { return m.dollar(i, true) })
		case c == '`':
			i = behind(backquoteEnd(m.text, i))
		case c == '"' && !flags:
			i = m.plainly(func() int { return m.document(i+1, '"', len(m.text)) })
		case c == '\'' && !flags:
			i = behind(quoteEnd(m.text, i, false))
		case strings.IndexByte("'\"{}", c) >= 0:
			return -1
		default:
			i++
			continue
		}
		if i < 0 {
			return -1
		}
		m.hide(from, i)
	}
	return -1
}
