// Package codex is OpenAI's Codex CLI. Its hooks have the events, fields and answers of Claude
// Code's, but it knows no ask, takes an allow only together with a rewritten input, and lets a call
// run whose hook answers anything else.
package codex

import (
	"github.com/fencepost/fencepost/internal/agent"
	"github.com/fencepost/fencepost/internal/agent/hookjson"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/rule"
)

// Agent is Codex.
type Agent struct{ agent.Base }

var _ agent.Protocol = Agent{}

// Traits are what is known of the agent before any call.
var Traits = agent.Traits{
	Name:  "codex",
	Signs: []agent.Sign{{Certainty: agent.Sure, Fields: []string{"turn_id"}}},
	Unconfined: "Codex takes a rewritten command only with an approval, " +
		"which switches off its own questions",
}

// Moment says what the event of a call is about. An event that is not known proposes a call.
func (Agent) Moment(call *fact.Call) agent.Moment {
	switch call.Event {
	case "SessionStart":
		return agent.Start
	case "PostToolUse":
		return agent.After
	case "PermissionRequest", "PreCompact", "PostCompact", "UserPromptSubmit", "SubagentStart",
		"SubagentStop", "Stop", "StopFailure", "SessionEnd", "Interrupt", "Notification":
		return agent.Nothing
	}
	return agent.Before
}

// Mute says that Codex puts no ask of a hook to anybody.
func (Agent) Mute(*fact.Call, *fact.Facts, fact.Places) string {
	return "a hook of Codex cannot ask anybody"
}

// Rewrites reports whether Codex takes a rewritten input: that of a shell command, with an allow,
// in the form in which it sent it.
func (Agent) Rewrites(call *fact.Call, d rule.Decision) bool {
	return d == rule.Allow && agent.RunsShell(call) && agent.Text(call, "command")
}

// Encode returns the answer to a call: nothing for an allow.
func (a Agent) Encode(given *rule.Verdict, call *fact.Call) agent.Answer {
	v := agent.Final(given, call, a)
	var out, body hookjson.Object
	body.Text("hookEventName", "PreToolUse")
	switch {
	case v.Decision == rule.Deny:
		if v.Cause == rule.ByConfig {
			out.Text("systemMessage", "fencepost: "+agent.BrokenConfig(&v))
		}
		body.Text("permissionDecision", "deny")
		body.Text("permissionDecisionReason", agent.Reason(&v, call.Tool))
		body.Text("additionalContext", agent.Advice(&v))
	case len(v.Updated) > 0:
		out.Text("systemMessage", agent.Moved(&v))
		body.Text("permissionDecision", "allow")
		body.Raw("updatedInput", v.Updated)
		body.Text("additionalContext", agent.Moved(&v))
	default:
		return agent.Answer{}
	}
	out.Raw("hookSpecificOutput", body.JSON())
	return agent.Answer{Out: out.Line()}
}
