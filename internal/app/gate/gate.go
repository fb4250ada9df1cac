// Package gate wires the gate together: the analysis of a call, the policy of the project that it
// is made in, and the decision. The hook, the commands for people and the API for programs that
// embed a gate are made of it.
package gate

import (
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"sync/atomic"
	"time"

	"github.com/fencepost/fencepost/internal/agent"
	"github.com/fencepost/fencepost/internal/agent/agents"
	"github.com/fencepost/fencepost/internal/analyze"
	"github.com/fencepost/fencepost/internal/decision/decide"
	"github.com/fencepost/fencepost/internal/decision/redirect"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/lowlevel/siblings"
	"github.com/fencepost/fencepost/internal/policy"
	"github.com/fencepost/fencepost/internal/project/paths"
	"github.com/fencepost/fencepost/internal/rule"
	"github.com/fencepost/fencepost/internal/shparse/dialect"
)

// DefaultTimeout is the last resort: how long fencepost may look at a call, even on a machine that
// hardly answers. The limits on what a call may do are counts, which are reached long before. The
// analysis may take seven eighths of this time: a call that takes more could not be checked. The
// rest is for the decision.
const DefaultTimeout = siblings.LastResort

// Options say where a gate finds things.
type Options struct {
	Home       string        // home directory of the user, for ~ and $HOME
	ConfigHome string        // directory whose .claude holds the user's config and log; "" means Home
	Managed    string        // config for everybody on the machine (policy.ManagedFile); "" for none
	Project    string        // the project's directory, if the caller knows it
	Started    string        // where the agent was started, if it says so (CLAUDE_PROJECT_DIR)
	Shell      string        // path or name of the shell that runs the agent's commands; "" means bash
	Timeout    time.Duration // 0 means DefaultTimeout
	Interp     string        // path of fencepost-interp; "" means beside the executable
	Trace      bool          // keep everything that had a say, for explain
	// who makes the calls, by the name of `fencepost-hook NAME`; "" means Claude Code
	Agent   string
	Trusted bool // judge as if a person had trusted the project's config (fencepost trust)

	// Client says that the agent's client has started this program, so that the directories count
	// in which it lets its model work (agent.Placer).
	Client bool

	// Confined says that the call, if it runs, runs in the sandbox, because whoever runs it has been
	// seen to start it through the wrapper. Unconfined says why it does not; it counts only where the
	// sandbox is on.
	Confined   bool
	Unconfined string
	// Unheard says that a question about the call may have reached nobody: that it runs is no answer.
	Unheard bool
	// Wrapper is asked where neither of the two is set, for a call that should run in the sandbox: why
	// it does not; "" if it does. nil: nothing wraps calls.
	Wrapper func(*Options) string

	TempDir   string // TMPDIR of the agent, which the /tmp redirect leaves alone
	AgentTemp string // CLAUDE_CODE_TMPDIR, likewise
}

// FromEnvironment reads the options from the process environment, as the hook does.
func FromEnvironment() Options {
	o := Options{Home: os.Getenv("HOME"), ConfigHome: os.Getenv("FENCEPOST_HOME"),
		Started: os.Getenv("CLAUDE_PROJECT_DIR"), Client: true}
	if o.Shell = os.Getenv("CLAUDE_CODE_SHELL"); o.Shell == "" {
		o.Shell = os.Getenv("SHELL")
	}
	o.TempDir, o.AgentTemp = os.Getenv("TMPDIR"), os.Getenv("CLAUDE_CODE_TMPDIR")
	return o
}

// Gate judges calls. It holds no state between them and is safe for concurrent use.
type Gate struct {
	opt   Options
	home  *policy.Home
	plain *atomic.Pointer[policy.Policy] // the policy where there is no config, once there was none
	agent agent.Agent
	past  *past  // nil where calls are judged as they come
	fault func() // for tests: called while a call is judged

	// takes the place of the configured mode, if set and no enforced policy locks that
	mode     rule.Mode
	needMode bool // Verdict.Required is wanted
}

// New returns a gate. It answers whatever its environment lacks.
func New(opt Options) *Gate {
	if opt.ConfigHome == "" {
		opt.ConfigHome = opt.Home
	}
	if opt.Timeout == 0 {
		opt.Timeout = DefaultTimeout
	}
	who, ok := agents.Find(opt.Agent)
	if !ok {
		who, _ = agents.Find("")
	}
	if shell := who.Shell(); shell != "" {
		opt.Shell = shell
	}
	room := new(struct { // one piece of memory
		gate  Gate
		plain atomic.Pointer[policy.Policy]
	})
	room.gate = Gate{opt: opt, agent: who, home: policy.NewHome(opt.ConfigHome),
		plain: &room.plain}
	return &room.gate
}

// WithMode returns a gate that judges under a mode, which takes the place of the configured one, if
// it is set and no enforced policy locks that. It says what mode a call needs.
func (g *Gate) WithMode(mode rule.Mode) *Gate {
	in := *g
	in.mode, in.needMode = mode, true
	return &in
}

// In returns a gate that takes a directory for the project.
func (g *Gate) In(project string) *Gate {
	in := *g
	in.opt.Project = project
	return &in
}

// Result is a verdict with what it was made from.
type Result struct {
	Verdict  rule.Verdict
	Call     *fact.Call  // as judged: after the /tmp redirect
	Original *fact.Call  // as the agent sent it
	Facts    *fact.Facts // nil where the call was not analysed
	Policy   *policy.Policy
	Settings rule.Settings // effective
	Project  string
	Said     []decide.Said   // if Options.Trace
	Moved    []redirect.Move // what the /tmp redirect moved, as spelled in the call
	Sandbox  *Sandbox        // how it runs; nil where the sandbox is off, or the call is none for it

	end    time.Time // the last resort
	moved  []byte    // the whole tool_input after the /tmp redirect; nil where nothing moved
	stays  bool      // nothing is moved
	places *paths.Resolver
	at     policy.Project
}

// Judge decides about one call. It always returns: a panic and a call that takes too long end in
// what `onError` says.
//
// The last resort is checked by the analysis itself as it goes, not by a second thread: starting one,
// and the poller that a timer needs, would cost more than judging most calls.
func (g *Gate) Judge(call *fact.Call) (r *Result) {
	r = &Result{Call: call, Original: call, end: time.Now().Add(g.opt.Timeout)}
	defer func() {
		if p := recover(); p != nil {
			if r.Policy == nil {
				r.Settings = (&policy.Policy{}).Effective()
			}
			r.Verdict = failed(r, "fencepost failed while it looked at this call")
			r.Facts, r.Sandbox = nil, nil
			showStack(debug.Stack())
		}
	}()
	g.judge(r)
	return r
}

// showStack shows where a panic came from to a person who asks for it.
func showStack(stack []byte) {
	if len(stack) > 0 && os.Getenv("FENCEPOST_DEBUG") != "" {
		os.Stderr.Write(stack)
	}
}

// failed is the verdict about a call that could not be checked.
func failed(r *Result, why string) rule.Verdict {
	return rule.Verdict{Decision: r.Settings.OnError, Cause: rule.ByError, Command: subject(r.Call),
		Description: why}
}

// subject is what a verdict names: the text of a command, else the tool.
func subject(call *fact.Call) string {
	if text := call.Text("command"); agent.RunsShell(call) && text != "" {
		return text
	}
	return call.Tool
}

// Policy loads the policy that applies in a directory.
func (g *Gate) Policy(cwd string) (p *policy.Policy, project string, isProject bool) {
	p, at := g.policy(cwd)
	return p, at.Dir, at.Is
}

func (g *Gate) policy(cwd string) (p *policy.Policy, at policy.Project) {
	if g.past != nil {
		return g.past.policy(g, cwd)
	}
	return g.policyNow(cwd)
}

func (g *Gate) policyNow(cwd string) (p *policy.Policy, at policy.Project) {
	at = g.find(cwd)
	p = g.load(policy.Source{Found: at})
	if p.Untrusted > 0 {
		p, at = g.around(p, at, cwd)
	}
	if p.Plain() {
		g.plain.Store(p)
	}
	return p, at
}

func (g *Gate) judge(r *Result) {
	if g.fault != nil {
		g.fault()
	}
	call := r.Call
	cwd := workingDir(call)
	p, at := g.policy(cwd)
	r.Policy, r.at, r.Project, r.Settings = p, at, at.Dir, p.Effective()
	if why := p.Failure(); why != "" {
		r.Verdict = rule.Verdict{Decision: rule.Deny, Cause: rule.ByConfig, Command: subject(call),
			Description: why}
		return
	}
	if g.mode != rule.ModeUnset && !p.LocksMode() {
		r.Settings.Mode = g.mode
	}
	r.decide(g, cwd, &at)
	r.guardInput()
	v := &r.Verdict
	if v.Decision == rule.Ask && r.moved != nil && !g.agent.Rewrites(r.Call, rule.Ask) {
		r.Call, r.moved, r.Moved, r.stays, r.Said = r.Original, nil, nil, true, nil
		r.decide(g, cwd, &at)
		r.guardInput()
	}
	v.Active = r.Settings.Mode
	r.confine(g)
	failed := v.Cause == rule.ByError
	r.settle(g)
	if v.Decision == rule.Deny {
		v.Updated = nil
		if agent.RunsShell(call) && r.Settings.OfferManualRun.Or(true) && !failed {
			v.Offer = r.Original.Text("command")
		}
	}
}

// Places resolves the paths of calls in a project.
func (g *Gate) Places(s *rule.Settings, project string, isProject bool) *paths.Resolver {
	r := paths.New(project, g.opt.Home, s.RedirectTarget, isProject)
	r.Also = (*alsoOf)(g)
	return r
}

func (g *Gate) places(s *rule.Settings, at *policy.Project) *paths.Resolver {
	r := g.Places(s, at.Dir, at.Is)
	r.HasGit = at.Git
	return r
}

func workingDir(call *fact.Call) string {
	if filepath.IsAbs(call.Cwd) {
		return filepath.Clean(call.Cwd)
	}
	dir, err := os.Getwd()
	if err != nil {
		return ""
	}
	return dir
}

// runDir is the directory in which a call itself runs.
func runDir(call *fact.Call, cwd string) string {
	switch {
	case call.Dir == "":
		return cwd
	case filepath.IsAbs(call.Dir):
		return filepath.Clean(call.Dir)
	}
	return filepath.Join(cwd, call.Dir)
}

// decide analyses the call and asks the policy.
func (r *Result) decide(g *Gate, cwd string, at *policy.Project) {
	places := g.places(&r.Settings, at)
	places.Start = g.searchedFrom(cwd)
	places.SetTempDir(g.opt.TempDir)
	r.places = places
	environ := g.projectEnviron(r, cwd)
	dir := runDir(r.Call, cwd)
	guard := paths.NewGuard(places, g.opt.ConfigHome, r.Settings.Protect)
	guard.AlsoPolicies(r.Policy.Guarded)
	room := new(struct { // one piece of memory
		a analyze.Analyzer
		d decide.Decider
	})
	a, d := &room.a, &room.d
	*a = analyze.Analyzer{Specs: specsWith(r.Settings.Names), Places: places, Guard: guard,
		Home: g.opt.Home, Dialect: dialectOf(g.opt.Shell), Deadline: r.end.Add(-g.opt.Timeout / 8),
		Helper: g.opt.Interp, Earlier: g.earlier(r),
		Follow: r.Settings.ProjectRead.Or(false), Unchanged: r.Settings.ProjectUnchanged.Or(false)}
	places.Deadline = a.Deadline
	*d = decide.Decider{Late: a.Deadline, Grace: g.opt.Timeout / 8, Looks: places.Looks(),
		Sets: r.Policy.Sets, Scopes: &r.Policy.Scopes, Enforced: r.Policy.Apart(), Settings: &r.Settings, Places: places,
		Guard: guard, Wrote: a, Confine: r.sandboxed(g)}
	if g.opt.Client {
		a.Variables = agents.ClientOf(g.agent).Variables
	}
	if g.opt.Trace {
		d.Trace = func(s decide.Said) { r.Said = append(r.Said, s) }
	}
	if agent.RunsShell(r.Call) {
		text := r.Call.Text("command")
		if r.redirects(g, text) {
			r.moveShell(g, a, text, dir)
		} else {
			r.Facts = a.Shell(text, dir)
		}
		r.add(environ)
		showStack(a.Stack)
		r.Verdict = r.verdict(g, d, func(d *decide.Decider) rule.Verdict {
			return d.Shell(r.Facts)
		})
		r.finish(g, d)
		return
	}
	if text, ok := agent.PowerShellText(r.Call); ok {
		r.Facts = a.PowerShell(text, dir)
		r.add(environ)
		showStack(a.Stack)
		r.Verdict = r.verdict(g, d, func(d *decide.Decider) rule.Verdict {
			return d.PowerShell(r.Call, r.Facts)
		})
		r.finish(g, d)
		return
	}
	r.moveFile(g, dir)
	r.Facts = a.Tool(r.Call, dir)
	r.add(environ)
	r.Verdict = r.verdict(g, d, func(d *decide.Decider) rule.Verdict {
		return d.Tool(r.Call, r.Facts)
	})
	r.preprocessed(g, a, d, dir)
	r.finish(g, d)
}

// add adds a hazard that lies outside of the call's own text.
func (r *Result) add(h *fact.Hazard) {
	if h != nil {
		r.Facts.Hazards = append(r.Facts.Hazards, *h)
	}
}

func (r *Result) finish(g *Gate, d *decide.Decider) {
	v := &r.Verdict
	v.Updated, v.Moved = r.moved, r.Moved
	if strings.HasPrefix(v.Src, "presets/") { // these name the usual scratch directory
		v.Alternative = strings.ReplaceAll(v.Alternative, policy.UsualScratch, r.Settings.RedirectTarget)
	}
	if g.needMode || r.Verdict.Cause == rule.ByMode {
		_, cmdlets := agent.PowerShellText(r.Call)
		r.Verdict.Required = d.Required(r.Call.Tool, cmdlets || agent.RunsShell(r.Call), r.Facts)
	}
}

// guardInput keeps a call whose input is suspicious, or that switches a sandbox off, from being
// better than ask.
func (r *Result) guardInput() {
	why := r.Call.Suspicious
	if f, ok := r.Call.Get("dangerouslyDisableSandbox"); ok && string(f.Raw) != "false" &&
		string(f.Raw) != "null" {
		why = "the call sets " + agent.SentAs(&f) + ", which runs it outside the agent's sandbox"
	}
	if why == "" && r.Settings.RedirectTmp.Or(false) && r.Verdict.Updated != nil {
		why = scratchProblem(r.Settings.RedirectTarget)
	}
	v := &r.Verdict
	if why == "" {
		return
	}
	if v.Decision == rule.Allow || v.Decision == rule.Ask && v.Cause == rule.ByDefault {
		*v = rule.Verdict{Decision: rule.Ask, Cause: rule.ByInput, Command: subject(r.Call),
			Description: why, Compound: v.Compound, Updated: v.Updated,
			Note: v.Note}
	}
	v.Required = rule.DangerFullAccess
}

// dialectOf is the language of the shell that runs the agent's commands.
func dialectOf(shell string) dialect.Dialect {
	if filepath.Base(shell) == "zsh" {
		return dialect.Zsh
	}
	return dialect.Bash
}
