package tasks

import (
	"strings"
	"unicode/utf8"
)

// parseTOML reads TOML 1.0, as far as files of settings use it: a library would build tables when
// the program starts. Numbers and dates are kept as they stand. What is defined twice, or is
// anything else, is given up on.
func parseTOML(source string) (*value, bool) {
	p := tomlParser{text: strings.ReplaceAll(source, "\r\n", "\n"), line: 1}
	root := &value{kind: mapping, line: 1}
	table := root
	for p.blank(); p.i < len(p.text) && !p.bad; p.blank() {
		if p.text[p.i] == '[' {
			table = p.header(root)
		} else {
			p.pair(table, 0)
		}
		p.lineEnd()
	}
	return root, !p.bad
}

type tomlParser struct {
	text    string
	i, line int
	values  int
	closed  []*value // inline tables and lists, which nothing is added to
	headers []*value // tables that had a header
	grown   []*value // tables that dotted keys made, which get no header
	bad     bool
}

func (p *tomlParser) fail() {
	p.bad = true
	p.i = len(p.text)
}

// peek is the byte at i; 0 at the end.
func (p *tomlParser) peek() byte {
	if p.i < len(p.text) {
		return p.text[p.i]
	}
	return 0
}

func (p *tomlParser) spaces() {
	for p.peek() == ' ' || p.peek() == '\t' {
		p.i++
	}
}

// blank passes over blanks, comments and the ends of lines.
func (p *tomlParser) blank() {
	for {
		p.spaces()
		switch p.peek() {
		case '\n':
			p.line++
			p.i++
		case '#':
			for p.i < len(p.text) && p.text[p.i] != '\n' {
				if c := p.text[p.i]; c < ' ' && c != '\t' || c == 0x7f {
					p.fail()
					return
				}
				p.i++
			}
		default:
			return
		}
	}
}

func (p *tomlParser) lineEnd() {
	p.spaces()
	if c := p.peek(); p.i < len(p.text) && c != '\n' && c != '#' {
		p.fail()
	}
}

// header reads [NAME.NAME] or [[NAME]].
func (p *tomlParser) header(root *value) *value {
	p.i++
	double := p.peek() == '['
	if double {
		p.i++
	}
	p.spaces()
	names := p.keys()
	end := "]"
	if double {
		end = "]]"
	}
	if !strings.HasPrefix(p.text[p.i:], end) || len(names) == 0 {
		p.fail()
		return root
	}
	p.i += len(end)
	table := root
	for _, n := range names[:len(names)-1] {
		table = p.table(table, n)
	}
	last := names[len(names)-1]
	if double {
		return p.element(table, last)
	}
	table = p.table(table, last)
	if p.in(p.headers, table) || p.in(p.grown, table) {
		p.fail()
	}
	p.headers = append(p.headers, table)
	return table
}

func (p *tomlParser) in(list []*value, v *value) bool {
	for _, have := range list {
		if have == v {
			return true
		}
	}
	return false
}

// table is the table of that name in another; it is made where there is none.
func (p *tomlParser) table(t *value, name string) *value {
	v := t.get(name)
	switch {
	case v == nil:
		return p.put(t, name, &value{kind: mapping, line: p.line})
	case v.kind == list && len(v.items) > 0 && !p.in(p.closed, v):
		v = v.items[len(v.items)-1]
	}
	if v.kind != mapping || p.in(p.closed, v) {
		p.fail()
	}
	return v
}

// element adds a table to a list of tables.
func (p *tomlParser) element(t *value, name string) *value {
	v := t.get(name)
	if v == nil {
		v = p.put(t, name, &value{kind: list, line: p.line})
	}
	if v.kind != list || p.in(p.closed, v) || p.count() {
		p.fail()
	}
	item := &value{kind: mapping, line: p.line}
	v.items = append(v.items, item)
	return item
}

func (p *tomlParser) put(t *value, name string, v *value) *value {
	if t.kind != mapping || t.get(name) != nil || p.count() {
		p.fail()
		return v
	}
	t.names, t.items = append(t.names, name), append(t.items, v)
	return v
}

// count reports whether there are more values than are looked at.
func (p *tomlParser) count() bool {
	p.values++
	return p.values > maxTOML
}

// maxTOML bounds the values of a file. Names are looked for one by one.
const maxTOML = 4096

// keys reads NAME.NAME.
func (p *tomlParser) keys() (names []string) {
	for {
		p.spaces()
		switch c := p.peek(); {
		case c == '"' || c == '\'':
			if strings.HasPrefix(p.text[p.i:], `"""`) || strings.HasPrefix(p.text[p.i:], "'''") {
				p.fail()
				return nil
			}
			names = append(names, p.str())
		default:
			start := p.i
			for p.i < len(p.text) && (p.text[p.i] == '-' || word(p.text[p.i])) {
				p.i++
			}
			if start == p.i {
				p.fail()
				return nil
			}
			names = append(names, p.text[start:p.i])
		}
		p.spaces()
		if p.peek() != '.' || len(names) > MaxNested {
			return names
		}
		p.i++
	}
}

func word(c byte) bool {
	return c == '_' || '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'z'
}

// pair reads NAME = VALUE into a table.
func (p *tomlParser) pair(t *value, depth int) {
	names := p.keys()
	if p.peek() != '=' || len(names) == 0 {
		p.fail()
		return
	}
	p.i++
	for _, n := range names[:len(names)-1] {
		if v := t.get(n); v != nil && !p.in(p.grown, v) {
			p.fail() // a table of its own is not added to
			return
		}
		t = p.table(t, n)
		if !p.in(p.grown, t) {
			p.grown = append(p.grown, t)
		}
	}
	p.spaces()
	if v := p.value(depth); !p.bad {
		p.put(t, names[len(names)-1], v)
	}
}

func (p *tomlParser) value(depth int) *value {
	v := &value{line: p.line}
	if depth > MaxNested || p.count() {
		p.fail()
		return v
	}
	switch p.peek() {
	case '"', '\'':
		v.kind = text
		if rest := p.text[p.i:]; strings.HasPrefix(rest, "\"\"\"\n") ||
			strings.HasPrefix(rest, "'''\n") {
			v.line++ // the text begins below its quotes
		}
		v.text = p.str()
	case '[':
		v.kind = list
		p.i++
		for p.blank(); p.peek() != ']'; p.blank() {
			v.items = append(v.items, p.value(depth+1))
			if p.blank(); p.peek() == ',' {
				p.i++
			} else if p.peek() != ']' {
				p.fail()
				return v
			}
		}
		p.i++
		p.closed = append(p.closed, v)
	case '{':
		v.kind = mapping
		p.i++
		for p.spaces(); p.peek() != '}'; p.spaces() {
			p.pair(v, depth+1)
			if p.spaces(); p.peek() == ',' {
				if p.i++; strings.HasPrefix(strings.TrimLeft(p.text[p.i:], " \t"), "}") {
					p.fail()
				}
			} else if p.peek() != '}' {
				p.fail()
				return v
			}
		}
		p.i++
		p.closed = append(p.closed, v)
	default:
		start := p.i
		for p.i < len(p.text) && (word(p.text[p.i]) || strings.IndexByte("+-.:", p.text[p.i]) >= 0) {
			p.i++
		}
		v.text = p.text[start:p.i]
		if v.text != "true" && v.text != "false" && (v.text == "" ||
			strings.Trim(v.text, "+-") == "" || !tomlNumber(v.text)) {
			p.fail()
		}
	}
	return v
}

// tomlNumber reports whether letters could be a number or a date. Which one it is does not matter.
func tomlNumber(s string) bool {
	t := strings.TrimLeft(s, "+-")
	return t == "inf" || t == "nan" || t != "" && '0' <= t[0] && t[0] <= '9'
}

// str reads a text in any of the four quotes.
func (p *tomlParser) str() string {
	quote := p.text[p.i : p.i+1]
	long := strings.HasPrefix(p.text[p.i:], strings.Repeat(quote, 3))
	if long {
		p.i += 3
		if p.peek() == '\n' {
			p.i++
			p.line++
		}
	} else {
		p.i++
	}
	var b []byte
	for p.i < len(p.text) {
		c := p.text[p.i]
		switch {
		case c == quote[0] && !long:
			p.i++
			return string(b)
		case c == quote[0] && strings.HasPrefix(p.text[p.i:], strings.Repeat(quote, 3)):
			p.i += 3
			for n := 0; p.peek() == quote[0] && n < 2; n++ { // up to two stand before the end
				b = append(b, quote[0])
				p.i++
			}
			return string(b)
		case c == '\\' && quote == `"`:
			b = p.escape(b, long)
			continue
		case c == '\n' && long:
			p.line++
		case c < ' ' && c != '\t' || c == 0x7f:
			p.fail()
			return ""
		}
		b = append(b, c)
		p.i++
	}
	p.fail()
	return ""
}

// escape reads what stands behind a backslash.
func (p *tomlParser) escape(b []byte, long bool) []byte {
	p.i++
	c := p.peek()
	p.i++
	if at := strings.IndexByte("\"\\bfnrt", c); at >= 0 && c != 0 {
		return append(b, "\"\\\b\f\n\r\t"[at])
	}
	size := 0
	switch c {
	case 'u':
		size = 4
	case 'U':
		size = 8
	case ' ', '\t', '\n':
		p.i--
		rest := strings.TrimLeft(p.text[p.i:], " \t")
		if long && strings.HasPrefix(rest, "\n") { // the line goes on
			rest = strings.TrimLeft(rest, " \t\n")
			end := len(p.text) - len(rest)
			p.line += strings.Count(p.text[p.i:end], "\n")
			p.i = end
			return b
		}
	}
	if size == 0 || p.i+size > len(p.text) {
		p.fail()
		return b
	}
	r := rune(0)
	for _, c := range []byte(p.text[p.i : p.i+size]) {
		at := strings.IndexByte("0123456789abcdef", c|0x20)
		if at < 0 || c < '0' {
			p.fail()
			return b
		}
		r = r<<4 | rune(at)
	}
	p.i += size
	if !utf8.ValidRune(r) {
		p.fail()
	}
	return utf8.AppendRune(b, r)
}
