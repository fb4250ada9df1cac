package main

import (
	"fmt"
	"strconv"
	"strings"

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

// plainCommand makes a subcommand without operands. more says what to do about one that is given.
func plainCommand(name, short, more string, run func() int) *cobra.Command {
	c := newCommand(name, short, func([]string) int { return run() })
	c.Args = func(c *cobra.Command, operands []string) error {
		if len(operands) == 0 {
			return nil
		}
		return fmt.Errorf("%s takes no arguments, and got %q%s",
			strings.TrimPrefix(c.CommandPath(), program+" "), operands[0], more)
	}
	return c
}

// forPerson refuses a command that changes the fence where an agent's shell runs it.
func forPerson(s stdio, c *cobra.Command) *cobra.Command {
	c.PreRunE = func(c *cobra.Command, _ []string) error {
		if code, refused := inAgent(s, strings.TrimPrefix(c.CommandPath(), program+" ")); refused {
			return exitStatus(code)
		}
		return nil
	}
	return c
}

// exitStatus ends the program with a status. What is to be said has been said.
type exitStatus int

func (e exitStatus) Error() string { return "exit status " + strconv.Itoa(int(e)) }

// takesFiles has the shell complete operands with the names of files.
func takesFiles(c *cobra.Command) *cobra.Command {
	c.ValidArgsFunction = nil
	return c
}
