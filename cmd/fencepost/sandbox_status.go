package main

import (
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/fencepost/fencepost/internal/agent/agents"
	"github.com/fencepost/fencepost/internal/app/gate"
	"github.com/fencepost/fencepost/internal/policy"
	"github.com/fencepost/fencepost/internal/rule/sandboxconf"
	"github.com/fencepost/fencepost/internal/sandbox/history"
)

// sandboxStatus is how commands are confined in a directory.
type sandboxStatus struct {
	Mode     string             `json:"mode"`
	Project  string             `json:"project"`
	Level    string             `json:"level"`         // what the machine keeps; none
	Why      string             `json:"why,omitempty"` // nothing can be confined as the config wants it
	Settings []policy.Value     `json:"settings"`
	Granted  []string           `json:"granted"` // by a person, in the project and everywhere
	Ignored  []policy.Loosening `json:"ignored"`
	Errors   []policy.Problem   `json:"errors"`

	set     *sandboxconf.Settings
	policy  *policy.Policy
	running string // the runs that go on
}

func sandboxStatusCommand(s stdio) *cobra.Command {
	var asJSON bool
	var dir string
	c := plainCommand("status", "say how commands run confined here", "",
		func() int { return runSandboxStatus(s, dir, asJSON) })
	jsonFlag(c, &asJSON)
	cwdFlag(c, &dir)
	return c
}

func runSandboxStatus(s stdio, dir string, asJSON bool) int {
	g, cwd, err := gateAt(dir, gate.Options{})
	if err != nil {
		return s.fail("sandbox status: %v", err)
	}
	st := sandboxStatusAt(g, cwd)
	if asJSON {
		s.json(st)
		return exitOK
	}
	printBroken(s, st.policy)
	st.print(s)
	return brokenIf(st.policy)
}

func sandboxStatusAt(g *gate.Gate, cwd string) *sandboxStatus {
	p, project, _ := g.Policy(cwd)
	st := &sandboxStatus{Project: project, Errors: list(p.Errors), Ignored: []policy.Loosening{},
		Settings: []policy.Value{}, Granted: []string{}, set: p.Effective().Sandbox, policy: p}
	if st.set == nil {
		none := sandboxconf.Default()
		st.set = &none
	}
	st.Mode = st.set.Mode
	for _, v := range p.Provenance() {
		if strings.HasPrefix(v.Key, "sandbox.") {
			st.Settings = append(st.Settings, v)
		}
	}
	for _, l := range p.Ignored() {
		if strings.HasPrefix(l.Key, "sandbox.") {
			st.Ignored = append(st.Ignored, l)
		}
	}
	for _, r := range history.In(g.ConfigHome()).Rights(nil, policy.ResolveProject(project)) {
		st.Granted = append(st.Granted, r.String())
	}
	st.machine()
	return st
}

// machine asks what can be kept here. What an earlier probe has found is enough.
func (st *sandboxStatus) machine() {
	st.Level = "none"
	m, err := machineHere(false)
	if err != nil {
		st.Why = err.Error()
		return
	}
	st.running = runningNow(m.path)
	if m.engine.Works {
		st.Level = string(m.engine.Level)
	}
	if err := keeps(m.engine, st.set.Require); err != nil {
		st.Why = err.Error()
	}
}

func (st *sandboxStatus) print(s stdio) {
	row := func(name, value string) { s.row(name, value, "") }
	set := st.set
	row("project", st.Project)
	s.row("sandbox", st.Mode, st.policy.SandboxSrc("sandbox.mode", ""))
	row("machine", "keeps the level "+st.Level+"; the config requires "+set.Require)
	row("why", st.Why)
	if set.On() {
		row("confines", map[bool]string{true: "every command",
			false: "commands that run code fencepost cannot see"}[set.Scope == "all"])
		row("except", strings.Join(set.Except, ", "))
		row("settles", settles(set.Answers))
		row("writes", strings.Join(set.WriteAllow, ", "))
		row("reaches", reaches(set))
		row("granted", strings.Join(st.Granted, ", "))
	}
	for _, l := range st.Ignored {
		text := l.String()
		if rel, err := filepath.Rel(st.Project, l.File); err == nil && filepath.IsLocal(rel) {
			text = strings.Replace(text, l.File, rel, 1)
		}
		row("ignored", text+" (not trusted: `fencepost trust`)")
	}
	s.printf("%s", st.running)
	if !set.On() {
		s.printf("`fencepost install --sandbox` switches it on for " + agents.DefaultTitle + ", `fencepost sandbox on` for " +
			"other agents.\n")
	} else {
		s.printf("`fencepost config` shows every setting. `fencepost doctor` checks that the agent uses it.\n")
	}
}

// settles says which kinds of questions a confined run settles.
func settles(a *sandboxconf.Answers) string {
	var kinds []string
	if a.Exec {
		kinds = append(kinds, "programs that fencepost cannot see into")
	}
	if a.Dynamic {
		kinds = append(kinds, "commands that are not known before they run")
	}
	if kinds == nil {
		return "no question"
	}
	return strings.Join(kinds, ", and ")
}

func reaches(set *sandboxconf.Settings) string {
	switch set.Network {
	case "none":
		return "nothing"
	case "open":
		return "everything"
	}
	hosts := slices.Clone(set.Hosts)
	for _, n := range set.Localhost {
		hosts = append(hosts, "localhost:"+policy.Number(int64(n), true))
	}
	if hosts = append(hosts, set.Sockets...); len(hosts) == 0 {
		return "only hosts that a command is known to need"
	}
	return strings.Join(hosts, ", ")
}

// runningNow lists the runs that go on, as fencepost-run says it; "" where none does.
func runningNow(run string) string {
	got := runProgram(process{argv: []string{run, "--list"}, dir: filepath.Dir(run),
		limit: 2 * time.Second})
	if text := string(got.out); got.err == nil && text != "Nothing goes on.\n" {
		return text
	}
	return ""
}
