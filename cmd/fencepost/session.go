package main

import (
	"os"
	"time"

	"github.com/fencepost/fencepost"
	"github.com/fencepost/fencepost/internal/agent"
	"github.com/fencepost/fencepost/internal/agent/agents"
	"github.com/fencepost/fencepost/internal/audit"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/rule"
)

// runSessionStart is the hook of the start of a session by a name of its own, as earlier versions
// of `install` entered it.
func runSessionStart(s stdio, args []string) int {
	who, _ := agents.Find("")
	call, _ := decode(who, s.in) // only cwd is of interest
	opt, _, mistake := hookOptions(args)
	if mistake != "" {
		call.Event = "SessionStart"
		return write(s.out, refuse(who, call, &rule.Verdict{Description: mistake}))
	}
	return write(s.out, welcome(who, fencepost.New(opt), call))
}

// welcome tells the model how to work behind the gate, and the person what is wrong with it. It
// never fails: a session that cannot start because of the guard would be a worse guard.
func welcome(who agent.Agent, gate *fencepost.Gate, call *fact.Call) agent.Answer {
	cwd := call.Cwd
	if cwd == "" {
		cwd, _ = os.Getwd()
	}
	p, _, _ := gate.Policy(cwd)
	set := p.Effective()
	var lines []string
	warning := ""
	if why := p.Failure(); why != "" {
		warning = "fencepost: the configuration is broken, and every tool call is denied until it is " +
			"mended: " + why
		lines = append(lines,
			"fencepost's configuration is broken: "+
				why+". Every tool call is denied until a person has fixed it: "+
				"tell the person this first, and do not work around it.")
	}
	if why := p.IgnoredText(); why != "" {
		warning = "fencepost: " + why
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
			lines = append(lines, agent.Guidance(set.RedirectTarget)...)
		}
		lines = append(lines, set.GuidanceExtra...)
	}
	return who.Welcome(lines, warning)
}

// runPostToolUse is the hook of calls that have run by a name of its own, as earlier versions of
// `install` entered it.
func runPostToolUse(s stdio, args []string) int {
	start := time.Now()
	who, _ := agents.Find("")
	call, err := decode(who, s.in)
	if err != nil {
		return exitOK
	}
	outcome := who.Outcome(call)
	if outcome == "" {
		outcome = "ran"
	}
	if opt, _, mistake := hookOptions(args); mistake == "" {
		logOutcome(fencepost.New(opt), call, outcome, start)
	}
	return exitOK
}

// logOutcome logs what became of a call. The log may be missing or full: that is no reason to
// disturb a call that has already run.
func logOutcome(gate *fencepost.Gate, call *fact.Call, outcome string, start time.Time) {
	p, _, _ := gate.Policy(call.Cwd)
	set := p.Effective()
	if !set.AuditEnabled.Or(true) {
		return
	}
	_ = audit.Append(audit.Options{Path: set.AuditPath, MaxBytes: set.AuditMaxBytes,
		Keep: set.AuditKeep}, &audit.Entry{
		Time: start, Session: call.Session, ToolUse: call.ToolUse, Cwd: call.Cwd, Tool: call.Tool,
		Outcome: outcome, Took: time.Since(start),
	})
}
