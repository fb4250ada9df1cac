package planted

import (
	"path"
	"slices"

	"github.com/fencepost/fencepost/internal/agent"
	"github.com/fencepost/fencepost/internal/analyze/changes"
)

// WroteEarlier reports whether an earlier call of the session wrote a file of the call: what the
// agent wrote and committed is not the person's own code.
func (a *Planted) WroteEarlier(name string) bool {
	if a.Earlier == nil || a.Call.Places == nil {
		return false
	}
	a.loadPast()
	for i := len(a.past) - 1; i >= 0; i-- {
		if a.wroteIn(i, name) {
			return true
		}
	}
	return false
}

// wroteIn reports whether an earlier call wrote a file.
func (a *Planted) wroteIn(i int, name string) bool {
	if agent.RunsShell(&a.past[i]) && a.mayWriteInCode(i, path.Base(name)) {
		return true
	}
	on, past := a.pastWrites(i, a.Call.Follow)
	if past == nil {
		return on != "" && a.Changes.LeadsTo(on, name)
	}
	return a.Call.Budget().Earlier.Over() || slices.ContainsFunc(past.Changes.List, func(ch changes.Change) bool {
		return !ch.Around && a.Changes.LeadsTo(ch.Path, name)
	})
}
