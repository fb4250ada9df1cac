package ownscripts

import (
	"path"
	"strings"

	"github.com/fencepost/fencepost/gen/hazards"
	"github.com/fencepost/fencepost/internal/analyze/record"
	"github.com/fencepost/fencepost/internal/fact"
)

// HandedOn notes a command of a script of which the name, or that of a file that it runs, stands
// not in the script but in its arguments, its input or its environment: exec "$@".
func (a *OwnScripts) HandedOn(c *fact.Command) {
	if c.Line == 0 || c.Kind != fact.Simple || len(c.Argv) == 0 {
		return // the call itself, or the interpreter of the script
	}
	if a.Call.Facts.Files[a.Call.Facts.Files[c.File-1].Root-1].Vouched {
		return // a build loads it, and gives it nothing
	}
	text := a.Scripts.Followed.Texts[c.File-1]
	stands := func(w *fact.Word) bool {
		return !w.Known() || strings.Contains(text, path.Base(w.Text))
	}
	c.NameGiven = !stands(&c.Argv[0])
	for k := range c.Nested {
		if n := &c.Nested[k]; n.Kind == fact.NestedFile && len(n.Words) > 0 {
			c.NameGiven = c.NameGiven || !stands(&n.Words[0])
		}
	}
}

// SettleFiles finds out which of the scripts are the person's own code to their ends.
func (a *OwnScripts) SettleFiles() {
	files := a.Call.Facts.Files
	a.Changes.CollectAll()
	unordered := a.Changes.Spawned || a.Call.Facts.Chain.Loop || record.Concurrent(a.Call.Text) || a.Scripts.Followed.Loose
	for i := range a.Call.Facts.Commands {
		if n := a.Call.Facts.Commands[i].Runs; n > 0 {
			a.settleFile(i, n, unordered)
		}
		for k := range a.Call.Facts.Commands[i].Code {
			if n := a.Call.Facts.Commands[i].Code[k].File; a.Call.Facts.Tests(&a.Call.Facts.Commands[i], n) {
				a.settleFile(i, n, unordered)
			}
		}
		if n := a.Call.Facts.Imports(&a.Call.Facts.Commands[i]); n > 0 {
			a.settleFile(i, n, unordered)
		}
	}
	a.runsArguments()
	a.settleReads()
	a.Scripts.CompareFiles()
	for n := range files {
		if root := files[n].Root - 1; n == root {
			files[root].Kept = files[root].Given == ""
		}
	}
	for n := range files {
		root := &files[files[n].Root-1]
		root.Kept = root.Kept && files[n].Same
	}
	for n := range files {
		root := &files[files[n].Root-1]
		files[n].Kept = root.Kept
		files[n].Ours = root.Kept && root.Told == ""
	}
}

// settleFile looks for what of the call could make a file that command i runs, or loads, another one.
func (a *OwnScripts) settleFile(i, n int, unordered bool) {
	files := a.Call.Facts.Files
	switch {
	case files[n-1].Writer > 0:
		a.settleWritten(i, n, unordered)
		return
	case files[n-1].Task != "":
		a.Tasks.SettleTask(i, n, unordered)
		return
	}
	if root := &files[files[n-1].Root-1]; root.Given == "" && a.Changes.WritesBefore(i, n, unordered) {
		root.Given = "the call writes files of the project before it runs"
	}
	if a.Changes.WrittenBy(i, n, unordered, false) {
		files[n-1].Same = false
		a.Changes.Changing(i, 0, "the call may change "+files[n-1].Name+" before it runs")
	}
	// A shell reads a script as it goes on, and code loads files when it gets there.
	if a.Changes.WrittenBy(i, n, true, true) || a.Changes.WritesLoadable(i, n) {
		a.Changes.Changing(i, n, files[n-1].Name+" may change itself while it runs")
	}
}

// runsArguments notes of scripts that get arguments and run what is not known: the arguments may
// name it.
func (a *OwnScripts) runsArguments() {
	for i := range a.Call.Facts.Commands {
		c := &a.Call.Facts.Commands[i]
		if c.File == 0 {
			continue
		}
		root := &a.Call.Facts.Files[a.Call.Facts.Files[c.File-1].Root-1]
		for k := range c.Hazards {
			if root.Args && root.Told == "" && c.Hazards[k].ID == hazards.DynamicPayload {
				root.Told = "it may run what its arguments name"
			}
		}
	}
}
