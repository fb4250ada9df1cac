package changes

import (
	"path"
	"slices"
	"strings"

	"github.com/fencepost/fencepost/gen/hazards"
	"github.com/fencepost/fencepost/internal/analyze/record"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/lowlevel/subpath"
)

// MayWrite reports whether command k may change a file without its words naming just that: it moves
// the work tree to another commit, or writes to places that are not known or that lie above.
func (a *Changes) MayWrite(k int, abs string) bool {
	c := &a.Call.Facts.Commands[k]
	switch {
	case c.Kind != fact.Simple || c.ReadOnly || c.Remote:
		return false
	case a.MovesTree(k):
		return true
	case c.Is(fact.Copies):
		return false // its changes are known one by one
	}
	for e := range c.Effects {
		t := &c.Effects[e]
		if t.Kind != fact.Write && t.Kind != fact.Append || t.Mkdir || t.Create {
			continue
		}
		switch {
		case !t.Path.Known:
			return true
		case !t.InCode && !a.operand(c, t) && slices.Contains(c.Dirs.List, t.Path.Abs):
			continue // it works on what is there: a commit, a build, a formatter
		}
		at := t.Path.Abs
		if t.Path.Glob {
			at = path.Clean(at[:strings.IndexAny(at+"*", "*?[")])
		}
		if a.LeadsTo(at, abs) {
			return true
		}
	}
	return false
}

// LeadsTo reports whether a path is another name of a file, or of a directory above it.
func (a *Changes) LeadsTo(name, abs string) bool {
	to, ok := a.Call.Places.Target(name)
	return !ok || subpath.In(abs, to)
}

// RootOf is the script that the call runs and that led to a command; 0 for none.
func (a *Changes) RootOf(i int) int {
	c := &a.Call.Facts.Commands[i]
	n := c.File
	if n == 0 {
		n = max(c.Runs, a.Call.Facts.Imports(c))
	}
	if n == 0 {
		return 0
	}
	return a.Call.Facts.Files[n-1].Root
}

// MovesTree reports whether command k puts files into the project under names that its words do not
// hold: those of another commit, of a patch or of an archive.
func (a *Changes) MovesTree(k int) bool {
	for t := a.Call.Facts.Trees; t != nil; t = t.Before {
		if t.Command == k && (t.Kind.History() || t.Kind.Unpacks()) && !a.Call.InScratch(&t.Into) {
			return true
		}
	}
	return false
}

// SameScript reports whether two commands are those of one script, or of what it leads to, which is
// the person's own code.
func (a *Changes) SameScript(k, i int) bool {
	root := a.RootOf(k)
	return root > 0 && root == a.RootOf(i) && a.Call.Facts.Files[root-1].Ours
}

// WrittenBy reports whether a command of the call may write a file that command i runs, or one that
// belongs to it: one of the same script and what it leads to, or any other, which has to stand
// before it unless the order is not known.
func (a *Changes) WrittenBy(i, n int, unordered, itself bool) bool {
	root := a.Call.Facts.Files[n-1].Root
	counts := func(k int) bool {
		return k != i && (k < i || unordered) && (a.RootOf(k) == root) == itself
	}
	for m := range a.Call.Facts.Files {
		f := &a.Call.Facts.Files[m]
		if m != n-1 && (f.Root != root || n != root) {
			continue // each one that a command runs is looked at there
		}
		for k := range a.Call.Facts.Commands {
			if counts(k) && a.MayWrite(k, f.Abs) {
				return true
			}
		}
		for k := range a.List {
			ch := &a.List[k]
			if ch.Command >= 0 && ch.Command < len(a.Call.Facts.Commands) &&
				(counts(ch.Command) || itself && ch.Command == i) &&
				(strings.EqualFold(ch.Path, f.Abs) || a.LeadsTo(ch.Path, f.Abs)) {
				return true
			}
		}
	}
	return false
}

// WritesBefore reports whether the call writes a file of the project that a script could read,
// before it runs.
func (a *Changes) WritesBefore(i, n int, unordered bool) bool {
	root := a.Call.Facts.Files[n-1].Root
	for k := range a.List {
		ch := &a.List[k]
		if ch.Command < 0 || ch.Command >= i && !unordered || a.RootOf(ch.Command) == root ||
			a.JudgedFile(i, ch.Path) {
			continue
		}
		if a.Call.InProject(ch.Path) && !subpath.In(ch.Path, a.Call.Places.Scratch()) {
			return true
		}
	}
	return false
}

// WritesLoadable reports whether a script that loads files of the project writes one that could be
// loaded in their place.
func (a *Changes) WritesLoadable(i, n int) bool {
	root, loads := a.Call.Facts.Files[n-1].Root, false
	for k := range a.Call.Facts.Files {
		loads = loads || a.Call.Facts.Files[k].Loaded && a.Call.Facts.Files[k].Root == root
	}
	for k := 0; loads && k < len(a.List); k++ {
		ch := &a.List[k]
		if ch.Command >= 0 && (ch.Command == i || a.RootOf(ch.Command) == root) && record.Loadable(ch.Path) {
			return true
		}
	}
	return false
}

// Changing reports that a file is not what was read when it runs.
func (a *Changes) Changing(i, file int, why string) {
	c := &a.Call.Facts.Commands[i]
	c.Doubt(pass, fact.Hazard{ID: hazards.ScriptChanged, Text: c.Text, Why: why, File: file})
}

// operand reports whether an effect is on a path that stands in the words of the command.
func (a *Changes) operand(c *fact.Command, e *fact.Effect) bool {
	return slices.ContainsFunc(c.Operands, func(o fact.Operand) bool {
		return o.IsPath && o.Path.Abs == e.Path.Abs
	})
}
