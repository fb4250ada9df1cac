// Package rule is the boundary between facts and policy: what a rule set is, what it answers, and
// the predicates that its rules are made of. Generated rule sets (package gen) and interpreted ones
// (package policy) satisfy the same interface and call the same predicates, which is what the
// differential test relies on.
package rule

import (
	"slices"

	"github.com/fencepost/fencepost/internal/fact"
)

// Decision is what happens to a call. The zero Decision is "not set"; a greater one is more
// restrictive.
type Decision uint8

const (
	Unset Decision = iota
	Allow
	Ask
	Deny
)

// String returns the word used in configs and answers; "" for Unset.
func (d Decision) String() string { return wordOf(decisionWords[:], d) }

var decisionWords = [...]string{Allow: "allow", Ask: "ask", Deny: "deny"}

// ParseDecision is the inverse of String.
func ParseDecision(s string) (Decision, bool) {
	i := slices.Index(decisionWords[Allow:], s)
	return Decision(i + 1), i >= 0
}

// Tier orders the sources of a decision about one command: the first tier with a hit wins. The two
// tiers of an enforced policy stand above the scoped allows of everybody else, so that none of
// those answers what the policy asks.
type Tier uint8

const (
	TierDeny Tier = iota + 1
	TierEnforcedAllow
	TierEnforcedAsk
	TierScopedAllow
	TierAsk
	TierAllow
	TierDefault
)

// Number is the tier as people count them, from 1 to 5: those of an enforced policy have the
// numbers of their kind.
func (t Tier) Number() int {
	return [...]int{0: 1, TierDeny: 1, TierEnforcedAllow: 2, TierEnforcedAsk: 3, TierScopedAllow: 2,
		TierAsk: 3, TierAllow: 4, TierDefault: 5}[t]
}

// Info is the static part of a rule: what people and logs are told of it.
type Info struct {
	ID          string // such as "bash.deny: git push"
	Kind        Kind
	Description string
	Alternative string
	Src         string // file:line
	Enforced    bool   // of a policy that no other layer can loosen
	Unseen      bool   // it asks since nobody sees what runs, which a script of the person's own may
	Confined    bool   // it asks about nothing that a sandbox does not bound: a run in one answers it

	Name    string   // by which configs switch the rule; "" where it is not a bundled one
	Decides Decision // where it applies; set with Name
}

// Hit is one rule that applies.
type Hit struct {
	Tier     Tier
	Decision Decision
	Info     *Info
	Maybe    bool // it applies for some value of what is not known
}

// RuleSet is one preset or one config layer.
//
// Each method calls hit for every rule of its kind that applies. Implementations keep no state
// between calls and are safe for concurrent use.
type RuleSet interface {
	// Name is the preset's name or the path of the config file.
	Name() string
	// Settings are the scalars that the rule set sets.
	Settings() *Settings
	// Normalise calls use for each strip expression that applies to commands whose canonical text
	// begins with a prefix.
	Normalise(s *Subject, use func(strip *Regexp))
	// Tool is asked for the name of every tool but those that run shell text.
	Tool(name string, hit func(Hit))
	// Words judges the words of a command: prefixes, checks and argument rules.
	Words(s *Subject, hit func(Hit))
	// Redirect judges one redirection.
	Redirect(r *fact.Redirect, at fact.Places, hit func(Hit))
	// Effect judges one effect.
	Effect(e *fact.Effect, at fact.Places, hit func(Hit))
	// Together judges what the commands of a line do together.
	Together(what Together, hit func(Hit))
	// Code judges one fact about inline code of a language.
	Code(lang string, f *fact.CodeFact, at fact.Places, hit func(Hit))
}

// Applies reports whether a rule with a decision applies, by how sure its predicate is. An allowing
// rule does not if it only may, nor does one that has `unknown: allow`.
func Applies(d, unknown Decision, t fact.Tri) bool {
	return t == fact.Yes || t == fact.Maybe && d != Allow && unknown != Allow
}

// Report calls hit if the rule applies. A restrictive rule that only may asks, unless its `unknown`
// key says otherwise. An allow of a prefix or of a tool is a plain one.
func Report(info *Info, d, unknown Decision, t fact.Tri, hit func(Hit)) {
	if !Applies(d, unknown, t) {
		return
	}
	if t == fact.Maybe {
		if d = Ask; unknown != Unset {
			d = unknown
		}
	}
	tier := TierAsk
	switch {
	case d == Deny:
		tier = TierDeny
	case d == Allow && (info.Kind == PrefixRule || info.Kind == ToolRule):
		tier = TierAllow
	case d == Allow && info.Enforced:
		tier = TierEnforcedAllow
	case d == Allow:
		tier = TierScopedAllow
	case info.Enforced:
		tier = TierEnforcedAsk
	}
	hit(Hit{Tier: tier, Decision: d, Info: info, Maybe: t == fact.Maybe})
}
