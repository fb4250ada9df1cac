package main

import (
	"github.com/spf13/cobra"

	"github.com/fencepost/fencepost/internal/version"
)

// versionCommand prints the version.
func versionCommand(s stdio) *cobra.Command {
	var asJSON bool
	c := newCommand("version", "print the version", func(operands []string) int {
		if len(operands) > 0 {
			return s.fail("version takes no arguments, and got %q", operands[0])
		}
		this := version.This()
		if asJSON {
			s.json(this)
			return exitOK
		}
		s.printf("%s", this.Text(program))
		return exitOK
	})
	jsonFlag(c, &asJSON)
	return c
}
