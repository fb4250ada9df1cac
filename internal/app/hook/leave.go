package hook

import (
	"github.com/fencepost/fencepost/internal/agent"
	"github.com/fencepost/fencepost/internal/app/gate"
	"github.com/fencepost/fencepost/internal/rule"
	"github.com/fencepost/fencepost/internal/sandbox/history"
	"path/filepath"
)

// leave notes a call that may be run for the wrapper that will run it, which is told neither the
// name of the call nor the permission mode, nor where the agent was started. What cannot be noted is
// missing: the wrapper runs the call all the same.
func leave(g *gate.Gate, r *gate.Result, opt *gate.Options, who agent.Agent) {
	if r.Verdict.Decision == rule.Deny || opt.Agent != "claude" {
		return
	}
	// What is run is the text after the /tmp redirect; what the agent calls it is the text before it.
	runs, sent := r.Call.Text("command"), r.Original.Text("command")
	note := &history.Call{Session: r.Call.Session, ToolUse: r.Call.ToolUse, Mode: r.Call.Mode,
		Started: opt.Started}
	if runs != sent {
		note.Sent = sent
	}
	if follows := follower(who); follows != nil {
		note.Heard = follows.Unheard(r.Call) == "" && lost(g, who, r) == ""
	}
	if !r.Sandbox.Runs && (note.Heard || r.Verdict.Decision == rule.Allow) { // else nobody agreed
		note.Unconfined = r.Sandbox.Why
	}
	_ = history.In(g.ConfigHome()).Leave(runs, filepath.Clean(r.Call.Cwd), note)
}

// forget removes what was kept of a session that has ended, and of those of long ago.
func forget(g *gate.Gate, session string) {
	store := history.In(g.ConfigHome())
	_ = store.Session(session).Forget()
	store.Prune()
}
