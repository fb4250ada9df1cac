package analyze

import (
	"path"
	"strings"
	"time"

	"github.com/fencepost/fencepost/internal/agent"
	"github.com/fencepost/fencepost/internal/fact"
)

// WroteEarlier reports whether an earlier call of the session wrote a file of the call: what the
// agent wrote and committed is not the person's own code.
func (a *Analyzer) WroteEarlier(name string) bool {
	if a.Earlier == nil || a.Places == nil {
		return false
	}
	if a.past == nil {
		a.past = a.Earlier.Calls()
	}
	end := time.Now().Add(earlierTime)
	for i := len(a.past) - 1; i >= 0; i-- {
		if time.Now().After(end) {
			return true // nobody knows
		}
		if a.wroteIn(&a.past[i], name, end) {
			return true
		}
	}
	return false
}

// wroteIn reports whether an earlier call wrote a file.
func (a *Analyzer) wroteIn(call *fact.Call, name string, end time.Time) bool {
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
		past := &Analyzer{Specs: a.Specs, Places: a.Places, Guard: a.Guard, Home: a.Home,
			Dialect: a.Dialect, Deadline: end, brief: true, Follow: a.Follow}
		past.Shell(on, call.Cwd)
		past.collectAll()
		for i := range past.changes {
			if ch := &past.changes[i]; !ch.around && a.leadsTo(ch.path, name) {
				return true
			}
		}
	}
	return false
}
