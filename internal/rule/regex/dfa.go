package regex

import (
	"fmt"
	"maps"
	"regexp/syntax"
	"slices"
	"unicode"
	"unicode/utf8"

	"github.com/fencepost/fencepost/internal/rule"
)

// Bounds of an automaton. Expressions that need a larger one are compiled at run time, when they
// are first needed.
const (
	maxDFAStates = 250
	maxDFABytes  = 16 << 10
)

// Automaton returns the automaton of a JavaScript expression; "" where only the backtracking engine
// reads it, or where it would be too large.
func Automaton(src string) rule.DFA {
	re := Parse(src)
	if re == nil {
		return ""
	}
	d, err := dfa(re)
	if err != nil {
		return ""
	}
	return d
}

// dfa returns the automaton of an expression, "" if it would be too large. It is made by the subset
// construction over syntax.Prog, with minimal states.
func dfa(re *syntax.Regexp) (rule.DFA, error) {
	prog, err := syntax.Compile(re.Simplify())
	if err != nil {
		return "", err
	}
	b := dfaBuilder{prog: prog, ids: map[string]int{}}
	b.partition()
	if !b.explore() {
		return "", nil
	}
	b.minimise()
	if len(b.next) <= rule.DFAStart {
		return "", nil // nothing can match
	}
	return b.encode(), nil
}

type dfaBuilder struct {
	prog   *syntax.Prog
	bounds []rune // the first rune of each interval whose members no instruction tells apart
	class  []int  // of each interval, from 1 on: intervals in which all states behave alike share one
	states []dfaState
	ids    map[string]int
	next   [][]int // by state and column; column 0 is the end of the text, then the intervals
}

// dfaState is where the search may be before the next rune is seen.
type dfaState struct {
	pcs  []uint32 // instructions, sorted; what they reach without reading depends on the next rune
	prev rune     // a rune that stands for those that may have come before; -1 at the beginning
}

// partition finds the intervals of runes that no instruction tells apart. Words and line ends are
// told apart always, as \b and the like look at both neighbours.
func (b *dfaBuilder) partition() {
	cuts := map[rune]bool{0: true, utf8.RuneSelf: true, '\n': true, '\n' + 1: true}
	for _, r := range []rune{'0', '9' + 1, 'A', 'Z' + 1, '_', '_' + 1, 'a', 'z' + 1} {
		cuts[r] = true
	}
	for i := range b.prog.Inst {
		inst := &b.prog.Inst[i]
		switch {
		case inst.Op == syntax.InstRune1 || inst.Op == syntax.InstRune && len(inst.Rune) == 1:
			cutOrbit(cuts, inst.Rune[0])
		case inst.Op == syntax.InstRune:
			for j := 0; j < len(inst.Rune); j += 2 {
				cuts[inst.Rune[j]], cuts[inst.Rune[j+1]+1] = true, true
			}
		}
	}
	delete(cuts, unicode.MaxRune+1)
	b.bounds = slices.Sorted(maps.Keys(cuts))
}

// cutOrbit cuts around a rune and those that equal it but for case.
func cutOrbit(cuts map[rune]bool, r rune) {
	for f := r; ; {
		cuts[f], cuts[f+1] = true, true
		if f = unicode.SimpleFold(f); f == r {
			return
		}
	}
}

// explore makes every state that can be reached; false if there are too many.
func (b *dfaBuilder) explore() bool {
	b.next = make([][]int, rule.DFAStart) // the two that have no row
	b.states = make([]dfaState, rule.DFAStart)
	b.state([]uint32{uint32(b.prog.Start)}, -1)
	for s := rule.DFAStart; s < len(b.states); s++ {
		if s > 4*maxDFAStates {
			return false
		}
		row := []int{b.step(b.states[s], -1)}
		for _, r := range b.bounds {
			row = append(row, b.step(b.states[s], r))
		}
		b.next = append(b.next, row)
	}
	return true
}

// step returns the state after a rune, or after the end of the text, which is -1.
func (b *dfaBuilder) step(s dfaState, r rune) int {
	after := map[uint32]bool{}
	if b.closure(s, r, after) {
		return rule.DFAMatched
	}
	if r < 0 {
		return rule.DFAFailed
	}
	after[uint32(b.prog.Start)] = true // a match may begin anywhere
	return b.state(slices.Sorted(maps.Keys(after)), kindOf(r))
}

// closure follows what can be done without reading, and adds what comes after r to after. It
// reports a match.
func (b *dfaBuilder) closure(s dfaState, r rune, after map[uint32]bool) bool {
	seen := map[uint32]bool{}
	todo := slices.Clone(s.pcs)
	holds := syntax.EmptyOpContext(s.prev, r)
	for len(todo) > 0 {
		pc := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if seen[pc] {
			continue
		}
		seen[pc] = true
		switch inst := &b.prog.Inst[pc]; inst.Op {
		case syntax.InstMatch:
			return true
		case syntax.InstAlt, syntax.InstAltMatch:
			todo = append(todo, inst.Out, inst.Arg)
		case syntax.InstCapture, syntax.InstNop:
			todo = append(todo, inst.Out)
		case syntax.InstEmptyWidth:
			if syntax.EmptyOp(inst.Arg)&^holds == 0 {
				todo = append(todo, inst.Out)
			}
		case syntax.InstRune, syntax.InstRune1, syntax.InstRuneAny, syntax.InstRuneAnyNotNL:
			if r >= 0 && inst.MatchRune(r) {
				after[inst.Out] = true
			}
		}
	}
	return false
}

// kindOf returns the rune that stands for all that look like r to \b and the line anchors.
func kindOf(r rune) rune {
	switch {
	case r == '\n':
		return '\n'
	case syntax.IsWordChar(r):
		return 'a'
	}
	return ' '
}

func (b *dfaBuilder) state(pcs []uint32, prev rune) int {
	key := fmt.Sprint(pcs, prev)
	id, ok := b.ids[key]
	if !ok {
		id = len(b.states)
		b.ids[key] = id
		b.states = append(b.states, dfaState{pcs, prev})
	}
	return id
}

// minimise merges states that no text tells apart (Moore), then intervals that no state does.
func (b *dfaBuilder) minimise() {
	group := make([]int, len(b.next)) // of each state: at first, whether it has matched
	group[rule.DFAMatched] = 1
	for n := 0; ; {
		ids := map[string]int{}
		refined := make([]int, len(group))
		for s := range group {
			key := fmt.Sprint(group[s], b.through(s, group))
			if _, ok := ids[key]; !ok {
				ids[key] = len(ids)
			}
			refined[s] = ids[key]
		}
		group = refined
		if len(ids) == n {
			break
		}
		n = len(ids)
	}
	if b.merge(group); len(b.next) > rule.DFAStart {
		b.mergeClasses()
	}
}

// through is the row of a state with groups for states.
func (b *dfaBuilder) through(s int, group []int) []int {
	row := make([]int, len(b.bounds)+1)
	for i := range row {
		if s < rule.DFAStart {
			row[i] = group[s]
		} else {
			row[i] = group[b.next[s][i]]
		}
	}
	return row
}

// merge keeps one state of each group. Groups are numbered by their first state, so failure,
// success and start keep their numbers; but where nothing can ever match, the start is failure.
func (b *dfaBuilder) merge(group []int) {
	var kept [][]int
	for s := range group {
		if group[s] != len(kept) {
			continue
		}
		kept = append(kept, b.through(s, group))
	}
	b.next = kept
}

func (b *dfaBuilder) mergeClasses() {
	ids := map[string]int{}
	b.class = nil
	var columns [][]int
	column := func(i int) (c []int) {
		for _, row := range b.next[rule.DFAStart:] {
			c = append(c, row[i])
		}
		return c
	}
	end := column(0)
	for i := range b.bounds {
		c := column(i + 1)
		key := fmt.Sprint(c)
		if _, ok := ids[key]; !ok {
			ids[key] = len(ids) + 1
			columns = append(columns, c)
		}
		b.class = append(b.class, ids[key])
	}
	for s := range b.next[rule.DFAStart:] {
		row := []int{end[s]}
		for _, c := range columns {
			row = append(row, c[s])
		}
		b.next[rule.DFAStart+s] = row
	}
}

// encode writes the automaton as package rule reads it; "" if it is too large.
func (b *dfaBuilder) encode() rule.DFA {
	columns := slices.Max(b.class) + 1
	if len(b.next) > maxDFAStates || columns > 255 {
		return ""
	}
	out := []byte{byte(columns)}
	for r := rune(0); r < utf8.RuneSelf; r++ {
		i, found := slices.BinarySearch(b.bounds, r)
		if !found {
			i--
		}
		out = append(out, byte(b.class[i]))
	}
	var ranges []byte
	last := -1
	for i, r := range b.bounds {
		if r >= utf8.RuneSelf && b.class[i] != last {
			last = b.class[i]
			ranges = append(ranges, byte(r>>16), byte(r>>8), byte(r), byte(last))
		}
	}
	n := len(ranges) / 4
	out = append(out, byte(n>>8), byte(n))
	out = append(out, ranges...)
	for _, row := range b.next[rule.DFAStart:] {
		for _, s := range row {
			out = append(out, byte(s))
		}
	}
	if len(out) > maxDFABytes {
		return ""
	}
	return rule.DFA(out)
}
