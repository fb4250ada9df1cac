package main

import (
	"os"

	"github.com/fencepost/fencepost/internal/agent/setup"
)

// agentMarks are the variables that agents set for what they run. A person who works in a terminal
// has none of them.
func agentMarks() (marks []string) {
	for _, a := range setup.All() {
		marks = append(marks, a.Marks...)
	}
	return append(marks, "CLINE_ACTIVE", "AI_AGENT") // of others, and what several have agreed on
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
