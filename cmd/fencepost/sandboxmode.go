package main

import (
	"strings"

	"github.com/fencepost/fencepost/internal/rule"
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

# auto: commands that run code fencepost cannot see run confined. off: fencepost asks about them.
sandbox: {mode: auto}
`

// sandboxFrom sets sandbox.mode in a config, for the command of that name, or begins one. A stricter
// word than auto stays.
func sandboxFrom(name, mode string) *keyEdit {
	e := sandboxEdit(name, mode)
	if mode != modeOff { // a config takes the place of the preset
		e.starter = strings.NewReplacer("mode: auto", "mode: "+mode, "[recommended]",
			"["+standardHere()+"]").Replace(sandboxConfig)
	}
	return e
}

func sandboxEdit(name, mode string) *keyEdit {
	e := &keyEdit{command: name, block: "sandbox", key: "mode", word: mode, says: "the sandbox is on",
		now: func(set *rule.Settings) string {
			if set.Sandbox == nil {
				return ""
			}
			return set.Sandbox.Mode
		}}
	switch mode {
	case modeOff:
		e.says, e.holds = "the sandbox is off", []string{""}
	case modeAuto:
		e.holds = []string{modeRequire}
	}
	return e
}
