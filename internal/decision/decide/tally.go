package decide

import (
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/rule"
)

// tally collects the hits about one thing and lets the first tier with a hit decide (rule.Tier).
type tally struct {
	best [rule.TierDefault + 1]rule.Hit
	has  [rule.TierAllow + 1]bool // no rule hits in the tier behind

	own      bool // a rule of the person's own allows it
	confined bool // asks that a run in the sandbox settles come behind those that stay
}

// add keeps the first hit of each tier. A sure one comes before an unsure one, and makes an unsure
// one sure that asks and says why. Of two unsure ones that of a rule that asks comes before that of
// a rule that denies.
func (t *tally) add(h rule.Hit) {
	t.own = t.own || h.Decision == rule.Allow && !h.Maybe && h.Info.Name == ""
	switch best := &t.best[h.Tier]; {
	case !t.has[h.Tier]:
		t.has[h.Tier], *best = true, h
	case t.confined && h.Decision == rule.Ask && isUnsettled(&h) != isUnsettled(best):
		if isUnsettled(&h) {
			*best = h
		}
	case !best.Maybe:
	case h.Maybe:
		if best.Info.Decides == rule.Deny && h.Info.Decides == rule.Ask && best.Decision == h.Decision {
			*best = h
		}
	case h.Info.Description == "" && best.Decision == h.Decision && best.Info.Decides == rule.Ask:
		best.Maybe = false
	default:
		*best = h
	}
}

// opinion is that of the first tier with a hit; ok is false where no rule said anything.
func (t *tally) opinion() (o opinion, ok bool) {
	for tier := rule.TierDeny; tier <= rule.TierAllow; tier++ {
		if t.has[tier] {
			h := &t.best[tier]
			o = opinion{decision: h.Decision, cause: rule.ByRule, info: h.Info, maybe: h.Maybe}
			if h.Maybe {
				o.why = describe("Fencepost cannot see all of it, so a rule may apply", h.Info)
			}
			return o, true
		}
	}
	return opinion{}, false
}

// describe adds what a rule says of itself to a text.
func describe(text string, i *rule.Info) string {
	if i.Description == "" {
		return text
	}
	return text + ": " + i.Description
}

// unknownPath is why an unknown path is asked about. Any rule may be about it, so that no rule is
// the reason, unless a part of the path is known, or it is a pattern.
func unknownPath(kind fact.EffectKind, p *fact.Path, o *opinion) string {
	does := ""
	switch kind {
	case fact.Read:
		does = "reads"
	case fact.Write, fact.Append:
		does = "writes"
	case fact.Delete:
		does = "deletes"
	case fact.Meta:
		does = "changes the mode or owner of"
	default:
		return o.why
	}
	switch {
	case p.Written == "" && !p.Known && p.Abs == "":
		return "it " + does + " files that the call does not name"
	case p.Written == "":
		return o.why
	case p.Known && p.Glob:
		return describe("the pattern "+p.Written+" may match a file that a rule is about. Name the files",
			o.info)
	case p.Known:
		return o.why
	case p.Abs != "" || p.Tail != "":
		return describe("it "+does+" "+p.Written+", and fencepost cannot know which file that is. "+
			"A rule may be about it, so write its name", o.info)
	}
	return "it " + does + " " + p.Written + ", and fencepost cannot know which file that is. " +
		"Write its name"
}

// unknownWord is why a command with an unknown word is asked about: it may be an option or a name
// that the rule is about.
func unknownWord(c *fact.Command, o *opinion) string {
	if len(c.Argv) < 2 {
		return o.why
	}
	for i := range c.Argv[1:] {
		w := &c.Argv[i+1]
		switch {
		case w.IsLiteral():
		case w.Written != "":
			return describe("fencepost cannot know the value of "+w.Written+
				". Write the value, since a rule may be about it", o.info)
		default:
			return describe("fencepost cannot know all its arguments, so a rule may apply", o.info)
		}
	}
	return o.why
}

// whyNoRule is why a command that no rule is about is asked about.
func whyNoRule(c *fact.Command) string {
	switch {
	case c.Name == "" || c.Kind != fact.Simple:
		return ""
	case !c.Known:
		return "Fencepost does not know what it does, and no rule allows it"
	}
	for k := range c.Effects {
		e := &c.Effects[k]
		switch {
		case e.Guess:
		case e.Kind == fact.Exec && (strings.HasPrefix(e.Detail, "runs ") ||
			strings.HasPrefix(e.Detail, "imports ")):
			return "It " + e.Detail + ", and no rule allows that"
		case e.Kind == fact.Exec:
			return "It runs code, and no rule allows that"
		case e.Kind == fact.VCSLoss:
			return "It discards changes that are not committed, and no rule allows that"
		case e.Kind == fact.Network && e.Host != "":
			return "It contacts " + e.Host + ", and no rule allows that"
		case e.Kind == fact.Network:
			return "It contacts another machine, and no rule allows that"
		}
	}
	return "No rule allows it"
}
