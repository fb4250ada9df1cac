package policy

import (
	"cmp"
	"slices"

	"github.com/fencepost/fencepost/internal/rule"
)

// This file is about organisation policies that are built into a program. An enforced one comes
// before every other layer, and no layer can loosen it. Its rules say so themselves (rule.Info); its
// settings are locked here.

// loadBaked puts the enforced policies in front of everything, each behind its imports, which are a
// part of it.
func (p *Policy) loadBaked(baked []rule.Baked) {
	p.Baked = baked
	p.enforce(baked, false)
	for i := range p.handed {
		p.Baked = append(p.Baked[:len(p.Baked):len(p.Baked)], p.handed[i].baked...)
		p.enforce(p.handed[i].baked, true)
	}
}

// enforcedBy is an enforced policy, or all those that are built in.
type enforcedBy struct {
	sets   int           // its rule sets end here
	locked rule.Settings // what it and those before it set
}

// enforce adds the enforced ones among some policies.
func (p *Policy) enforce(baked []rule.Baked, handedOut bool) {
	from := len(p.Sets)
	for i := range baked {
		b := &baked[i]
		if p.standard == "" {
			p.standard = b.Default
		}
		if b.Enforced && !p.importPreset(b.Preset) && !handedOut { // of those that is known already
			p.Errors = append(p.Errors, Problem{File: b.Src,
				Text: "this program lacks a part of the organisation policy " + Quote(b.Preset),
				Mend: "build it anew"})
		}
	}
	if len(p.Sets) == from {
		return
	}
	if handedOut {
		later := len(p.enforcedBy) > 0
		for i, set := range p.Sets[from:] {
			p.Sets[from+i] = enforcedSet(set, later)
		}
	}
	if p.Enforced = len(p.Sets); len(p.enforcedBy) == 0 {
		p.Apart = p.Enforced
	}
	p.enforcedBy = append(p.enforcedBy, enforcedBy{sets: p.Enforced})
}

// enforced is a rule set of an enforced policy that was handed out. What such a policy imports is a
// part of it.
type enforced struct {
	filtered
	later bool // another one stands above it, whose questions it does not answer
}

func enforcedSet(set rule.RuleSet, later bool) rule.RuleSet {
	if own, ok := set.(*ruleSet); ok && own.doc.Baked.Enforced == rule.True && !later {
		return set // its rules say so themselves
	}
	e := &enforced{later: later}
	e.filtered = filtered{set, e}
	return e
}

func (e *enforced) hears(h *rule.Hit) bool {
	if h.Info != nil && !h.Info.Enforced {
		marked := *h.Info
		marked.Enforced = true
		h.Info = &marked
	}
	switch h.Tier {
	case rule.TierAsk:
		h.Tier = rule.TierEnforcedAsk
	case rule.TierScopedAllow, rule.TierEnforcedAllow:
		if h.Tier = rule.TierEnforcedAllow; e.later {
			h.Tier = rule.TierScopedAllow
		}
	}
	return true
}

// Standard is the name of the preset that applies where there is no config file.
func (p *Policy) Standard() string { return cmp.Or(p.standard, DefaultPreset) }

// mergeSettings merges the settings of all rule sets, and locks those of the enforced ones.
func (p *Policy) mergeSettings() {
	s := &p.Settings
	from := 0
	for i := range p.enforcedBy {
		by := &p.enforcedBy[i]
		p.mergeSets(s, from, by.sets)
		if i > 0 {
			lock(s, &p.enforcedBy[i-1].locked)
		}
		by.locked, from = *s, by.sets
	}
	// merging may leave the list of a preset, which is not ours to change
	s.Require = slices.Clone(s.Require)
	for i := range s.Require {
		s.Require[i].Enforced = true
	}
	p.locked = *s
	trusted := len(p.Sets) - p.Untrusted
	p.mergeSets(s, p.Enforced, trusted)
	if p.Enforced > 0 {
		lock(s, &p.locked)
	}
	p.below = *s
	for _, set := range p.Sets[trusted:] {
		p.mergeUntrusted(set)
	}
}

// mergeSets merges the settings of some rule sets.
func (p *Policy) mergeSets(s *rule.Settings, from, to int) {
	for i, set := range p.Sets[from:to] {
		if p.Scopes.Has(from+i, rule.HasSettings) {
			merge(s, set.Settings())
		}
	}
}

// lockedAbove is what the enforced policies set that stand above a rule set; nil for none.
func (p *Policy) lockedAbove(n int) (above *rule.Settings) {
	for i := range p.enforcedBy {
		if p.enforcedBy[i].sets <= n {
			above = &p.enforcedBy[i].locked
		}
	}
	return above
}

// lock puts back what an enforced policy sets. Of two decisions the more restrictive one stays,
// whoever set it; everything else is as the policy has it. A value that the policy leaves open is
// locked, too, if it could make what the policy sets pointless.
func lock(s, org *rule.Settings) {
	s.Default = max(s.Default, org.Default)
	s.ReadOnly = max(s.ReadOnly, org.ReadOnly)
	// No rule can speak of what could not be read, so these two are never looser than the built-in
	// ask.
	s.OnError = notBelow(s.OnError, org.OnError)
	s.Dynamic = notBelow(s.Dynamic, org.Dynamic)
	set(&s.OutputAllow, org.OutputAllow)
	set(&s.DiscourageChaining, org.DiscourageChaining)
	set(&s.OfferManualRun, org.OfferManualRun)
	set(&s.ProjectRead, org.ProjectRead)
	set(&s.ProjectUnchanged, org.ProjectUnchanged)
	set(&s.RedirectTmp, org.RedirectTmp)
	set(&s.RedirectTarget, org.RedirectTarget)
	set(&s.GuidanceEnabled, org.GuidanceEnabled)
	set(&s.GuidanceDefaults, org.GuidanceDefaults)
	lockMode(s, org)
	if org.Sandbox != nil {
		s.Sandbox = s.Sandbox.Lock(org.Sandbox)
	}
	if len(org.GuidanceExtra) > 0 && org.GuidanceEnabled == rule.BoolUnset {
		s.GuidanceEnabled = rule.True // the policy has something to say
	}
	if org.AuditEnabled != rule.BoolUnset || org.AuditPath != "" || org.AuditMaxBytes != 0 ||
		org.AuditKeepSet {
		s.AuditEnabled, s.AuditPath, s.AuditMaxBytes = org.AuditEnabled, org.AuditPath, org.AuditMaxBytes
		s.AuditKeep, s.AuditKeepSet = org.AuditKeep, org.AuditKeepSet
	}
}

// lockMode locks the mode. A mode takes the place of `default`, so a policy that sets the one
// decides about the other; and what a mode permits depends on where the scratch directory is.
func lockMode(s, org *rule.Settings) {
	if locksMode(org) {
		s.Mode = org.Mode
	}
	if org.Mode != rule.ModeUnset {
		s.RedirectTarget = org.RedirectTarget
	}
}

func locksMode(org *rule.Settings) bool {
	return org.Mode != rule.ModeUnset || org.Default != rule.Unset
}

// LocksMode reports whether an enforced policy decides about the mode, so that nobody else can set
// one.
func (p *Policy) LocksMode() bool { return locksMode(&p.locked) }

func notBelow(d, least rule.Decision) rule.Decision {
	if least == rule.Unset && d != rule.Unset {
		least = rule.Ask
	}
	return max(d, least)
}

// srcOf names a rule set as the origin of a setting.
func (p *Policy) srcOf(set rule.RuleSet) string {
	for i := range p.Baked {
		if p.Baked[i].Preset == set.Name() {
			return "organisation policy " + set.Name()
		}
	}
	return "preset " + set.Name()
}

// Conflicts compares enforced policies, each given as its documents in the order in which they
// apply: two that set a single value differently cannot both hold.
func Conflicts(policies [][]*Document) []Problem {
	var found []Problem
	for i := range policies {
		for k := range i {
			found = append(found, conflicts(replay(policies[k]), replay(policies[i]))...)
		}
	}
	return found
}

// setBy is a scalar with the document that sets it.
type setBy struct {
	Value
	doc *Document
}

// replay returns the scalars that documents set, in the order of the format; those that none sets
// have no doc.
func replay(docs []*Document) []setBy {
	out := make([]setBy, len(allValues(&rule.Settings{}, true)))
	for _, doc := range docs {
		s := doc.Settings()
		for i, v := range allValues(&s, true) {
			if v.Value != "" {
				out[i] = setBy{v, doc}
			}
		}
	}
	return out
}

func conflicts(a, b []setBy) []Problem {
	var found []Problem
	add := func(a, b *setBy, mend string) {
		p := b.doc.ScalarPos(b.Key)
		found = append(found, Problem{File: b.doc.File, Line: max(p.Line, 1), Col: p.Col,
			Text: b.Key + ": " + b.Value.Value + " contradicts " + a.Key + ": " + a.Value.Value +
				" of another enforced policy (" + a.doc.scalarSrc(a.Key) + ")", Mend: mend})
	}
	find := func(list []setBy, key string) *setBy {
		for i := range list {
			if list[i].Key == key && list[i].doc != nil {
				return &list[i]
			}
		}
		return nil
	}
	for i := range a {
		if a[i].doc != nil && b[i].doc != nil && a[i].Value != b[i].Value {
			add(&a[i], &b[i], "remove one of the two, or make them equal")
		}
	}
	for _, pair := range [][2][]setBy{{a, b}, {b, a}} {
		mode, standard := find(pair[0], "mode"), find(pair[1], "default")
		if mode != nil && standard != nil && find(pair[1], "mode") == nil {
			add(mode, standard, "a mode takes the place of default: remove one of the two")
		}
	}
	return found
}
