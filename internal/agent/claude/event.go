package claude

import (
	"github.com/fencepost/fencepost/internal/agent"
	"github.com/fencepost/fencepost/internal/fact"
)

// Moment says what the event of a call is about. An event that is not known counts as one that
// proposes a call, so that no new name is passed over.
func (Agent) Moment(call *fact.Call) agent.Moment {
	switch call.Event {
	case "SessionStart":
		return agent.Start
	case "SessionEnd":
		return agent.End
	case "PostToolUse", "PostToolUseFailure", "PermissionDenied":
		return agent.After
	case "Setup", "UserPromptSubmit", "UserPromptExpansion", "PermissionRequest", "PostToolBatch",
		"Notification", "MessageDisplay", "SubagentStart", "SubagentStop", "TaskCreated",
		"TaskCompleted", "Stop", "StopFailure", "TeammateIdle", "InstructionsLoaded", "ConfigChange",
		"CwdChanged", "DirectoryAdded", "FileChanged", "WorktreeCreate", "WorktreeRemove",
		"PreCompact", "PostCompact", "PreModelSwitch", "PostModelSwitch", "Elicitation",
		"ElicitationResult":
		return agent.Nothing
	}
	return agent.Before
}

// Outcome is what an event says of the call that it follows; "" if it follows none.
func (Agent) Outcome(call *fact.Call) string {
	switch call.Event {
	case "PostToolUse":
		return "ran"
	case "PostToolUseFailure":
		return "failed"
	case "PermissionDenied":
		return "denied"
	}
	return ""
}
