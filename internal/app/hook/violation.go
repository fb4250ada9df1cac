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

// afterCall answers the event after a call: its model is told what the sandbox has stopped it from.
func afterCall(
	g *gate.Gate, opt *gate.Options, who agent.Agent, call *fact.Call, data []byte,
	out io.Writer, start time.Time,
) int {
	at := policyOf(g, call)
	r := findStopped(g, opt, who, call, data, at)
	answer := who.Welcome(nil, "")
	stop := ""
	var lines []string
	if r != nil {
		stop, lines = r.Text, r.Lines
	}
	other := changedInput(call, &at.set)
	if other != "" {
		lines = append([]string{other}, lines...)
	}
	if follows := who.Client.Follower; follows != nil && len(lines) > 0 {
		answer = follows.Tell(call, lines, other)
	}
	writeAnswer(out, answer)
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

// findStopped finds out what a call that has run in the sandbox was stopped from. data is the input
// of the event. nil: nothing, or the call did not run there.
func findStopped(
	g *gate.Gate, opt *gate.Options, who agent.Agent, call *fact.Call, data []byte, at *applies,
) *violation.Report {
	if !at.set.Sandbox.On() || call.Session == "" || !agent.RunsShell(call) {
		return nil
	}
	follows := who.Client.Follower
	if follows == nil {
		return nil
	}
	protected, globs := pathChecks(g, at)
	return violation.After(&violation.Ran{
		Store: history.In(g.ConfigHome()), Session: call.Session, ToolUse: call.ToolUse,
		Command: call.Text("command"), Dir: call.Cwd, Output: follows.Output(data),
		Reach: follows.Unheard(call) == "", Home: withoutLinks(opt.Home), Project: withoutLinks(at.project),
		Protected: protected, Glob: globs,
		Source: func(key string) string { return keySource(at.policy, key) },
		Host:   violation.Machine{},
	})
}

// pathChecks says why nothing changes a path, and whether one is of a glob.
func pathChecks(g *gate.Gate, at *applies) (func(string) string, func(path, glob string) bool) {
	places := g.Places(&at.set, at.project, at.isProject)
	guard := paths.NewGuard(places, g.ConfigHome(), at.set.Protect, at.policy.Guarded)
	return func(path string) string { return violation.Guarded(guard, path) }, violation.Globs(places)
}

// keySource is where a key of the config is set; "" for nowhere.
func keySource(p *policy.Policy, key string) string {
	if src := p.SandboxSrc(key, ""); src != "built in" {
		return src
	}
	return ""
}

// withoutLinks is a directory without links.
func withoutLinks(dir string) string {
	if to, err := filepath.EvalSymlinks(dir); err == nil {
		return to
	}
	return dir
}

// stoppedBefore says what the sandbox has stopped a call from before (gate.Options.Stopped).
func stoppedBefore(g *gate.Gate, opt *gate.Options, who agent.Agent, r *gate.Result) (
	why, instead string,
) {
	if r.Call.Session == "" || !agent.RunsShell(r.Call) {
		return "", ""
	}
	follows := who.Client.Follower
	if follows == nil {
		return "", ""
	}
	home := withoutLinks(opt.Home)
	protected, globs := pathChecks(g, policyOf(g, r.Call))
	judge := violation.Judge{Home: home, Protected: protected, Glob: globs, Host: violation.Machine{}}
	return violation.StoppedBefore(&violation.Sent{
		Opens: slices.DeleteFunc(r.Opens(g), func(right history.Right) bool {
			return judge.Refuse(right) != ""
		}),
		Store: history.In(g.ConfigHome()), Session: r.Call.Session, ToolUse: r.Call.ToolUse,
		Command: r.Original.Text("command"), Dir: filepath.Clean(r.Call.Cwd),
		Project: withoutLinks(r.Project), Home: home, Mute: func() string {
			return cmp.Or(follows.Unheard(r.Call), r.Unheard(g))
		},
	})
}
