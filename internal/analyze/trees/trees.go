package trees

import (
	"github.com/fencepost/fencepost/internal/fact"
)

// Effects returns the effects of a tree, and reports what cannot be known of it.
func (a *Trees) Effects(t *fact.Tree) []fact.Effect {
	if a.Call.Past && (t.Kind.History() || t.Kind.Unpacks() && t.Kind != fact.TreePatch) {
		a.Unpacked = a.Unpacked || t.Kind.Unpacks() && !a.Call.InScratch(&t.Into)
		t.Before, a.Call.Facts.Trees = a.Call.Facts.Trees, t
		return nil // the past is on the disk
	}
	p := &Planting{A: a, T: t}
	if t.Kind == fact.TreeCopy && !t.Deep && !p.has("-l") && !a.copiesName(t) {
		return nil
	}
	t.Before = a.Call.Facts.Trees
	a.Call.Facts.Trees = t
	p.scratch = a.Call.InScratch(&t.Into)
	switch {
	case t.Kind == fact.TreeRefs:
	case t.Kind.History():
		p.history()
	case t.Kind == fact.TreeCopy || t.Kind == fact.TreeLink:
		p.copies()
	case t.Kind == fact.TreePatch || t.Kind == fact.TreeMail || t.Kind == fact.TreeEdits:
		p.patches()
	case t.Kind == fact.TreeZip || t.Kind == fact.TreeTar:
		p.archives()
	default:
		p.unknown("the format is not read")
	}
	return p.effects
}
