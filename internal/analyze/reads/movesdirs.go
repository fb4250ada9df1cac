package reads

import (
	"slices"

	"github.com/fencepost/fencepost/internal/analyze/record"
	"github.com/fencepost/fencepost/internal/fact"
)

// MovesDirs marks what a command moves that is a directory, with all that is in it: what that is
// worth depends on the place to which it goes.
func MovesDirs(a *record.Call, c *fact.Command) {
	if !c.Is(fact.Copies) || !record.Does(c, fact.Delete) {
		return
	}
	for k := range c.Effects {
		if e := &c.Effects[k]; e.Kind == fact.Delete && e.Path.Known {
			e.Whole = anyDir(a, &e.Path)
		}
	}
}

// anyDir reports whether a path is a directory, or a pattern that stands for one.
func anyDir(a *record.Call, p *fact.Path) bool {
	if !p.Glob {
		return a.IsDirectory(p.Abs)
	}
	names, ok := a.ExpandPattern(p.Abs)
	if slices.ContainsFunc(names, a.IsDirectory) {
		return true
	}
	return !ok
}
