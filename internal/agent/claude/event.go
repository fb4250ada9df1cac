package claude

// isOther reports whether an event of Claude Code does something else than propose a call. An event
// that is not known counts as one that proposes a call, so that no new name of it is passed over.
func isOther(event string) bool {
	switch event {
	case "SessionStart", "Setup", "UserPromptSubmit", "UserPromptExpansion", "PermissionRequest",
		"PermissionDenied", "PostToolUse", "PostToolUseFailure", "PostToolBatch", "Notification",
		"MessageDisplay", "SubagentStart", "SubagentStop", "TaskCreated", "TaskCompleted", "Stop",
		"StopFailure", "TeammateIdle", "InstructionsLoaded", "ConfigChange", "CwdChanged",
		"DirectoryAdded", "FileChanged", "WorktreeCreate", "WorktreeRemove", "PreCompact",
		"PostCompact", "PreModelSwitch", "PostModelSwitch", "Elicitation", "ElicitationResult",
		"SessionEnd":
		return true
	}
	return false
}

// outcome is what an event says of the call that it follows; "" if it follows none.
func outcome(event string) string {
	switch event {
	case "PostToolUse":
		return "ran"
	case "PostToolUseFailure":
		return "failed"
	case "PermissionDenied":
		return "denied"
	}
	return ""
}
