// Package settings puts fencepost into the hooks of Cursor.
package settings

import (
	"path/filepath"

	"github.com/fencepost/fencepost/internal/agent/hookfile"
	"github.com/fencepost/fencepost/internal/agent/setup"
)

type handler struct {
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
			h := handler{setup.Line(name, exe, home), 10, true}
			// preToolUse sees every tool; the two others are those at which Cursor can prompt.
			events := []string{"preToolUse", "beforeShellExecution", "beforeMCPExecution"}
			return setup.Same(events, h, setup.Ours(name, "command"))
		},
	}
}
