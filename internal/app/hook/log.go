package hook

import (
	"time"

	"github.com/fencepost/fencepost/internal/agent"
	"github.com/fencepost/fencepost/internal/app/audit"
	"github.com/fencepost/fencepost/internal/app/gate"
	"github.com/fencepost/fencepost/internal/fact"
)

// logCall appends one line to the audit log. A failure to log is no reason to fail.
func logCall(r *gate.Result, took time.Duration) {
	s := &r.Settings
	if !s.AuditEnabled.Or(false) || r.Call.Session == audit.DoctorSession {
		return
	}
	e := audit.Entry{
		Time: time.Now(), Session: r.Call.Session, ToolUse: r.Call.ToolUse, Cwd: r.Call.Cwd,
		Tool: r.Call.Tool,
		Mode: r.Call.Mode, Input: r.Original.Input, Normalised: r.Normalised,
		Decision: r.Verdict.Decision.String(), Reason: agent.Reason(&r.Verdict, r.Call.Tool),
		Rule: r.Verdict.Rule, Src: r.Verdict.Src, Took: took,
	}
	if r.Sandbox != nil {
		e.Sandbox = r.Sandbox.String()
	}
	_ = audit.Append(audit.Options{Path: s.AuditPath, MaxBytes: s.AuditMaxBytes, Keep: s.AuditKeep},
		&e)
}

// logOutcome logs what became of a call. The log may be missing or full: that is no reason to
// disturb a call that has already run. stop is what the sandbox has kept it from.
func logOutcome(at *applies, call *fact.Call, outcome, stop string, start time.Time) {
	set := &at.set
	if !set.AuditEnabled.Or(true) {
		return
	}
	_ = audit.Append(audit.Options{Path: set.AuditPath, MaxBytes: set.AuditMaxBytes,
		Keep: set.AuditKeep}, &audit.Entry{
		Time: start, Session: call.Session, ToolUse: call.ToolUse, Cwd: call.Cwd, Tool: call.Tool,
		Outcome: outcome, Sandbox: stop, Took: time.Since(start),
	})
}
