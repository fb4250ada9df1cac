package policy

import (
	"strings"
	"unicode/utf8"

	"github.com/fencepost/fencepost/internal/rule"
)

// untrusted is a rule set of a project's config that nobody has trusted: what the project says
// itself, or a preset that it imports. Allows are not heard, and no text is stripped from commands;
// of the settings those count that are stricter. What is left can still loosen, because an ask
// stands in front of a default that denies: so a call is judged without these rule sets first, and
// they can only make the verdict stricter (Policy.Below).
type untrusted struct {
	filtered
	settings rule.Settings
	stands   bool // an ask of the project stands above the scoped allows of the layers below
}

// Settings are those that are stricter than what the layers below set.
func (u *untrusted) Settings() *rule.Settings { return &u.settings }

// Normalise strips nothing: text that is removed can make a command look like another, which is
// allowed.
func (u *untrusted) Normalise(*rule.Subject, func(*rule.Regexp)) {}

// hears takes what restricts. The words of a stranger's file reach the agent and the person as
// such.
func (u *untrusted) hears(h *rule.Hit) bool {
	if h.Decision != rule.Ask && h.Decision != rule.Deny {
		return false
	}
	_, own := u.RuleSet.(*ruleSet)
	if own && h.Info != nil {
		h.Info = foreign(h.Info)
	}
	if own && u.stands && h.Tier == rule.TierAsk {
		// Trusted, the project would not have the standard preset below it, whose allows would
		// answer the ask.
		h.Tier = rule.TierEnforcedAsk
	}
	return true
}

// maxForeign is how many characters of a text are shown if nobody has trusted its file.
const maxForeign = 160

// foreign marks what a rule says as the words of a file that nobody has trusted. It shows an
// alternative without advising it: the agent is told to follow only those of rules that count in full.
func foreign(i *rule.Info) *rule.Info {
	marked := *i
	marked.Description = "The project's own rule applies, trusted or not (" + oneLine(i.Src) + ")"
	if i.Description != "" {
		marked.Description = "The project's own rule (" + oneLine(i.Src) + ", not trusted) says " +
			quoted(i.Description)
	}
	if i.Alternative != "" {
		marked.Description += " and suggests " + quoted(i.Alternative)
		marked.Alternative = ""
	}
	return &marked
}

// quoted puts a text in quotes, on one line and not too long, so that it cannot pass for our own
// words.
func quoted(s string) string {
	s = oneLine(strings.NewReplacer(`"`, "'", "“", "'", "”", "'").Replace(s))
	if utf8.RuneCountInString(s) > maxForeign {
		s = string([]rune(s)[:maxForeign]) + "…"
	}
	return `"` + s + `"`
}

// oneLine makes blanks of what ends a line, reorders text or steers a terminal.
func oneLine(s string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r >= 0x7f && r <= 0x9f || r >= 0x2028 && r <= 0x202e ||
			r >= 0x2060 && r <= 0x2069 {
			return ' '
		}
		return r
	}, s)
}

// stricter returns what a config may set without trust: values that are stricter than those below,
// and lists that only restrict. It is the part of the table of classes that is about settings, and
// a test compares the two.
func stricter(own, now *rule.Settings) rule.Settings {
	var s rule.Settings
	s.Default = above(own.Default, now.Default)
	s.OnError = above(own.OnError, now.OnError)
	s.ReadOnly = above(own.ReadOnly, now.ReadOnly)
	s.Dynamic = above(own.Dynamic, now.Dynamic)
	if own.OutputAllow == rule.OutputSilent && now.OutputAllow == rule.OutputExplicit {
		s.OutputAllow = own.OutputAllow
	}
	if own.DiscourageChaining == rule.True && now.DiscourageChaining == rule.False {
		s.DiscourageChaining = own.DiscourageChaining
	}
	if own.OfferManualRun == rule.False && now.OfferManualRun == rule.True {
		s.OfferManualRun = own.OfferManualRun
	}
	if own.ProjectRead == rule.False && now.ProjectRead == rule.True {
		s.ProjectRead = own.ProjectRead
	}
	if own.ProjectUnchanged == rule.False && now.ProjectUnchanged == rule.True {
		s.ProjectUnchanged = own.ProjectUnchanged
	}
	s.Protect = own.Protect
	narrowSandbox(&s, own, now)
	return s
}

// above returns d where it is stricter than what holds, which is set.
func above(d, now rule.Decision) rule.Decision {
	if d > now {
		return d
	}
	return rule.Unset
}
