package claude

import (
	"github.com/fencepost/fencepost/internal/agent"
	"github.com/fencepost/fencepost/internal/agent/hookjson"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/rule"
)

// maxText is the number of UTF-16 code units that Claude Code reads of one string.
const maxText = 9999

// Encode returns the answer for a verdict on a call: one JSON object and a newline, to be written
// with a single write, or nothing for an allow that says nothing. A verdict without a decision, or with
// an input that is no JSON object, is answered with an ask: a stray byte in the answer would disarm
// the gate.
//
// An allowed call that was rewritten carries no decision: Claude Code then judges the rewritten
// call by itself, as it would have judged the one that it sent (seen with 2.1.197 and 2.1.330).
func (Agent) Encode(v *rule.Verdict, call *fact.Call) agent.Answer {
	if v == nil {
		v = &rule.Verdict{Cause: rule.ByError}
	}
	a := answer{decision: v.Decision, updated: v.Updated}
	if len(a.updated) > 0 && !hookjson.IsObject(a.updated) {
		a.decision, a.updated = max(v.Decision, rule.Ask), nil
		if v.Decision != rule.Deny {
			v = &rule.Verdict{Cause: rule.ByError, Command: v.Command,
				Description: "The rewritten input is not valid JSON."}
		}
	}
	switch a.decision {
	case rule.Allow:
		if len(a.updated) == 0 && !v.Explicit {
			return agent.Answer{}
		}
		if len(a.updated) > 0 {
			a.context, a.message = movedForModel(v), movedForPerson(v)
		}
		if v.Explicit {
			a.reason = agent.Reason(v, call.Tool)
		} else {
			a.decision = rule.Unset
		}
	case rule.Deny:
		a.updated = nil
		a.reason, a.context = agent.Reason(v, call.Tool), denyContext(v)
		if v.Cause == rule.ByConfig {
			a.message = "fencepost: " + agent.BrokenConfig(v)
		}
	default:
		ask := *v
		ask.Decision = rule.Ask
		a.decision, a.reason = rule.Ask, agent.Reason(&ask, call.Tool)
		if len(a.updated) > 0 {
			a.message = movedForPerson(v)
		}
	}
	return agent.Answer{Out: a.json()}
}

// answer is what Claude Code is told about a call.
type answer struct {
	decision rule.Decision // Unset: none
	reason   string
	context  string // for the model, beside the result
	updated  []byte // the whole tool input
	message  string // for the person
}

func (a *answer) json() []byte {
	var out, body hookjson.Object
	out.Text("systemMessage", hookjson.Limit(a.message, maxText))
	body.Text("hookEventName", "PreToolUse")
	if a.decision != rule.Unset {
		body.Text("permissionDecision", a.decision.String())
		body.Text("permissionDecisionReason", hookjson.Limit(a.reason, maxText))
	}
	body.Text("additionalContext", hookjson.Limit(a.context, maxText))
	body.Raw("updatedInput", a.updated)
	out.Raw("hookSpecificOutput", body.JSON())
	return out.Line()
}
