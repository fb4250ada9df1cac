package gate

import (
	"os"
	"slices"

	"github.com/fencepost/fencepost/internal/decision/confine"
	"github.com/fencepost/fencepost/internal/decision/decide"
	"github.com/fencepost/fencepost/internal/rule"
	"github.com/fencepost/fencepost/internal/rule/sandboxconf"
	"github.com/fencepost/fencepost/internal/sandbox"
	"github.com/fencepost/fencepost/internal/sandbox/history"
)

// This file joins the gate and the sandbox: how a call runs, and what it may do then. What that
// makes of its verdict is in confine.go.

// Sandbox is how a call runs that the settings of the sandbox are about.
type Sandbox struct {
	Set     *sandboxconf.Settings // effective
	Runs    bool                  // it runs confined, if it runs
	Why     string                // why not, as a clause; "" where the scope of the settings leaves it out
	Profile *confine.Profile      // nil where it does not run confined
	Settled decide.Answer         // what the run settles that else a person would be asked about

	ask *decide.Confine

	unavailable      bool   // it should run confined, and nothing does that
	outside          bool   // the sandbox could not hold it: a person who says yes has it run without
	stopped, instead string // of Options.Stopped
}

// prepareSandbox prepares the decision about a call of shell text for the sandbox, which is
// switched on.
func (r *Result) prepareSandbox(g *Gate) *decide.Confine {
	set := r.Settings.Sandbox.Effective()
	why := g.unconfined()
	x := &decide.Confine{Set: set, Live: why == "", Fetches: confine.FromRegistry,
		Granted: r.grantedHosts(g)}
	r.Sandbox = &Sandbox{Set: set, Why: why, ask: x}
	return x
}

// grantedHosts returns a function that looks up which hosts a person has granted to runs of the
// session, the project and the user.
func (r *Result) grantedHosts(g *Gate) func() []string {
	return func() (names []string) {
		store := history.In(g.opt.ConfigHome)
		for _, right := range store.Rights(store.Session(r.Call.Session), r.Project) {
			if right.Kind == "host" {
				names = append(names, right.Name)
			}
		}
		return names
	}
}

// unconfined says why calls do not run in the sandbox; "" if they do.
func (g *Gate) unconfined() string {
	switch {
	case g.opt.Confined:
		return ""
	case g.opt.Unconfined != "":
		return g.opt.Unconfined
	case g.opt.Wrapper != nil:
		return g.opt.Wrapper(&g.opt)
	}
	return "nothing wraps the commands of " + g.agent.Name
}

// planRun finds out how the call runs, once it is decided about.
func (r *Result) planRun(g *Gate) {
	s, v := r.Sandbox, &r.Verdict
	s.Settled = s.ask.Settled
	switch {
	case v.Decision == rule.Deny && v.Cause != rule.ByChain:
		s.Settled, s.Why = 0, ""
		return
	case s.ask.Outside != "" && !r.mixesService(g):
		s.Why = s.ask.Outside
		return
	case v.Cause == rule.ByInput:
		s.Settled = 0
	}
	switch p := r.Confined(g, nil); {
	case s.Settled == 0 && !p.Wants(s.Set.Scope):
		s.Why = ""
	case s.Why != "":
		s.unavailable = true
	case p.Refused != "" && v.Decision == rule.Ask && r.letPass(g) && s.Set.Mode != "require":
		s.outside, s.Why = true, p.Refused
	default:
		s.Runs, s.Profile = true, p
		if g.opt.Stopped != nil && p.Refused == "" && v.Decision != rule.Deny &&
			(decide.Effective(v) == rule.Allow || r.Unheard(g) == "") {
			s.stopped, s.instead = g.opt.Stopped(g, r)
		}
	}
}

// Confined is the profile of a run of the call. more are rights beside those of the session, the
// project and the user.
func (r *Result) Confined(g *Gate, more []history.Right) *confine.Profile {
	s := r.Sandbox
	p := confine.For(r.toConfine(g, more))
	if s.Settled == 0 {
		return p
	}
	if s.ask.Need&decide.HideSecrets != 0 && p.Secrets == "home" {
		p.Secrets = "project"
	}
	if s.ask.Need&decide.NoNetwork != 0 {
		p.Network, p.Publish = sandbox.NetNone, sandboxconf.Publish{}
		p.Allow, p.Localhost, p.Deny, p.DenyResolved, p.Reasons = nil, nil, nil, nil, nil
	}
	return p
}

// Exact replaces the paths of a profile by what they led to when the call was judged. If a link
// takes the place of one before the run begins, nothing runs.
func (r *Result) Exact(p *sandbox.Profile) {
	if r.places == nil {
		return
	}
	for _, list := range [...][]string{p.Write, p.Read, p.Lift} {
		for i := range list {
			if to, ok := r.places.Target(list[i]); ok {
				list[i] = to
			}
		}
	}
	p.Exact = true
}

// toConfine is what a profile of the call is derived from.
func (r *Result) toConfine(g *Gate, more []history.Right) *confine.Call {
	call := r.Call
	store := history.In(g.opt.ConfigHome)
	rights := append(store.Rights(store.Session(call.Session), r.Project), more...)
	return &confine.Call{Facts: r.Facts, Set: r.Sandbox.Set, Home: g.opt.Home, Project: r.Project,
		Dir: r.dir, Scratch: Scratch(r.Settings.RedirectTarget), Session: call.Session,
		Rights: rights, Vouched: r.letPass(g),
		Settled: r.Verdict.Answered, Disk: &confine.OS{}, Getenv: os.Getenv}
}

// mixesService reports whether a call does more than use a service of the machine, or may not use
// it at all. If a rule lets such a call pass, it runs confined, where it cannot reach the service.
// A person who is asked may let all of it run outside.
func (r *Result) mixesService(g *Gate) bool {
	return r.Sandbox.ask.Served && r.Verdict.Decision == rule.Allow &&
		!confine.FreeBesideClients(r.toConfine(g, nil))
}

// letPass reports whether a rule or a person lets the call pass, and not the sandbox. If a question
// can be lost, no person does.
func (r *Result) letPass(g *Gate) bool {
	v := &r.Verdict
	return r.Sandbox.Settled == 0 && (v.Decision == rule.Allow ||
		!g.opt.Unheard && r.Call.Mode != "bypassPermissions")
}

// Opens are the rights that a run gets because a person is asked about the call: its paths and
// hosts.
func (r *Result) Opens(g *Gate) (rights []history.Right) {
	s := r.Sandbox
	if r.Verdict.Decision != rule.Ask || !s.Runs || s.Settled != 0 {
		return nil
	}
	call := r.toConfine(g, nil)
	call.Vouched = false
	without := confine.For(call)
	add := func(kind string, with, without []string) {
		for _, name := range with {
			if !slices.Contains(without, name) {
				rights = append(rights, history.Right{Kind: kind, Name: name})
			}
		}
	}
	add("write", s.Profile.Write, without.Write)
	add("host", s.Profile.Allow, without.Allow)
	return rights
}

// String says how the call runs, for the log; "" where the sandbox is off or does not concern it. s
// may be nil.
func (s *Sandbox) String() string {
	switch {
	case s == nil:
		return ""
	case s.Runs:
		return s.Profile.String()
	case s.Why != "":
		return "none: " + s.Why
	}
	return ""
}
