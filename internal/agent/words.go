package agent

import (
	"strings"
	"unicode/utf8"

	"github.com/fencepost/fencepost/internal/rule"
)

// The phrases that agents and people read (docs/hooks.md).
const (
	blocked    = "Fencepost: blocked — "
	separately = " Run commands separately rather than chaining with &&."
	insteadUse = " Use this instead: "
)

const (
	maxCommand = 200 // characters of a command that a reason quotes
	maxNamed   = 60  // the same where an alternative follows
)

// confinedReason says what is confined and to what, and what a person would be asked without that.
func confinedReason(v *rule.Verdict) string {
	s := "Fencepost: allowed, since it runs confined: it " + v.Confined + "."
	name := oneLine(orElse(v.Command, "the call"), maxNamed)
	s += " Without the sandbox '" + name + "' requires approval."
	if why := Why(v); why != "" {
		s += " " + sentence(why)
	}
	return s
}

// Reason returns the reason that an answer gives, or would give for an allow that says nothing.
func Reason(v *rule.Verdict, tool string) string {
	switch {
	case v.Decision == rule.Deny:
		return withNote(withPlace(denyReason(v, tool), v), v)
	case v.Decision != rule.Allow:
		return withNote(withPlace(askReason(v, tool), v), v)
	case v.Confined != "":
		return confinedReason(v)
	case v.Rule == "":
		return "Fencepost: allowed."
	case strings.HasPrefix(v.Rule, "bash.allowChecks: "): // nobody reads an expression
		return "Fencepost: allowed by a rule for '" + oneLine(v.Command, maxNamed) + "' (" + v.Src + ")."
	}
	return "Fencepost: allowed by the rule " + oneLine(v.Rule, maxCommand) + "."
}

// withPlace is a reason with the place in a script that it is about, unless it names that.
func withPlace(reason string, v *rule.Verdict) string {
	at := oneLine(v.Place, maxNamed)
	if at == "" || strings.Contains(reason, at) {
		return reason
	}
	return sentence(reason) + " It stands in " + at + "."
}

// withNote is a reason with the note of the verdict behind it.
func withNote(reason string, v *rule.Verdict) string {
	if v.Note == "" {
		return reason
	}
	return sentence(reason) + " " + sentence(Capital(v.Note))
}

// early is the number of characters of a reason within which its alternative should begin: Claude
// Code 2.1.330 shows people about 190, and puts some 30 of its own before them.
const early = 130

// denyReason is addressed to the agent.
func denyReason(v *rule.Verdict, tool string) string {
	if v.Cause == rule.ByConfig {
		return blocked + BrokenConfig(v) + " Every call is denied until a person has fixed it."
	}
	long := maxCommand
	if v.Alternative != "" {
		long = maxNamed
	}
	name := commandName(v, tool, long)
	if !InChain(v) || v.Command == "" {
		reason := denyCause(v, name)
		if v.Alternative == "" {
			return blocked + reason
		}
		first, rest := beforeAlternative(reason, early-len(blocked))
		s := blocked + sentence(first) + insteadUse + v.Alternative
		if rest != "" {
			s = sentence(s) + " " + rest
		}
		return s
	}
	reason := denyCause(v, "it")
	s := blocked + "compound command contains " + name + " which is not permitted ("
	if v.Alternative == "" {
		return s + noStop(reason) + ")." + separately
	}
	first, rest := beforeAlternative(reason, early-len(s))
	s += noStop(first) + ")." + insteadUse + sentence(v.Alternative)
	if rest != "" {
		s += " " + sentence(rest)
	}
	return s + separately
}

// beforeAlternative divides a reason that is longer than max behind its first sentence: the rest
// follows the alternative, which a person sees only if it comes early.
func beforeAlternative(reason string, max int) (first, rest string) {
	if len(reason) <= max {
		return reason, ""
	}
	for i := 0; i+2 < len(reason); i++ {
		if reason[i] == '.' && reason[i+1] == ' ' && reason[i+2] >= 'A' && reason[i+2] <= 'Z' {
			return reason[:i+1], reason[i+2:]
		}
	}
	return reason, ""
}

// BrokenConfig is what people are told of a config that denies every call.
func BrokenConfig(v *rule.Verdict) string {
	return sentence("The configuration is broken: " + orElse(v.Description, "it cannot be read"))
}

// InChain reports whether the reason tells to run the parts of a compound command separately.
func InChain(v *rule.Verdict) bool {
	return v.Cause == rule.ByChain || v.Compound && v.Cause != rule.ByConfig && v.Cause != rule.ByInput
}

// askReason is addressed to a person: what would run, and why it is asked.
func askReason(v *rule.Verdict, tool string) string {
	s := "Fencepost: " + commandName(v, tool, maxCommand) + " requires approval."
	if why := Why(v); why != "" {
		s += " " + sentence(why)
	}
	for i, other := range v.Others {
		if i == 0 {
			s += " It also asks about "
		} else {
			s += ", "
		}
		s += "'" + oneLine(other, maxOther) + "'"
	}
	if len(v.Others) > 0 {
		s += "."
	}
	return s
}

// maxOther bounds the text of a further part of a line that is asked about.
const maxOther = 60

// Why says why a call is asked about, as a sentence; "" where a rule gives no reason.
func Why(v *rule.Verdict) string {
	switch v.Cause {
	case rule.ByError:
		return cannotCheck(v)
	case rule.ByMode:
		return modeReason(v)
	case rule.ByConfig:
		return BrokenConfig(v)
	case rule.ByInput:
		return Capital(orElse(v.Description, "the input of the hook cannot be trusted"))
	case rule.ByHazard:
		return Capital(orElse(v.Description, "fencepost cannot know what it does"))
	case rule.ByProtect:
		return Capital(orElse(v.Description, "it changes a protected path"))
	}
	return v.Description
}

// denyCause is the reason of a deny: the rule's description, or what stands for it.
func denyCause(v *rule.Verdict, name string) string {
	switch v.Cause {
	case rule.ByChain:
		if v.Description != "" {
			return "It requires approval. " + v.Description
		}
		return "It requires approval"
	case rule.ByError:
		return cannotCheck(v)
	case rule.ByMode:
		return modeReason(v)
	}
	switch {
	case v.Cause == rule.ByHazard, v.Cause == rule.ByProtect, v.Cause == rule.ByInput:
		return Why(v)
	case v.Description != "":
		return v.Description
	case v.Cause == rule.ByDefault:
		return "No rule allows " + name + ", and the default is to deny"
	case v.Rule == "":
		return "A rule denies " + name
	}
	return "The rule " + oneLine(v.Rule, maxCommand) + " denies " + name
}

func cannotCheck(v *rule.Verdict) string {
	if v.Description == "" {
		return "It could not be checked"
	}
	return "It could not be checked. " + Capital(v.Description)
}

func modeReason(v *rule.Verdict) string {
	return "The permission mode is " + orElse(v.Active.String(), "not set") + ", and this needs " +
		orElse(v.Required.String(), "another one")
}

// commandName is the command that decided, quoted, or what stands for it.
func commandName(v *rule.Verdict, tool string, long int) string {
	switch name := orElse(v.Command, tool); {
	case name == "":
		return "this call"
	case v.Place != "":
		return "'" + oneLine(name, long) + "' in " + oneLine(v.Place, maxNamed)
	default:
		return "'" + oneLine(name, long) + "'"
	}
}

// oneLine makes a command fit for one line of text: a line end becomes ⏎, a tab a blank, what a
// terminal would obey or what reorders text U+FFFD; a long one loses its middle.
func oneLine(s string, long int) string {
	s = strings.TrimSpace(s)
	cut := len(s) > 8*long // no more than can be shown, at least by one byte per character
	if cut {
		s = s[:4*long] + s[len(s)-4*long:]
	}
	s = strings.Map(func(r rune) rune {
		switch {
		case r == '\n':
			return '⏎'
		case r == '\t':
			return ' '
		case r < ' ', r >= 0x7f && r <= 0x9f, r >= 0x200b && r <= 0x200f, r >= 0x2028 && r <= 0x202e,
			r >= 0x2060 && r <= 0x2069, r == 0xfeff:
			return utf8.RuneError
		}
		return r
	}, s)
	if cut || utf8.RuneCountInString(s) > long {
		return middleCut(s, long)
	}
	return s
}

func middleCut(s string, long int) string {
	r := []rune(s)
	tail := long / 3
	return string(r[:long-tail-1]) + "…" + string(r[len(r)-tail:])
}

// noStop drops one full stop at the end, but not one of an ellipsis.
func noStop(s string) string {
	s = strings.TrimRight(s, " \n")
	if strings.HasSuffix(s, ".") && !strings.HasSuffix(s, "..") {
		return s[:len(s)-1]
	}
	return s
}

// sentence ends a text with a full stop unless it ends with a mark of its own.
func sentence(s string) string {
	s = strings.TrimRight(s, " \n")
	for _, mark := range [...]string{".", "!", "?", "…"} {
		if strings.HasSuffix(s, mark) {
			return s
		}
	}
	return s + "."
}

// Capital begins one of our own phrases, which are ASCII, with a capital; names of files stay.
func Capital(s string) string {
	if first, _, _ := strings.Cut(s, " "); first == "" || strings.ContainsAny(first, "_./-=$") {
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:]
}

func orElse(s, other string) string {
	if s == "" {
		return other
	}
	return s
}
