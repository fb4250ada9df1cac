package inline

import (
	"github.com/fencepost/fencepost/internal/analyze/record"
	"github.com/fencepost/fencepost/internal/analyze/scripts"
)

// ownScript reports whether a piece of code is all of a file that the call itself writes.
func (a *Inline) ownScript(p *pending) bool {
	return p.file > 0 && a.Call.Facts.Files[p.file-1].Writer > 0
}

// LoadedBy is for the interpreter of a script by the name of the interpreter.
func (a *Inline) LoadedBy(name string) func(string) bool {
	switch a.CodeLanguage(name) {
	case "python":
		return scripts.LoadedByPython
	case "javascript":
		return record.Loadable
	}
	return scripts.LoadsNone
}
