package main

import (
	"github.com/spf13/cobra"

	"github.com/fencepost/fencepost/internal/app/version"
)

// versionCommand prints the version.
func versionCommand(s stdio) *cobra.Command {
	var asJSON bool
	c := plainCommand("version", "print the version", "", func() int {
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
