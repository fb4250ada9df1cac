package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/fencepost/fencepost/internal/agent/claude/settings"
	"github.com/fencepost/fencepost/internal/lowlevel/subpath"
)

// client is a Claude Code that was found.
type client struct {
	path    string
	version settings.Version // unknown where it did not say
}

// versionLimit is how long a client may take to print its version.
const versionLimit = 8 * time.Second

// findClients looks for Claude Code where people have it, and asks each for its version. A program
// that lies in the project is not started: a repository could have put it there.
func findClients() []client {
	tmp, err := os.MkdirTemp("", "fencepost-client-") // a directory in which there is nothing
	if err != nil {
		return nil
	}
	defer os.RemoveAll(tmp)
	var found []client
	var seen []string
	for _, path := range clientPlaces() {
		real, err := filepath.EvalSymlinks(path)
		if err != nil || slices.Contains(seen, real) {
			continue
		}
		seen = append(seen, real)
		c := client{path: path}
		r := runProgram(process{argv: []string{path, "--version"}, dir: tmp,
			limit: versionLimit})
		if r.err == nil {
			c.version, _ = settings.ParseVersion(string(r.out))
		}
		if !c.version.Known() {
			c.version = versionByPlace(real)
		}
		found = append(found, c)
	}
	return found
}

// versionByPlace is the version of a client that did not say it in time, by where it lies: its own
// installer names the program so, and npm puts a package.json beside it.
func versionByPlace(real string) settings.Version {
	if v, ok := settings.ParseVersion(filepath.Base(real) + " (Claude Code)"); ok {
		return v
	}
	for _, dir := range []string{filepath.Dir(real), filepath.Dir(filepath.Dir(real))} {
		var p struct{ Name, Version string }
		data, err := os.ReadFile(filepath.Join(dir, "package.json"))
		if err != nil || json.Unmarshal(data, &p) != nil {
			continue
		}
		if strings.HasPrefix(p.Name, "@anthropic-ai/claude-code") {
			v, _ := settings.ParseVersion(p.Version + " (Claude Code)")
			return v
		}
	}
	return settings.Version{}
}

// clientPlaces are the programs called claude outside the project, that of PATH first.
func clientPlaces() []string {
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
	project := projectHere()
	var places []string
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
		places = append(places, path)
	}
	return places
}

// projectHere is the directory that counts as the project, "" where there is none.
func projectHere() string {
	dir, err := configDir(false)
	if err != nil {
		return ""
	}
	if real, err := filepath.EvalSymlinks(dir); err == nil {
		return real
	}
	return dir
}

// oldest is the lowest version of the clients, unknown where one of them does not say its own.
func oldest(clients []client) settings.Version {
	var low settings.Version
	for i, c := range clients {
		if i == 0 || low.AtLeast(c.version) {
			low = c.version
		}
	}
	return low
}
