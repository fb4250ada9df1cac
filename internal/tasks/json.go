package tasks

import (
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// value is what stands in a file of settings: a text, a list, a mapping, or something else, of
// which only the letters are known.
type value struct {
	kind  kind
	text  string
	line  int
	names []string // of a mapping
	items []*value // of a list or a mapping
}

type kind byte

const (
	other kind = iota // a number, true, false, null, a date
	text
	list
	mapping
)

// get is the member of a mapping with that name; nil where there is none. Of several the last one
// counts, as in all readers of JSON.
func (v *value) get(name string) *value {
	if v == nil || v.kind != mapping {
		return nil
	}
	for i := len(v.names) - 1; i >= 0; i-- {
		if v.names[i] == name {
			return v.items[i]
		}
	}
	return nil
}

// at follows names into mappings.
func (v *value) at(names ...string) *value {
	for _, n := range names {
		v = v.get(n)
	}
	return v
}

// texts are the texts of a list, or of a single text; ok is false for anything else in it.
func (v *value) texts() (all []string, ok bool) {
	switch {
	case v == nil:
		return nil, true
	case v.kind == text:
		return []string{v.text}, true
	case v.kind != list:
		return nil, false
	}
	for _, item := range v.items {
		if item.kind != text {
			return all, false
		}
		all = append(all, item.text)
	}
	return all, true
}

// parseJSON reads JSON (RFC 8259); comments and commas behind the last item where lenient is true.
func parseJSON(text string, lenient bool) (*value, bool) {
	p := jsonParser{text: strings.TrimPrefix(text, "\ufeff"), line: 1, lenient: lenient}
	v := p.value(0)
	p.space()
	if p.bad || !utf8.ValidString(text) || p.i != len(p.text) {
		return nil, false
	}
	return v, true
}

type jsonParser struct {
	text    string
	i, line int
	values  int
	lenient bool
	bad     bool
}

func (p *jsonParser) fail() *value {
	p.bad = true
	p.i = len(p.text)
	return &value{}
}

func (p *jsonParser) space() {
	for p.i < len(p.text) {
		switch c := p.text[p.i]; {
		case c == '\n':
			p.line++
			p.i++
		case c == ' ' || c == '\t' || c == '\r':
			p.i++
		case c == '/' && p.lenient:
			p.comment()
		default:
			return
		}
	}
}

func (p *jsonParser) comment() {
	end, size := "\n", 0
	if strings.HasPrefix(p.text[p.i:], "/*") {
		end, size = "*/", 2
	} else if !strings.HasPrefix(p.text[p.i:], "//") {
		p.fail()
		return
	}
	n := strings.Index(p.text[p.i+2:], end)
	if n < 0 {
		if size == 0 {
			p.i = len(p.text)
		} else {
			p.fail()
		}
		return
	}
	p.line += strings.Count(p.text[p.i:p.i+2+n], "\n")
	p.i += 2 + n + size
}

func (p *jsonParser) value(depth int) *value {
	p.space()
	if p.values++; p.i >= len(p.text) || depth > MaxNested || p.values > MaxValues {
		return p.fail()
	}
	v := &value{line: p.line}
	switch p.text[p.i] {
	case '{':
		v.kind = mapping
		p.members(v, '}', depth)
	case '[':
		v.kind = list
		p.members(v, ']', depth)
	case '"':
		v.kind, v.text = text, p.str()
	default:
		start := p.i
		for p.i < len(p.text) && strings.IndexByte(" \t\r\n,]}/", p.text[p.i]) < 0 {
			p.i++
		}
		v.text = p.text[start:p.i]
		if !scalar(v.text) {
			return p.fail()
		}
	}
	return v
}

// scalar reports whether letters are a number or a word of JSON.
func scalar(s string) bool {
	if s == "true" || s == "false" || s == "null" {
		return true
	}
	s = strings.TrimPrefix(s, "-")
	whole := digits(s)
	if whole == 0 || whole > 1 && s[0] == '0' {
		return false
	}
	if s = s[whole:]; strings.HasPrefix(s, ".") {
		n := digits(s[1:])
		if n == 0 {
			return false
		}
		s = s[1+n:]
	}
	if s != "" && s[0]|0x20 == 'e' {
		s = s[1:]
		if s != "" && (s[0] == '+' || s[0] == '-') {
			s = s[1:]
		}
		n := digits(s)
		return n > 0 && n == len(s)
	}
	return s == ""
}

func digits(s string) int {
	n := 0
	for n < len(s) && '0' <= s[n] && s[n] <= '9' {
		n++
	}
	return n
}

// members reads what stands between brackets.
func (p *jsonParser) members(v *value, end byte, depth int) {
	p.i++
	for first := true; ; first = false {
		p.space()
		if p.i < len(p.text) && p.text[p.i] == end && (first || p.lenient) {
			p.i++
			return
		}
		if end == '}' {
			if p.i >= len(p.text) || p.text[p.i] != '"' {
				p.fail()
				return
			}
			name := p.str()
			if p.lenient && has(v.names, name) {
				p.fail() // which one counts is up to the program
				return
			}
			v.names = append(v.names, name)
			if p.space(); p.i >= len(p.text) || p.text[p.i] != ':' {
				p.fail()
				return
			}
			p.i++
		}
		v.items = append(v.items, p.value(depth+1))
		p.space()
		switch {
		case p.i >= len(p.text):
			p.fail()
			return
		case p.text[p.i] == end:
			p.i++
			return
		case p.text[p.i] != ',':
			p.fail()
			return
		}
		p.i++
	}
}

// str reads a text in quotes.
func (p *jsonParser) str() string {
	p.i++
	start := p.i
	for p.i < len(p.text) && p.text[p.i] != '"' && p.text[p.i] != '\\' && p.text[p.i] >= ' ' {
		p.i++
	}
	if p.i < len(p.text) && p.text[p.i] == '"' {
		p.i++
		return p.text[start : p.i-1]
	}
	b := append([]byte(nil), p.text[start:p.i]...)
	for p.i < len(p.text) {
		c := p.text[p.i]
		p.i++
		switch {
		case c == '"':
			return string(b)
		case c < ' ':
			p.fail()
			return ""
		case c != '\\':
			b = append(b, c)
		default:
			b = p.escape(b)
		}
	}
	p.fail()
	return ""
}

func (p *jsonParser) escape(b []byte) []byte {
	if p.i >= len(p.text) {
		p.fail()
		return b
	}
	c := p.text[p.i]
	p.i++
	if at := strings.IndexByte(`"\/bfnrt`, c); at >= 0 {
		return append(b, "\"\\/\b\f\n\r\t"[at])
	}
	if c != 'u' {
		p.fail()
		return b
	}
	r := p.hex()
	if utf16.IsSurrogate(r) {
		low := utf8.RuneError
		if strings.HasPrefix(p.text[p.i:], `\u`) {
			save := p.i
			p.i += 2
			if low = utf16.DecodeRune(r, p.hex()); low == utf8.RuneError {
				p.i = save
			}
		}
		r = low
	}
	return utf8.AppendRune(b, r)
}

func (p *jsonParser) hex() (r rune) {
	for range 4 {
		if p.i >= len(p.text) {
			p.fail()
			return r
		}
		switch c := rune(p.text[p.i]); {
		case '0' <= c && c <= '9':
			r = r<<4 | (c - '0')
		case 'a' <= c|0x20 && c|0x20 <= 'f':
			r = r<<4 | (c | 0x20 - 'a' + 10)
		default:
			p.fail()
			return r
		}
		p.i++
	}
	return r
}
