package gate

import (
	"os"
	"slices"

	"github.com/fencepost/fencepost/internal/agent"
	"github.com/fencepost/fencepost/internal/decision/confine"
	"github.com/fencepost/fencepost/internal/decision/decide"
	"github.com/fencepost/fencepost/internal/rule"
	"github.com/fencepost/fencepost/internal/rule/sandboxconf"
	"github.com/fencepost/fencepost/internal/sandbox"
	"github.com/fencepost/fencepost/internal/sandbox/history"
)

// This file joins the gate and the sandbox: what nobody can predict runs confined in place of a
// question, as long as it is certain that it does.

// Sandbox is how a call runs that the settings of the sandbox are about.
type Sandbox struct {
	Set     *sandboxconf.Settings // effective
	Runs    bool                  // it runs confined, if it runs
	Why     string                // why not, as a clause; "" where the scope of the settings leaves it out
	Profile *confine.Profile      // nil where it does not run confined
	Settled decide.Answer         // what the run settles that else a person would be asked about

	need decide.Need
	ask  *decide.Confine
}

// sandboxed prepares the decision about a call for a sandbox that is switched on; nil if there is
// none, or the call runs no shell text.
func (r *Result) sandboxed(g *Gate) *decide.Confine {
	r.Sandbox = nil
	if !r.Settings.Sandbox.On() || !agent.RunsShell(r.Call) {
		return nil
	}
	set := r.Settings.Sandbox.Effective()
	why := g.unconfined()
	x := decide.NewConfine(set)
	x.Live, x.Fetches, x.Granted = why == "", confine.FromRegistry, r.grantedHosts(g)
	r.Sandbox = &Sandbox{Set: set, Why: why, ask: x}
	return x
}

// grantedHosts looks up, when it is asked, which hosts a person has granted to runs of the session, the
// project and the user.
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
	return "nothing wraps the commands of " + g.agent.Name()
}

// confine says how a call runs that was judged, and decides about one that should run confined and
// does not.
func (r *Result) confine(g *Gate) {
	s := r.Sandbox
	if s == nil || r.Facts == nil {
		return
	}
	s.Settled, s.need = s.ask.Settled, s.ask.Need
	v := &r.Verdict
	switch {
	case v.Decision == rule.Deny && v.Cause != rule.ByChain:
		s.Settled, s.Why = 0, ""
		return
	case s.ask.Outside != "" && !r.mixed(g):
		s.Why = s.ask.Outside
		return
	case v.Cause == rule.ByInput:
		s.Settled = 0
	}
	p := r.Confined(g, nil)
	if s.Settled == 0 && !p.Wants(s.Set.Scope) {
		s.Why = ""
		return
	}
	if s.Why != "" {
		r.unavailable()
		return
	}
	if p.Refused != "" && v.Decision == rule.Ask && r.letPass(g) && s.Set.Mode != "require" {
		// Who says yes lets it run as without a sandbox.
		s.Why = p.Refused
		v.Note = noted(v.Note, "it would run outside the sandbox: "+p.Refused)
		return
	}
	s.Runs, s.Profile = true, p
	if p.Refused != "" {
		*v = rule.Verdict{Decision: rule.Deny, Cause: rule.ByHazard, Command: subject(r.Call),
			Rule: "sandbox", Description: p.Refused}
		return
	}
	if v.Confined != "" {
		v.Confined = p.String()
	}
}

// Confined is the profile of a run of the call, which has more rights than those of the session, the
// project and the user.
func (r *Result) Confined(g *Gate, more []history.Right) *confine.Profile {
	s := r.Sandbox
	p := confine.For(r.toConfine(g, more))
	if s.Settled == 0 {
		return p
	}
	if s.need&decide.HideSecrets != 0 && p.Secrets == "home" {
		p.Secrets = "project"
	}
	if s.need&decide.NoNetwork != 0 {
		p.Network, p.Publish = sandbox.NetNone, sandboxconf.Publish{}
		p.Allow, p.Localhost, p.Deny, p.DenyResolved, p.Reasons = nil, nil, nil, nil, nil
	}
	return p
}

// Exact names in a profile of the call what its paths lead to, as it was judged. A link that takes the
// place of one until the run begins has nothing run.
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
		Dir: runDir(call, workingDir(call)), Scratch: Scratch(r.Settings.RedirectTarget), Session: call.Session,
		Rights: rights, Vouched: r.letPass(g),
		Settled: r.Sandbox.Settled != 0 && r.Verdict.Decision == rule.Allow, Disk: &confine.OS{}, Getenv: os.Getenv}
}

// mixed reports whether a call that a rule lets pass, and of which a service of the machine does a
// part, runs other code as well, or is not certain to have the service do it: then it runs confined,
// where the service is not reached. A person who is asked may let all of it run outside.
func (r *Result) mixed(g *Gate) bool {
	return r.Sandbox.ask.Served && r.Verdict.Decision == rule.Allow &&
		!confine.FreeBesideClients(r.toConfine(g, nil))
}

// letPass reports whether the call passes by what is known of it, or will have been let pass by a
// person: not since the sandbox keeps what it does. Where a question can be lost nobody has.
func (r *Result) letPass(g *Gate) bool {
	v := &r.Verdict
	return r.Sandbox.Settled == 0 && (v.Decision == rule.Allow ||
		!g.opt.Unheard && r.Call.Mode != "bypassPermissions")
}

// Opens are the rights that a run of the call has since a person is asked about it: the paths and
// hosts that stand in it.
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

// unavailable decides about a call that should run confined, and does not. With the mode auto the
// sandbox answers what else a person is asked about, so that no more than that is lost. With require
// nothing of its scope runs without it.
func (r *Result) unavailable() {
	s, v := r.Sandbox, &r.Verdict
	if s.Settled != 0 && v.Decision == rule.Ask {
		v.Note = noted(v.Note, "it would run confined, but "+s.Why)
	}
	required := s.Set.Mode == "require"
	switch {
	case s.Settled == 0 && !required:
		return
	case s.Set.OnUnavailable == "deny":
		r.refuse(rule.Deny)
	case s.Set.OnUnavailable == "ask" && v.Decision == rule.Allow:
		r.refuse(rule.Ask)
	}
}

// refuse asks about a call, or denies it, since it would not run in the sandbox.
func (r *Result) refuse(d rule.Decision) {
	s, v := r.Sandbox, &r.Verdict
	key := "sandbox.onUnavailable: "
	*v = rule.Verdict{Decision: d, Cause: rule.ByHazard, Command: subject(r.Call), Compound: v.Compound,
		Updated: v.Updated, Moved: v.Moved, Required: v.Required,
		Rule: key + d.String(), Description: "it has to run in the sandbox, but " + s.Why}
}

func noted(note, more string) string {
	if note == "" {
		return more
	}
	return note + "; " + more
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
