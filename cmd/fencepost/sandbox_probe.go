package main

import "github.com/spf13/cobra"

// sandboxProbeCommand tries what this machine can keep.
func sandboxProbeCommand(s stdio) *cobra.Command {
	var asJSON, fresh bool
	c := plainCommand("probe", "try whether this machine can confine a command",
		"", func() int { return runSandboxProbe(s, asJSON, fresh) })
	c.Long = "It runs each engine, tries to get out of it, and says what is missing. The exit status\n" +
		"is 1 if this machine keeps less than the config requires."
	jsonFlag(c, &asJSON)
	boolFlag(c, &fresh, "fresh", "try again, even if an earlier probe found the answer")
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
