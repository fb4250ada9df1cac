package main

import "github.com/spf13/cobra"

// sandboxProbeCommand tries what this machine can keep.
func sandboxProbeCommand(s stdio) *cobra.Command {
	var asJSON, fresh bool
	c := plainCommand("probe", "try whether this machine can confine a command, and say what is missing",
		"", func() int { return runSandboxProbe(s, asJSON, fresh) })
	c.Long = "It runs each engine and tries to get out of it. The exit status is 1 where commands cannot\n" +
		"be confined as the config requires."
	jsonFlag(c, &asJSON)
	boolFlag(c, &fresh, "fresh", "try again, and do not take what an earlier probe has found")
	return c
}

func runSandboxProbe(s stdio, asJSON, fresh bool) int {
	m, err := machineHere(fresh)
	if err != nil {
		return s.failed("sandbox probe: %v", err)
	}
	if asJSON {
		s.json(m.report)
	} else {
		m.report.Print(s.out)
	}
	if err := keeps(m.engine, confinement().Require); err != nil {
		if !asJSON {
			s.printf("%s\n", err)
		}
		return exitFailed
	}
	return exitOK
}
