package gemini

import (
	"os"
	"path/filepath"

	"github.com/fencepost/fencepost/internal/agent"
)

// confine has commands rewritten where no rule of the person speaks of commands.
func confine(home, dir string) agent.Confinement {
	return agent.Confinement{Why: commandRules(home, dir)}
}

// commandRules looks for rules about commands in the settings and policies of Gemini CLI.
func commandRules(home, dir string) string {
	if home == "" {
		return "the settings of Gemini CLI are not known"
	}
	var files []string
	for _, at := range append([]string{filepath.Join(home, ".gemini"), "/etc/gemini-cli"},
		agent.Above(dir, ".gemini")...) {
		files = append(files, filepath.Join(at, "settings.json"), filepath.Join(at, "system-defaults.json"))
		for _, pattern := range [...]string{"policies/*.toml", "extensions/*/gemini-extension.json",
			"extensions/*/policies/*.toml"} {
			found, _ := filepath.Glob(filepath.Join(at, pattern))
			files = append(files, found...)
		}
	}
	for _, name := range [...]string{"GEMINI_CLI_SYSTEM_SETTINGS_PATH",
		"GEMINI_CLI_SYSTEM_DEFAULTS_PATH"} {
		if file := os.Getenv(name); file != "" {
			files = append(files, file)
		}
	}
	return agent.Speaks(files, "run_shell_command", "ShellTool", "commandPrefix", "commandRegex")
}
