package hook

import (
	"path/filepath"

	"github.com/fencepost/fencepost/internal/agent"
	"github.com/fencepost/fencepost/internal/app/gate"
	"github.com/fencepost/fencepost/internal/lowlevel/shellquote"
	"github.com/fencepost/fencepost/internal/lowlevel/siblings"
	"github.com/fencepost/fencepost/internal/rule"
)

// rewritten is the input of a call that is to run confined, by an agent that starts no wrapper,
// with a command that does so; that of the verdict where a wrapper does.
func rewritten(r *gate.Result, opt *gate.Options, who agent.Agent) (input []byte, ok bool) {
	if who.Wrapped {
		return r.Verdict.Updated, true
	}
	program, err := siblings.Find(runner)
	if err != nil || !who.Rewrites(r.Call, rule.Allow) {
		return nil, false
	}
	makeScratch(r)
	r.Sandbox.Profile.Prepare()
	r.Exact(&r.Sandbox.Profile.Profile)
	profile, err := r.Sandbox.Profile.Encode()
	if err != nil {
		return nil, false
	}
	line := shellquote.Join([]string{program, "--build", siblings.ThisBuild(),
		"--profile", string(profile), "--", shellOf(opt, who), "-c", r.Call.Text("command")})
	return agent.UpdatedInput(r.Call, "command", line), true
}

// shellOf is the shell that runs an agent's commands, as a command names it: the one for which the
// call was judged.
func shellOf(opt *gate.Options, who agent.Agent) string {
	if shell := who.Shell; shell != "" {
		return shell
	}
	if filepath.Base(opt.Shell) == "zsh" {
		return opt.Shell
	}
	return "bash"
}
