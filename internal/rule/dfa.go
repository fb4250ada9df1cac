package rule

import (
	"sort"
	"unicode/utf8"
)

// DFA is a deterministic finite automaton that says whether an expression matches somewhere in a
// text. rulegen makes one from an expression of a preset, so that nothing has to be compiled while
// a call waits. "" is none.
//
// It is one string, because a string is data that needs no start-up work and stays out of the heap:
//
//	1 byte                number of classes, the columns of the table; class 0 is the end of the text
//	128 bytes             the class of each ASCII character
//	2 bytes               number of ranges of other characters, big endian
//	4 bytes for each      the first rune of a range, big endian, in 3 bytes, and its class; sorted by
//	                      rune, from U+0080 on
//	a row for each state  the next state for each class
//
// State 0 never matches any more, state 1 has matched; neither has a row. The search starts in
// state 2. A byte that is not UTF-8 reads as U+FFFD, as in package regexp.
type DFA string

// The parts of a DFA, and what its states mean.
const (
	DFARanges  = 1 + utf8.RuneSelf // index of the number of ranges
	DFAFailed  = 0
	DFAMatched = 1
	DFAStart   = 2
)

// Match reports whether the expression matches somewhere in s.
func (d DFA) Match(s string) bool {
	columns := int(d[0])
	ranges := int(d[DFARanges])<<8 | int(d[DFARanges+1])
	table := d[DFARanges+2+4*ranges:]
	state := byte(DFAStart)
	for i := 0; i < len(s); {
		class := byte(0)
		if c := s[i]; c < utf8.RuneSelf {
			class = d[1+int(c)]
			i++
		} else {
			r, size := utf8.DecodeRuneInString(s[i:])
			class = d.class(r, ranges)
			i += size
		}
		if state = table[int(state-DFAStart)*columns+int(class)]; state <= DFAMatched {
			return state == DFAMatched
		}
	}
	return table[int(state-DFAStart)*columns] == DFAMatched
}

// class returns the class of a rune that is not ASCII.
func (d DFA) class(r rune, ranges int) byte {
	at := func(i int) DFA { return d[DFARanges+2+4*i:] }
	i := sort.Search(ranges, func(i int) bool {
		b := at(i)
		return rune(b[0])<<16|rune(b[1])<<8|rune(b[2]) > r
	})
	return at(i - 1)[3]
}
