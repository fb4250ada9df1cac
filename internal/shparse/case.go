package shparse

import (
	"mvdan.cc/sh/v3/syntax"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/shparse/domain"
	"github.com/fencepost/fencepost/internal/shparse/expand"
)

// caseClause interprets the items whose patterns could match. Items that a constant word cannot
// reach are skipped.
func (in *Interp) caseClause(c *syntax.CaseClause) {
	from := len(in.taken)
	word := in.single(c.Word)
	if showsNothing(c.Word.Parts) {
		in.untake(from)
	}
	before := in.st
	var result *domain.State
	add := func(st *domain.State) {
		if result == nil {
			result = st
		} else {
			result.Join(st)
		}
	}
	certain := false // an item matches for sure
	falls := false   // the item before ended in ;&
	for _, item := range c.Items {
		match := in.matchItem(item, &word)
		if match == fact.No && !falls || certain && !falls {
			in.skip(item.Stmts)
			continue
		}
		if match != fact.Yes || result != nil || item.Op != syntax.Break {
			in.loseOutput() // it may run or not, or another one, too
		}
		way := in.branch(before, func() { in.stmts(item.Stmts) })
		certain = certain || match == fact.Yes && item.Op == syntax.Break
		falls = item.Op == syntax.Fallthrough
		if falls || item.Op == syntax.Resume || item.Op == syntax.ResumeKorn {
			before = before.Clone()
			before.Join(way)
		}
		add(way.Clone())
	}
	if !certain {
		add(before)
	}
	in.st = result
}

// matchItem reports whether one of the item's patterns matches the word. All of them are expanded.
func (in *Interp) matchItem(item *syntax.CaseItem, word *fact.Word) fact.Tri {
	match := fact.No
	for _, p := range item.Patterns {
		pat, ok := in.pattern(p)
		if !ok || !word.Known() || word.Random() {
			in.look(*word)
			match = match.Or(fact.Maybe)
			continue
		}
		yes, ok := expand.Matches(pat, word.Text)
		switch {
		case !ok:
			in.look(*word)
			match = match.Or(fact.Maybe)
		case yes:
			match = fact.Yes
		}
	}
	return match
}
