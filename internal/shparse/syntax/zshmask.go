package syntax

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// The parser library takes some characters of zsh for structure that are none there:
//
//	echo "${x:-'$(cmd)'}"       a single quote within double quotes is a character
//	echo ${x:-a{b,c}}           braces in an operand stand in pairs
//	echo ${x:s/o/$(cmd)/}       a modifier, or a flag, goes on behind a substitution
//	echo (a|$(cmd))             and so does a group
//
// They are found with the rules of zsh's own lexer, and written as control characters while the
// library reads the text. The tree then gets back what stood there. Where the library's tree has
// one of them in another place than these rules say, the text is read as it is.

// masked are the characters that may be written so; each has a control character of its own.
const (
	masked     = "'\"`()|{}[]:,$\\/"
	masks      = "\x02\x03\x04\x05\x06\x07\x0e\x0f\x10\x11\x12\x13\x14\x15\x16"
	maxZshMask = 1 << 14
)

// zshMasked writes such characters of a text as control characters. ok is false where there are
// none, or where the text is not understood.
func zshMasked(text string) (out string, ok bool) {
	if len(text) > maxZshMask || !mayMask(text) || strings.ContainsAny(text, masks) {
		return "", false
	}
	m := maskScan{text: text, out: []byte(text)}
	if m.list(0, 0) != len(text) || string(m.out) == text {
		return "", false
	}
	return string(m.out), true
}

// ZshOperand reports whether the word of an expansion, which the library has found between two
// places, ends there for zsh, too.
func ZshOperand(text string, from, to int) bool {
	m := maskScan{text: text, out: []byte(text), ends: map[int]int{}}
	if len(text) > maxZshMask || m.list(0, 0) < 0 {
		return false
	}
	end, ok := m.ends[from]
	return ok && end == to
}

// mayMask reports whether a text can hold any of them.
func mayMask(text string) bool {
	return strings.Contains(text, "${") || strings.Contains(text, "==(") ||
		strings.Contains(text, "|") && strings.Contains(text, "(")
}

// unmasked is what a text with control characters stands for.
func unmasked(text string) string {
	if !strings.ContainsAny(text, masks) {
		return text
	}
	return strings.Map(func(c rune) rune {
		if i := strings.IndexRune(masks, c); i >= 0 {
			return rune(masked[i])
		}
		return c
	}, text)
}

// maskScan goes through a text as zsh's lexer does. Its methods return the place behind what they
// read, or -1.
type maskScan struct {
	text    string
	out     []byte
	pending []maskedHere // here-documents whose text comes behind the next line break
	depth   int
	ends    map[int]int // where the words of expansions begin and end, if somebody asks
}

// maxMaskDepth bounds the nesting of what is read.
const maxMaskDepth = 64

func (m *maskScan) mask(at int) {
	if i := strings.IndexByte(masked, m.text[at]); i >= 0 {
		m.out[at] = masks[i]
	}
}

// hide masks all of a piece of the text.
func (m *maskScan) hide(from, to int) {
	for ; from < to; from++ {
		m.mask(from)
	}
}

// plainly runs f without masking anything.
func (m *maskScan) plainly(f func() int) int {
	out := string(m.out)
	end := f()
	copy(m.out, out)
	return end
}

// at is the byte at a place, 0 behind the end.
func (m *maskScan) at(i int) byte {
	if i < 0 || i >= len(m.text) {
		return 0
	}
	return m.text[i]
}

// dollar reads what begins with a dollar sign.
func (m *maskScan) dollar(i int, quoted bool) int {
	if m.depth++; m.depth > maxMaskDepth {
		return -1
	}
	defer func() { m.depth-- }()
	switch next := m.at(i + 1); {
	case next == '(' && m.at(i+2) == '(':
		if end := m.plainly(func() int { return m.expression(i+3, ')') }); end > 0 && m.at(end) == ')' {
			return m.expression(i+3, ')') + 1
		}
		return m.list(i+2, ')')
	case next == '(':
		return m.list(i+2, ')')
	case next == '[':
		return m.expression(i+2, ']')
	case next == '{':
		return m.param(i+2, quoted)
	case next == '\'' && !quoted:
		return behind(quoteEnd(m.text, i+1, true))
	case next == '"' && !quoted:
		return m.document(i+2, '"', len(m.text))
	}
	return i + 1
}

// behind is the place behind another one, if that is one.
func behind(at int) int {
	if at < 0 {
		return -1
	}
	return at + 1
}

// document reads what stands in double quotes, or, where end is 0, in a here-document up to a
// place.
func (m *maskScan) document(i int, end byte, limit int) int {
	for i >= 0 && i < limit {
		switch c := m.text[i]; {
		case c == '\\':
			i += 2
		case c == '$':
			i = m.dollar(i, true)
		case c == '`':
			i = behind(backquoteEnd(m.text, i))
		case c == end:
			return i + 1
		default:
			i++
		}
	}
	if end == 0 && i == limit {
		return i
	}
	return -1
}

// expression reads arithmetic up to a bracket. Quotes are characters there.
func (m *maskScan) expression(i int, end byte) int {
	depth := 0
	for i >= 0 && i < len(m.text) {
		switch c := m.text[i]; {
		case c == '\\':
			i += 2
		case c == '$':
			i = m.dollar(i, true)
		case c == '`':
			i = behind(backquoteEnd(m.text, i))
		case c == end && depth == 0:
			return i + 1
		case c == '(' && end == ')' || c == '[' && end == ']':
			depth++
			i++
		case c == end:
			depth--
			i++
		default:
			i++
		}
	}
	return -1
}

// unmask gives the outcome of a text that was read with masks what stood there. It reports false
// where the text was not understood, or where the library has taken one of these characters for
// something else than a part of a word.
func (r *Outcome) unmask(text, out string) bool {
	if r.Err != nil || len(r.Doubts) > 0 {
		return false
	}
	moved := r.Text != "" && len(r.Text) != len(out)
	u := unmasker{text: text, out: out, ok: true}
	for _, s := range r.Stmts {
		syntax.Walk(s, u.node)
	}
	hidden := 0
	for i := range len(text) {
		if text[i] != out[i] {
			hidden++
			u.ok = u.ok && !(moved && out[i] == '<')
		}
	}
	if r.Text = unmasked(r.Text); r.Text == "" {
		r.Text = text
	}
	return u.ok && u.found == hidden
}

// unmasker walks through a tree. above are the nodes around the one that it is at.
type unmasker struct {
	text, out string
	above     []syntax.Node
	found     int
	ok        bool
}

func (u *unmasker) node(n syntax.Node) bool {
	switch n := n.(type) {
	case nil:
		u.above = u.above[:len(u.above)-1]
		return true
	case *syntax.Lit:
		u.literal(n)
	case *syntax.SglQuoted:
		u.ok = u.ok && !strings.ContainsAny(n.Value, masks)
	case *syntax.ProcSubst:
		if at := int(n.OpPos.Offset()); at < len(u.text) && u.text[at] == '=' && u.out[at] == '<' {
			n.Op = syntax.CmdInTemp
			u.found++
		}
	case *syntax.ParamExp:
		u.above = append(u.above, n)
		for _, l := range n.Modifiers { // the library's walk leaves them out
			u.literal(l)
		}
		return true
	}
	u.above = append(u.above, n)
	return true
}

// literal puts the characters of a literal back, where the library has it in the place that they
// were found in.
func (u *unmasker) literal(l *syntax.Lit) {
	if !strings.ContainsAny(l.Value, masks) {
		return
	}
	at := u.place()
	for i := range len(l.Value) {
		k := strings.IndexByte(masks, l.Value[i])
		if k < 0 {
			continue
		}
		u.found++
		switch {
		case at.raw:
		case masked[k] == '\'':
			u.ok = u.ok && at.expansion && at.quoted
		case masked[k] == '{' || masked[k] == '}':
			u.ok = u.ok && at.expansion && !at.quoted
		default:
			u.ok = u.ok && !at.quoted
		}
	}
	l.Value = unmasked(l.Value)
}

// litPlace is where a literal stands, commands around it aside: in an expansion, in quotes or what
// is read as if it were, and in what the library takes as it is.
type litPlace struct{ expansion, quoted, raw bool }

func (u *unmasker) place() (p litPlace) {
	for i := len(u.above) - 1; i >= 0; i-- {
		switch n := u.above[i].(type) {
		case *syntax.ParamExp:
			p.raw = p.raw || i == len(u.above)-1 // flags, modifiers
			p.expansion = true
		case *syntax.FlagsArithm:
			p.raw = true
		case *syntax.DblQuoted, *syntax.ArithmExp, *syntax.ArithmCmd, *syntax.CStyleLoop:
			p.quoted = true
		case *syntax.Redirect:
			p.quoted = p.quoted || n.Hdoc != nil
		case *syntax.CmdSubst, *syntax.ProcSubst:
			return p
		}
	}
	return p
}
