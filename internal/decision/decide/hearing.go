package decide

import (
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/rule"
)

// hearing is what the rule sets are asked about now, and what they have said so far. There is one
// at a time: a Decider keeps its memory, and the functions that rules call, for all that it judges.
type hearing struct {
	tally   tally
	index   int // of the command
	command *fact.Command
	effect  *fact.Effect
	subject rule.Subject
	own     bool   // a rule that is not bundled allows the words
	unknown string // a word that keeps an allow of a preset from covering the command; "" for none
	strips  []*rule.Regexp

	onWords, onEffect func(rule.Hit)
	onStrip           func(*rule.Regexp)
}

// beginHearing begins a hearing about command i, or one of its effects.
func (d *Decider) beginHearing(i int, c *fact.Command, e *fact.Effect) *hearing {
	h := &d.hearing
	if h.onWords == nil {
		h.onWords, h.onEffect = d.wordsHit, d.effectHit
		h.onStrip = func(re *rule.Regexp) { h.strips = append(h.strips, re) }
	}
	h.tally = tally{confined: d.Confine != nil}
	h.index, h.command, h.effect, h.unknown, h.own = i, c, e, "", false
	return h
}

func (d *Decider) wordsHit(hit rule.Hit) {
	h := &d.hearing
	if hit.Decision == rule.Allow && !d.covers(hit.Info) || d.script.root > 0 && d.skipsHit(&hit) {
		return
	}
	h.tally.add(hit)
	h.own = h.own || hit.Decision == rule.Allow && !ofPreset(hit.Info)
	d.trace(Said{Command: h.index, About: h.command.Text, Decision: hit.Decision, Tier: hit.Tier,
		Info: hit.Info})
}

func (d *Decider) effectHit(hit rule.Hit) {
	h := &d.hearing
	if d.script.root > 0 && (d.skipsHit(&hit) || d.skipsUnknownPath(h.effect, &hit) ||
		h.effect.Kind.HasPath() && d.skipsTemporary(&h.effect.Path, &hit) ||
		h.effect.Kind == fact.Delete && d.skipsMissing(&h.effect.Path, &hit)) {
		return
	}
	h.tally.add(hit)
	if e := h.effect; d.Trace != nil {
		d.trace(Said{Command: h.index, Decision: hit.Decision, Tier: hit.Tier, Info: hit.Info,
			About: e.Kind.String() + " " + e.Path.Written + e.Host + e.Variable})
	}
}

// askWords asks some of the rule sets about the words of a command, in the forms that the strip
// expressions of these sets add.
func (d *Decider) askWords(h *hearing, from, to int) {
	if from == to {
		return
	}
	var buf [someAsked]int
	asked := d.Scopes.Among(d.Scopes.Words(&h.subject), from, to, buf[:0])
	h.strips = h.strips[:0]
	for _, i := range asked {
		if d.Scopes.Has(i, rule.HasStrips) {
			d.Sets[i].Normalise(&h.subject, h.onStrip)
		}
	}
	if len(h.strips) > 0 {
		h.subject.Normalise(h.strips)
		asked = d.Scopes.Among(d.Scopes.Words(&h.subject), from, to, buf[:0])
	}
	for _, i := range asked {
		d.Sets[i].Words(&h.subject, h.onWords)
	}
}
