package analyze

import (
	"slices"

	"github.com/fencepost/fencepost/internal/fact"
)

// movesDirs marks what command i moves that is a directory, with all that is in it: what that is
// worth depends on the place to which it goes.
func (a *Analyzer) movesDirs(i int) {
	c := &a.facts.Commands[i]
	if !c.Is(fact.Copies) || !moves(c) {
		return
	}
	for k := range c.Effects {
		if e := &c.Effects[k]; e.Kind == fact.Delete && e.Path.Known {
			e.Whole = a.anyDir(&e.Path)
		}
	}
}

// anyDir reports whether a path is a directory, or a pattern that stands for one.
func (a *Analyzer) anyDir(p *fact.Path) bool {
	if !p.Glob {
		return a.isDir(p.Abs)
	}
	names, ok := a.expand(p.Abs)
	if slices.ContainsFunc(names, a.isDir) {
		return true
	}
	return !ok
}
