package opencode

import (
	"os"
	"path/filepath"

	"github.com/fencepost/fencepost/internal/agent"
)

// confine has commands rewritten where no rule of the person speaks of commands.
func confine(home, dir string) agent.Confinement {
	return agent.Confinement{Why: commandRules(home, dir)}
}

// commandRules looks for permissions in the configs of OpenCode, and of its agents.
func commandRules(home, dir string) string {
	for _, name := range [...]string{"OPENCODE_CONFIG", "OPENCODE_CONFIG_CONTENT", "OPENCODE_CONFIG_DIR",
		"OPENCODE_PERMISSION"} {
		if os.Getenv(name) != "" {
			return name + " may hold rules about commands, which do not know a rewritten one"
		}
	}
	config := os.Getenv("XDG_CONFIG_HOME")
	if !filepath.IsAbs(config) {
		config = filepath.Join(home, ".config")
	}
	if home == "" {
		return "the settings of OpenCode are not known"
	}
	dirs := append([]string{filepath.Join(config, "opencode"), filepath.Join(home, ".opencode")},
		agent.Above(dir, ".opencode")...)
	var files []string
	for _, at := range append(dirs, agent.Above(dir, "")...) {
		for _, name := range [...]string{"opencode.json", "opencode.jsonc", "config.json"} {
			files = append(files, filepath.Join(at, name))
		}
	}
	for _, at := range dirs {
		for _, pattern := range [...]string{"agent/*.md", "agents/*.md", "mode/*.md", "modes/*.md"} {
			found, _ := filepath.Glob(filepath.Join(at, pattern))
			files = append(files, found...)
		}
	}
	return agent.Speaks(files, "permission", `"tools"`, "tools:")
}
