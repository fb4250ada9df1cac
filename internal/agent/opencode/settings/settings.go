// Package settings puts fencepost into OpenCode, which runs plugins instead of hook commands.
package settings

import (
	"os"
	"path/filepath"

	"github.com/fencepost/fencepost/internal/agent/opencode"
	"github.com/fencepost/fencepost/internal/agent/setup"
)

// Setup is how fencepost is put into OpenCode: a plugin that starts the hook for each call. It
// throws when the hook gives no answer, and OpenCode then does not run the call.
func Setup() setup.Agent {
	return setup.Agent{
		Name: "opencode",
		User: func(home string) string {
			dir := os.Getenv("XDG_CONFIG_HOME")
			if !filepath.IsAbs(dir) {
				dir = filepath.Join(home, ".config")
			}
			return filepath.Join(dir, "opencode", "plugins", "fencepost.js")
		},
		Project: func(project string) string {
			return filepath.Join(project, ".opencode", "plugins",
				"fencepost.js")
		},
		Whole: text,
		Notes: []string{
			"opencode has no prompt for a plugin: what fencepost asks about is denied, and the " +
				"reason says how to allow it",
			"calls of opencode's subagents may pass without the plugin: opencode's own matter",
		},
	}
}

// text is the plugin for one program and one home.
func text(exe, home string) []byte {
	argv := append([]string{exe}, setup.Args(exe, "opencode", home)...)
	return []byte(opencode.Plugin(argv...))
}
