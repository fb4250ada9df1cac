package decide

import (
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/rule"
)

// tally collects the hits about one thing and lets the first tier with a hit decide (design,
// section 6).
type tally struct {
	best [rule.TierDefault + 1]rule.Hit
	has  [rule.TierDefault + 1]bool
}

// add keeps the first hit of each tier; one that is sure comes before one that is not.
func (t *tally) add(h rule.Hit) {
	if !t.has[h.Tier] || t.best[h.Tier].Maybe && !h.Maybe {
		t.best[h.Tier], t.has[h.Tier] = h, true
	}
}

// opinion is that of the first tier with a hit; ok is false where no rule said anything.
func (t *tally) opinion() (o opinion, ok bool) {
	for tier := rule.TierDeny; tier <= rule.TierAllow; tier++ {
		if t.has[tier] {
			h := &t.best[tier]
			o = opinion{decision: h.Decision, cause: rule.ByRule, info: h.Info, maybe: h.Maybe}
			if h.Maybe {
				o.why = "Not all of it is known before it runs, and it may be what a rule is about"
				if h.Info.Description != "" {
					o.why += ": " + h.Info.Description
				}
			}
			return o, true
		}
	}
	return opinion{}, false
}

// unknownPath is why a path that is not known is asked about: any rule may be about it, so that
// none is the reason. why is the reason for one of which more is known.
func unknownPath(kind fact.EffectKind, p *fact.Path, why string) string {
	if p.Known || p.Abs != "" || p.Written == "" {
		return why
	}
	done := "is read"
	switch kind {
	case fact.Write, fact.Append:
		done = "is written"
	case fact.Delete:
		done = "is deleted"
	case fact.Meta:
		done = "gets another mode or owner"
	}
	return "the file that " + done + " cannot be known before it runs: " + p.Written +
		"; write its name in the command"
}
