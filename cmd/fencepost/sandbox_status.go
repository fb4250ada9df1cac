package main

import (
	"strings"

	"github.com/spf13/cobra"

	"github.com/fencepost/fencepost/internal/fence"
)

// sandboxStatus is how commands are confined in a directory.
type sandboxStatus struct {
	Mode     string    `json:"mode"`
	Project  string    `json:"project"`
	Settings []setting `json:"settings"`
	Ignored  []ignored `json:"ignored"`
	Errors   []problem `json:"errors"`
}

func sandboxStatusCommand(s stdio) *cobra.Command {
	var asJSON bool
	var dir string
	c := newCommand("status", "say how commands are confined here, and what says so",
		func(operands []string) int { return runSandboxStatus(s, dir, asJSON, operands) })
	jsonFlag(c, &asJSON)
	cwdFlag(c, &dir)
	return c
}

func runSandboxStatus(s stdio, dir string, asJSON bool, operands []string) int {
	if len(operands) > 0 {
		return s.fail("sandbox status takes no arguments, and got %q", operands[0])
	}
	gate, cwd, err := gateAt(dir, fence.Options{})
	if err != nil {
		return s.fail("sandbox status: %v", err)
	}
	p, project, _ := gate.Policy(cwd)
	st := sandboxStatus{Mode: "off", Project: project, Errors: problems(p.Errors), Ignored: []ignored{},
		Settings: []setting{}}
	if set := p.Effective().Sandbox; set != nil {
		st.Mode = set.Mode
	}
	for _, v := range p.Provenance() {
		if strings.HasPrefix(v.Key, "sandbox.") {
			st.Settings = append(st.Settings, setting(v))
		}
	}
	for _, l := range p.Ignored() {
		if strings.HasPrefix(l.Key, "sandbox.") {
			st.Ignored = append(st.Ignored, ignored(l))
		}
	}
	if asJSON {
		s.json(st)
		return exitOK
	}
	return exitOK
}
