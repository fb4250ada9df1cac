// Package gate wires the gate together: the analysis of a call, the policy of the project that it
// is made in, and the decision. The hook, the commands for people and the API for programs that
// embed a gate are made of it.
package gate

import (
	"cmp"
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
	"github.com/fencepost/fencepost/internal/analyze"
	"github.com/fencepost/fencepost/internal/analyze/record"
	"github.com/fencepost/fencepost/internal/decision/decide"
	"github.com/fencepost/fencepost/internal/decision/redirect"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/lowlevel/confighome"
	"github.com/fencepost/fencepost/internal/lowlevel/siblings"
	"github.com/fencepost/fencepost/internal/policy"
	"github.com/fencepost/fencepost/internal/project/paths"
	"github.com/fencepost/fencepost/internal/rule"
	"github.com/fencepost/fencepost/internal/sandbox/history"
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
	Started    string        // where the agent was started, if it says so
	Shell      string        // path or name of the shell that runs the agent's commands; "" means bash
	Timeout    time.Duration // 0 means DefaultTimeout
	Interp     string        // path of fencepost-interp; "" means beside the executable
	Trace      bool          // keep everything that had a say, for explain
	// who makes the calls, by the name of `fencepost-hook NAME`; "" means Claude Code
	Agent   string
	Trusted bool // judge as if a person had trusted the project's config (fencepost trust)

	// Client says that the agent's client has started this program: then the directories count in
	// which the client lets its model work (agent.Placer).
	Client bool

	// Sessions says that the hook notes when sessions begin: the last commit then vouches for no file
	// that was changed since.
	Sessions bool

	// Confined says that the call runs in the sandbox if it runs, since whoever runs it has been
	// seen to start it through the wrapper. Unconfined says why it does not. It counts only if the
	// sandbox is on.
	Confined   bool
	Unconfined string
	// Unheard says that a question about the call may have reached nobody: that the call runs is no
	// answer.
	Unheard bool
	// Wrapper is asked if neither is set and the call should run in the sandbox. It says why the
	// call does not; "" if it does. nil: nothing wraps calls.
	Wrapper func(*Options) string
	// Stopped says what an earlier confined run of the call was stopped from, if a person is to
	// hear of it now; "" for nothing. If a question would reach nobody, instead says what is left
	// to do. nil: nobody knows.
	Stopped func(*Gate, *Result) (why, instead string)
	// Rewrite is the input with which the agent's client runs a call confined; ok is false if there
	// is none. nil: a wrapper confines it.
	Rewrite func(*Result) (input []byte, ok bool)

	TempDir   string // TMPDIR of the agent, which the /tmp redirect leaves alone
	AgentTemp string // directory for temporary files that its client was given, likewise
}

// FromEnvironment reads the options from the process environment, as the hook does.
func FromEnvironment() Options {
	env := agents.Environment
	return Options{Home: os.Getenv("HOME"), ConfigHome: os.Getenv("FENCEPOST_HOME"),
		Started: os.Getenv(env.Started), Client: true,
		Shell:   cmp.Or(os.Getenv(env.Shells[0]), os.Getenv(env.Shells[1])),
		TempDir: os.Getenv("TMPDIR"), AgentTemp: os.Getenv(env.Temp)}
}

// Gate judges calls. It holds no state between them and is safe for concurrent use.
type Gate struct {
	opt     Options
	home    *policy.Home
	plain   *atomic.Pointer[policy.Policy] // the policy where there is no config, once there was none
	agent   agent.Agent
	dialect dialect.Dialect // of the shell that runs the agent's commands
	past    *past           // nil where calls are judged as they come
	fault   func()          // for tests: called while a call is judged

	// takes the place of the configured mode, if set and no enforced policy locks that
	mode     rule.Mode
	needMode bool // Verdict.Required is wanted
}

// New returns a gate. It answers whatever its environment lacks.
func New(opt Options) *Gate {
	opt.ConfigHome = cmp.Or(opt.ConfigHome, opt.Home)
	opt.Timeout = cmp.Or(opt.Timeout, DefaultTimeout)
	who, ok := agents.Find(opt.Agent)
	if !ok {
		who, _ = agents.Find("")
	}
	opt.Shell = cmp.Or(who.Shell, opt.Shell)
	room := new(struct { // one piece of memory
		gate  Gate
		plain atomic.Pointer[policy.Policy]
	})
	room.gate = Gate{opt: opt, agent: who, home: policy.NewHome(opt.ConfigHome),
		plain: &room.plain, dialect: dialect.Bash}
	if filepath.Base(opt.Shell) == "zsh" {
		room.gate.dialect = dialect.Zsh
	}
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
	Verdict    rule.Verdict
	Call       *fact.Call  // as judged: after the /tmp redirect
	Original   *fact.Call  // as the agent sent it
	Facts      *fact.Facts // nil where the call was not analysed
	Policy     *policy.Policy
	Settings   rule.Settings // effective
	Project    string
	Said       []decide.Said   // if Options.Trace
	Moved      []redirect.Move // what the /tmp redirect moved, as spelled in the call
	Normalised string          // the command or path that was judged, where the agent sent another one
	Sandbox    *Sandbox        // how it runs; nil where the sandbox is off, or the call is none for it

	end      time.Time // the last resort
	cwd, dir string    // where the call is made, and where it runs
	moved    []byte    // the whole tool_input after the /tmp redirect; nil where nothing moved
	stays    bool      // nothing is moved
	places   *paths.Resolver
	at       policy.Project
	earlier  sessionCalls
}

// Judge decides about one call. It always returns: a panic and a call that takes too long end in
// what `onError` says.
//
// The last resort is checked by the analysis itself as it goes, not by a second thread: starting
// one, and the poller that a timer needs, would cost more than judging most calls.
func (g *Gate) Judge(call *fact.Call) (r *Result) {
	r = &Result{Call: call, Original: call, end: time.Now().Add(g.opt.Timeout)}
	defer func() {
		if p := recover(); p != nil {
			if r.Policy == nil {
				r.Settings = (&policy.Policy{}).Effective()
			}
			r.Verdict = rule.Verdict{Decision: r.Settings.OnError, Cause: rule.ByError,
				Command: subject(r.Call), Description: "fencepost failed while it looked at this call"}
			r.Facts, r.Sandbox = nil, nil
			showStack(debug.Stack())
		}
	}()
	g.judge(r)
	return r
}

// showStack shows where a panic came from to a person who asks for it.
func showStack(stack []byte) {
	if os.Getenv("FENCEPOST_DEBUG") != "" {
		os.Stderr.Write(stack)
	}
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
		if got, ok := g.past.remembered(cwd); ok {
			return got.policy, got.at
		}
	}
	at = g.findProject(cwd)
	p = g.loadPolicy(policy.Source{Found: at})
	if p.Untrusted > 0 {
		p, at = g.aroundUntrusted(p, at, cwd)
	}
	if p.Plain {
		g.plain.Store(p)
	}
	if g.past != nil {
		g.past.remember(cwd, pastPolicy{p, at})
	}
	return p, at
}

// judge makes the verdict: the facts and the policy decide it, and two tables adjust it (confine,
// fitToAgent). Nothing else changes the decision.
func (g *Gate) judge(r *Result) {
	if g.fault != nil {
		g.fault()
	}
	r.findDirs()
	p, at := g.policy(r.cwd)
	r.Policy, r.at, r.Project, r.Settings = p, at, at.Dir, p.Effective()
	if len(p.Errors) > 0 {
		r.Verdict = rule.Verdict{Decision: rule.Deny, Cause: rule.ByConfig, Command: subject(r.Call),
			Description: p.Failure()}
		return
	}
	if g.mode != rule.ModeUnset && !p.LocksMode() {
		r.Settings.Mode = g.mode
	}
	v := &r.Verdict
	r.askPolicy(g)
	if r.moved != nil && decide.Effective(v) == rule.Ask && !g.agent.Rewrites(r.Call, rule.Ask) {
		// The agent takes no other input with an ask: it is about the input as it was sent.
		r.Call, r.moved, r.Moved, r.Normalised, r.stays, r.Said = r.Original, nil, nil, "", true, nil
		r.askPolicy(g)
	}
	v.Active = r.Settings.Mode
	if r.Sandbox != nil {
		r.planRun(g)
		r.confine()
	}
	cause := v.Cause
	r.fitToAgent(g)
	// An allow is printed only where a person could have said yes as well. One in place of a
	// question, since the run is confined, always is: else the agent would ask the question itself.
	v.Explicit = v.Decision == rule.Allow && (v.Confined != "" && mayPrintAllow(r.Call.Mode) ||
		r.Settings.OutputAllow == rule.OutputExplicit && r.vouched())
	if v.Decision == rule.Deny {
		v.Updated, v.Offer = nil, r.manualRun(cause)
	}
}

// findDirs finds the directories of the call.
func (r *Result) findDirs() {
	call := r.Call
	if r.cwd = filepath.Clean(call.Cwd); !filepath.IsAbs(r.cwd) {
		r.cwd, _ = os.Getwd()
	}
	switch r.dir = r.cwd; {
	case filepath.IsAbs(call.Dir):
		r.dir = filepath.Clean(call.Dir)
	case call.Dir != "":
		r.dir = filepath.Join(r.cwd, call.Dir)
	}
}

// manualRun is the command that a person may run in a terminal of their own, as the call is denied.
// cause is that of the decision. A call that could not be checked or that the sandbox has stopped
// offers none.
func (r *Result) manualRun(cause rule.Cause) string {
	for _, c := range [...]rule.Cause{cause, r.Verdict.Cause} {
		if c == rule.ByError || c == rule.BySandbox {
			return ""
		}
	}
	if !agent.RunsShell(r.Call) || !r.Settings.OfferManualRun.Or(true) {
		return ""
	}
	return r.Original.Text("command")
}

// Places resolves the paths of calls in a project.
func (g *Gate) Places(s *rule.Settings, project string, isProject bool) *paths.Resolver {
	return g.places(s, &policy.Project{Dir: project, Is: isProject})
}

func (g *Gate) places(s *rule.Settings, at *policy.Project) *paths.Resolver {
	r := paths.New(at.Dir, g.opt.Home, s.RedirectTarget, at.Is)
	r.Also, r.TempPart, r.HasGit = g, g.agent.Client.TempPart, at.Git
	return r
}

// askPolicy analyses the call and asks the policy.
func (r *Result) askPolicy(g *Gate) {
	set, call := &r.Settings, r.Call
	places := g.places(set, &r.at)
	if g.opt.Project == "" {
		places.Start = g.startDir(r.cwd)
	}
	places.SetTempDir(g.opt.TempDir)
	r.places = places
	guard := paths.NewGuard(places, g.opt.ConfigHome, set.Protect, r.Policy.Guarded)
	kind, text := agent.Script(call)
	environ := g.projectEnviron(r, kind)
	room := new(struct { // one piece of memory
		a analyze.Analyzer
		d decide.Decider
	})
	a, d := &room.a, &room.d
	*a = analyze.Analyzer{Call: record.Call{Specs: commands.Table{}, Places: places, Guard: guard,
		Home: g.opt.Home, Dialect: g.dialect, Deadline: r.end.Add(-g.opt.Timeout / 8),
		Follow: set.ProjectRead.Or(false),
		Vouch:  record.Vouch{Unchanged: set.ProjectUnchanged.Or(false)}},
		Helper: g.opt.Interp}
	r.earlier.log, r.earlier.of = set.AuditPath, r.Call
	if g.opt.Sessions && call.Session != "" {
		a.Call.Vouch.Changed = r.earlier.changedSince(history.In(g.opt.ConfigHome))
	}
	if len(set.Names) > 0 {
		a.Call.Specs = &namedTable{Table: commands.Table{}, names: set.Names}
	}
	if g.opt.Client {
		a.Call.Variables = g.agent.Client.Variables
	}
	places.Deadline = a.Call.Deadline
	*d = decide.Decider{Late: a.Call.Deadline, Grace: g.opt.Timeout / 8, Looks: &places.Looks,
		Sets: r.Policy.Sets, Scopes: r.Policy.Scopes, Enforced: r.Policy.Apart, Settings: set,
		Places: places, Guard: guard, Wrote: a}
	if set.Mode != rule.ModeUnset || g.needMode {
		for _, name := range policy.Reachable(gen.Presets{}, "secrets") {
			rules, _ := gen.Presets{}.Lookup(name)
			d.Secrets = append(d.Secrets, rules)
		}
	}
	if g.opt.Trace {
		d.Trace = func(s decide.Said) { r.Said = append(r.Said, s) }
	}
	ask := func(d *decide.Decider) rule.Verdict { return d.Tool(r.Call, r.Facts) }
	switch r.Sandbox = nil; kind {
	case agent.Shell:
		if set.AuditEnabled.Or(false) && set.AuditPath != "" && call.Session != "" {
			a.Earlier = &r.earlier
		}
		if set.Sandbox.On() {
			d.Confine = r.prepareSandbox(g)
		}
		r.readShell(g, a, text)
		ask = func(d *decide.Decider) rule.Verdict { return d.Shell(r.Facts) }
	case agent.PowerShell:
		r.Facts = a.PowerShell(text, r.dir)
		ask = func(d *decide.Decider) rule.Verdict { return d.PowerShell(r.Call, r.Facts) }
	default:
		r.moveFile(g)
		r.Facts = a.Tool(r.Call, r.dir)
	}
	if r.moved != nil {
		places.Moved()
	}
	if environ != nil { // it lies outside of the call's own text
		r.Facts.Hazards = append(r.Facts.Hazards, *environ)
	}
	if len(a.Stack) > 0 {
		showStack(a.Stack)
	}
	r.Verdict = r.verdict(g, d, ask)
	if kind == agent.Other {
		r.judgePreprocessed(g, a, d)
	}
	r.finish(g, d, kind)
}

// finish completes a verdict of the policy. A call with a suspicious input, or one that switches a
// sandbox off, gets an ask at best.
func (r *Result) finish(g *Gate, d *decide.Decider, kind agent.Kind) {
	v := &r.Verdict
	v.Updated, v.Moved = r.moved, r.Moved
	if strings.HasPrefix(v.Src, "presets/") { // these name the usual scratch directory
		v.Alternative = strings.ReplaceAll(v.Alternative, confighome.Scratch, r.Settings.RedirectTarget)
	}
	if g.needMode || v.Cause == rule.ByMode {
		v.Required = d.Required(r.Call.Tool, kind != agent.Other, r.Facts)
	}
	why := r.Call.Suspicious
	if field, ok := agent.OutsideSandbox(r.Call); ok {
		why = "the call sets " + field + ", which runs it outside the agent's sandbox"
	}
	if why == "" && v.Updated != nil && r.Settings.RedirectTmp.Or(false) {
		why = scratchProblem(r.Settings.RedirectTarget)
	}
	if why == "" {
		why = typedInto(r.Call, r.Facts)
	}
	if why == "" {
		return
	}
	if decide.Effective(v) == rule.Allow || v.Decision == rule.Ask && v.Cause == rule.ByDefault {
		*v = rule.Verdict{Decision: rule.Ask, Cause: rule.ByInput, Command: subject(r.Call),
			Description: why, Compound: v.Compound, Updated: v.Updated, Note: v.Note}
	}
	v.Required = rule.DangerFullAccess
}
