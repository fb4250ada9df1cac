package policy

import (
	"github.com/fencepost/fencepost/internal/rule"
)

// TrustState is what trust says of a project's config.
type TrustState uint8

const (
	NoConfig   TrustState = iota // the project has none
	Restricts                    // it only restricts, so that trust makes no difference
	Trusted                      // a person has trusted exactly this
	NotTrusted                   // nobody has: it can only restrict
	Changed                      // it has changed since somebody trusted it: it can only restrict
)

// String is the state in words that follow "the project's config is".
func (t TrustState) String() string {
	return [...]string{NoConfig: "not there", Restricts: "restricting only", Trusted: "trusted",
		NotTrusted: "not trusted", Changed: "changed since it was trusted"}[t]
}

// loadProject reads the project's config. What may loosen in it counts once a person has trusted
// it; until then the preset that applies without a person's config stays below it, and it can only
// restrict.
func (p *Policy) loadProject(src *Source, found *located) {
	person := p.says
	l := p.read(found)
	p.refuseHandedOut(l.docs)
	if len(l.docs) == 0 && len(src.Inner) == 0 || len(p.Errors) > 0 {
		p.add(l, restricted)
		return
	}
	p.sources, p.projectDir = l.sources, src.Project
	if src.Found.Is {
		p.projectDir = src.Found.Dir
	}
	if p.trusts(src, &l, person) {
		p.add(l, inFull)
		l = layer{}
	} else if !person {
		p.importStandard()
	}
	for i := range src.Inner {
		more := p.read(src.Inner[i].found)
		p.refuseHandedOut(more.docs)
		l.docs = append(l.docs, more.docs...)
	}
	if len(l.docs) > 0 {
		p.restrict(l)
	}
}

// trusts reports whether all that the project's config says counts. The person's folder is asked
// only where that makes a difference: where something loosens, or where no config of the person's
// stands below.
func (p *Policy) trusts(src *Source, l *layer, person bool) bool {
	if len(l.docs) == 0 {
		p.Trust = NotTrusted
		return false
	}
	if counts := src.Trusted || len(src.ForProject) > 0; counts || src.Foreign {
		p.Trust = NotTrusted
		if counts {
			p.Trust = Trusted
		}
		return counts
	}
	if person && !p.loosens(l.docs) && len(src.Inner) == 0 && !src.Found.ByConfig() {
		p.Trust = Restricts
		return false
	}
	ok, changed := trusted(p.home, p.projectDir, sum(p.projectDir, l.sources))
	switch {
	case ok:
		p.Trust = Trusted
	case changed:
		p.Trust = Changed
	default:
		p.Trust = NotTrusted
	}
	return ok
}

// loosens reports whether anything in the documents loosens what the layers that were loaded so far
// say.
func (p *Policy) loosens(docs []*Document) bool {
	b := p.compared()
	for _, doc := range docs {
		if doc.loosensAbove(&b) {
			return true
		}
	}
	return false
}

// compared returns the layers that were loaded so far as something to compare with.
func (p *Policy) compared() below {
	var s rule.Settings
	p.mergeSets(&s, 0, len(p.Sets))
	return below{settings: p.effective(&s), imported: p.imported}
}

// restrict puts the rules of a layer in force that can only restrict.
func (p *Policy) restrict(l layer) {
	p.compare, p.notTrusted = p.compared(), l.docs
	p.compare.imported = p.Presets()
	before := len(p.Sets)
	p.add(l, restricted)
	p.Untrusted = len(p.Sets) - before
	for i, set := range p.Sets[before:] {
		u := &untrusted{stands: p.Trust != Restricts}
		u.filtered = filtered{set, u}
		p.Sets[before+i] = u
	}
}

// mergeUntrusted merges what an untrusted rule set may set.
func (p *Policy) mergeUntrusted(set rule.RuleSet) {
	u, ok := set.(*untrusted)
	if !ok {
		return
	}
	now := p.Effective()
	u.settings = stricter(u.RuleSet.Settings(), &now)
	merge(&p.Settings, &u.settings)
	if p.Enforced > 0 {
		lock(&p.Settings, &p.locked)
	}
}

// ownRules returns the rule set of a document, also from inside the rule sets that wrap it.
func ownRules(set rule.RuleSet) (*ruleSet, bool) {
	switch by := set.(type) {
	case *untrusted:
		set = by.RuleSet
	case *enforced:
		set = by.RuleSet
	}
	own, ok := set.(*ruleSet)
	return own, ok
}

// Below returns what counts in full: the rule sets and the effective settings without those that
// nobody has trusted. A call is judged by them first and by all rule sets after that; the stricter
// verdict counts. An ask that nobody has trusted must not take the place of a deny, which it would
// do if the default, the mode or another tier denies.
func (p *Policy) Below() ([]rule.RuleSet, rule.Settings) {
	return p.Sets[:len(p.Sets)-p.Untrusted], p.effective(&p.below)
}

// Ignored lists what loosens in the config that nobody has trusted, and so does not count.
func (p *Policy) Ignored() []Loosening {
	var list []Loosening
	for _, doc := range p.notTrusted {
		looseIn(doc, &p.compare, func(l Loosening) bool {
			list = append(list, l)
			return true
		})
	}
	return list
}

// ConfigSum is the sum of the project's config as it was read, which a record of trust holds.
func (p *Policy) ConfigSum() string { return sum(p.projectDir, p.sources) }

// IgnoredText says in one sentence that, and how much, is ignored; "" where nothing is.
func (p *Policy) IgnoredText() string {
	list := p.Ignored()
	n := len(list)
	if n == 0 {
		return ""
	}
	text := oneLine(list[0].File)
	if p.Trust == Changed {
		text += " has changed since it was trusted"
	} else {
		text += " is not trusted"
	}
	things := " settings that loosen are ignored"
	if n == 1 {
		things = " setting that loosens is ignored"
	}
	return text + ", " + Number(int64(n), true) + things + "; a person can run `fencepost trust`"
}
