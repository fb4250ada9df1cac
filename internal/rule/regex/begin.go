package regex

import (
	"regexp/syntax"
	"slices"
	"unicode/utf8"
)

// Beginnings says how the texts begin that an expression matches.
type Beginnings struct {
	prog *syntax.Prog // nil: nothing is known
}

// BeginningsOf returns those of an expression.
func BeginningsOf(src string) *Beginnings {
	re := ParseLoosely(src)
	if re == nil {
		return &Beginnings{}
	}
	prog, err := syntax.Compile(re.Simplify())
	if err != nil {
		return &Beginnings{}
	}
	return &Beginnings{prog}
}

// anything are all conditions, for an unknown place.
const anything = ^syntax.EmptyOp(0)

// May reports whether a text that begins with lead may match. It errs on the side of yes.
func (b *Beginnings) May(lead string) bool {
	if b.prog == nil {
		return true
	}
	start := uint32(b.prog.Start)
	later := search{prog: b.prog} // a match that begins behind the beginning
	if at := later.follow(nil, start, anything&^syntax.EmptyBeginText); later.matched || len(at) > 0 {
		return true
	}
	runes := wholeRunes(lead)
	if len(runes) == 0 {
		return true
	}
	s := search{prog: b.prog}
	at := s.follow(nil, start, syntax.EmptyOpContext(-1, runes[0]))
	for i, r := range runes {
		holds := anything
		if i+1 < len(runes) {
			holds = syntax.EmptyOpContext(r, runes[i+1])
		}
		at = s.read(at, r, holds)
		if s.matched {
			return true
		}
	}
	return len(at) > 0
}

// wholeRunes are the characters of a text without the beginning of one at its end.
func wholeRunes(s string) []rune {
	for n := 1; n < utf8.UTFMax && n <= len(s); n++ {
		if end := s[len(s)-n:]; utf8.RuneStart(end[0]) {
			if !utf8.FullRuneInString(end) {
				return []rune(s[:len(s)-n])
			}
			break
		}
	}
	return []rune(s)
}

// search follows all ways through an expression at once.
type search struct {
	prog    *syntax.Prog
	seen    []uint32
	matched bool
}

// read returns the instructions that read the next character, after those that are given have read
// r. The conditions hold behind it.
func (s *search) read(at []uint32, r rune, holds syntax.EmptyOp) (next []uint32) {
	s.seen = s.seen[:0]
	for _, pc := range at {
		if inst := &s.prog.Inst[pc]; inst.MatchRune(r) {
			next = s.follow(next, inst.Out, holds)
		}
	}
	return next
}

// follow adds the instructions that read the next character to a list.
func (s *search) follow(list []uint32, pc uint32, holds syntax.EmptyOp) []uint32 {
	if slices.Contains(s.seen, pc) {
		return list
	}
	s.seen = append(s.seen, pc)
	switch inst := &s.prog.Inst[pc]; inst.Op {
	case syntax.InstAlt, syntax.InstAltMatch:
		return s.follow(s.follow(list, inst.Out, holds), inst.Arg, holds)
	case syntax.InstCapture, syntax.InstNop:
		return s.follow(list, inst.Out, holds)
	case syntax.InstEmptyWidth:
		if syntax.EmptyOp(inst.Arg)&^holds == 0 {
			return s.follow(list, inst.Out, holds)
		}
	case syntax.InstMatch:
		s.matched = true
	case syntax.InstRune, syntax.InstRune1, syntax.InstRuneAny, syntax.InstRuneAnyNotNL:
		list = append(list, pc)
	}
	return list
}
