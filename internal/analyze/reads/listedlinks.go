package reads

import (
	"slices"

	"github.com/fencepost/fencepost/internal/analyze/record"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/lowlevel/subpath"
	"github.com/fencepost/fencepost/internal/project/paths"
)

// withMoved adds to a list of names the files that the line has moved or copied to where it looks:
// src/new.ts holds what rules say of src/old.ts. Of what comes from elsewhere the move itself is
// judged, and to write over it there does not change what it was made of. withMoved reports whether
// all of that is known.
func withMoved(a *record.Call, c *fact.Command, n *fact.Names) bool {
	if len(a.Links) == 0 {
		return true
	}
	var dirs []string
	for k := range n.List {
		p := a.Path(c.Dirs, &n.List[k])
		if !p.Known || len(p.Dirs) > 1 {
			return false
		}
		dirs = append(dirs, paths.Literal(p.Abs))
	}
	for i := range a.Links {
		l := &a.Links[i]
		if l.At == "" || l.Target == "" || a.IsDirectory(l.Target) {
			return false
		}
		touches := func(dir string) bool { return subpath.In(l.At, dir) || subpath.In(dir, l.At) }
		if slices.ContainsFunc(dirs, touches) && a.InProject(l.Target) {
			n.Add(l.Target, false)
		}
	}
	return len(n.List) < fact.MaxNames
}
