package policy

import (
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/rule"
)

// filtered is a rule set whose hits a hearer drops or changes. Its name, its settings and what it
// strips from commands stay as they are.
type filtered struct {
	rule.RuleSet
	by hearer
}

// hearer says which hits are heard, and changes those that mean something else.
type hearer interface {
	hears(h *rule.Hit) bool
}

func (f filtered) Tool(name string, hit func(rule.Hit)) {
	f.RuleSet.Tool(name, f.heard(hit))
}

func (f filtered) Words(s *rule.Subject, hit func(rule.Hit)) {
	f.RuleSet.Words(s, f.heard(hit))
}

func (f filtered) Redirect(r *fact.Redirect, at fact.Places, hit func(rule.Hit)) {
	f.RuleSet.Redirect(r, at, f.heard(hit))
}

func (f filtered) Effect(e *fact.Effect, at fact.Places, hit func(rule.Hit)) {
	f.RuleSet.Effect(e, at, f.heard(hit))
}

func (f filtered) Together(what rule.Together, hit func(rule.Hit)) {
	f.RuleSet.Together(what, f.heard(hit))
}

func (f filtered) Code(lang string, c *fact.CodeFact, at fact.Places, hit func(rule.Hit)) {
	f.RuleSet.Code(lang, c, at, f.heard(hit))
}

func (f filtered) heard(hit func(rule.Hit)) func(rule.Hit) {
	return func(h rule.Hit) {
		if f.by.hears(&h) {
			hit(h)
		}
	}
}
