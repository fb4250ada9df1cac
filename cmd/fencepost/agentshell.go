package main

import "os"

// agentMarks are the variables that agents set for what they run. A person who works in a terminal
// has none of them.
func agentMarks() []string {
	return []string{
		"CLAUDECODE", "CLAUDE_CODE_CHILD_SESSION", // Claude Code
		"CODEX_SANDBOX", "CODEX_SANDBOX_NETWORK_DISABLED", "CODEX_THREAD_ID", // Codex
		"GEMINI_CLI", "CURSOR_AGENT", "OPENCODE", "CLINE_ACTIVE", "COPILOT_CLI",
		"AI_AGENT", // what several agents have agreed on
	}
}

// inAgent refuses a command that changes the fence where an agent's shell runs it. It is a second
// line: the hook denies these commands to the agent before they start.
func inAgent(s stdio, name string) (code int, refused bool) {
	for _, mark := range agentMarks() {
		if os.Getenv(mark) != "" {
			s.fail("%s: this shell belongs to a coding agent (%s is set), "+
				"and only a person changes the fence; run `fencepost %[1]s` in a terminal of your own", name,
				mark)
			return exitFailed, true
		}
	}
	return exitOK, false
}
