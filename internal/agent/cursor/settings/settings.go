// Package settings puts fencepost into the hooks of Cursor.
package settings

import (
	"path/filepath"

	"github.com/fencepost/fencepost/internal/agent/hookfile"
	"github.com/fencepost/fencepost/internal/agent/setup"
)

type handler struct {
	Matcher    string `json:"matcher,omitempty"` // a JavaScript expression on the tool's name
	Command    string `json:"command"`
	Timeout    int    `json:"timeout"` // seconds
	FailClosed bool   `json:"failClosed"`
}

// Setup is how fencepost is put into Cursor.
func Setup() setup.Agent {
	const name = "cursor"
	return setup.Agent{
		Name: name,
		User: func(home string) string { return filepath.Join(home, ".cursor", "hooks.json") },
		Project: func(project string) string {
			return filepath.Join(project, ".cursor",
				"hooks.json")
		},
		Tree: hookfile.Tree{Flat: true, New: "{\n  \"version\": 1\n}\n"},
		Plans: func(exe, home string) ([]hookfile.Plan, error) {
			h := handler{"", setup.Line(name, exe, home), 10, true}
			ours := setup.Ours(name, "command")
			own, err := setup.Same([]string{"beforeShellExecution", "beforeMCPExecution",
				"beforeReadFile"}, h, ours)
			if err != nil {
				return nil, err
			}
			// Cursor puts an ask to a person at the first two events only, so preToolUse is for the
			// tools that have no event of their own.
			h.Matcher = "^(?!Shell$|MCP:)"
			rest, err := setup.Same([]string{"preToolUse"}, h, ours)
			return append(own, rest...), err
		},
	}
}
