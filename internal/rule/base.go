package rule

import "github.com/fencepost/fencepost/internal/fact"

// Base is a generated rule set that has no rules. The type of a preset embeds it, and has a method
// of its own for each kind of rules that the preset has.
type Base struct {
	Preset    string    // its name
	Scalars   *Settings // nil for none
	InfoTable string    // what is said of each rule, for InfoAt
}

var noSettings Settings

func (b *Base) Name() string { return b.Preset }

// Settings returns static data.
func (b *Base) Settings() *Settings {
	if b.Scalars == nil {
		return &noSettings
	}
	return b.Scalars
}

// Infos is what is said of each rule, for InfoAt.
func (b *Base) Infos() string { return b.InfoTable }

func (*Base) Normalise(*Subject, func(*Regexp))                   {}
func (*Base) Tool(string, func(Hit))                              {}
func (*Base) Words(*Subject, func(Hit))                           {}
func (*Base) Redirect(*fact.Redirect, fact.Places, func(Hit))     {}
func (*Base) Effect(*fact.Effect, fact.Places, func(Hit))         {}
func (*Base) Together(Together, func(Hit))                        {}
func (*Base) Code(string, *fact.CodeFact, fact.Places, func(Hit)) {}
