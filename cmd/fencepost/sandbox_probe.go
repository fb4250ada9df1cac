package main

import (
	"os"

	"github.com/spf13/cobra"
)

// sandboxProbeCommand tries what this machine can keep.
func sandboxProbeCommand(s stdio) *cobra.Command {
	var asJSON, fresh bool
	c := newCommand("probe", "try whether this machine can confine a command, and say what is missing",
		func(operands []string) int { return runSandboxProbe(s, asJSON, fresh, operands) })
	c.Long = "It runs each engine and tries to get out of it. The exit status is 1 where commands cannot\n" +
		"be confined as the config requires."
	jsonFlag(c, &asJSON)
	boolFlag(c, &fresh, "fresh", "try again, and do not take what an earlier probe has found")
	return c
}

func runSandboxProbe(s stdio, asJSON, fresh bool, operands []string) int {
	if len(operands) > 0 {
		return s.fail("sandbox probe takes no arguments, and got %q", operands[0])
	}
	run, err := ownRunner()
	if err != nil {
		s.fail("sandbox probe: %v", err)
		return exitFailed
	}
	report, err := probeMachine(run, fresh)
	if err != nil {
		s.fail("sandbox probe: %v", err)
		return exitFailed
	}
	if asJSON {
		s.json(report)
	} else {
		report.Print(s.out)
	}
	if err := keeps(engineOf(report), confinement().Require); err != nil {
		if !asJSON {
			s.printf("%s\n", err)
		}
		return exitFailed
	}
	return exitOK
}

// ownRunner is the program that confines a command, beside this one.
func ownRunner() (string, error) {
	exe, err := os.Executable()
	if err != nil {
		return "", err
	}
	return runnerBeside(exe)
}
