package main

import (
	"errors"

	"github.com/fencepost/fencepost/internal/agent/claude/settings"
	"github.com/fencepost/fencepost/internal/agent/hookfile"
)

// sandbox decides whether the entry has the client start the wrapper in place of its shell. Without
// a flag it stays as it is in the file, so that an update of the programs changes nothing else.
func (j *job) sandbox(t *target, entry *settings.Entry) error {
	switch {
	case t.sandbox:
		entry.Sandbox = true
		return canConfine(entry)
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
	value, err := f.Tree().Variable(settings.PrefixVariable)
	return err == nil && value != nil && settings.OwnPrefix(value)
}

// canConfine says why an installation with a sandbox would be none; nil where it is one.
func canConfine(entry *settings.Entry) error {
	if hookfile.Base(entry.Exe) != hookfile.Gate {
		return errors.New("the sandbox needs " + hookfile.Gate + " beside " + entry.Exe +
			", of the same build: it is what the client starts in place of its shell")
	}
	if _, err := entry.Prefix(); err != nil {
		return err
	}
	run, err := runnerBeside()
	if err != nil {
		return err
	}
	report, err := probeMachine(run, true)
	if err != nil {
		return err
	}
	return keeps(engineOf(report), sandboxHere().Require)
}
