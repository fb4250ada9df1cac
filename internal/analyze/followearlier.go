package analyze

import (
	"path"
	"slices"

	"github.com/fencepost/fencepost/internal/agent"
)

// WroteEarlier reports whether an earlier call of the session wrote a file of the call: what the
// agent wrote and committed is not the person's own code.
func (a *Analyzer) WroteEarlier(name string) bool {
	if a.Earlier == nil || a.Places == nil {
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
func (a *Analyzer) wroteIn(i int, name string) bool {
	if agent.RunsShell(&a.past[i]) && a.mayWriteInCode(i, path.Base(name)) {
		return true
	}
	on, past := a.pastWrites(i, a.Follow)
	if past == nil {
		return on != "" && a.leadsTo(on, name)
	}
	return a.spend().earlier.Over() || slices.ContainsFunc(past.changes, func(ch change) bool {
		return !ch.around && a.leadsTo(ch.path, name)
	})
}
