package main

import (
	"cmp"
	"encoding/json"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/fencepost/fencepost/internal/agent/claude/settings"
	"github.com/fencepost/fencepost/internal/agent/hookfile"
)

// plugins reads the hooks of the plugins that the settings switch on.
func (d *doctor) plugins() {
	user, err := settings.UserFile()
	if err != nil || d.named != "" {
		return
	}
	installed := settings.Plugins(user)
	for _, name := range slices.Sorted(maps.Keys(installed)) {
		if !d.enabled(name) {
			continue
		}
		for _, dir := range installed[name] {
			f := settingsFile{scope: settings.Plugin, name: filepath.Join(dir, "hooks", "hooks.json")}
			root, _ := json.Marshal(dir)
			if f.file, err = hookfile.Read(f.name); err != nil || f.file.Old == nil {
				continue
			}
			f.file.Old = []byte(strings.ReplaceAll(string(f.file.Old), settings.PluginRoot,
				string(root[1:len(root)-1])))
			d.files = append(d.files, f)
		}
	}
}

// enabled reports whether a plugin is switched on: the settings file that wins decides.
func (d *doctor) enabled(name string) bool {
	for _, scope := range []settings.Scope{settings.Managed, settings.Local, settings.Project,
		settings.User} {
		for _, f := range d.files {
			if f.scope != scope || f.file == nil {
				continue
			}
			on, err := hookfile.ParseObject(f.file.Root.Get("enabledPlugins"))
			if value := on.Get(name); err == nil && value != nil {
				return string(value) != "false"
			}
		}
	}
	return false
}

// otherHooks tells of what else answers before a call: the client runs what such a hook makes of it.
func (d *doctor) otherHooks() {
	const look = "look at it: if it rewrites a call, the client runs what fencepost has not judged"
	for i := range d.files {
		f := &d.files[i]
		if f.file == nil || f.dropped {
			continue
		}
		groups, _ := (&hookfile.Tree{Text: f.file.Old}).Groups(preToolUse.Name)
		for _, g := range groups {
			for _, raw := range g.Handlers {
				var h struct{ Type, Command, URL, Prompt string }
				if settings.Runs(raw, &preToolUse) || json.Unmarshal(raw, &h) != nil {
					continue
				}
				d.warn(look, "%s has another hook for PreToolUse: %s", f.name,
					oneLine(cmp.Or(h.Command, h.URL, h.Prompt, h.Type)))
			}
		}
		if f.scope == settings.Plugin && f.file.Root.Get("modules") != nil {
			d.warn("look at it: only a hook in managed settings runs before such code",
				"%s loads code into the client (modules), which can answer for fencepost", f.name)
		}
	}
}
