package main

import (
	"errors"
	"os"

	"github.com/fencepost/fencepost/internal/agent/claude/settings"
	"github.com/fencepost/fencepost/internal/agent/claude/shellprefix"
	"github.com/fencepost/fencepost/internal/agent/hookfile"
	"github.com/fencepost/fencepost/internal/fence"
	sandboxset "github.com/fencepost/fencepost/internal/sandbox/setting"
)

// sandbox decides whether the entry has the client start the wrapper in place of its shell. Without
// a flag it stays as it is in the file, so that an update of the programs changes nothing else.
func (j *job) sandbox(t *target, entry *settings.Entry) error {
	switch {
	case t.sandbox:
		entry.Sandbox = true
		return j.canConfine(entry)
	case j.name == "install" && !t.noSandbox && prefixed(j.file):
		entry.Sandbox = true
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
func (j *job) canConfine(entry *settings.Entry) error {
	if hookfile.Base(entry.Exe) != hookfile.Gate {
		return errors.New("the sandbox needs " + hookfile.Gate + " beside " + entry.Exe +
			", of the same build: it is what the client starts in place of its shell")
	}
	if _, err := entry.Prefix(); err != nil {
		return err
	}
	m, err := machineOf(entry.Exe, true)
	if err != nil {
		return err
	}
	if err := keeps(m.engine, confinement().Require); err != nil {
		return err
	}
	j.notes = append(j.notes, m.text())
	return nil
}

// confinement is what the configs say here of the sandbox, whether it is on or not.
func confinement() *sandboxset.Settings {
	p, _, _ := fence.New(optionsHere()).Policy(hereOr("/"))
	if set := p.Effective().Sandbox.Effective(); set != nil {
		return set
	}
	set := sandboxset.Default()
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
		return setSandboxMode(j.stdio, j.name, managedFile, mode)
	}
	home := t.home
	if home == "" {
		var err error
		if home, err = os.UserHomeDir(); err != nil {
			return j.fail("%s: %v", j.name, err)
		}
	}
	return setSandboxMode(j.stdio, j.name, sandboxFileIn(home, true), mode)
}
