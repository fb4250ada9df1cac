package main

import (
	"io"
	"os"
	"time"

	"github.com/fencepost/fencepost"
	"github.com/fencepost/fencepost/internal/agent"
	"github.com/fencepost/fencepost/internal/agent/agents"
	"github.com/fencepost/fencepost/internal/agent/wire"
	"github.com/fencepost/fencepost/internal/audit"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/rule"
)

// hookMain answers one hook event of an agent: a call that is proposed, one that has run, or the
// start of a session. args are the words behind `hook`. It never fails: whatever goes wrong is an
// answer that asks. The log is written after the answer, so that it cannot delay or change it.
func hookMain(in io.Reader, out io.Writer, args []string) int {
	start := time.Now()
	opt := fencepost.FromEnvironment()
	name := ""
	if len(args) > 0 {
		name = args[0]
	}
	who, ok := agents.Find(name)
	if !ok {
		who, _ = agents.Find("")
	}
	opt.Agent = who.Name()
	call, err := decode(who, in)
	if !ok {
		call.Suspicious = "The hook is registered for an agent that fencepost does not know: " + name + "."
	}
	gate := fencepost.New(opt)
	if err == nil && ok {
		switch who.Moment(call) {
		case agent.Start:
			write(out, welcome(who, gate, call))
			return exitOK
		case agent.After:
			logOutcome(gate, call, who.Outcome(call), start)
			return exitOK
		case agent.Nothing:
			return exitOK
		}
	}
	r := &fencepost.Result{Call: call, Original: call}
	if err != nil {
		r.Verdict = rule.Verdict{Decision: rule.Ask, Cause: rule.ByInput, Description: err.Error()}
	} else {
		r = gate.Judge(call)
	}
	if v := &r.Verdict; v.Updated != nil && v.Decision != rule.Deny {
		// Where no session start has made it; what is wrong with a directory that is there has become a
		// question already.
		fencepost.MakeScratch(r.Settings.RedirectTarget)
	}
	answer := who.Encode(&r.Verdict, r.Call)
	write(out, answer)
	logCall(r, time.Since(start))
	return answer.Exit
}

// write gives an answer to the agent. Nobody is left to be told of an error here.
func write(out io.Writer, a agent.Answer) {
	if len(a.Out) > 0 {
		out.Write(a.Out)
	}
	if len(a.Err) > 0 {
		os.Stderr.Write(a.Err)
	}
}

// decode reads one hook input; where there is none, the call is empty.
func decode(who agent.Agent, in io.Reader) (*fact.Call, error) {
	data, err := wire.Read(in)
	if err != nil {
		return &fact.Call{}, err
	}
	call, err := who.Decode(data)
	return &call, err
}

// logCall appends one line to the audit log. A failure to log is no reason to fail.
func logCall(r *fencepost.Result, took time.Duration) {
	s := &r.Settings
	if !s.AuditEnabled.Or(false) {
		return
	}
	e := audit.Entry{
		Time: time.Now(), Session: r.Call.Session, ToolUse: r.Call.ToolUse, Cwd: r.Call.Cwd, Tool: r.Call.Tool,
		Mode: r.Call.Mode, Input: r.Call.Input, Decision: r.Verdict.Decision.String(), Reason: agent.Reason(&r.Verdict, r.Call.Tool),
		Rule: r.Verdict.Rule, Src: r.Verdict.Src, Took: took,
	}
	_ = audit.Append(audit.Options{Path: s.AuditPath, MaxBytes: s.AuditMaxBytes, Keep: s.AuditKeep}, &e)
}
