// Package settings puts fencepost into the hooks of GitHub Copilot CLI.
package settings

import (
	"path/filepath"

	"github.com/fencepost/fencepost/internal/agent/hookfile"
	"github.com/fencepost/fencepost/internal/agent/setup"
)

type handler struct {
	Type    string `json:"type"`
	Bash    string `json:"bash"`
	Timeout int    `json:"timeoutSec"`
}

// Setup is how fencepost is put into Copilot CLI: a file of its own among the hooks. A time-out of
// Copilot lets the call pass, so that the line has to block before it.
func Setup() setup.Agent {
	const name = "copilot"
	return setup.Agent{
		Name: name,
		User: func(home string) string {
			return filepath.Join(home, ".copilot", "hooks",
				"fencepost.json")
		},
		Project: func(project string) string {
			return filepath.Join(project, ".github", "hooks",
				"fencepost.json")
		},
		Tree: hookfile.Tree{Flat: true, New: "{\n  \"version\": 1\n}\n"},
		Plans: func(exe, home string) ([]hookfile.Plan, error) {
			h := handler{"command", setup.Line(name, exe, home), 10}
			return setup.Same([]string{"preToolUse"}, h, setup.Ours(name, "bash"))
		},
		Notes: []string{"copilot blocks on exit status 2 from version 1.0.70 on"},
	}
}
