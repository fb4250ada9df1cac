package hook

import (
	"cmp"
	"io"
	"path/filepath"
	"slices"
	"time"

	"github.com/fencepost/fencepost/internal/agent"
	"github.com/fencepost/fencepost/internal/app/gate"
	"github.com/fencepost/fencepost/internal/app/violation"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/policy"
	"github.com/fencepost/fencepost/internal/project/paths"
	"github.com/fencepost/fencepost/internal/rule"
	"github.com/fencepost/fencepost/internal/sandbox/history"
)

// follower is an agent that tells what its calls print; nil for others.
func follower(who agent.Agent) agent.Follower {
	f, _ := who.(agent.Follower)
	return f
}

// after answers the event after a call: its model is told what the sandbox has stopped it from.
func after(
	g *gate.Gate, opt *gate.Options, who agent.Agent, call *fact.Call, data []byte,
	out io.Writer, start time.Time,
) int {
	at := policyOf(g, call)
	r := stopped(g, opt, who, call, data, at)
	answer := who.Welcome(nil, "")
	stop := ""
	var lines []string
	if r != nil {
		stop, lines = r.Text, r.Lines
	}
	other := changed(call, &at.set)
	if other != "" {
		lines = append([]string{other}, lines...)
	}
	if follows := follower(who); follows != nil && len(lines) > 0 {
		answer = follows.Tell(call, lines, other)
	}
	write(out, answer)
	logOutcome(at, call, who.Outcome(call), stop, start)
	return 0
}

// applies is the policy for a call that has run.
type applies struct {
	policy    *policy.Policy
	set       rule.Settings
	project   string
	isProject bool
}

func policyOf(g *gate.Gate, call *fact.Call) *applies {
	p, project, isProject := g.Policy(call.Cwd)
	return &applies{p, p.Effective(), project, isProject}
}

// stopped finds out what a call that has run in the sandbox was stopped from. data is the input of
// the event. nil: nothing, or the call did not run there.
func stopped(
	g *gate.Gate, opt *gate.Options, who agent.Agent, call *fact.Call, data []byte, at *applies,
) *violation.Report {
	if !at.set.Sandbox.On() || call.Session == "" || !agent.RunsShell(call) {
		return nil
	}
	follows := follower(who)
	if follows == nil {
		return nil
	}
	protected, globs := guarded(g, at)
	return violation.After(&violation.Ran{
		Store: history.In(g.ConfigHome()), Session: call.Session, ToolUse: call.ToolUse,
		Command: call.Text("command"), Dir: call.Cwd, Output: follows.Output(data),
		Reach: follows.Unheard(call) == "", Home: resolved(opt.Home), Project: resolved(at.project),
		Protected: protected, Glob: globs,
		Source: func(key string) string { return source(at.policy, key) },
		Host:   violation.Machine{},
	})
}

// guarded says why nothing changes a path, and whether one is of a glob.
func guarded(g *gate.Gate, at *applies) (func(string) string, func(path, glob string) bool) {
	places := g.Places(&at.set, at.project, at.isProject)
	guard := paths.NewGuard(places, g.ConfigHome(), at.set.Protect)
	guard.AlsoPolicies(at.policy.Guarded)
	return func(path string) string { return violation.Guarded(guard, path) }, violation.Globs(places)
}

// source is where a key of the config is set; "" for nowhere.
func source(p *policy.Policy, key string) string {
	if src := p.SandboxSrc(key, ""); src != "built in" {
		return src
	}
	return ""
}

// resolved is a directory without links.
func resolved(dir string) string {
	if to, err := filepath.EvalSymlinks(dir); err == nil {
		return to
	}
	return dir
}

// again has a person asked about a call that the sandbox has stopped before.
func again(g *gate.Gate, opt *gate.Options, who agent.Agent, r *gate.Result) {
	if r.Verdict.Decision == rule.Deny || r.Call.Session == "" || !agent.RunsShell(r.Call) {
		return
	}
	follows := follower(who)
	if follows == nil {
		return
	}
	home := resolved(opt.Home)
	protected, globs := guarded(g, policyOf(g, r.Call))
	judge := violation.Judge{Home: home, Protected: protected, Glob: globs, Host: violation.Machine{}}
	violation.Again(&violation.Sent{
		Opens: slices.DeleteFunc(r.Opens(g), func(right history.Right) bool {
			return judge.Refuse(right) != ""
		}),
		Store: history.In(g.ConfigHome()), Session: r.Call.Session, ToolUse: r.Call.ToolUse,
		Command: r.Original.Text("command"), Dir: filepath.Clean(r.Call.Cwd),
		Project: resolved(r.Project), Home: home, Mute: func() string {
			return cmp.Or(follows.Unheard(r.Call), lost(g, who, r))
		},
	}, &r.Verdict)
}

// lost says why the agent would put a question about the call to nobody, whatever its mode.
func lost(g *gate.Gate, who agent.Agent, r *gate.Result) string {
	_, project, isProject := g.Policy(r.Call.Cwd)
	return who.Mute(r.Call, r.Facts, g.Places(&r.Settings, project, isProject))
}
