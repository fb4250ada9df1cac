package planted

import (
	"path"

	"github.com/fencepost/fencepost/internal/analyze/changes"
	"github.com/fencepost/fencepost/internal/analyze/record"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/shparse"
)

// MarkPlanted marks the commands that may run what the line has written.
func (a *Planted) MarkPlanted() {
	if a.Call.Past || len(a.Call.Facts.Commands) < 2 && len(a.Changes.List) == 0 && a.Earlier == nil {
		return
	}
	runs := a.Earlier != nil && a.namesPath()
	for i := range a.Call.Facts.Commands {
		c := &a.Call.Facts.Commands[i]
		runs = runs || (i > 0 || a.Earlier != nil) && (changes.RunsOthers(c) || changes.RunsFile(c)) || changes.FillsBin(c)
	}
	a.markForeign()
	if !runs {
		return
	}
	a.Changes.CollectAll()
	for t := a.Call.Facts.Trees; t != nil; t = t.Before {
		if t.Kind.Unpacks() && t.Into.Known && !a.Call.InScratch(&t.Into) {
			a.Changes.Add(changes.Change{Path: t.Into.Abs, Command: t.Command, Around: true})
		}
	}
	a.remember()
	if len(a.Changes.List) == 0 {
		return
	}
	a.dropComputing()
	a.Changes.FollowChanges()
	a.Changes.SortChanges()
	a.Changes.Unordered = a.Changes.Spawned || a.Call.Facts.Chain.Loop || record.Concurrent(a.Call.Text)
	for i := range a.Call.Facts.Commands {
		if c := &a.Call.Facts.Commands[i]; c.Planted == nil {
			c.Planted = a.plantedFor(i)
		}
	}
}

// plantedFor finds what command i may run of what others have written; nil for nothing. The program
// itself comes before what it loads.
func (a *Planted) plantedFor(i int) *fact.Planted {
	c := &a.Call.Facts.Commands[i]
	if ch := a.putOnPath(i); ch != nil {
		return a.planted(ch, false)
	}
	others := changes.RunsOthers(c) && !(c.Runs > 0 && a.Changes.RunsWritten(i) && a.Changes.JudgedText(i))
	if !others && !changes.RunsFile(c) {
		return nil
	}
	programs := a.programs(i)
	for k := range a.Changes.List {
		if ch := &a.Changes.List[k]; !ch.Around && !ch.Compiled && a.before(ch, i) && changes.HoldsOne(ch, programs) {
			return a.planted(ch, false)
		}
	}
	if !others {
		return nil
	}
	for k := range a.Changes.List {
		if ch := &a.Changes.List[k]; ch.Kind&(changes.IsInstalled|changes.IsProgram) != 0 && a.before(ch, i) {
			return a.planted(ch, false)
		}
	}
	for k := range a.Changes.List {
		if ch := &a.Changes.List[k]; a.before(ch, i) && !a.ownWork(ch) && !a.judgedBehind(i, ch) &&
			!a.Changes.JudgedFile(i, ch.Path) &&
			(ch.Around || ch.Unpacked || loads(c, ch) && !a.onlyReads(i, ch)) {
			return a.planted(ch, true)
		}
	}
	return nil
}

// judgedBehind reports whether a change is the script that command i starts an interpreter with, all
// of whose text is judged there: npx tsx tmp/x.ts.
func (a *Planted) judgedBehind(i int, ch *changes.Change) bool {
	for k := i + 1; k < len(a.Call.Facts.Commands) && a.Changes.Around(i, k); k++ {
		if a.Changes.JudgedFile(k, ch.Path) {
			return true
		}
	}
	return false
}

// putOnPath finds a program that others have written to an environment of the project under the
// name of command i: PATH may hold that directory.
func (a *Planted) putOnPath(i int) *changes.Change {
	c := &a.Call.Facts.Commands[i]
	if len(a.Changes.List) == 0 || c.Kind != fact.Simple || len(c.Argv) == 0 ||
		shparse.IsBuiltin(c.Argv[0].Text) {
		return nil
	}
	for k := range a.Changes.List {
		if ch := &a.Changes.List[k]; ch.Kind&changes.IsInstalled != 0 && path.Base(ch.Path) == c.Argv[0].Text &&
			a.before(ch, i) {
			return ch
		}
	}
	return nil
}

// ownWork reports whether a change is a source that a script of the project makes, such as the build
// whose result the tests load: what the last commit has such a script write is the project's code
// as the script itself is. Settings count all the same: what steers the tools is not built.
func (a *Planted) ownWork(ch *changes.Change) bool {
	if ch.Command < 0 || ch.Kind != changes.IsCode || ch.Around || ch.Unpacked {
		return false
	}
	root := a.Changes.RootOf(ch.Command)
	return root > 0 && a.Call.Facts.Files[root-1].Ours
}

// before reports whether a change may have happened when command i runs.
func (a *Planted) before(ch *changes.Change, i int) bool {
	if len(a.Call.Facts.Files) > 0 && ch.Command >= 0 && a.Changes.SameScript(ch.Command, i) {
		return false
	}
	return ch.Command < i || ch.Command > i && a.Changes.Unordered
}
