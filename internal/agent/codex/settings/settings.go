// Package settings puts fencepost into the hooks of Codex.
package settings

import (
	"os"
	"path/filepath"

	"github.com/fencepost/fencepost/internal/agent/hookfile"
	"github.com/fencepost/fencepost/internal/agent/setup"
)

type handler struct {
	Type    string `json:"type"`
	Command string `json:"command"`
	Timeout int    `json:"timeout"` // seconds
}

type group struct {
	Hooks []handler `json:"hooks"` // no matcher: every tool
}

// Setup is how fencepost is put into Codex: hooks.json beside its config.
func Setup() setup.Agent {
	const name = "codex"
	return setup.Agent{
		Name: name,
		User: func(home string) string {
			if dir := os.Getenv("CODEX_HOME"); dir != "" {
				return filepath.Join(dir, "hooks.json")
			}
			return filepath.Join(home, ".codex", "hooks.json")
		},
		Project: func(project string) string {
			return filepath.Join(project, ".codex",
				"hooks.json")
		},
		Plans: func(exe, home string) ([]hookfile.Plan, error) {
			g := group{[]handler{{"command", setup.Line(name, exe, home), 10}}}
			return setup.Same([]string{"PreToolUse"}, g, setup.Ours(name, "command"))
		},
		Notes: []string{
			"start codex, open /hooks and trust the hook: until then codex passes over it",
			"codex has no prompt for a hook: what fencepost asks about is denied, and the reason " +
				"says how to allow it",
		},
	}
}
