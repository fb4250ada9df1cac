// Package cursor is Cursor, the editor and its command line agent. Each of its hook events has a
// question of its own: only those about shell commands and MCP tools know an ask.
package cursor

import (
	"strings"

	"github.com/fencepost/fencepost/internal/agent"
	"github.com/fencepost/fencepost/internal/agent/hookjson"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/rule"
)

// The events that propose a call. Any event that is not known counts as preTool.
const (
	preTool  = "preToolUse"
	preShell = "beforeShellExecution"
	preMCP   = "beforeMCPExecution"
	preRead  = "beforeReadFile"
	preTab   = "beforeTabFileRead"
)

// Agent is Cursor.
type Agent struct{ agent.Base }

var _ agent.Protocol = Agent{}

// Traits are what is known of the agent before any call.
var Traits = agent.Traits{
	Name: "cursor",
	Signs: []agent.Sign{{Certainty: agent.Sure,
		Fields: []string{"cursor_version", "conversation_id", "workspace_roots"}}},
	Unconfined: "Cursor takes a rewritten command only with a permission",
}

// Moment says what the event of a call is about.
func (Agent) Moment(call *fact.Call) agent.Moment {
	switch call.Event {
	case "sessionStart":
		return agent.Start
	case "postToolUse", "postToolUseFailure":
		return agent.After
	case "afterShellExecution", "afterMCPExecution", "afterFileEdit", "afterTabFileEdit",
		"afterAgentResponse", "afterAgentThought", "beforeSubmitPrompt", "preCompact", "stop",
		"subagentStart", "subagentStop", "sessionEnd", "workspaceOpen":
		return agent.Nothing
	}
	return agent.Before
}

// Outcome is what an event after a call says of it.
func (Agent) Outcome(call *fact.Call) string {
	if call.Event == "postToolUseFailure" {
		return "failed"
	}
	return "ran"
}

// Mute says why Cursor would put an ask to nobody. Its documentation says that preToolUse takes the
// word and does not enforce it; what reads a file knows allow and deny alone.
func (Agent) Mute(call *fact.Call, _ *fact.Facts, _ fact.Places) string {
	switch call.Event {
	case preShell, preMCP:
		return ""
	case preRead, preTab:
		return "Cursor asks nobody before it reads a file"
	}
	return "Cursor asks nobody at " + preTool
}

// Rewrites reports that Cursor takes no rewritten input without a permission to go with it, which
// would be less careful than Cursor itself.
func (Agent) Rewrites(*fact.Call, rule.Decision) bool { return false }

// Encode returns the answer to a call: an empty object for an allow, which is no opinion.
func (a Agent) Encode(given *rule.Verdict, call *fact.Call) agent.Answer {
	v := agent.Final(given, call, a)
	var out hookjson.Object
	switch {
	case v.Decision == rule.Deny:
		out.Text("permission", "deny")
		out.Text("user_message", agent.Reason(&v, call.Tool))
		out.Text("agent_message", agent.Told(&v, call.Tool))
	case v.Decision == rule.Ask:
		out.Text("permission", "ask")
		out.Text("user_message", agent.Reason(&v, call.Tool))
		out.Text("agent_message", agent.Reason(&v, call.Tool))
	case v.Explicit:
		out.Text("permission", "allow")
	}
	return agent.Answer{Out: out.Line()}
}

// Welcome returns the answer at the start of a session, and to events that need none: an object,
// because Cursor takes silence for a failure of some of its hooks.
func (Agent) Welcome(lines []string, warning string) agent.Answer {
	var out hookjson.Object
	out.Text("additional_context", strings.Join(lines, "\n"))
	out.Text("user_message", warning)
	return agent.Answer{Out: out.Line()}
}
