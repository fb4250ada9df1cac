// Package rewrite confines the commands of agents that cannot start a program of ours in place of the
// shell: the hook gives back another command, which is
// `fencepost-run --profile JSON -- SHELL -c COMMAND`.
//
// A rewritten command is one that a person's own rules in the agent's settings do not know: a rule
// that denies `rm *` does not speak of it. So an agent is given one only where it takes it without an
// approval from the hook, and where no settings of it say anything about commands.
package rewrite

import (
	"os"
	"path/filepath"
	"strings"
)

// Why says why the commands of an agent are not rewritten; "" where they are. dir is where the agent
// works, home whose settings it reads.
func Why(agent, home, dir string) string {
	switch agent {
	case "gemini":
		return geminiRules(home, dir)
	case "opencode":
		return openCodeRules(home, dir)
	case "codex":
		return "Codex takes a rewritten command only with an approval, which switches off its own questions"
	case "copilot":
		return "it is not known which of its rules Copilot applies to a rewritten command"
	case "cursor":
		return "Cursor takes a rewritten command only with a permission"
	case "qwen":
		return "Qwen Code is not known to take a rewritten command"
	case "windsurf":
		return "Windsurf takes no rewritten command"
	}
	return "nothing wraps the commands of " + agent
}

// geminiRules looks for rules about commands in the settings and policies of Gemini CLI.
func geminiRules(home, dir string) string {
	if home == "" {
		return "the settings of Gemini CLI are not known"
	}
	var files []string
	for _, at := range append([]string{filepath.Join(home, ".gemini"), "/etc/gemini-cli"},
		above(dir, ".gemini")...) {
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
	return speaks(files, "run_shell_command", "ShellTool", "commandPrefix", "commandRegex")
}

// openCodeRules looks for permissions in the configs of OpenCode, and of its agents.
func openCodeRules(home, dir string) string {
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
		above(dir, ".opencode")...)
	var files []string
	for _, at := range append(dirs, above(dir, "")...) {
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
	return speaks(files, "permission", `"tools"`, "tools:")
}

// mostFiles and mostBytes bound what is read. What is beyond them could hold a rule.
const (
	mostFiles = 200
	mostBytes = 1 << 20
)

// speaks says which of the files has one of some words; "" where none has. A file that cannot be read
// could have one.
func speaks(files []string, words ...string) string {
	if len(files) > mostFiles {
		return "the agent has too many settings to look for rules about commands"
	}
	for _, file := range files {
		info, err := os.Stat(file)
		if os.IsNotExist(err) {
			continue
		}
		if err != nil || !info.Mode().IsRegular() || info.Size() > mostBytes {
			return file + " may hold rules about commands, and cannot be read"
		}
		data, err := os.ReadFile(file)
		if err != nil {
			return file + " may hold rules about commands, and cannot be read"
		}
		for _, w := range words {
			if strings.Contains(string(data), w) {
				return "rules in " + file + " do not know a rewritten command"
			}
		}
	}
	return ""
}

// above are the directories of a name in a directory and in those above it.
func above(dir, name string) []string {
	if !filepath.IsAbs(dir) {
		return nil
	}
	var dirs []string
	for {
		dirs = append(dirs, filepath.Join(dir, name))
		up := filepath.Dir(dir)
		if up == dir || len(dirs) == 32 {
			return dirs
		}
		dir = up
	}
}
