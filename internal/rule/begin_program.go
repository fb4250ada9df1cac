package rule

import (
	"slices"
	"unicode/utf8"
)

// MayBegin reports whether a text may match that begins so.
func (p Program) MayBegin(text string) bool {
	later := begun{p: p} // a match that begins behind the beginning
	if way := later.add(nil, p.u16(2), ^beginText); later.matched || len(way) > 0 {
		return true
	}
	if text = wholeRunes(text); text == "" {
		return true
	}
	m := begun{p: p}
	r, size := utf8.DecodeRuneInString(text)
	now := m.add(nil, p.u16(2), between(-1, r))
	for text != "" && !m.matched {
		text = text[size:]
		holds, next := ^0, rune(0)
		if text != "" {
			next, size = utf8.DecodeRuneInString(text)
			holds = between(r, next)
		}
		m.seen = nil
		var list []int
		for _, at := range now {
			list = m.read(list, at, r, holds)
		}
		now, r = list, next
	}
	return m.matched || len(now) > 0
}

// begun follows the ways through an expression that a text leaves open.
type begun struct {
	p       Program
	seen    []int
	matched bool
}

// within is the unit of how much of a literal is read, in what stands for the instruction.
const within = 1 << 16

// read adds where the ways go on that stand at an instruction, if it reads the rune.
func (m *begun) read(list []int, at int, r rune, holds int) []int {
	pc, done := at%within, at/within
	op, out, arg := m.p.inst(pc)
	if op == ProgRune {
		if m.p.has(arg, r) {
			return m.add(list, out, holds)
		}
		return list
	}
	text := m.p.text(arg)[done:]
	first, size := utf8.DecodeRuneInString(text)
	switch {
	case first != r:
		return list
	case size == len(text):
		return m.add(list, out, holds)
	}
	return append(list, at+size*within)
}

// add adds the instructions at which a rune is read next. What comes later, nobody knows.
func (m *begun) add(list []int, pc, holds int) []int {
	if slices.Contains(m.seen, pc) {
		return list
	}
	m.seen = append(m.seen, pc)
	op, out, arg := m.p.inst(pc)
	switch op {
	case ProgSplit:
		return m.add(m.add(list, out, holds), arg, holds)
	case ProgJump, ProgAhead, ProgNotAhead:
		return m.add(list, out, holds)
	case ProgEmpty:
		if arg&^holds == 0 {
			return m.add(list, out, holds)
		}
	case ProgMatch:
		m.matched = true
	case ProgRune, ProgText:
		list = append(list, pc)
	}
	return list
}
