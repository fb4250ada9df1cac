package gate

import (
	"github.com/fencepost/fencepost/internal/analyze"
	"github.com/fencepost/fencepost/internal/decision/decide"
	"github.com/fencepost/fencepost/internal/rule"
)

// judgePreprocessed judges what the client runs by itself when a call names a skill, a slash
// command or an agent of the project. Each command counts as one of the shell, and the strictest
// verdict as that of the call.
func (r *Result) judgePreprocessed(g *Gate, a *analyze.Analyzer, d *decide.Decider) {
	client := g.agent.Client.Preprocessor
	if client == nil {
		return
	}
	for _, text := range client.Preprocessed(r.Call, r.dir, r.Project, g.opt.Home) {
		v := rule.Verdict{Decision: rule.Ask, Cause: rule.ByInput, Command: r.Call.Tool,
			Description: text.Why}
		facts := r.Facts
		if text.Why == "" {
			facts = a.Shell(text.Shell, r.dir)
			v = r.verdict(g, d, func(d *decide.Decider) rule.Verdict { return d.Shell(facts) })
			v.Place = text.Place
		}
		if v.Decision > r.Verdict.Decision {
			r.Verdict, r.Facts = v, facts
		}
	}
}
