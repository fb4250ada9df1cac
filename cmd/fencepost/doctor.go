package main

import (
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"github.com/fencepost/fencepost/internal/agent/claude/settings"
)

// doctorCommand checks an installation from end to end: whether the agent's client runs the hook,
// what could keep it from doing so, the program that it names, and whether a denied call comes back
// denied.
func doctorCommand(s stdio) *cobra.Command {
	var file string
	c := plainCommand("doctor", "check that the installed hook really blocks", "",
		func() int {
			d := &doctor{stdio: s, named: file, managed: settings.ManagedDir(), cwd: hereOr("/")}
			return d.run()
		})
	textFlag(c, &file, "settings", "look at the settings `FILE`, too")
	return c
}

func hereOr(other string) string {
	dir, err := os.Getwd()
	if err != nil {
		return other
	}
	return dir
}

type doctor struct {
	stdio
	failed  bool
	named   string // the file of --settings
	managed string // where managed settings lie
	cwd     string
	clients []client
	files   []settingsFile
}

func (d *doctor) run() int {
	d.clients = findClients()
	d.client()
	d.read()
	d.checkFiles()
	if e, ok := d.entry(); ok {
		d.switchedOff(e)
		d.environment(e)
		d.handler(e)
		if d.program(&e.handler) {
			d.blocks(e)
		}
		d.sandbox(e)
	}
	d.config()
	d.everybody()
	d.prompts()
	d.switches()
	if d.failed {
		d.printf("%s\n", d.style.red("The fence does not hold: mend what FAIL names."))
		return exitFailed
	}
	d.printf("%s\n", d.style.green("The fence is up."))
	return exitOK
}

func (d *doctor) good(format string, args ...any) {
	d.printf("%s  %s\n", d.style.green("ok  "), fmt.Sprintf(format, args...))
}

func (d *doctor) note(format string, args ...any) {
	d.printf("%s  %s\n", d.style.dim("note"), fmt.Sprintf(format, args...))
}

func (d *doctor) warn(mend, format string, args ...any) {
	d.printf("%s  %s\n      %s\n", d.style.yellow("warn"), fmt.Sprintf(format, args...), mend)
}

func (d *doctor) bad(mend, format string, args ...any) {
	d.failed = true
	d.printf("%s  %s\n      %s\n", d.style.red("FAIL"), fmt.Sprintf(format, args...), mend)
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
		case !c.version.Known():
			d.warn("run `claude --version`",
				"%s does not say its version: whether it knows all that the hook needs is not "+
					"known", c.path)
		case i == 0:
			d.good("Claude Code %s (%s)", c.version, c.path)
		default:
			d.note("there is also Claude Code %s (%s)", c.version, c.path)
		}
	}
}

// version is that of the client that people start, unknown where there is none.
func (d *doctor) version() settings.Version {
	if len(d.clients) == 0 {
		return settings.Version{}
	}
	return d.clients[0].version
}

// config looks at the config that applies here.
func (d *doctor) config() {
	r, err := reportOf("", false)
	if err != nil {
		d.bad("go to a directory that exists", "%v", err)
		return
	}
	for _, p := range r.policy.Errors {
		d.bad("mend it: every call is denied until then", "%s", p)
	}
	for _, p := range r.policy.Warnings {
		d.warn("mend it: the rule has no effect", "%s", p)
	}
	if why := r.policy.OtherScratch(); why != "" {
		d.note("%s", why)
	}
	switch {
	case len(r.policy.Errors) > 0:
	case len(r.Layers) == 0:
		d.good("there is no config file: the bundled preset recommended applies")
	default:
		d.good("the config is in order: %s", plural(len(r.Layers), "file"))
	}
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
