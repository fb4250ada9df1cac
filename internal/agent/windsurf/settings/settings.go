// Package settings puts fencepost into the hooks of Windsurf's Cascade.
package settings

import (
	"path/filepath"

	"github.com/fencepost/fencepost/internal/agent/hookfile"
	"github.com/fencepost/fencepost/internal/agent/setup"
)

type handler struct {
	Command string `json:"command"`
	Show    bool   `json:"show_output"` // the reason of a denial is its output
}

// Setup is how fencepost is put into Windsurf.
func Setup() setup.Agent {
	const name = "windsurf"
	return setup.Agent{
		Name: name,
		User: func(home string) string {
			return filepath.Join(home, ".codeium", "windsurf",
				"hooks.json")
		},
		Project: func(project string) string {
			return filepath.Join(project, ".windsurf",
				"hooks.json")
		},
		Tree: hookfile.Tree{Flat: true},
		Plans: func(exe, home string) ([]hookfile.Plan, error) {
			events := []string{"pre_run_command", "pre_read_code", "pre_write_code",
				"pre_mcp_tool_use"}
			h := handler{setup.Line(name, exe, home), true}
			return setup.Same(events, h, setup.Ours(name, "command"))
		},
		Notes: []string{
			"windsurf has no prompt for a hook: what fencepost asks about is denied, and the " +
				"reason says how to allow it",
		},
	}
}
