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
	return Form("gemini", "BeforeTool", ".*",
		"gemini has no prompt for a hook: what fencepost asks about is denied, and the reason "+
			"says how to allow it")
}

// Form is how fencepost is put into an agent whose settings have the form of Gemini CLI's, below a
// directory with the agent's name: at the event before a call, with a matcher that takes every tool.
func Form(name, event, matcher string, notes ...string) setup.Agent {
	file := func(dir string) string { return filepath.Join(dir, "."+name, "settings.json") }
	return setup.Agent{
		Name:    name,
		User:    file,
		Project: file,
		Plans: func(exe, home string) ([]hookfile.Plan, error) {
			g := group{matcher, []handler{{"command", "fencepost", setup.Line(name, exe, home),
				10_000}}}
			return setup.Same([]string{event}, g, setup.Ours(name, "command"))
		},
		Notes: notes,
	}
}
