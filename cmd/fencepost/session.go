package main

import (
	"os"
	"time"

	"github.com/fencepost/fencepost"
	"github.com/fencepost/fencepost/internal/audit"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/hook"
	"github.com/fencepost/fencepost/internal/rule"
)

// runSessionStart tells the agent how to work behind the gate. It never fails: a session that cannot start because of
// the guard would be a worse guard.
func runSessionStart(s stdio, args []string) int {
	var call fact.Call
	if data, err := hook.Read(s.in); err == nil {
		call, _ = hook.Decode(data) // only cwd is of interest
	}
	if call.Cwd == "" {
		call.Cwd, _ = os.Getwd()
	}
	opt, mistake := hookOptions(args)
	p, _, _ := fencepost.New(opt).Policy(call.Cwd)
	set := p.Effective()
	var lines []string
	if mistake != "" {
		lines = append(lines, "fencepost is not set up: "+mistake+". Tell the person this first.")
	}
	if why := p.Failure(); why != "" {
		lines = append(lines, "fencepost's configuration is broken: "+why+". Every tool call is denied until a person has fixed it: "+
			"tell the person this first, and do not work around it.")
	}
	if why := p.IgnoredText(); why != "" {
		lines = append(lines, "What this project's own fencepost config loosens does not count: "+why+
			" in a terminal of their own. What it denies and asks about counts.")
	}
	if set.RedirectTmp == rule.True {
		if why := fencepost.MakeScratch(set.RedirectTarget); why != "" {
			lines = append(lines, "Calls that use /tmp will be asked about: "+why+".")
		}
	}
	if set.GuidanceEnabled.Or(true) {
		if set.GuidanceDefaults.Or(true) {
			lines = append(lines, hook.Guidance(set.RedirectTarget)...)
		}
		lines = append(lines, set.GuidanceExtra...)
	}
	s.out.Write(hook.SessionStart(lines))
	return exitOK
}

// runPostToolUse logs that a call was run. It prints nothing and never fails.
func runPostToolUse(s stdio, args []string) int {
	start := time.Now()
	data, err := hook.Read(s.in)
	if err != nil {
		return exitOK
	}
	call, err := hook.Decode(data)
	if err != nil {
		return exitOK
	}
	opt, mistake := hookOptions(args)
	if mistake != "" {
		return exitOK
	}
	p, _, _ := fencepost.New(opt).Policy(call.Cwd)
	set := p.Effective()
	if !set.AuditEnabled.Or(true) {
		return exitOK
	}
	// The log may be missing or full: that is no reason to disturb a call that has already run.
	_ = audit.Append(audit.Options{Path: set.AuditPath, MaxBytes: set.AuditMaxBytes, Keep: set.AuditKeep}, &audit.Entry{
		Time: start, Session: call.Session, ToolUse: call.ToolUse, Cwd: call.Cwd, Tool: call.Tool,
		Outcome: outcome(call.Event), Took: time.Since(start),
	})
	return exitOK
}

// outcome is what an event says of the call that it follows.
func outcome(event string) string {
	switch event {
	case "PostToolUseFailure":
		return "failed"
	case "PermissionDenied":
		return "denied"
	}
	return "ran"
}
