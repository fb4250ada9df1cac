package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/fencepost/fencepost/internal/agent/hookfile"
	"github.com/fencepost/fencepost/internal/policy"
	"github.com/fencepost/fencepost/internal/policy/parse"
)

// Words of sandbox.mode.
const (
	modeAuto    = "auto"
	modeOff     = "off"
	modeRequire = "require"
)

// sandboxConfig is a config where there is none yet.
const sandboxConfig = `# What coding agents may do. ` + "`fencepost verify`" + ` finds mistakes here.
import: [recommended]

# auto: what nobody can predict runs confined, instead of a question. off: it is asked about.
sandbox: {mode: auto}
`

// setSandboxMode sets sandbox.mode in a config, for the command of that name, and says what it did.
// A stricter word than auto stays.
func setSandboxMode(s stdio, name, file, mode string) int {
	old, err := os.ReadFile(file)
	there := err == nil
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return s.fail("%s: %s: %s", name, file, cause(err))
	}
	text := []byte(strings.NewReplacer("mode: auto", "mode: "+mode, "[recommended]",
		"["+standardHere()+"]").Replace(sandboxConfig)) // a config takes the place of the preset
	switch {
	case !there && mode == modeOff:
		text = nil
	case there:
		if text, err = withMode(file, old, mode); err != nil {
			return s.fail("%s: %s: %v; write `sandbox: {mode: %s}` there yourself, nothing was "+
				"changed in it", name, file, err, mode)
		}
	}
	if bytes.Equal(text, old) {
		s.printf("%s: nothing to change\n", file)
		return exitOK
	}
	f, err := hookfile.ReadText(file)
	if err != nil {
		return s.fail("%s: %v", name, err)
	}
	f.NewMode(0o644)
	backup, err := f.Write(text)
	if err != nil {
		return s.fail("%s: %s: %s", name, file, cause(err))
	}
	state := "on"
	if mode == modeOff {
		state = "off"
	}
	s.printf("wrote %s: the sandbox is %s\n", file, state)
	if backup != "" {
		s.printf("the file as it was: %s\n", backup)
	}
	return exitOK
}

// withMode sets sandbox.mode in a config and leaves every other byte as it is.
func withMode(file string, old []byte, mode string) ([]byte, error) {
	now, err := modeIn(file, old)
	if err != nil {
		return nil, errors.New("the file has mistakes (`fencepost verify`)")
	}
	if now == mode || now == "require" && mode == modeAuto || now == "" && mode == modeOff {
		return old, nil
	}
	text, err := withKey(old, "sandbox", "mode", mode)
	if err != nil {
		return nil, err
	}
	if got, err := modeIn(file, text); err != nil || got != mode {
		return nil, errors.New("the file is written in a way that cannot be edited safely")
	}
	return text, nil
}

// modeIn is sandbox.mode of a config, "" where it says nothing.
func modeIn(file string, text []byte) (string, error) {
	doc, problems, _ := parse.Parse(file, text, policy.Config)
	if len(problems) > 0 {
		return "", fmt.Errorf("%s", problems[0])
	}
	set := doc.Settings().Sandbox
	if set == nil {
		return "", nil
	}
	return set.Mode, nil
}
