package main

import (
	"strings"

	"github.com/spf13/cobra"
)

// helpCommand prints the list of commands or the usage of one.
func helpCommand(s stdio) *cobra.Command {
	var c *cobra.Command
	c = newCommand("help [COMMAND...]", "print this text, or the usage of a command",
		func(words []string) int {
			of, rest, err := c.Root().Find(words)
			if err != nil || len(rest) > 0 {
				return unknownCommand(s, of, "help: ", rest[0])
			}
			printHelp(s, of)
			return exitOK
		})
	c.ValidArgsFunction = completeCommands
	return c
}

// completeCommands completes the words of a command.
func completeCommands(c *cobra.Command, before []string, _ string) ([]string,
	cobra.ShellCompDirective) {
	var names []string
	if of, rest, err := c.Root().Find(before); err == nil && len(rest) == 0 {
		for _, sub := range of.Commands() {
			if sub.IsAvailableCommand() || sub.Name() == "help" {
				names = append(names, cobra.CompletionWithDesc(sub.Name(), sub.Short))
			}
		}
	}
	return names, cobra.ShellCompDirectiveNoFileComp
}

// printHelp prints what the definition of a command says.
func printHelp(s stdio, c *cobra.Command) {
	if !c.HasParent() {
		printCommands(s, c)
		return
	}
	c.InitDefaultHelpFlag()
	s.printf("Usage: %s\n\n%s.\n", c.UseLine(), strings.ToUpper(c.Short[:1])+c.Short[1:])
	if c.Long != "" {
		s.printf("%s\n", c.Long)
	}
	if subs := c.Commands(); len(subs) > 0 {
		s.printf("\n%s\n", s.style.bold("Commands"))
		for _, sub := range subs {
			printCommand(s, sub)
		}
	}
	if !c.DisableFlagParsing {
		s.printf("\n%s\n%s", s.style.bold("Flags"), c.LocalFlags().FlagUsages())
	}
	if c.Example != "" {
		s.printf("\n%s\n%s\n", s.style.bold("Examples"), c.Example)
	}
}

func printCommands(s stdio, root *cobra.Command) {
	s.printf("%s\n\nUsage: fencepost COMMAND [ARGUMENTS]\n", root.Long)
	for _, g := range root.Groups() {
		if g.ID == "agent" { // nobody types those
			continue
		}
		s.printf("\n%s\n", s.style.bold(g.Title))
		for _, c := range root.Commands() {
			if c.GroupID == g.ID {
				printCommand(s, c)
			}
		}
	}
	s.printf("\n`fencepost help COMMAND` shows the arguments of a command.\n")
}

func printCommand(s stdio, c *cobra.Command) {
	s.printf("  %s  %s\n", s.style.bold(pad(c.Name(), 12)), c.Short)
}
