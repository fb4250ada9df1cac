package claude

import (
	"github.com/fencepost/fencepost/internal/agent"
	"github.com/fencepost/fencepost/internal/fact"
)

// Decode reads one hook input of Claude Code.
func Decode(data []byte) (fact.Call, error) {
	call, err := agent.Decode(data, &agent.Shape{Slot: agent.UsualSlot, Decides: decides})
	if err == nil && !isOther(call.Event) {
		agent.Check(&call)
	}
	return call, err
}

// The signs by which the input of another agent is told from Claude Code's.
const (
	SignCodex    uint8 = 1 << iota // it counts turns
	SignCopilot                    // the tool has a name in camel case
	SignCursor                     // it tells its version
	SignWindsurf                   // the event is called an action
	SignTime                       // the time stands beside the event
)

// Sniff is Decode for an input that may come from another agent: signs says what speaks for that.
func Sniff(data []byte) (call fact.Call, signs uint8, err error) {
	shape := agent.Shape{Slot: sniff, Decides: decides}
	call, err = agent.Decode(data, &shape)
	if err == nil && !isOther(call.Event) {
		agent.Check(&call)
	}
	return call, shape.Signs, err
}

func sniff(name string) agent.Slot {
	switch name {
	case "turn_id":
		return agent.Sign
	case "toolName", "toolArgs":
		return agent.Sign + 1
	case "cursor_version", "conversation_id", "workspace_roots":
		return agent.Sign + 2
	case "agent_action_name", "tool_info":
		return agent.Sign + 3
	case "timestamp":
		return agent.Sign + 4
	}
	return agent.UsualSlot(name)
}

// Has reports whether an event is one of Claude Code's.
func Has(event string) bool { return event == "PreToolUse" || isOther(event) }

// decides reports whether the value of a field takes part in the decision.
func decides(name string) bool {
	switch name {
	case "tool_name", "cwd", "command", "file_path", "notebook_path", "path", "url", "glob",
		"permission_mode":
		return true
	}
	return false
}
