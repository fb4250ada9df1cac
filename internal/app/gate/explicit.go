package gate

import (
	"github.com/fencepost/fencepost/internal/agent"
	"github.com/fencepost/fencepost/internal/decision/decide"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/rule"
)

// vouched reports whether an allow may be printed, which switches the agent's own questions off. It
// may for calls that are wholly known and that a person could have approved once: not in plan mode
// or an unknown mode, not for what neither a rule nor a spec knows, and not for a file outside the
// project and the scratch directory. A tool that runs what the call only names is never vouched
// for, nor is a query or an address that the call hands to another machine.
func (r *Result) vouched() bool {
	v := &r.Verdict
	if !mayPrintAllow(r.Call.Mode) || v.Unvouched ||
		v.Required > rule.WorkspaceWrite && v.Cause == rule.ByMode {
		return false
	}
	f, kind := r.Facts, agent.ToolOf(r.Call.Tool).Kind
	switch {
	case kind == agent.Hidden, kind == agent.Query,
		r.moved != nil && r.Call.Mode == "dontAsk": // as it was written, the agent would have refused it
		return false
	}
	if f == nil || len(f.Hazards) > 0 || !r.effectsInside(f.Effects) {
		return false
	}
	for i := range f.Commands {
		c := &f.Commands[i]
		if len(c.Hazards) > 0 || c.Unjudged != "" || !r.effectsInside(c.Effects) {
			return false
		}
		for k := range c.Redirects {
			d := &c.Redirects[k]
			if d.Exempt || d.Mode == fact.RedirHere || d.Mode == fact.RedirDup {
				continue
			}
			if d.Net || !r.insideProject(&d.Path) {
				return false
			}
		}
	}
	return true
}

// mayPrintAllow reports whether a permission mode is one in which an allow may be printed. In plan
// mode a person has asked for a plan; a mode that is not known may mean as much.
func mayPrintAllow(mode string) bool {
	switch mode {
	case "", "default", "acceptEdits", "auto", "dontAsk", "bypassPermissions":
		return true
	}
	return false
}

// effectsInside reports whether all path effects lie inside the project or the scratch directory,
// and whether no address is given to another machine: it could hold anything that the agent has
// read. Hosts that a program has by itself (git fetch, go mod tidy) are not named in the call.
func (r *Result) effectsInside(effects []fact.Effect) bool {
	for i := range effects {
		switch e := &effects[i]; {
		case e.Kind.HasPath() && !r.insideProject(&e.Path):
			return false
		case e.Kind == fact.Network && e.Host != "" && !decide.ThisMachine(e.Host):
			return false
		}
	}
	return true
}

func (r *Result) insideProject(p *fact.Path) bool {
	if p.Known && p.Abs == "/dev/null" {
		return true
	}
	return rule.Outside(p, []string{".", "$SCRATCH"}, r.places, false) == fact.No
}
