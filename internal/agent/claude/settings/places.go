package settings

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
)

// Scope is whose settings a file holds, in the order of what wins.
type Scope int

const (
	Managed Scope = iota // an administrator's: no other file overrides them
	Local                // .claude/settings.local.json of a project
	Project              // .claude/settings.json of a project
	User                 // settings.json of the person
	Named                // a file that was named
	Plugin               // the hooks of a plugin that is switched on
)

// FromRepository reports whether somebody else's repository can hold the file.
func (s Scope) FromRepository() bool { return s == Local || s == Project }

// Place is where a settings file is or may be.
type Place struct {
	Scope Scope
	File  string
}

// ManagedDir is where the client looks for managed settings.
func ManagedDir() string {
	switch runtime.GOOS {
	case "darwin":
		return "/Library/Application Support/ClaudeCode"
	case "windows":
		return `C:\Program Files\ClaudeCode`
	}
	return "/etc/claude-code"
}

// ManagedFile is the file of managed settings in a directory.
func ManagedFile(dir string) string { return filepath.Join(dir, "managed-settings.json") }

// ManagedFiles are the files of managed settings that there may be: the one, then those beside it
// in the order in which the client merges them.
func ManagedFiles(dir string) []string {
	files := []string{ManagedFile(dir)}
	more := filepath.Join(dir, "managed-settings.d")
	entries, _ := os.ReadDir(more) // in the order of their names
	for _, e := range entries {
		if name := e.Name(); strings.HasSuffix(name, ".json") && name[0] != '.' && !e.IsDir() {
			files = append(files, filepath.Join(more, name))
		}
	}
	return files
}

// UserFile is the settings file of the person.
func UserFile() (string, error) {
	if dir := os.Getenv("CLAUDE_CONFIG_DIR"); dir != "" {
		return filepath.Join(dir, "settings.json"), nil
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return "", errors.New("the home directory is not known: " + err.Error())
	}
	return filepath.Join(home, ".claude", "settings.json"), nil
}

// ProjectFile and LocalFile are the settings files of a project.
func ProjectFile(dir string) string { return filepath.Join(dir, ".claude", "settings.json") }

// LocalFile is the file of a project that one person has for himself.
func LocalFile(dir string) string { return filepath.Join(dir, ".claude", "settings.local.json") }

// PluginRoot stands in a plugin's hooks for the directory of the plugin.
const PluginRoot = "${CLAUDE_PLUGIN_ROOT}"

// Plugins are the directories of the plugins that are installed, by their names (NAME@CATALOGUE),
// as the client notes them beside the person's settings. A plugin also has to be switched on.
func Plugins(userFile string) map[string][]string {
	data, err := os.ReadFile(filepath.Join(filepath.Dir(userFile), "plugins", "installed_plugins.json"))
	var list struct {
		Plugins map[string][]struct{ InstallPath string }
	}
	if err != nil || json.Unmarshal(data, &list) != nil {
		return nil
	}
	found := map[string][]string{}
	for name, installs := range list.Plugins {
		for _, p := range installs {
			found[name] = append(found[name], p.InstallPath)
		}
	}
	return found
}
