package main

import (
	"embed"
	"errors"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
)

// manPages are made from the definitions of the commands: `FENCEPOST_UPDATE=1 go test
// ./cmd/fencepost -run TestManPages`. They are text, because making them takes time when a program
// starts.
//
//go:embed man/*.1
var manPages embed.FS

// manCommand prints the manual page of a command, or writes all of them.
func manCommand(s stdio) *cobra.Command {
	var dir string
	var c *cobra.Command
	c = newCommand("man [COMMAND...]", "print a manual page, or write all of them into a directory",
		func(words []string) int {
			of, rest, err := c.Root().Find(words)
			switch {
			case dir != "" && len(words) > 0:
				return s.fail("man: --dir writes the pages of all commands, and takes no COMMAND")
			case err != nil || len(rest) > 0:
				return unknownCommand(s, of, "man: ", rest[0])
			case dir != "":
				return writePages(s, dir)
			}
			page, err := manPages.ReadFile("man/" + pageOf(of))
			if err != nil {
				return s.fail("man: there is no page about %s", of.CommandPath())
			}
			s.printf("%s", page)
			return exitOK
		})
	c.Example = "  fencepost man | man -l -\n  fencepost man --dir ~/.local/share/man/man1"
	c.ValidArgsFunction = completeCommands
	dirFlag(c, &dir, "dir", "write the pages of all commands into `DIR`")
	return c
}

// pageOf is the name of the file with the page of a command.
func pageOf(c *cobra.Command) string {
	return strings.ReplaceAll(c.CommandPath(), " ", "-") + ".1"
}

// writePages writes all pages into a directory.
func writePages(s stdio, dir string) int {
	pages, err := manPages.ReadDir("man")
	if err == nil {
		err = os.MkdirAll(dir, 0o755)
	}
	for _, p := range pages {
		text, readErr := manPages.ReadFile("man/" + p.Name())
		if err = errors.Join(err, readErr); err == nil {
			err = os.WriteFile(filepath.Join(dir, p.Name()), text, 0o644)
		}
	}
	if err != nil {
		return s.fail("man: %v", err)
	}
	s.printf("wrote %s to %s\n", plural(len(pages), "page"), oneLine(dir))
	return exitOK
}
