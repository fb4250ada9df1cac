package main

import (
	"cmp"
	"fmt"
	"os"
	"slices"

	"github.com/spf13/cobra"

	"github.com/fencepost/fencepost/internal/agent/claude/settings"
)

// doctorCommand checks an installation from end to end: whether the agent's client runs the hook,
// what could keep it from doing so, the program that it names, and whether a denied call comes back
// denied.
func doctorCommand(s stdio) *cobra.Command {
	var file, agent string
	var asJSON bool
	c := plainCommand("doctor", "check that the installed hook really blocks", "",
		func() int {
			d := &doctor{stdio: s, named: file, managed: settings.ManagedDir(), cwd: hereOr("/"),
				asJSON: asJSON}
			return d.run(agent)
		})
	textFlag(c, &file, "settings", "look at the settings `FILE`, too")
	choiceFlag(c, &agent, "agent", "another agent than Claude Code, by its `NAME`",
		append([]string{"claude"}, otherNames()...)...)
	jsonFlag(c, &asJSON)
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
	asJSON  bool
	named   string // the file of --settings
	managed string // where managed settings lie
	cwd     string
	clients []client
	files   []settingsFile
	diagnosis
}

// diagnosis is what doctor has found.
type diagnosis struct {
	Agent    string    `json:"agent"`
	Up       bool      `json:"up"`
	Verdict  string    `json:"verdict"`
	Findings []finding `json:"findings"`
}

// finding is one line of the output, and what a person can do about it.
type finding struct {
	Level string `json:"level"` // ok, note, warn or FAIL
	Text  string `json:"text"`
	Do    string `json:"do,omitempty"`
}

// run checks the installation for an agent; "" is Claude Code.
func (d *doctor) run(agent string) int {
	d.Agent = cmp.Or(agent, "claude")
	if d.Agent == "claude" {
		d.claude()
	} else if a, ok := otherAgent(agent); ok {
		d.other(&a)
	} else {
		return d.fail("doctor: %v", noAgent(agent))
	}
	return d.conclude()
}

// claude checks the installation for Claude Code.
func (d *doctor) claude() {
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

// conclude ends with the verdict. The first failure is the reason that it gives.
func (d *doctor) conclude() int {
	i := slices.IndexFunc(d.Findings, func(f finding) bool { return f.Level == "FAIL" })
	code, color := exitOK, d.style.green
	d.Up, d.Verdict = i < 0, "The fence is up."
	if !d.Up {
		code, color = exitFailed, d.style.red
		d.Verdict = "There is no fence: " + d.Findings[i].Text
	}
	if d.asJSON {
		d.json(d.diagnosis)
		return code
	}
	d.printf("%s\n", color(d.Verdict))
	return code
}

// say notes a finding, and shows it.
func (d *doctor) say(level, mend, format string, args ...any) {
	f := finding{level, fmt.Sprintf(format, args...), mend}
	d.Findings = append(d.Findings, f)
	if d.asJSON {
		return
	}
	color := map[string]func(string) string{"ok": d.style.green, "note": d.style.dim,
		"warn": d.style.yellow, "FAIL": d.style.red}[level]
	d.printf("%s  %s\n", color(fmt.Sprintf("%-4s", level)), f.Text)
	if mend != "" {
		d.printf("      %s\n", mend)
	}
}

func (d *doctor) good(format string, args ...any) { d.say("ok", "", format, args...) }
func (d *doctor) note(format string, args ...any) { d.say("note", "", format, args...) }

func (d *doctor) warn(mend, format string, args ...any) { d.say("warn", mend, format, args...) }
func (d *doctor) bad(mend, format string, args ...any)  { d.say("FAIL", mend, format, args...) }

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
				"%s does not say its version, so it was not checked whether it is new enough", c.path)
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
