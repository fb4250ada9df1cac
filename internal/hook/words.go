package hook

import (
	"strings"
	"unicode/utf8"

	"github.com/fencepost/fencepost/internal/rule"
)

// The phrases of the contract, section 1.
const (
	blocked     = "Fencepost: blocked — "
	separately  = " Run commands separately rather than chaining with &&."
	doNotRetry  = "The previous command was blocked by a fencepost permission rule. Do not retry the same command."
	alternative = " Use the suggested alternative approach."
	breakUp     = " Break compound commands into separate tool calls so each can be evaluated independently."
	closed      = "fencepost's configuration is broken, so every tool call is denied until a person has fixed it. " +
		"Do not work around this: tell the person what is wrong and where, and wait."
)

// maxCommand is the number of characters of a command that a reason quotes.
const maxCommand = 200

func allowReason(v *rule.Verdict) string {
	if v.Rule == "" {
		return "Fencepost: allowed."
	}
	return "Fencepost: allowed by the rule " + shown(v.Rule) + "."
}

// denyReason is addressed to the agent.
func denyReason(v *rule.Verdict, tool string) string {
	name := named(v, tool)
	if v.Cause == rule.ByConfig {
		return blocked + sentence("the configuration is broken: "+orElse(v.Description, "it cannot be read")) +
			" Every call is denied until a person has fixed it."
	}
	if !inChain(v) || v.Command == "" {
		if v.Alternative == "" {
			return blocked + why(v, name)
		}
		return blocked + sentence(why(v, name)) + " Use this instead: " + v.Alternative
	}
	s := blocked + "compound command contains " + name + " which is not permitted (" + noStop(why(v, name)) + ")."
	if v.Alternative != "" {
		s += " Use this instead: " + sentence(v.Alternative)
	}
	return s + separately
}

// inChain reports whether the reason tells to run the parts of a compound command separately.
func inChain(v *rule.Verdict) bool {
	return v.Cause == rule.ByChain || v.Compound && v.Cause != rule.ByConfig && v.Cause != rule.ByInput
}

// askReason is addressed to a person: what would run, and why it is asked.
func askReason(v *rule.Verdict, tool string) string {
	s := "Fencepost: " + named(v, tool) + " requires approval."
	why := v.Description
	switch v.Cause {
	case rule.ByError:
		why = capital(cannotCheck(v))
	case rule.ByMode:
		why = capital(modes(v))
	case rule.ByConfig:
		why = "The configuration is broken: " + orElse(v.Description, "it cannot be read")
	case rule.ByInput:
		why = orElse(v.Description, "The input of the hook cannot be trusted")
	case rule.ByHazard:
		why = orElse(v.Description, "What it would do cannot be known")
	case rule.ByProtect:
		why = orElse(v.Description, "It changes a protected path")
	}
	if why == "" {
		return s
	}
	return s + " " + sentence(why)
}

// why is the reason of a deny: the rule's description, or what stands for it.
func why(v *rule.Verdict, name string) string {
	switch v.Cause {
	case rule.ByChain:
		if v.Description != "" {
			return "it requires approval: " + v.Description
		}
		return "it requires approval"
	case rule.ByError:
		return cannotCheck(v)
	case rule.ByMode:
		return modes(v)
	}
	if v.Description != "" {
		return v.Description
	}
	switch v.Cause {
	case rule.ByDefault:
		return "no rule allows " + name + ", and the default is to deny"
	case rule.ByHazard:
		return "what " + name + " would do cannot be known"
	case rule.ByProtect:
		return name + " changes a protected path"
	case rule.ByInput:
		return "the input of the hook cannot be trusted"
	}
	if v.Rule == "" {
		return name + " is denied by a rule"
	}
	return name + " is denied by the rule " + shown(v.Rule)
}

func cannotCheck(v *rule.Verdict) string {
	if v.Description == "" {
		return "it could not be checked"
	}
	return "it could not be checked: " + v.Description
}

func modes(v *rule.Verdict) string {
	s := "the active permission mode is " + orElse(v.Active.String(), "not set") + ", and this needs " +
		orElse(v.Required.String(), "another one")
	if v.Description != "" {
		s += ": " + v.Description
	}
	return s
}

// denyContext is what the agent is told beside the reason.
func denyContext(v *rule.Verdict) string {
	if v.Cause == rule.ByConfig {
		return closed
	}
	s := doNotRetry
	if v.Alternative != "" {
		s += alternative
	}
	if inChain(v) {
		s += breakUp
	}
	if v.Offer == "" {
		return s
	}
	return s + manualRun(v, maxText-len(s))
}

// manualRun tells the agent how to offer the command to the person. A command for which there is no room is not
// repeated, because a part of it would not be what the person wants to run.
func manualRun(v *rule.Verdict, room int) string {
	first := "the reason"
	if v.Alternative != "" {
		first = "the reason and the suggested alternative"
	}
	s := "\n\nTell the person " + first + " first. Then, in case they still want the original command, offer it verbatim in a " +
		"copyable code block and say that they can run it themselves by typing it at the prompt as `! <command>`"
	fence := fenceFor(v.Offer)
	block := ":\n\n" + fence + "\n" + v.Offer + "\n" + fence
	if len(s)+len(block) > room {
		return s + ". It is too long to be repeated here: take it from your own tool call."
	}
	return s + block
}

// fenceFor returns a code fence that the text does not contain (CommonMark 4.5).
func fenceFor(s string) string {
	longest, run := 2, 0
	for i := 0; i < len(s); i++ {
		if s[i] != '`' {
			run = 0
			continue
		}
		run++
		longest = max(longest, run)
	}
	return strings.Repeat("`", longest+1)
}

// named is the command that decided, quoted, or what stands for it.
func named(v *rule.Verdict, tool string) string {
	switch name := orElse(v.Command, tool); name {
	case "":
		return "this call"
	default:
		return "'" + shown(name) + "'"
	}
}

// shown makes a command fit for one line of text: a line end becomes ⏎, a tab a blank, what a terminal would obey or
// what reorders text U+FFFD; a long one loses its middle.
func shown(s string) string {
	s = strings.TrimSpace(s)
	if len(s) > 8*maxCommand { // no more than can be shown, at least by one byte per character
		s = s[:4*maxCommand] + s[len(s)-4*maxCommand:]
		return middleCut(visible(s))
	}
	s = visible(s)
	if utf8.RuneCountInString(s) > maxCommand {
		return middleCut(s)
	}
	return s
}

func visible(s string) string {
	return strings.Map(func(r rune) rune {
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
}

func middleCut(s string) string {
	r := []rune(s)
	const tail = maxCommand / 3
	return string(r[:maxCommand-tail-1]) + "…" + string(r[len(r)-tail:])
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

// capital begins one of our own phrases, which are ASCII, with a capital.
func capital(s string) string { return strings.ToUpper(s[:1]) + s[1:] }

func orElse(s, other string) string {
	if s == "" {
		return other
	}
	return s
}
