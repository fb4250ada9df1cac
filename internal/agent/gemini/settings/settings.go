// Package settings puts fencepost into the settings of Gemini CLI.
package settings

import (
	"path/filepath"

	"github.com/fencepost/fencepost/internal/agent/hookfile"
	"github.com/fencepost/fencepost/internal/agent/setup"
)

type handler struct {
	Type    string `json:"type"`
	Name    string `json:"name"`
	Command string `json:"command"`
	Timeout int    `json:"timeout"` // milliseconds
}

type group struct {
	Matcher string    `json:"matcher"` // a regular expression
	Hooks   []handler `json:"hooks"`
}

// Setup is how fencepost is put into Gemini CLI.
func Setup() setup.Agent {
	const name = "gemini"
	return setup.Agent{
		Name: name,
		User: func(home string) string {
			return filepath.Join(home, ".gemini",
				"settings.json")
		},
		Project: func(project string) string {
			return filepath.Join(project, ".gemini",
				"settings.json")
		},
		Plans: func(exe, home string) ([]hookfile.Plan, error) {
			g := group{".*", []handler{{"command", "fencepost", setup.Line(name, exe, home),
				10_000}}}
			return setup.Same([]string{"BeforeTool"}, g, setup.Ours(name, "command"))
		},
		Notes: []string{
			"gemini has no prompt for a hook: what fencepost asks about is denied, and the reason " +
				"says how to allow it",
		},
	}
}
