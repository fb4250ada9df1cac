// Package copilot is GitHub's Copilot: its command line client, its cloud agent, and its chat in
// VS Code, which share their hooks.
package copilot

import (
	"os"
	"strings"

	"github.com/fencepost/fencepost/internal/agent"
	"github.com/fencepost/fencepost/internal/agent/hookjson"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/rule"
)

// Agent is Copilot.
type Agent struct{ agent.Base }

var _ agent.Protocol = Agent{}

// Traits are what is known of the agent before any call.
var Traits = agent.Traits{
	Name:  "copilot",
	Shell: "bash",
	Signs: []agent.Sign{
		{Certainty: agent.Sure, Fields: []string{"toolName", "toolArgs"}},
		// The other form has the events of Claude Code, with a time and no permission mode.
		{Certainty: agent.Likely, Fields: []string{"timestamp"}, Usual: true, NoMode: true},
	},
	Unconfined: "it is not known which of its rules Copilot applies to a rewritten command",
}

// Moment says what the event of a call is about. An event that is not known proposes a call.
func (Agent) Moment(call *fact.Call) agent.Moment {
	switch call.Event {
	case "sessionStart", "SessionStart":
		return agent.Start
	case "postToolUse", "PostToolUse", "postToolUseFailure", "PostToolUseFailure":
		return agent.After
	case otherEvent, "SessionEnd", "UserPromptSubmit", "Stop", "SubagentStart", "SubagentStop",
		"ErrorOccurred", "PreCompact", "PermissionRequest", "Notification":
		return agent.Nothing
	}
	return agent.Before
}

// Outcome is what an event after a call says of it.
func (Agent) Outcome(call *fact.Call) string {
	if strings.HasSuffix(call.Event, "Failure") {
		return "failed"
	}
	return "ran"
}

// Mute says why Copilot would put an ask to nobody. Where there is nobody, it denies the call by
// itself; a session that allows everything has been seen to answer for the person.
func (Agent) Mute(*fact.Call, *fact.Facts, fact.Places) string {
	if by := allowsAll(); by != "" {
		return "with " + by + " Copilot answers for the person"
	}
	return ""
}

// Rewrites reports whether Copilot takes a rewritten input: its command line client does, beside no
// decision; its cloud agent, which sets that variable, ignores it.
func (Agent) Rewrites(call *fact.Call, d rule.Decision) bool {
	return d == rule.Allow && len(call.Touches) == 0 && os.Getenv("COPILOT_AGENT_PROMPT") == ""
}

// Encode returns the answer to a call: nothing for an allow. To an event with a capital it is given
// in Claude Code's form, too, which VS Code reads.
func (a Agent) Encode(given *rule.Verdict, call *fact.Call) agent.Answer {
	v := agent.Final(given, call, a)
	decision, reason := "", ""
	switch {
	case v.Decision == rule.Deny:
		decision, reason = "deny", agent.Told(&v, call.Tool)
	case v.Decision == rule.Ask:
		decision, reason = "ask", agent.Reason(&v, call.Tool)
	case v.Explicit:
		decision, reason = "allow", agent.Reason(&v, call.Tool)
	case len(v.Updated) == 0:
		return agent.Answer{}
	}
	var out hookjson.Object
	out.Text("permissionDecision", decision)
	out.Text("permissionDecisionReason", reason)
	out.Raw("modifiedArgs", v.Updated)
	if call.Event == "PreToolUse" {
		var body hookjson.Object
		body.Text("hookEventName", call.Event)
		body.Text("permissionDecision", decision)
		body.Text("permissionDecisionReason", reason)
		body.Raw("updatedInput", v.Updated)
		out.Raw("hookSpecificOutput", body.JSON())
	}
	return agent.Answer{Out: out.Line()}
}

// Welcome returns the answer at the start of a session.
func (Agent) Welcome(lines []string, warning string) agent.Answer {
	if warning != "" {
		lines = append([]string{warning}, lines...)
	}
	if len(lines) == 0 {
		return agent.Answer{}
	}
	var out, body hookjson.Object
	text := strings.Join(lines, "\n")
	out.Text("additionalContext", text)
	body.Text("hookEventName", "SessionStart")
	body.Text("additionalContext", text)
	out.Raw("hookSpecificOutput", body.JSON())
	return agent.Answer{Out: out.Line()}
}
