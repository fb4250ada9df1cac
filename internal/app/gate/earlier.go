package gate

import (
	"strings"

	"github.com/fencepost/fencepost/internal/analyze/planted"
	"github.com/fencepost/fencepost/internal/app/audit"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/rule"
)

// What an earlier call of a session wrote is on the disk when a later one runs it. Editing sources,
// makefiles and package.json and then running the tests is what agents do all day, and stays
// allowed. Where programs are installed (node_modules, .venv) nobody writes by hand: a file that a
// call has written there is not the program that a rule trusts. The audit log tells, where there is
// one.

const (
	earlierBytes = 64 << 10 // of the log's end that are read
	earlierCalls = 64       // that are looked at
	askedBytes   = 1 << 20  // of the log's end in which calls are looked for that were asked about
)

// sessionCalls are the earlier calls of the session of the call that a result is about.
type sessionCalls Result

// Calls implements planted.Earlier: it reads the log.
func (r *sessionCalls) Calls() (calls []fact.Call) {
	for _, e := range audit.Allowed(r.Settings.AuditPath, r.Call.Session, earlierBytes, earlierCalls) {
		if e.ToolUse == "" || e.ToolUse != r.Call.ToolUse {
			calls = append(calls, fact.Call{Tool: e.Tool, Cwd: e.Cwd, Input: e.Input,
				At: e.Time.UnixNano()})
		}
	}
	return calls
}

// Asked implements planted.Earlier. A clone is asked about, and so are most downloads: they stand
// further back in the log than what the session has written last.
func (r *sessionCalls) Asked() (calls []planted.Asked) {
	for _, e := range audit.AskedOf(r.Settings.AuditPath, r.Call.Session, askedBytes) {
		if e.ToolUse == "" || e.ToolUse != r.Call.ToolUse {
			calls = append(calls, planted.Asked{Call: fact.Call{Tool: e.Tool, Cwd: e.Cwd,
				Input: e.Input, At: e.Time.UnixNano()},
				Approved: e.Ran && strings.HasSuffix(e.Rule, rule.OutsideRun.String())})
		}
	}
	return calls
}
