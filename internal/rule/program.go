package rule

import (
	"strings"
	"unicode/utf8"
)

// Program is an expression as the instructions of a machine that finds where it matches: what an
// automaton, which says only whether, is not enough for, or would be too large. Package regex makes
// one. "" is none.
//
// It is one string, as a DFA is:
//
//	2 bytes               number of instructions, big endian
//	2 bytes               the instruction to begin with
//	5 bytes for each      operation, the next instruction, and its argument, each in 2 bytes
//	operands              sets of characters, each 2 bytes for the number of its ranges, and 6 for
//	                      each range: its first and its last rune; and literals, each 2 bytes for its
//	                      length, and its text
//
// The argument of ProgRune and ProgText is where the operand lies behind the instructions. That of
// ProgAhead and ProgNotAhead is the instruction of a part of the program that is a program by
// itself: a ProgPart, whose next instruction is where the part begins, and whose argument is the
// first instruction behind it.
type Program string

// The operations of a Program.
const (
	ProgFail  = iota
	ProgMatch // the expression has matched
	ProgSplit // go on at the next instruction or, if that leads nowhere, at the argument
	ProgJump  // go on at the next instruction
	ProgEmpty // the argument holds conditions on the place
	ProgRune  // read a rune of a set
	ProgText  // read a literal
	ProgAhead // go on if a part matches what comes next
	ProgNotAhead
	ProgPart
)

// Conditions of ProgEmpty, as in package regexp/syntax.
const (
	beginLine = 1 << iota
	endLine
	beginText
	endText
	wordBoundary
	noWordBoundary
)

// Bounds of a Program.
const (
	ProgHead  = 4
	ProgInst  = 5
	maxMarks  = 1 << 26 // in bits: instructions × characters
	maxFollow = 1 << 23 // instructions that one search follows
)

func (p Program) u16(i int) int { return int(p[i])<<8 | int(p[i+1]) }

func (p Program) rune(i int) rune { return rune(p[i])<<16 | rune(p[i+1])<<8 | rune(p[i+2]) }

func (p Program) size() int { return p.u16(0) }

// inst returns an instruction.
func (p Program) inst(pc int) (op byte, out, arg int) {
	i := ProgHead + ProgInst*pc
	return p[i], p.u16(i + 1), p.u16(i + 3)
}

// has reports whether a set has a rune.
func (p Program) has(set int, r rune) bool {
	at := ProgHead + ProgInst*p.size() + set
	for n := p.u16(at); n > 0; n-- {
		if at += 6; p.rune(at-4) <= r && r <= p.rune(at-1) {
			return true
		}
	}
	return false
}

// text returns a literal.
func (p Program) text(operand int) string {
	at := ProgHead + ProgInst*p.size() + operand
	return string(p[at+2 : at+2+p.u16(at)])
}

// Match reports whether the expression matches somewhere in s.
func (p Program) Match(s string) (bool, error) {
	_, end, err := p.find(s, 0)
	return end >= 0, err
}

// Remove removes every match: each time the leftmost one, and of those the one that a backtracking
// engine finds first.
func (p Program) Remove(s string) (string, error) {
	var b strings.Builder
	last := 0
	for from := 0; from <= len(s); {
		begin, end, err := p.find(s, from)
		if err != nil {
			return "", err
		}
		if end < 0 {
			break
		}
		b.WriteString(s[last:begin])
		last = end
		if end > from {
			from = end
			continue
		}
		_, size := utf8.DecodeRuneInString(s[from:])
		from += max(size, 1)
	}
	b.WriteString(s[last:])
	return b.String(), nil
}

// find returns the leftmost match that begins at from or behind it; end is negative if there is
// none.
func (p Program) find(s string, from int) (begin, end int, err error) {
	m := machine{p: p, s: s}
	m.enter(0, p.size(), from)
	for begin = from; begin <= len(s) && m.err == nil; begin++ {
		if begin < len(s) && !utf8.RuneStart(s[begin]) && inRune(s, begin) {
			continue
		}
		if end := m.run(p.u16(2), begin); end >= 0 && m.err == nil {
			return begin, end, nil
		}
	}
	return 0, -1, m.err
}

// inRune reports whether i is inside a character of s.
func inRune(s string, i int) bool {
	for n := 1; n < utf8.UTFMax && n <= i; n++ {
		if utf8.RuneStart(s[i-n]) {
			_, size := utf8.DecodeRuneInString(s[i-n:])
			return size > n
		}
	}
	return false
}

// machine backtracks through a program, or through a part of it, and never twice through one
// instruction at one place.
type machine struct {
	p           Program
	s           string
	first, from int // instruction and place of the first of the marks
	width       int // places
	marks       []uint64
	todo        []thread
	inner       *machine // for parts
	followed    int
	err         error // the search did not come to its end
}

type thread struct{ pc, at int }

// enter prepares the machine for the instructions from first up to end, from a place on.
func (m *machine) enter(first, end, from int) {
	m.first, m.from, m.width = first, from, len(m.s)-from+1
	bits := m.width * (end - first)
	if bits > maxMarks {
		m.err = errLargeText
		return
	}
	words := (bits + 63) / 64
	if words > cap(m.marks) {
		m.marks = make([]uint64, words)
		return
	}
	m.marks = m.marks[:words]
	clear(m.marks)
}

// run returns where the match that begins at a place ends, or -1.
func (m *machine) run(pc, begin int) int {
	m.todo = append(m.todo[:0], thread{pc, begin})
	for len(m.todo) > 0 && m.err == nil {
		t := m.todo[len(m.todo)-1]
		m.todo = m.todo[:len(m.todo)-1]
		if end := m.follow(t.pc, t.at); end >= 0 {
			return end
		}
	}
	return -1
}

// follow goes on until the way ends; what it passes by is put on the list.
func (m *machine) follow(pc, at int) int {
	for !m.seen(pc, at) {
		op, out, arg := m.p.inst(pc)
		size := 0
		switch op {
		case ProgMatch:
			return at
		case ProgSplit:
			m.todo = append(m.todo, thread{arg, at})
		case ProgJump:
		case ProgEmpty:
			size = sizeIf(arg&^placeOf(m.s, at) == 0, 0)
		case ProgRune:
			r, n := utf8.DecodeRuneInString(m.s[at:])
			size = sizeIf(n > 0 && m.p.has(arg, r), n)
		case ProgText:
			text := m.p.text(arg)
			size = sizeIf(strings.HasPrefix(m.s[at:], text), len(text))
		case ProgAhead, ProgNotAhead:
			size = sizeIf(m.ahead(arg, at) == (op == ProgAhead), 0)
		default:
			return -1
		}
		if size < 0 || m.err != nil {
			return -1
		}
		at += size
		pc = out
	}
	return -1
}

// sizeIf is the size of what was read, or -1 where it is not what was looked for.
func sizeIf(is bool, size int) int {
	if is {
		return size
	}
	return -1
}

// ahead reports whether a part matches from a place on.
func (m *machine) ahead(part, at int) bool {
	_, begin, end := m.p.inst(part) // a ProgPart
	if m.inner == nil {
		m.inner = &machine{p: m.p, s: m.s}
	}
	in := m.inner
	in.followed = m.followed
	if in.enter(part, end, at); in.err == nil && in.run(begin, at) >= 0 {
		m.followed, m.err = in.followed, in.err
		return true
	}
	m.followed, m.err = in.followed, in.err
	return false
}

// seen reports whether the machine was at an instruction and a place, and notes it.
func (m *machine) seen(pc, at int) bool {
	if m.followed++; m.followed > maxFollow {
		m.err = errLargeText
		return true
	}
	i := (pc-m.first)*m.width + at - m.from
	bit := uint64(1) << (i % 64)
	if m.marks[i/64]&bit != 0 {
		return true
	}
	m.marks[i/64] |= bit
	return false
}

// placeOf returns the conditions that hold at a place of s.
func placeOf(s string, at int) int {
	before, after := rune(-1), rune(-1)
	if at > 0 {
		before, _ = utf8.DecodeLastRuneInString(s[:at])
	}
	if at < len(s) {
		after, _ = utf8.DecodeRuneInString(s[at:])
	}
	return between(before, after)
}

// between returns the conditions that hold between two runes; -1 is the edge of the text.
func between(before, after rune) int {
	holds := noWordBoundary
	if isWord(before) != isWord(after) {
		holds = wordBoundary
	}
	switch before {
	case -1:
		holds |= beginText | beginLine
	case '\n':
		holds |= beginLine
	}
	switch after {
	case -1:
		holds |= endText | endLine
	case '\n':
		holds |= endLine
	}
	return holds
}

func isWord(r rune) bool {
	return 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9' || r == '_'
}
