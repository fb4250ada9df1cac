package analyze

import (
	"path"
	"strings"

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
	call := &a.past[i]
	tool := agent.ToolOf(call.Tool)
	on := call.Text(tool.Field)
	switch {
	case on == "":
	case tool.Writes():
		if !path.IsAbs(on) {
			on = path.Join(call.Cwd, on)
		}
		return a.leadsTo(path.Clean(on), name)
	case agent.RunsShell(call):
		if strings.Contains(on, path.Base(name)) &&
			(strings.Contains(on, "write") || strings.Contains(on, "open(")) {
			return true // inline code, which is not read again
		}
		past := a.pastChanges(i, a.Follow)
		if a.spend().earlier.Over() {
			return true // nobody knows
		}
		for i := range past.changes {
			if ch := &past.changes[i]; !ch.around && a.leadsTo(ch.path, name) {
				return true
			}
		}
	}
	return false
}
