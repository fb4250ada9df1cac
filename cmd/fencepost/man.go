package main

import (
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"

	"github.com/fencepost/fencepost/internal/version"
)

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
				return writePages(s, c.Root(), dir)
			}
			if err := doc.GenMan(of, manHeader(of), s.out); err != nil {
				return s.fail("man: %v", err)
			}
			return exitOK
		})
	c.Example = "  fencepost man | man -l -\n  fencepost man --dir ~/.local/share/man/man1"
	c.ValidArgsFunction = completeCommands
	dirFlag(c, &dir, "dir", "write the pages of all commands into `DIR`")
	return c
}

func manHeader(c *cobra.Command) *doc.GenManHeader {
	c.Root().DisableAutoGenTag = true
	this := version.This()
	h := &doc.GenManHeader{Section: "1", Source: program + " " + this.Version,
		Title:  strings.ToUpper(strings.ReplaceAll(c.CommandPath(), " ", "-")),
		Manual: "Permission gate for coding agents"}
	if t, err := time.Parse(time.RFC3339, this.Time); err == nil {
		h.Date = &t
	}
	return h
}

// writePages writes the pages of a command and those below it.
func writePages(s stdio, c *cobra.Command, dir string) int {
	for _, sub := range c.Commands() {
		if sub.Name() == "help" {
			continue
		}
		if code := writePages(s, sub, dir); code != exitOK {
			return code
		}
	}
	file := filepath.Join(dir, strings.ReplaceAll(c.CommandPath(), " ", "-")+".1")
	f, err := os.Create(file)
	if err != nil {
		return s.fail("man: %s: %s", oneLine(file), cause(err))
	}
	defer f.Close()
	if err := doc.GenMan(c, manHeader(c), f); err != nil {
		return s.fail("man: %s: %v", oneLine(file), err)
	}
	s.printf("wrote %s\n", oneLine(file))
	return exitOK
}
