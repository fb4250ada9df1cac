package main

import (
	"errors"
	"fmt"
	"os"

	"github.com/fencepost/fencepost/internal/agent/agents"
	"github.com/fencepost/fencepost/internal/agent/claude/clients"
	"github.com/fencepost/fencepost/internal/agent/claude/settings"
	"github.com/fencepost/fencepost/internal/agent/claude/shellprefix"
	"github.com/fencepost/fencepost/internal/agent/hookfile"
	"github.com/fencepost/fencepost/internal/app/gate"
	"github.com/fencepost/fencepost/internal/policy"
	"github.com/fencepost/fencepost/internal/rule/sandboxconf"
)

// sandbox decides whether the entry has the client start the wrapper in place of its shell. Without
// a flag it stays as it is in the file, so that an update of the programs changes nothing else.
func (j *job) sandbox(t *target) error {
	switch {
	case t.sandbox:
		j.entry.Sandbox = true
		if err := j.canConfine(); err != nil {
			return err
		}
		j.notes = append(j.notes, j.machine.text())
	case j.name == "install" && !t.noSandbox && prefixed(j.file):
		j.entry.Sandbox = true
	default:
		j.without = settings.WithoutSandbox()
	}
	return nil
}

// prefixed reports whether a settings file has the client start the wrapper.
func prefixed(file string) bool {
	f, err := hookfile.Read(file)
	if err != nil {
		return false // said where the file is edited
	}
	value, err := f.Tree().Variable(shellprefix.Variable)
	return err == nil && value != nil && settings.OwnPrefix(value)
}

// canConfine says why an installation with a sandbox would be none; nil where it is one.
func (j *job) canConfine() error {
	if hookfile.Base(j.entry.Exe) != hookfile.Gate {
		return errors.New("the sandbox needs " + hookfile.Gate + " beside " + j.entry.Exe +
			", of the same build; install all programs again")
	}
	if _, err := j.entry.Prefix(); err != nil {
		return err
	}
	version := clients.Oldest(j.clients)
	if settings.SandboxForm(version) == settings.Shell && version.Known() {
		return fmt.Errorf("the client, "+agents.DefaultTitle+" %s, is too old for the sandbox; update it to %s or later",
			version, settings.ArgsSince)
	}
	if j.machine == nil {
		m, err := machineOf(j.entry.Exe, true)
		if err != nil {
			return err
		}
		j.machine = m
	}
	return keeps(j.machine.engine, confinement().Require)
}

// policyHere is the policy of the directory that the person stands in.
func policyHere() *policy.Policy {
	p, _, _ := gate.New(optionsHere()).Policy(hereOr("/"))
	return p
}

// confinement is what the configs say here of the sandbox, whether it is on or not.
func confinement() *sandboxconf.Settings {
	if set := policyHere().Effective().Sandbox.Effective(); set != nil {
		return set
	}
	set := sandboxconf.Default()
	return &set
}

// switchConfig sets the mode of the sandbox in the config that goes with the settings: the person's,
// or that for everybody on the machine. A project's settings have none of their own, because a
// project does not decide about the sandbox.
func (j *job) switchConfig(t *target) int {
	mode := modeAuto
	if t.noSandbox {
		mode = modeOff
	}
	if t.managed {
		return sandboxFrom(j.name, mode).apply(j.stdio, managedFile)
	}
	home := t.home
	if home == "" {
		var err error
		if home, err = os.UserHomeDir(); err != nil {
			return j.fail("%s: %v", j.name, err)
		}
	}
	e := sandboxFrom(j.name, mode)
	if t.fewer && mode != modeOff { // in a new config both are written at once
		e.starter += explicitConfig
	}
	return e.apply(j.stdio, sandboxFileIn(home, true))
}
