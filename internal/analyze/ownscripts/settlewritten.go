package ownscripts

import (
	"path"
	"strings"

	"github.com/fencepost/fencepost/internal/analyze/record"
	"github.com/fencepost/fencepost/internal/analyze/scripts"
)

// settleWritten looks for what could make a script that the call writes another one than the text
// that was judged: a second command that writes it, or the script itself.
func (a *OwnScripts) settleWritten(i, n int, unordered bool) {
	f := &a.Call.Facts.Files[n-1]
	if f.Why == "" && record.RunsShell(f.Reader) && a.Scripts.Stays(f, i) {
		f.Why = "it is new, and stays in the project"
	}
	loads := a.Inline.LoadedBy(f.Reader)
	switch kind := a.Inline.CodeLanguage(f.Reader); {
	case kind == "javascript", f.Reader == "javascript", f.Reader == "typescript":
		loads = scripts.LoadedByName
	case f.Reader == "python":
		loads = scripts.LoadedByPython
	}
	for k := range a.Changes.List {
		ch := &a.Changes.List[k]
		if ch.Command < 0 || ch.Command == f.Writer-1 || !a.Scripts.MayPrecede(ch.Command, i, n, unordered) {
			continue
		}
		if loads(ch.Path) && ch.Command != i && a.Changes.RootOf(ch.Command) != n && !a.Changes.JudgedWritten(ch.Path) {
			a.Changes.Changing(i, n, path.Base(ch.Path)+" may be loaded in place of what "+f.Name+" names")
			return
		}
		if strings.EqualFold(ch.Path, f.Abs) || a.Changes.LeadsTo(ch.Path, f.Abs) {
			a.Changes.Changing(i, n, "the call may write "+f.Name+" again before or while it runs")
			return
		}
	}
	for k := range a.Call.Facts.Commands {
		if k != i && k != f.Writer-1 && a.Scripts.MayPrecede(k, i, n, unordered) && a.Changes.MayWrite(k, f.Abs) {
			a.Changes.Changing(i, n, "the call may write "+f.Name+" again before or while it runs")
			return
		}
	}
}
