package main

import (
	"os"
	"strings"

	"github.com/fencepost/fencepost/internal/agent/claude/settings"
	"github.com/fencepost/fencepost/internal/agent/claude/shellprefix"
)

// environment looks at the variables that settings give to the client and the hook, and at those of
// the shell in which doctor runs: the client is started there, too.
func (d *doctor) environment(e entry) {
	for _, f := range d.files {
		if f.file == nil || f.dropped {
			continue
		}
		for _, v := range settings.Env(f.file.Root) {
			switch {
			case v.Name == shellprefix.Variable && confinement().On(): // sandbox says more
			case f.scope.FromRepository():
				d.fromProject(e, f.name, v)
			default:
				d.fromPerson(e, f.name+" sets", v)
				if settings.ReachOf(v.Name) == settings.MovesHome && e.handler.Home() == "" {
					d.bad("run `fencepost install`: the entry then names the home",
						"%s sets %s=%s for the hook, which then reads another config", f.name, v.Name, v.Value)
				}
			}
		}
	}
	for _, text := range os.Environ() {
		name, value, _ := strings.Cut(text, "=")
		d.fromPerson(e, "the environment sets", settings.Variable{Name: name, Value: value})
	}
}

// fromPerson judges a variable that the person or an administrator has set.
func (d *doctor) fromPerson(e entry, who string, v settings.Variable) {
	reach := settings.ReachOf(v.Name)
	_, ours := shellprefix.Parse(v.Value)
	switch {
	case v.Off():
	case reach == settings.NoHooks:
		d.bad("unset it", "%s %s=%s: the client runs no hooks", who, v.Name, v.Value)
	case reach == settings.NotOwn && e.in.scope != settings.Managed:
		d.bad("unset it, or run `fencepost install --managed`",
			"%s %s=%s: the client runs no hooks but those of an administrator", who, v.Name, v.Value)
	case v.Name == "CLAUDE_CODE_MANAGED_SETTINGS_PATH" && e.in.scope == settings.Managed:
		d.bad("unset it", "%s %s=%s: the client does not read %s", who, v.Name, v.Value, e.in.name)
	case v.Name == shellprefix.Variable && !e.handler.Exec && !ours:
		d.bad("unset it, or use a client that knows onFailure and `fencepost install` again",
			"%s %s=%s, which the client puts before the hook", who, v.Name, v.Value)
	}
}

// fromProject judges a variable that a repository can have set.
func (d *doctor) fromProject(e entry, file string, v settings.Variable) {
	const away = "remove it, or do not work in this project"
	switch settings.ReachOf(v.Name) {
	case settings.MovesHome:
		if e.handler.Home() != "" {
			d.bad(away, "%s sets %s=%s, which tries to move your config; the hook does not ask it, because "+
				"the entry names the home, and shell calls ask while nobody has trusted it",
				file, v.Name, v.Value)
			return
		}
		d.bad("run `fencepost install`: the entry then names the home, and the environment is not asked",
			"%s sets %s=%s for the hook, which then reads another config", file, v.Name, v.Value)
	case settings.NoHooks, settings.NotOwn:
		d.bad(away, "%s sets %s=%s, which tries to start the client without hooks", file, v.Name, v.Value)
	case settings.Moves:
		d.bad(away, "%s sets %s=%s for the hook: what runs then, and what it reads, is the project's "+
			"choice", file, v.Name, v.Value)
	case settings.Shapes:
		d.warn("remove it if you do not know why it is there",
			"%s sets %s=%s, which the hook takes into account", file, v.Name, v.Value)
	}
}
