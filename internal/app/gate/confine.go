package gate

import (
	"github.com/fencepost/fencepost/internal/agent"
	"github.com/fencepost/fencepost/internal/rule"
)

// confine is the first of the two adjustments of a verdict: to how the call runs. Where the table
// has no entry the decision stays.
//
//	the call                                     allow    an ask             deny (ByChain)
//	runs confined                                         answered: allow
//	  and was stopped before                     ask      says so
//	  and was stopped before, and nobody hears   deny     deny
//	  but its profile is refused                 deny     deny               deny
//	runs outside, as its profile is refused               says so
//	should run confined, and does not:
//	  that would answer its ask                           says so
//	    onUnavailable: ask                       ask
//	    onUnavailable: deny                      deny     deny               deny
//	  mode: require
//	    onUnavailable: ask                       ask
//	    onUnavailable: deny                      deny     deny               deny
func (r *Result) confine() {
	s, v := r.Sandbox, &r.Verdict
	switch {
	case s.outside: // who says yes lets it run as without a sandbox
		v.Note = joinNotes(v.Note, "; ", "it would run outside the sandbox: "+s.Why)
	case s.unavailable:
		r.applyOnUnavailable()
	case s.Runs:
		if v.Answered {
			v.Decision, v.Alternative, v.Confined = rule.Allow, "", s.Profile.String()
		}
		if s.Profile.Refused != "" {
			*v = rule.Verdict{Decision: rule.Deny, Cause: rule.ByHazard, Command: subject(r.Call),
				Rule: "sandbox", Description: s.Profile.Refused}
		} else if s.stopped != "" && v.Decision != rule.Deny {
			r.askAboutStop()
		}
	}
}

// askAboutStop has a person asked, once, about what a confined run of the call was stopped from.
func (r *Result) askAboutStop() {
	s, v := r.Sandbox, &r.Verdict
	switch command := r.Original.Text("command"); {
	case s.instead != "":
		*v = rule.Verdict{Decision: rule.Deny, Cause: rule.BySandbox, Command: command,
			Description: s.stopped, Alternative: s.instead}
	case v.Decision == rule.Ask:
		v.Note = joinNotes(v.Note, ". ", s.stopped)
	default:
		*v = rule.Verdict{Decision: rule.Ask, Cause: rule.BySandbox, Command: command,
			Description: agent.Capital(s.stopped), Note: v.Note, Updated: v.Updated, Moved: v.Moved,
			Active: v.Active, Required: v.Required, Confined: v.Confined}
	}
}

// applyOnUnavailable is about a call that should run confined, and does not. With the mode auto the
// sandbox answers what else a person is asked about, so that no more than that is lost. With
// require nothing of its scope runs without it.
func (r *Result) applyOnUnavailable() {
	s, v := r.Sandbox, &r.Verdict
	if s.Settled != 0 && v.Decision == rule.Ask {
		v.Note = joinNotes(v.Note, "; ", "it would run confined, but "+s.Why)
	}
	d, _ := rule.ParseDecision(s.Set.OnUnavailable)
	if (s.Settled != 0 || s.Set.Mode == "require") && (d == rule.Deny || d > v.Decision) {
		*v = rule.Verdict{Decision: d, Cause: rule.ByHazard, Command: subject(r.Call),
			Compound: v.Compound, Updated: v.Updated, Moved: v.Moved, Required: v.Required,
			Rule:        "sandbox.onUnavailable: " + d.String(),
			Description: "it has to run in the sandbox, but " + s.Why}
	}
}

func joinNotes(note, by, more string) string {
	if note == "" {
		return more
	}
	return note + by + more
}
