package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"time"

	"github.com/fencepost/fencepost/internal/agent"
	"github.com/fencepost/fencepost/internal/agent/agents"
	"github.com/fencepost/fencepost/internal/agent/hookfile"
	"github.com/fencepost/fencepost/internal/agent/setup"
	"github.com/fencepost/fencepost/internal/app/gate"
	"github.com/fencepost/fencepost/internal/rule"
)

// agentFile is a file of an agent in which fencepost's hook stands.
type agentFile struct {
	*hookfile.File
	hooks   []setup.Hook
	project bool
}

// other checks the installation for another agent than Claude Code.
func (d *doctor) other(a *setup.Agent) {
	files := d.agentFiles(a)
	i := slices.IndexFunc(files, func(f agentFile) bool { return len(f.hooks) > 0 })
	if i < 0 {
		d.bad(d.again(), "there is no fencepost hook that %s reads in %s", a.Name, files[0].Name)
		d.config()
		return
	}
	f := &files[i]
	d.good("the hook stands in %s", f.Name)
	d.entries(a, f)
	if a.Trust != "" {
		config := filepath.Join(filepath.Dir(files[0].Name), a.Trust)
		for _, x := range f.hooks[0].Trusted(f.File, f.project, config) {
			d.say(x.Level, x.Do, "%s", x.Text)
		}
	}
	h := &f.hooks[0]
	if d.mayStart(h.Argv, h.Closed, f.project) && d.program(h.Argv) {
		d.probe(&agentHook{h, a})
	}
	d.config()
	d.note("%s itself was not started: nothing here shows that it runs its hooks", a.Name)
}

// agentFiles reads the files of the person and of the project.
func (d *doctor) agentFiles(a *setup.Agent) (files []agentFile) {
	home, err := os.UserHomeDir()
	if err != nil {
		d.bad("set HOME", "%v", err)
	}
	for i, name := range []string{a.UserFile(home), a.ProjectFile(cmp.Or(projectHere(), d.cwd))} {
		read := hookfile.Read
		if a.Plugin != "" {
			read = hookfile.ReadText
		}
		f := agentFile{File: &hookfile.File{Name: name}, project: i == 1}
		text, err := read(name)
		if err == nil {
			f.File = text
			f.hooks, err = a.Hooks(text.Old)
		}
		if err != nil {
			d.bad("mend the file: the agent cannot read it either", "%v", err)
		} else if key := a.SwitchedOff(f.Root); key != "" {
			d.bad("remove the key", "%s switches the hook off (%s)", name, key)
		}
		files = append(files, f)
	}
	return files
}

// entries holds the entries in a file against those that an installation writes.
func (d *doctor) entries(a *setup.Agent, f *agentFile) {
	for _, event := range a.Events() {
		if !slices.ContainsFunc(f.hooks, func(h setup.Hook) bool { return h.Event == event }) {
			d.bad(d.again(), "there is no hook for %s in %s", event, f.Name)
		}
	}
	for i := range f.hooks {
		h := &f.hooks[i]
		if words, ok := hookfile.AfterHook(h.Argv); ok && len(words) > 2 && words[1] == "--home" {
			d.home(words[2])
		}
		if h.Line == "" {
			continue
		}
		want := a.Entered(h.Event)
		switch {
		case !hookfile.MatchesAll(h.Matcher) && !hookfile.Same(h.Matcher, want.Matcher):
			d.bad(d.again(), "the hook for %s sees only what matches %s", h.Event, h.Matcher)
		case !h.Closed:
			d.bad(d.again(), "the hook for %s does not block by itself if the program fails", h.Event)
		case h.Limit() != 0 && h.Limit() < want.Limit()*(hookfile.LineSeconds+1)/hookfile.HookTimeout:
			d.bad(d.again(), "the hook for %s has a time limit of %v, and the agent does not wait for "+
				"its answer", h.Event, h.Limit())
		}
	}
}

// agentHook is the hook of another agent, started as that agent does.
type agentHook struct {
	*setup.Hook
	of *setup.Agent
}

func (h *agentHook) answer(command, cwd, _ string) (time.Duration, rule.Decision, error) {
	call, err := h.of.Call(command, cwd)
	if err != nil {
		return 0, rule.Ask, err
	}
	argv := h.Argv
	if h.Line != "" {
		argv = []string{"/bin/sh", "-c", h.Line}
	}
	got := runProgram(process{argv, cwd, call, nil, hookfile.HookTimeout * time.Second})
	decision, err := agentDecision(got)
	return got.took, decision, err
}

// agentDecision is the decision in what a hook of another agent has answered: they have it by several
// names, and the exit status 2 denies in all. The line of a hook ends so, too, if the program fails.
func agentDecision(got result) (rule.Decision, error) {
	var exit *exec.ExitError
	switch {
	case bytes.Contains(got.said, []byte(setup.Message)):
		return rule.Ask, errors.New("the program gave no answer")
	case errors.As(got.err, &exit) && exit.ExitCode() == 2:
		return rule.Deny, nil
	case got.err != nil || len(got.out) == 0:
		return rule.Allow, got.err
	}
	var answer struct {
		Decision, Permission, PermissionDecision string
		HookSpecificOutput                       struct{ PermissionDecision string }
	}
	if err := json.Unmarshal(got.out, &answer); err != nil {
		return rule.Ask, err
	}
	return decisionNamed(cmp.Or(answer.Decision, answer.Permission, answer.PermissionDecision,
		answer.HookSpecificOutput.PermissionDecision))
}

func (h *agentHook) expect(command, cwd, _ string) (want *rule.Verdict, same bool) {
	call, err := h.of.Call(command, cwd)
	a, ok := agents.Find(h.of.Name)
	if err != nil || !ok {
		return nil, false
	}
	decoded, err := a.Decode(call)
	if err != nil {
		return nil, false
	}
	opt := gate.FromEnvironment()
	if words, ok := hookfile.AfterHook(h.Argv); ok && len(words) > 2 {
		opt = optionsOf(words[2])
	}
	opt.Agent = h.of.Name
	v := agent.Final(&gate.New(opt).Judge(&decoded).Verdict, &decoded, a)
	return &v, isThisHook(h.Argv)
}
