package gate

import (
	"github.com/fencepost/fencepost/internal/agent"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/rule"
)

// fitToAgent is the second of the two adjustments of a verdict, and the last: what the agent cannot
// be told becomes a deny that says why. All else stays.
//
//	verdict                          the agent               becomes
//	an ask                           puts it to nobody       deny
//	an allow that has to be confined cannot be told how      deny
func (r *Result) fitToAgent(g *Gate) {
	v, s := &r.Verdict, r.Sandbox
	switch {
	case v.Decision == rule.Ask:
		if why := r.Unheard(g); why != "" {
			*v = agent.Muted(v, why, g.agent.Approve(r.Call, v))
		}
	case v.Decision == rule.Allow && s != nil && s.Runs && g.opt.Rewrite != nil:
		if input, ok := g.opt.Rewrite(r); ok {
			v.Updated = input
			return
		}
		*v = rule.Verdict{Decision: rule.Deny, Cause: rule.ByError, Command: v.Command,
			Description: "it has to run in the sandbox, and " + g.opt.Agent + " cannot be told how"}
	}
}

// Unheard says why the agent would put a question about the call to nobody; "" if a person hears it.
func (r *Result) Unheard(g *Gate) string { return g.agent.Mute(r.Call, r.Facts, r.places) }

// Unreadable is the result for an input that holds no call that can be read.
func (g *Gate) Unreadable(call *fact.Call, err error) *Result {
	r := &Result{Call: call, Original: call, Verdict: rule.Verdict{Decision: rule.Ask,
		Cause: rule.ByInput, Description: err.Error()}}
	r.fitToAgent(g)
	return r
}
