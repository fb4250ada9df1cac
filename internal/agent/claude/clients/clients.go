// Package clients finds the Claude Codes of a machine, with their versions.
package clients

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/fencepost/fencepost/internal/agent/claude"
	"github.com/fencepost/fencepost/internal/agent/claude/settings"
	"github.com/fencepost/fencepost/internal/lowlevel/subpath"
)

// Client is a Claude Code that was found.
type Client struct {
	Path    string
	Version settings.Version // unknown where it did not say
}

// VersionLimit is how long a client may take to print its version.
const VersionLimit = 8 * time.Second

// Find looks for Claude Code where people have it, and asks each for its version. A program
// that lies in the project is not started: a repository could have put it there. run runs a program.
func Find(project string, run func(argv []string, dir string) ([]byte, error)) []Client {
	tmp, err := os.MkdirTemp("", "fencepost-client-") // a directory in which there is nothing
	if err != nil {
		return nil
	}
	defer os.RemoveAll(tmp)
	var found []Client
	var seen []string
	for _, path := range places(project) {
		real, err := filepath.EvalSymlinks(path)
		if err != nil || slices.Contains(seen, real) {
			continue
		}
		seen = append(seen, real)
		c := Client{Path: path}
		if out, err := run([]string{path, "--version"}, tmp); err == nil {
			c.Version, _ = settings.ParseVersion(string(out))
		}
		if !c.Version.Known() {
			c.Version = VersionByPlace(real)
		}
		found = append(found, c)
	}
	return found
}

// VersionByPlace is the version of a client that did not say it in time, by where it lies: its own
// installer names the program so, and npm puts a package.json beside it.
func VersionByPlace(real string) settings.Version {
	if v, ok := settings.ParseVersion(filepath.Base(real) + " (" + claude.Title + ")"); ok {
		return v
	}
	for _, dir := range []string{filepath.Dir(real), filepath.Dir(filepath.Dir(real))} {
		var p struct{ Name, Version string }
		data, err := os.ReadFile(filepath.Join(dir, "package.json"))
		if err != nil || json.Unmarshal(data, &p) != nil {
			continue
		}
		if strings.HasPrefix(p.Name, "@anthropic-ai/claude-code") {
			v, _ := settings.ParseVersion(p.Version + " (" + claude.Title + ")")
			return v
		}
	}
	return settings.Version{}
}

// places are the programs called claude outside the project, that of PATH first.
func places(project string) (found []string) {
	var dirs []string
	for _, dir := range filepath.SplitList(os.Getenv("PATH")) {
		if filepath.IsAbs(dir) {
			dirs = append(dirs, dir)
		}
	}
	if home, err := os.UserHomeDir(); err == nil {
		dirs = append(dirs, filepath.Join(home, ".local", "bin"), filepath.Join(home, ".claude",
			"local"),
			filepath.Join(home, ".claude", "local", "node_modules", ".bin"), filepath.Join(home,
				".npm-global", "bin"))
	}
	for _, dir := range dirs {
		path := filepath.Join(dir, "claude")
		info, err := os.Stat(path)
		if err != nil || !info.Mode().IsRegular() || info.Mode()&0o111 == 0 {
			continue
		}
		if real, err := filepath.EvalSymlinks(path); err != nil || subpath.In(path, project) ||
			subpath.In(real, project) {
			continue
		}
		found = append(found, path)
	}
	return found
}

// Oldest is the lowest version of the clients, unknown where one of them does not say its own.
func Oldest(clients []Client) settings.Version {
	var low settings.Version
	for i, c := range clients {
		if i == 0 || low.AtLeast(c.Version) {
			low = c.Version
		}
	}
	return low
}
