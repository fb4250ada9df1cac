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
	// asks that a run in the sandbox settles come behind those that stay
	confined bool
}

func (d *Decider) tally() tally { return tally{confined: d.Confine != nil} }

// add keeps the first hit of each tier; one that is sure comes before one that is not, and lets one
// that asks of itself, and says why, be sure. Of those that are not sure one that asks comes first:
// that it may be what a rule denies is said only where nothing else is to say.
func (t *tally) add(h rule.Hit) {
	switch best := &t.best[h.Tier]; {
	case !t.has[h.Tier]:
		t.has[h.Tier], *best = true, h
	case t.confined && h.Decision == rule.Ask && stays(&h) != stays(best):
		if stays(&h) {
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
				o.why = about("Not all of it is known before it runs, and it may be what a rule is about",
					h.Info)
			}
			return o, true
		}
	}
	return opinion{}, false
}

// about adds what a rule says of itself to a text.
func about(text string, i *rule.Info) string {
	if i.Description == "" {
		return text
	}
	return text + ": " + i.Description
}

// unknownPath is why a path that is not known is asked about: any rule may be about it, so that
// none is the reason, unless something is known of the path, or it is a pattern.
func unknownPath(kind fact.EffectKind, p *fact.Path, o *opinion) string {
	done, does := "", ""
	switch kind {
	case fact.Read:
		done, does = "is read", "reads"
	case fact.Write, fact.Append:
		done, does = "is written", "writes"
	case fact.Delete:
		done, does = "is deleted", "deletes"
	case fact.Meta:
		done, does = "gets another mode or owner", "changes the mode or owner of"
	default:
		return o.why
	}
	switch {
	case p.Written == "" && !p.Known && p.Abs == "":
		return "it " + does + " files that the call does not name"
	case p.Written == "":
		return o.why
	case p.Known && p.Glob:
		return about("among the files that "+p.Written+" stands for may be one that a rule is about, "+
			"so write their names", o.info)
	case p.Known:
		return o.why
	case p.Abs != "" || p.Tail != "":
		return about("the file that "+done+" cannot be known before it runs: "+p.Written+
			"; write its name in the command, since a rule may be about it", o.info)
	}
	return "the file that " + done + " cannot be known before it runs: " + p.Written +
		"; write its name in the command"
}

// unknownWord is why a command is asked about of which a word is not known: it may be an option or
// a name that the rule is about.
func unknownWord(c *fact.Command, o *opinion) string {
	if len(c.Argv) < 2 {
		return o.why
	}
	for i := range c.Argv[1:] {
		w := &c.Argv[i+1]
		switch {
		case w.IsLiteral():
		case w.Written != "":
			return about(w.Written+" cannot be known before it runs, so write what it stands for; "+
				"it may be what a rule is about", o.info)
		default:
			return about("what is handed to "+c.Name+" cannot be known before it runs, and may be what a "+
				"rule is about", o.info)
		}
	}
	return o.why
}

// unspoken is why a command is asked about of which no rule speaks.
func unspoken(c *fact.Command) string {
	switch {
	case c.Name == "" || c.Kind != fact.Simple:
		return ""
	case strings.Contains(c.Name, "/"):
		return "no rule speaks of the program " + c.Name + ", and what it does is not known"
	case !c.Known:
		return "no rule speaks of " + c.Name + ", and what it does is not known"
	}
	for k := range c.Effects {
		e := &c.Effects[k]
		switch {
		case e.Guess:
		case e.Kind == fact.Exec && (strings.HasPrefix(e.Detail, "runs ") ||
			strings.HasPrefix(e.Detail, "imports ")):
			return "no rule lets it pass that " + c.Name + " " + e.Detail
		case e.Kind == fact.Exec:
			return "no rule lets it pass that " + c.Name + " runs code"
		case e.Kind == fact.VCSLoss:
			return "no rule lets it pass that " + c.Name + " takes back what is not committed"
		case e.Kind == fact.Network && e.Host != "":
			return "no rule lets it pass that " + c.Name + " contacts " + e.Host
		case e.Kind == fact.Network:
			return "no rule lets it pass that " + c.Name + " contacts another machine"
		}
	}
	return "no rule lets this use of " + c.Name + " pass"
}
