package agent

import (
	"strings"

	"github.com/fencepost/fencepost/internal/rule"
)

// maxAdvice is the number of bytes of advice behind a reason.
const maxAdvice = 4000

// Advice is what a model is told behind the reason of a denial: not to try again, and how the
// person runs the command after all. Claude Code has words of its own.
func Advice(v *rule.Verdict) string {
	if v.Cause == rule.ByConfig {
		return "Do not work around this: tell the person what is wrong and where, and wait."
	}
	s := "Do not retry the same call or disguise it."
	if InChain(v) {
		s += " Send each step as a call of its own."
	}
	if v.Offer == "" {
		return s
	}
	s += " In case the person still wants it, show them the command as it is, to be run in a " +
		"terminal " +
		"of their own"
	fence := Fence(v.Offer)
	block := ":\n\n" + fence + "\n" + v.Offer + "\n" + fence
	if len(s)+len(block) > maxAdvice {
		return s + "; take it from your own call."
	}
	return s + block
}

// Told is the reason of a denial and the advice in one text, for agents that hand on only one.
func Told(v *rule.Verdict, tool string) string {
	return sentence(Reason(v, tool)) + " " + Advice(v)
}

// Fence returns a code fence that the text does not contain (CommonMark 4.5).
func Fence(s string) string {
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
