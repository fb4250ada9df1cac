package hook

import (
	"path/filepath"

	"github.com/fencepost/fencepost/internal/agent"
	"github.com/fencepost/fencepost/internal/app/gate"
	"github.com/fencepost/fencepost/internal/rule"
	"github.com/fencepost/fencepost/internal/sandbox/history"
)

// noteForWrapper leaves a note of a call for the wrapper that will run it: nobody else tells the
// wrapper the name of the call, the permission mode, and where the agent was started. If the note
// cannot be written, the wrapper runs the call all the same.
func noteForWrapper(g *gate.Gate, r *gate.Result, opt *gate.Options, who agent.Agent) {
	if r.Verdict.Decision == rule.Deny || !who.Wrapped {
		return
	}
	// What is run is the text after the /tmp redirect; what the agent calls it is the text before
	// it.
	runs, sent := r.Call.Text("command"), r.Original.Text("command")
	note := &history.Call{Session: r.Call.Session, ToolUse: r.Call.ToolUse, Mode: r.Call.Mode,
		Started: opt.Started}
	if runs != sent {
		note.Sent = sent
	}
	if follows := who.Client.Follower; follows != nil {
		note.Heard = follows.Unheard(r.Call) == "" && r.Unheard(g) == ""
	}
	if !r.Sandbox.Runs && (note.Heard || r.Verdict.Decision == rule.Allow) { // else nobody agreed
		note.Unconfined = r.Sandbox.Why
	}
	_ = history.In(g.ConfigHome()).Leave(runs, filepath.Clean(r.Call.Cwd), note)
}

// forgetSession removes what was kept of a session that has ended, and of those of long ago.
func forgetSession(g *gate.Gate, session string) {
	store := history.In(g.ConfigHome())
	_ = store.Session(session).Forget()
	store.Prune()
}
