package main

import (
	"strconv"

	"github.com/spf13/cobra"
)

// newCommand makes a subcommand: its name with the operands that it takes, one line about it, and
// what it does with the operands. What run returns is the exit status.
func newCommand(use, short string, run func(operands []string) int) *cobra.Command {
	return &cobra.Command{
		Use:   use,
		Short: short,
		// Each command says itself what is wrong with its operands, and what to do about it.
		Args:              cobra.ArbitraryArgs,
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(_ *cobra.Command, operands []string) error {
			if code := run(operands); code != exitOK {
				return exitStatus(code)
			}
			return nil
		},
	}
}

// exitStatus ends the program with a status. What is to be said has been said.
type exitStatus int

func (e exitStatus) Error() string { return "exit status " + strconv.Itoa(int(e)) }

// takesFiles has the shell complete operands with the names of files.
func takesFiles(c *cobra.Command) *cobra.Command {
	c.ValidArgsFunction = nil
	return c
}
