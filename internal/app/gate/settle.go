package gate

import (
	"github.com/fencepost/fencepost/internal/agent"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/rule"
)

// This file fits a verdict to the agent that hears it: an ask that nobody would be asked becomes a
// deny, and an allow is only printed where a person could have said yes as well.

// settle fits the verdict to the agent. An allow in place of a question, since the run is confined,
// is printed in any case: else the agent would ask the question itself.
func (r *Result) settle(g *Gate) {
	v := &r.Verdict
	if v.Decision == rule.Ask {
		if why := g.agent.Mute(r.Call, r.Facts, r.places); why != "" {
			*v = agent.Muted(v, why, g.agent.Approve(r.Call, v))
		}
	}
	v.Explicit = v.Decision == rule.Allow && (v.Confined != "" && printable(r.Call.Mode) ||
		r.Settings.OutputAllow == rule.OutputExplicit && r.vouched())
}

// vouched reports whether an allow may be printed, which switches the agent's own questions off. It
// is for calls of which everything is known, and which a person could have approved once: not in
// plan mode or one that is not known, nothing that no rule and no spec speaks of, and no file outside
// the project and the scratch directory. A tool that runs what the call only names is never vouched
// for, nor is a query or an address that the call hands to another machine.
func (r *Result) vouched() bool {
	v := &r.Verdict
	if !printable(r.Call.Mode) || v.Unvouched ||
		v.Required > rule.WorkspaceWrite && v.Cause == rule.ByMode {
		return false
	}
	switch agent.ToolOf(r.Call.Tool).Kind {
	case agent.Hidden, agent.Query:
		return false
	}
	if r.moved != nil && r.Call.Mode == "dontAsk" {
		return false // as it was written, the agent would have refused it
	}
	f := r.Facts
	if f == nil || len(f.Hazards) > 0 || !r.within(f.Effects) {
		return false
	}
	for i := range f.Commands {
		c := &f.Commands[i]
		if len(c.Hazards) > 0 || c.Unjudged != "" || !r.within(c.Effects) {
			return false
		}
		for k := range c.Redirects {
			d := &c.Redirects[k]
			if d.Exempt || d.Mode == fact.RedirHere || d.Mode == fact.RedirDup {
				continue
			}
			if d.Net || !r.inside(&d.Path) {
				return false
			}
		}
	}
	return true
}

// printable reports whether a permission mode is one in which an allow may be printed. In plan mode
// a person has asked for a plan; a mode that is not known may mean as much.
func printable(mode string) bool {
	switch mode {
	case "", "default", "acceptEdits", "auto", "dontAsk", "bypassPermissions":
		return true
	}
	return false
}

// within reports whether all path effects lie inside the project or the scratch directory, and
// whether no address is given to another machine: it could hold anything that the agent has read.
// Hosts that a program has by itself (git fetch, go mod tidy) are not named in the call.
func (r *Result) within(effects []fact.Effect) bool {
	for i := range effects {
		switch e := &effects[i]; {
		case e.Kind.HasPath() && !r.inside(&e.Path):
			return false
		case e.Kind == fact.Network && e.Host != "" && !thisMachine(e.Host):
			return false
		}
	}
	return true
}

func thisMachine(host string) bool {
	return host == "localhost" || host == "127.0.0.1" || host == "::1"
}

func (r *Result) inside(p *fact.Path) bool {
	if p.Known && p.Abs == "/dev/null" {
		return true
	}
	return rule.Outside(p, []string{".", "$SCRATCH"}, r.places, false) == fact.No
}
