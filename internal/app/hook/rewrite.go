package hook

import (
	"os"
	"path/filepath"

	"github.com/fencepost/fencepost/internal/agent"
	"github.com/fencepost/fencepost/internal/app/gate"
	"github.com/fencepost/fencepost/internal/app/wrap/rewrite"
	"github.com/fencepost/fencepost/internal/lowlevel/shellquote"
	"github.com/fencepost/fencepost/internal/lowlevel/siblings"
	"github.com/fencepost/fencepost/internal/rule"
)

// unrewritten says why the commands of an agent that starts no wrapper are not rewritten either; ""
// if they are.
func unrewritten(opt *gate.Options) string {
	dir := opt.Started
	if dir == "" {
		dir, _ = os.Getwd() // agents start their hooks where they work
	}
	if why := rewrite.Why(opt.Agent, opt.Home, dir); why != "" {
		return why
	}
	if _, err := siblings.Find(runner); err != nil {
		return runner + " is not beside this program"
	}
	return ""
}

// rewritten gives a call that is to run confined, by an agent that starts no wrapper, a command that
// does so. Where that cannot be made the call is denied: it was judged as one that runs confined.
func rewritten(r *gate.Result, opt *gate.Options, who agent.Agent) {
	v := &r.Verdict
	if who.Name() == "claude" || !r.Sandbox.Runs || v.Decision != rule.Allow {
		return
	}
	untold := rule.Verdict{Decision: rule.Deny, Cause: rule.ByError, Command: v.Command,
		Description: "it has to run in the sandbox, and " + opt.Agent + " cannot be told how"}
	program, err := siblings.Find(runner)
	if err != nil || !who.Rewrites(r.Call, rule.Allow) {
		*v = untold
		return
	}
	r.Sandbox.Profile.Prepare()
	r.Exact(&r.Sandbox.Profile.Profile)
	profile, err := r.Sandbox.Profile.Encode()
	if err != nil {
		*v = untold
		return
	}
	line := shellquote.Join([]string{program, "--build", siblings.ThisBuild(),
		"--profile", string(profile), "--", shellOf(opt, who), "-c", r.Call.Text("command")})
	v.Updated = agent.UpdatedInput(r.Call, "command", line)
}

// shellOf is the shell that runs an agent's commands, as a command names it: the one for which the
// call was judged.
func shellOf(opt *gate.Options, who agent.Agent) string {
	if shell := who.Shell(); shell != "" {
		return shell
	}
	if filepath.Base(opt.Shell) == "zsh" {
		return opt.Shell
	}
	return "bash"
}
