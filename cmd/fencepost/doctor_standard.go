package main

import (
	"cmp"
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/fencepost/fencepost/internal/agent/claude/clients"
	"github.com/fencepost/fencepost/internal/agent/claude/settings"
	"github.com/fencepost/fencepost/internal/agent/hookfile"
)

// client is one that was found.
type client = clients.Client

// standard checks the installation for the default agent.
func (d *doctor) standard() {
	d.clients = findClients()
	d.client()
	d.read()
	d.checkFiles()
	if e, ok := d.entry(); ok {
		d.switchedOff(e)
		d.environment(e)
		d.handler(e)
		argv, plain := e.handler.Argv(), e.handler.ClosedOnFailure() || e.handler.Alone()
		if d.mayStart(argv, plain, e.in.scope.FromRepository()) && d.program(argv) {
			d.blocks(e)
		}
		d.sandbox(e)
	}
	d.otherHooks()
	d.config()
	d.everybody()
	d.prompts()
	d.switches()
}

// client says which Claude Code there is. The first one that was found is the one that people
// start.
func (d *doctor) client() {
	if len(d.clients) == 0 {
		d.warn("put claude into PATH and run doctor again",
			"no Claude Code was found, so its version was not checked")
		return
	}
	for i, c := range d.clients {
		switch {
		case !c.Version.Known():
			d.warn("run `claude --version`",
				"%s does not say its version, so it was not checked whether it is new enough", c.Path)
		case i == 0:
			d.good("Claude Code %s (%s)", c.Version, c.Path)
		default:
			d.note("there is also Claude Code %s (%s)", c.Version, c.Path)
		}
	}
}

// version is that of the client that people start, unknown where there is none.
func (d *doctor) version() settings.Version {
	if len(d.clients) == 0 {
		return settings.Version{}
	}
	return d.clients[0].Version
}

// everybody says whether the config for everybody on the machine is in force.
func (d *doctor) everybody() {
	if _, err := os.Lstat(managedFile); err != nil {
		return
	}
	for _, f := range d.files {
		for i := range f.entries {
			if f.entries[i].handler.Managed() {
				d.good("the config for everybody on this machine is in force: %s", managedFile)
				return
			}
		}
	}
	d.bad("run `sudo fencepost install --managed`", "%s is there, and no hook reads it", managedFile)
}

// switches says how the client is started without the hook.
func (d *doctor) switches() {
	for _, f := range d.files {
		if f.scope == settings.Managed && len(f.entries) > 0 {
			d.note("`claude --bare` starts a client before 2.1.330 without managed hooks; no " +
				"other switch does")
			return
		}
	}
	d.note("these start the client without this hook: `claude --bare`, `--safe-mode`, " +
		"`--setting-sources project`, " +
		"`--settings '{\"disableAllHooks\":true}'`; a hook in managed settings survives them " +
		"(`fencepost install --managed`), " +
		"but for --bare in older clients")
}

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
