package fencepost

import (
	"github.com/fencepost/fencepost/internal/agent"
	"github.com/fencepost/fencepost/internal/audit"
	"github.com/fencepost/fencepost/internal/fact"
)

// What an earlier call of a session wrote is on the disk when a later one runs it. Editing sources,
// makefiles and package.json and then running the tests is what agents do all day, and stays allowed. Where
// programs are installed (node_modules, .venv) nobody writes by hand: a file that a call has written there is
// not the program that a rule trusts. The audit log tells, where there is one.

const (
	earlierBytes = 64 << 10 // of the log's end that are read
	earlierCalls = 64       // that are looked at
)

// earlier returns what the session's earlier calls were, or nil where no log says so. The log is read when
// the function is called.
func (g *Gate) earlier(r *Result) func() []fact.Call {
	s := &r.Settings
	if !s.AuditEnabled.Or(false) || s.AuditPath == "" || r.Call.Session == "" || !agent.RunsShell(r.Call) {
		return nil
	}
	return func() (calls []fact.Call) {
		for _, e := range audit.Allowed(s.AuditPath, r.Call.Session, earlierBytes, earlierCalls) {
			if e.ToolUse != "" && e.ToolUse == r.Call.ToolUse {
				continue
			}
			calls = append(calls, fact.Call{Tool: e.Tool, Cwd: e.Cwd, Input: e.Input})
		}
		return calls
	}
}
