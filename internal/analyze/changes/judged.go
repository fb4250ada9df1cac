package changes

import (
	"slices"

	"github.com/fencepost/fencepost/internal/fact"
)

// JudgedFile reports whether a path is that of a file which the call writes and command i runs, and
// all of its text is judged.
func (a *Changes) JudgedFile(i int, name string) bool {
	c := &a.Call.Facts.Commands[i]
	for k := range c.Code {
		if n := c.Code[k].File; n > 0 && n != c.Runs {
			if f := &a.Call.Facts.Files[n-1]; f.Writer > 0 && f.Why == "" && f.Abs == name {
				return true // a test
			}
		}
	}
	n := c.Runs
	return n > 0 && a.JudgedText(i) && a.Call.Facts.Files[n-1].Writer > 0 && a.Call.Facts.Files[n-1].Abs == name
}

// JudgedText reports whether what command i runs is the text of a file that the call writes, and
// all of that is judged.
func (a *Changes) JudgedText(i int) bool {
	if n := a.Call.Facts.Commands[i].Runs; n > 0 && a.Call.Facts.Files[n-1].Writer > 0 {
		return a.Call.Facts.Files[n-1].Why == ""
	}
	return slices.Contains(a.Understood, i)
}

// JudgedWritten reports whether a path is that of a script that the call writes and runs, and all of
// whose text is judged: to load it does no more.
func (a *Changes) JudgedWritten(name string) bool {
	return slices.ContainsFunc(a.Call.Facts.Files, func(f fact.File) bool {
		return f.Writer > 0 && f.Why == "" && f.Abs == name
	})
}

// RunsWritten reports whether command i runs a file of which the call has written all.
func (a *Changes) RunsWritten(i int) bool {
	n := a.Call.Facts.Commands[i].Runs
	return n > 0 && a.Call.Facts.Files[n-1].Writer > 0
}
