package claude

import (
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/fencepost/fencepost/internal/agent"
)

const maxDirs = 256 // directories that are taken from one file or command line

// This file knows where the client lets its model work beside the directory in which it was
// started.

var _ agent.Placer = Agent{}

// WorkDirs returns the directories in which the client lets its model work besides the one in which
// it was started: those of the key permissions.additionalDirectories in the person's settings and
// in managed ones, and those of --add-dir. home is whose ~/.claude holds the settings, start where
// relative names begin. A name that is no directory now is left out, as the client leaves it out.
//
// The settings of the project are not read: a repository would name the directories. Neither is the
// environment, which the project's settings can change: CLAUDE_CONFIG_DIR counts where the client
// itself was started with it.
//
// It reads a handful of files, and is meant for a call with a path outside of everything else.
func (Agent) WorkDirs(home, start string) []string {
	c := findClient()
	config := c.env("CLAUDE_CONFIG_DIR")
	if config == "" && home != "" {
		config = filepath.Join(home, ".claude")
	}
	var dirs []string
	if filepath.IsAbs(config) {
		dirs = fileDirs(filepath.Join(config, "settings.json"))
	}
	for _, file := range managedSettings() {
		dirs = append(dirs, fileDirs(file)...)
	}
	return existingDirs(append(dirs, addDirs(c.args)...), home, start)
}

// Asked returns the directories that the settings of a project add, which belong to the repository.
func (Agent) Asked(project string) (list []agent.AskedDir) {
	for _, name := range []string{"settings.json", "settings.local.json"} {
		file := filepath.Join(project, folder, name)
		for _, dir := range fileDirs(file) {
			list = append(list, agent.AskedDir{File: file, Dir: dir})
		}
	}
	return list
}

// fileDirs returns the directories that a settings file adds, as they are written there. A file
// that the client would not accept adds none.
func fileDirs(file string) []string {
	data, err := readSmall(file)
	if err != nil {
		return nil
	}
	return settingsDirs(data)
}

func settingsDirs(data []byte) []string {
	c, err := parseSettings(data)
	if err != nil {
		return nil
	}
	return c.dirs
}

// managedSettings are the files with which an organisation sets up the client, on each platform
// where it has a fixed place for them, those of its drop-in directory last.
func managedSettings() []string {
	dir := "/etc/claude-code"
	switch runtime.GOOS {
	case "darwin":
		dir = "/Library/Application Support/ClaudeCode"
	case "windows":
		dir = `C:\Program Files\ClaudeCode`
	}
	files := []string{filepath.Join(dir, "managed-settings.json")}
	more, _ := filepath.Glob(filepath.Join(dir, "managed-settings.d", "*.json"))
	return append(files, more...)
}

// addDirs are the arguments of --add-dir, which takes every word up to the next option.
func addDirs(args []string) (dirs []string) {
	for i := 1; i < len(args) && len(dirs) < maxDirs; i++ {
		if args[i] == "--" {
			break
		}
		if dir, ok := strings.CutPrefix(args[i], "--add-dir="); ok {
			dirs = append(dirs, dir)
		}
		if args[i] != "--add-dir" {
			continue
		}
		for i+1 < len(args) && !strings.HasPrefix(args[i+1], "-") && len(dirs) < maxDirs {
			i++
			dirs = append(dirs, args[i])
		}
	}
	return dirs
}

// existingDirs returns the names that are directories, absolute and each once. As written a link
// stays one: what lies behind it is found where its path is resolved.
func existingDirs(names []string, home, start string) []string {
	var dirs []string
	for _, name := range names {
		switch {
		case name == "~" || strings.HasPrefix(name, "~/"):
			if home == "" {
				continue
			}
			name = home + name[1:]
		case name == "":
			continue
		case !filepath.IsAbs(name):
			if !filepath.IsAbs(start) {
				continue
			}
			name = filepath.Join(start, name)
		}
		name = filepath.Clean(name)
		if info, err := os.Stat(name); err != nil || !info.IsDir() || slices.Contains(dirs, name) {
			continue
		}
		dirs = append(dirs, name)
	}
	return dirs
}
