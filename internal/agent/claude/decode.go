package claude

import (
	"github.com/fencepost/fencepost/internal/agent"
	"github.com/fencepost/fencepost/internal/fact"
)

// Decode reads one hook input of Claude Code.
func Decode(data []byte) (fact.Call, error) {
	call, err := agent.Decode(data, &agent.Shape{Slot: slot, Decides: decides})
	if err == nil && !isOther(call.Event) {
		agent.Check(&call)
	}
	return call, err
}

func slot(name string) agent.Slot {
	switch name {
	case "tool_input":
		return agent.Input
	case "hook_event_name":
		return agent.Event
	case "tool_name":
		return agent.ToolName
	case "session_id":
		return agent.Session
	case "tool_use_id":
		return agent.ToolUse
	case "cwd":
		return agent.Cwd
	case "permission_mode":
		return agent.Mode
	}
	return agent.Ignored
}

// decides reports whether the value of a field takes part in the decision.
func decides(name string) bool {
	switch name {
	case "tool_name", "cwd", "command", "file_path", "notebook_path", "path", "url", "glob",
		"permission_mode":
		return true
	}
	return false
}
