package claude

import (
	"strings"

	"github.com/fencepost/fencepost/internal/agent"
	"github.com/fencepost/fencepost/internal/rule"
)

// What the model is told beside the reason of a denial.
const (
	doNotRetry = "The previous command was blocked by a fencepost permission rule. Do not retry " +
		"the same command."
	alternative = " Use the suggested alternative approach."
	breakUp     = " Break compound commands into separate tool calls so each can be evaluated " +
		"independently."
	closed = "fencepost's configuration is broken, so every tool call is denied until a person " +
		"has fixed it. " +
		"Do not work around this: tell the person what is wrong and where, and wait."
)

// denyContext is what the agent is told beside the reason.
func denyContext(v *rule.Verdict) string {
	if v.Cause == rule.ByConfig {
		return closed
	}
	s := doNotRetry
	if v.Alternative != "" {
		s += alternative
	}
	if agent.InChain(v) {
		s += breakUp
	}
	if v.Offer == "" {
		return s
	}
	return s + manualRun(v, maxText-len(s))
}

// manualRun tells the agent how to offer the command to the person. A command for which there is no
// room is not repeated, because a part of it would not be what the person wants to run.
func manualRun(v *rule.Verdict, room int) string {
	first := "the reason"
	if v.Alternative != "" {
		first = "the reason and the suggested alternative"
	}
	s := "\n\nTell the person " + first +
		" first. Then, in case they still want the original command, offer it verbatim in a " +
		"copyable code block and say that they can run it themselves by typing it at the prompt as `! " +
		"<command>`"
	fence := agent.Fence(v.Offer)
	block := ":\n\n" + fence + "\n" + v.Offer + "\n" + fence
	if len(s)+len(block) > room {
		return s + ". It is too long to be repeated here: take it from your own tool call."
	}
	return s + block
}

// maxMoves is the number of moved paths that a message names.
const maxMoves = 3

// movedForModel tells the model where its files are.
func movedForModel(v *rule.Verdict) string {
	if len(v.Moved) == 0 {
		return ""
	}
	return "fencepost moved paths of this call below the scratch directory: " + listMoves(v.Moved) +
		". Use the new paths from now on."
}

// movedForPerson tells the person what runs in place of what the model wrote.
func movedForPerson(v *rule.Verdict) string {
	if len(v.Moved) == 0 {
		return ""
	}
	return "fencepost moved " + listMoves(v.Moved)
}

func listMoves(list []rule.Move) string {
	var b strings.Builder
	for i := range list {
		if i == maxMoves {
			b.WriteString(" and others")
			break
		}
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(list[i].From + " to " + list[i].To)
	}
	return b.String()
}
