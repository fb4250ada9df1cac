// Package fencepost is a permission gate for the tool calls of coding agents: it works out what a call would really
// do and answers allow, ask or deny.
//
// A Gate belongs to one user on one machine; each call is judged under the policy of the project that it is made in.
package fencepost

import (
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"sync/atomic"
	"time"

	"github.com/fencepost/fencepost/gen"
	"github.com/fencepost/fencepost/gen/commands"
	"github.com/fencepost/fencepost/internal/agent"
	"github.com/fencepost/fencepost/internal/agent/agents"
	"github.com/fencepost/fencepost/internal/agent/wire"
	"github.com/fencepost/fencepost/internal/analyze"
	"github.com/fencepost/fencepost/internal/command"
	"github.com/fencepost/fencepost/internal/decide"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/paths"
	"github.com/fencepost/fencepost/internal/policy"
	"github.com/fencepost/fencepost/internal/redirect"
	"github.com/fencepost/fencepost/internal/rule"
	"github.com/fencepost/fencepost/internal/shparse"
)

// DefaultTimeout is how long a call may be looked at. One that takes half of it to analyse counts as one that could not be
// checked; the other half is for deciding about what was found, which ends after nine tenths of it.
const DefaultTimeout = time.Second

// Options say where a gate finds things.
type Options struct {
	Home       string        // home directory of the user, for ~ and $HOME
	ConfigHome string        // directory whose .claude holds the user's config and log; "" means Home
	Project    string        // the project's directory if the agent says it (CLAUDE_PROJECT_DIR)
	Shell      string        // path or name of the shell that runs the agent's commands; "" means bash
	Timeout    time.Duration // 0 means DefaultTimeout
	Interp     string        // path of fencepost-interp; "" means beside the executable
	Trace      bool          // keep everything that had a say, for explain
	Prompter   Prompter      // asked where the verdict is ask; nil: the caller sees the ask
	Agent      string        // who makes the calls, by the name of `fencepost hook NAME`; "" means Claude Code
}

// FromEnvironment reads the options from the process environment, as the hook does.
func FromEnvironment() Options {
	o := Options{Home: os.Getenv("HOME"), ConfigHome: os.Getenv("FENCEPOST_HOME"), Project: os.Getenv("CLAUDE_PROJECT_DIR")}
	if o.Shell = os.Getenv("CLAUDE_CODE_SHELL"); o.Shell == "" {
		o.Shell = os.Getenv("SHELL")
	}
	return o
}

// Gate judges calls. It holds no state between them and is safe for concurrent use.
type Gate struct {
	opt   Options
	specs *command.Cache
	home  *policy.Home
	plain *atomic.Pointer[policy.Policy] // the policy where there is no config, once there was none
	agent agent.Agent
	fault func() // for tests: called while a call is judged

	mode     rule.Mode // takes the place of the configured mode, if set and no enforced policy locks that
	needMode bool      // Verdict.Required is wanted
}

// New returns a gate for the hook, which has to answer whatever its environment lacks. Programs that embed a gate use
// Open.
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
	return &Gate{opt: opt, agent: who, specs: &command.Cache{Table: commands.Table{}}, home: policy.NewHome(opt.ConfigHome), plain: new(atomic.Pointer[policy.Policy])}
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
	Said     []decide.Said // if Options.Trace

	moved  []byte // the whole tool_input after the /tmp redirect; nil where nothing moved
	stays  bool   // nothing is moved
	places *paths.Resolver
}

// Judge decides about one call. It always returns: a panic and a call that takes too long end in what `onError` says.
//
// The time limit is checked by the analysis itself as it goes, not by a second thread: starting one, and the poller
// that a timer needs, would cost more than judging most calls.
func (g *Gate) Judge(call *fact.Call) (r *Result) {
	r = &Result{Call: call, Original: call}
	defer func() {
		if p := recover(); p != nil {
			if r.Policy == nil {
				r.Settings = (&policy.Policy{}).Effective()
			}
			r.Verdict = failed(r, "fencepost failed while it looked at this call")
			r.Facts = nil
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
	return rule.Verdict{Decision: r.Settings.OnError, Cause: rule.ByError, Command: subject(r.Call), Description: why}
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
	at := g.home.Find(cwd, g.opt.Project)
	p = policy.Load(policy.Source{Home: g.opt.ConfigHome, Found: at, Presets: gen.Presets{}, Baked: gen.Baked(), Plain: g.plain.Load()})
	if p.Plain() {
		g.plain.Store(p)
	}
	return p, at.Dir, at.Is
}

func (g *Gate) judge(r *Result) {
	if g.fault != nil {
		g.fault()
	}
	call := r.Call
	cwd := workingDir(call)
	p, project, isProject := g.Policy(cwd)
	r.Policy, r.Project, r.Settings = p, project, p.Effective()
	if why := p.Failure(); why != "" {
		r.Verdict = rule.Verdict{Decision: rule.Deny, Cause: rule.ByConfig, Command: subject(call), Description: why}
		return
	}
	if g.mode != rule.ModeUnset && !p.LocksMode() {
		r.Settings.Mode = g.mode
	}
	r.decide(g, cwd, project, isProject)
	r.guardInput()
	v := &r.Verdict
	if v.Decision == rule.Ask && r.moved != nil && !g.agent.Rewrites(r.Call, rule.Ask) {
		r.Call, r.moved, r.stays, r.Said = r.Original, nil, true, nil
		r.decide(g, cwd, project, isProject)
		r.guardInput()
	}
	v.Active = r.Settings.Mode
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
	return paths.New(project, g.opt.Home, s.RedirectTarget, isProject)
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
func (r *Result) decide(g *Gate, cwd, project string, isProject bool) {
	places := g.Places(&r.Settings, project, isProject)
	r.places = places
	dir := runDir(r.Call, cwd)
	start := time.Now()
	a := &analyze.Analyzer{Specs: g.specsWith(r.Settings.Names), Places: places, Home: g.opt.Home, Dialect: dialect(g.opt.Shell),
		Deadline: start.Add(g.opt.Timeout / 2), Helper: g.opt.Interp}
	d := &decide.Decider{Deadline: start.Add(g.opt.Timeout / 10 * 9), Sets: r.Policy.Sets, Enforced: r.Policy.Enforced, Settings: &r.Settings, Places: places,
		Guard: paths.NewGuard(places, g.opt.ConfigHome, r.Settings.Protect)}
	if g.opt.Trace {
		d.Trace = func(s decide.Said) { r.Said = append(r.Said, s) }
	}
	if agent.RunsShell(r.Call) {
		text := r.Call.Text("command")
		r.Facts = a.Shell(text, dir)
		if r.redirects(g, text) {
			if moved, ok := redirect.Shell(text, r.Facts, r.Settings.RedirectTarget); ok {
				r.move("command", moved)
				r.Facts = a.Shell(moved, dir)
			}
		}
		showStack(a.Stack)
		r.Verdict = d.Shell(r.Facts)
		r.finish(g, d)
		return
	}
	if tool := agent.ToolOf(r.Call.Tool); tool.HasPath() {
		name := r.Call.Text(tool.Field)
		if moved, ok := redirect.Name(name, r.Settings.RedirectTarget); ok && r.redirects(g, name) {
			r.move(tool.Field, moved)
		}
	}
	r.Facts = a.Tool(r.Call, dir)
	r.Verdict = d.Tool(r.Call, r.Facts)
	r.finish(g, d)
}

func (r *Result) finish(g *Gate, d *decide.Decider) {
	r.Verdict.Updated = r.moved
	if g.needMode || r.Verdict.Cause == rule.ByMode {
		r.Verdict.Required = d.Required(r.Call.Tool, agent.RunsShell(r.Call), r.Facts)
	}
}

func (r *Result) redirects(g *Gate, text string) bool {
	return r.Settings.RedirectTmp.Or(false) && strings.Contains(text, "tmp") && !r.stays &&
		g.agent.Rewrites(r.Call, rule.Allow)
}

// move replaces a field of the call; the call as the agent sent it is kept.
func (r *Result) move(field, value string) {
	r.moved = agent.UpdatedInput(r.Call, field, value)
	moved := *r.Call
	moved.Input = append([]fact.Field(nil), moved.Input...)
	for i := range moved.Input {
		if moved.Input[i].Name == field {
			moved.Input[i].Text, moved.Input[i].Raw = value, wire.String(value)
		}
	}
	r.Call = &moved
}

// guardInput keeps a call whose input is suspicious, or that switches a sandbox off, from being better than ask.
func (r *Result) guardInput() {
	why := r.Call.Suspicious
	if f, ok := r.Call.Get("dangerouslyDisableSandbox"); ok && string(f.Raw) != "false" && string(f.Raw) != "null" {
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
		*v = rule.Verdict{Decision: rule.Ask, Cause: rule.ByInput, Command: subject(r.Call), Description: why, Compound: v.Compound, Updated: v.Updated}
	}
	v.Required = rule.DangerFullAccess
}

// dialect is the language of the shell that runs the agent's commands.
func dialect(shell string) shparse.Dialect {
	if filepath.Base(shell) == "zsh" {
		return shparse.Zsh
	}
	return shparse.Bash
}
