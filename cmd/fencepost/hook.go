package main

import (
	"io"
	"time"

	"github.com/fencepost/fencepost"
	"github.com/fencepost/fencepost/internal/audit"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/hook"
	"github.com/fencepost/fencepost/internal/rule"
)

// hookMain is the PreToolUse hook. It never fails: whatever goes wrong is an answer that asks. The log is written after
// the answer, so that it cannot delay or change it.
func hookMain(in io.Reader, out io.Writer) {
	start := time.Now()
	gate := fencepost.New(fencepost.FromEnvironment())
	r := judge(gate, in)
	if v := &r.Verdict; v.Updated != nil && v.Decision != rule.Deny {
		// Where no session start has made it; what is wrong with a directory that is there has become a question already.
		fencepost.MakeScratch(r.Settings.RedirectTarget)
	}
	answer := hook.Encode(&r.Verdict, r.Call.Tool)
	if len(answer) > 0 {
		out.Write(answer) // nobody is left to be told of an error here
	}
	logCall(r, time.Since(start))
}

// judge reads and decides one call.
func judge(gate *fencepost.Gate, in io.Reader) *fencepost.Result {
	data, err := hook.Read(in)
	if err == nil {
		var call fact.Call
		if call, err = hook.Decode(data); err == nil {
			return gate.Judge(&call)
		}
	}
	r := &fencepost.Result{Call: &fact.Call{}, Original: &fact.Call{}}
	r.Verdict = rule.Verdict{Decision: rule.Ask, Cause: rule.ByInput, Description: err.Error()}
	return r
}

// logCall appends one line to the audit log. A failure to log is no reason to fail.
func logCall(r *fencepost.Result, took time.Duration) {
	s := &r.Settings
	if !s.AuditEnabled.Or(false) {
		return
	}
	e := audit.Entry{
		Time: time.Now(), Session: r.Call.Session, ToolUse: r.Call.ToolUse, Cwd: r.Call.Cwd, Tool: r.Call.Tool,
		Mode: r.Call.Mode, Input: r.Original.Input, Normalised: r.Normalised(),
		Decision: r.Verdict.Decision.String(), Reason: hook.Reason(&r.Verdict, r.Call.Tool),
		Rule: r.Verdict.Rule, Src: r.Verdict.Src, Took: took,
	}
	_ = audit.Append(audit.Options{Path: s.AuditPath, MaxBytes: s.AuditMaxBytes, Keep: s.AuditKeep}, &e)
}
