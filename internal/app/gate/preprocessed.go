package gate

import (
	"github.com/fencepost/fencepost/internal/agent"
	"github.com/fencepost/fencepost/internal/analyze"
	"github.com/fencepost/fencepost/internal/decision/decide"
	"github.com/fencepost/fencepost/internal/rule"
)

// preprocessed judges what the client runs by itself when a call names a skill, a slash command or an
// agent of the project: each command as one of the shell. The strictest verdict counts.
func (r *Result) preprocessed(g *Gate, a *analyze.Analyzer, d *decide.Decider, dir string) {
	client, ok := g.agent.(agent.Preprocessor)
	if !ok {
		return
	}
	for _, text := range client.Preprocessed(r.Call, dir, r.Project, g.opt.Home) {
		v := rule.Verdict{Decision: rule.Ask, Cause: rule.ByInput, Command: r.Call.Tool,
			Description: text.Why}
		facts := r.Facts
		if text.Why == "" {
			facts = a.Shell(text.Shell, dir)
			v = r.verdict(g, d, func(d *decide.Decider) rule.Verdict { return d.Shell(facts) })
			v.Place = text.Place
		}
		if v.Decision > r.Verdict.Decision {
			r.Verdict, r.Facts = v, facts
		}
	}
}
