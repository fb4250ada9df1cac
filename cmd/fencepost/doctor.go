package main

import (
	"cmp"
	"fmt"
	"os"
	"slices"

	"github.com/spf13/cobra"

	"github.com/fencepost/fencepost/internal/agent/agents"
)

// doctorCommand checks an installation from end to end: whether the agent's client runs the hook,
// what could keep it from doing so, the program that it names, and whether a denied call comes back
// denied.
func doctorCommand(s stdio) *cobra.Command {
	var file, agent string
	var asJSON bool
	c := plainCommand("doctor", "check that the installed hook really blocks", "",
		func() int {
			d := &doctor{stdio: s, named: file, cwd: hereOr("/"), asJSON: asJSON}
			return d.run(agent)
		})
	textFlag(c, &file, "settings", "look at the settings `FILE`, too")
	choiceFlag(c, &agent, "agent", "another agent than "+agents.DefaultTitle+", by its `NAME`",
		agentNames()...)
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
	managed string // where managed settings lie; "" for where they do
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
	d.Agent = cmp.Or(agent, agents.Default)
	a, err := agentOf(d.Agent)
	switch {
	case err != nil:
		return d.fail("doctor: %v", err)
	case d.Agent == agents.Default:
		d.standard()
	default:
		d.other(a)
	}
	return d.conclude()
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
