package fence

import (
	"github.com/fencepost/fencepost/internal/agent/claude/skill"
	"github.com/fencepost/fencepost/internal/analyze"
	"github.com/fencepost/fencepost/internal/decide"
	"github.com/fencepost/fencepost/internal/rule"
)

// skill judges what a skill, a slash command or an agent of the project has the client run by itself:
// each command as one of the shell. The strictest verdict counts.
func (r *Result) skill(g *Gate, a *analyze.Analyzer, d *decide.Decider, dir string) {
	find := skill.Finder{Cwd: dir, Project: r.Project, Home: g.opt.Home}
	for _, text := range find.Texts(r.Call) {
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
