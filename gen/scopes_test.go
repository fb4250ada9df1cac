package gen_test

import (
	"testing"

	"github.com/fencepost/fencepost/gen"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/rule"
)

// scoped is a generated rule set that is asked as package decide asks it: about what it can speak of,
// as the table of scopes has it. The differential tests compare it with the interpreted one.
type scoped struct {
	rule.RuleSet
	*rule.Scopes
}

func withScope(set rule.RuleSet) scoped {
	number := (gen.Presets{}).Scope(set.Name())
	scopes := &rule.Scopes{Table: (gen.Presets{}).Scopes()}
	scopes.Add(number)
	return scoped{set, scopes}
}

func (s scoped) among(who rule.Speakers) bool { return len(s.Among(who, 0, 1, nil)) > 0 }

func (s scoped) speaks(c *rule.Subject) bool { return s.among(s.Scopes.Words(c)) }

func (s scoped) Infos() string { return s.RuleSet.(interface{ Infos() string }).Infos() }

func (s scoped) Settings() *rule.Settings {
	if !s.Has(0, rule.HasSettings) {
		return &rule.Settings{}
	}
	return s.RuleSet.Settings()
}

func (s scoped) Normalise(c *rule.Subject, use func(*rule.Regexp)) {
	if s.speaks(c) && s.Has(0, rule.HasStrips) {
		s.RuleSet.Normalise(c, use)
	}
}

func (s scoped) Tool(name string, hit func(rule.Hit)) {
	if s.Has(0, rule.HasTools) {
		s.RuleSet.Tool(name, hit)
	}
}

func (s scoped) Words(c *rule.Subject, hit func(rule.Hit)) {
	if s.speaks(c) {
		s.RuleSet.Words(c, hit)
	}
}

func (s scoped) Redirect(r *fact.Redirect, at fact.Places, hit func(rule.Hit)) {
	if s.among(s.Scopes.Redirects()) {
		s.RuleSet.Redirect(r, at, hit)
	}
}

func (s scoped) Effect(e *fact.Effect, at fact.Places, hit func(rule.Hit)) {
	if s.among(s.Scopes.Effect(e.Kind)) {
		s.RuleSet.Effect(e, at, hit)
	}
}

func (s scoped) Together(what rule.Together, hit func(rule.Hit)) {
	if s.Has(0, what.Trait()) {
		s.RuleSet.Together(what, hit)
	}
}

func (s scoped) Code(lang string, f *fact.CodeFact, at fact.Places, hit func(rule.Hit)) {
	if s.Has(0, rule.HasCode) {
		s.RuleSet.Code(lang, f, at, hit)
	}
}

// Of a common command few presets can speak, else the table would be of no use.
func TestScopesAreNarrow(t *testing.T) {
	for _, name := range []string{"git", "npm", "head", "ls", "go", "unknown-program"} {
		c := &fact.Command{Invocation: fact.Invocation{Kind: fact.Simple, Argv: []fact.Word{fact.Lit(name)}},
			Resolution: fact.Resolution{Name: name}}
		asked := 0
		for _, preset := range (gen.Presets{}).Names() {
			set, _ := (gen.Presets{}).Lookup(preset)
			if s := withScope(set); (gen.Presets{}).Scope(preset) > 0 && s.speaks(rule.NewSubject(c, true)) {
				asked++
			}
		}
		if asked > 8 {
			t.Errorf("%d presets are asked about %s", asked, name)
		}
	}
}
