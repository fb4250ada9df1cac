package main

import (
	"strings"

	"github.com/spf13/cobra"

	"github.com/fencepost/fencepost/gen"
	"github.com/fencepost/fencepost/internal/policy"
	"github.com/fencepost/fencepost/internal/policy/parse"
	"github.com/fencepost/fencepost/internal/policy/schema"
)

// presetsCommand lists the bundled presets or prints one.
func presetsCommand(s stdio) *cobra.Command {
	const usage = "presets: unexpected arguments; use `fencepost presets` or `fencepost presets " +
		"show NAME`"
	c := newCommand("presets", "list the bundled rules, or print the source of a preset",
		func(operands []string) int {
			if len(operands) > 0 {
				return s.fail(usage)
			}
			listPresets(s)
			return exitOK
		})
	show := newCommand("show NAME", "print the source of a preset and the ids of its rules",
		func(operands []string) int {
			if len(operands) != 1 {
				return s.fail(usage)
			}
			return showPreset(s, operands[0])
		})
	show.ValidArgsFunction = func(_ *cobra.Command, before []string, _ string) ([]string,
		cobra.ShellCompDirective) {
		if len(before) > 0 {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		return gen.Presets{}.Names(), cobra.ShellCompDirectiveNoFileComp
	}
	c.AddCommand(show)
	return c
}

func showPreset(s stdio, name string) int {
	text := gen.Source(name)
	if text == "" {
		return s.fail("no such preset: %q; there are %s", name,
			strings.Join(gen.Presets{}.Names(), ", "))
	}
	s.printf("%s", text)
	printIDs(s, name)
	return exitOK
}

func listPresets(s stdio) {
	presets := gen.Presets{}
	for _, name := range presets.Names() {
		doc, _, _ := parse.Parse(name+".yaml", []byte(gen.Source(name)), policy.Organisation)
		s.printf("%s %s %s\n", s.style.bold(pad(name, 17)), s.style.dim(pad(count(doc).String(), 25)),
			doc.Meta.Title)
		if imports := presets.Imports(name); len(imports) > 0 {
			s.printf("%s %s\n", pad("", 17), s.style.dim("imports "+strings.Join(imports, ", ")))
		}
	}
}

//go:generate sh -c "go run . schema >../../docs/config.schema.json"

// schemaCommand prints the JSON Schema of the config.
func schemaCommand(s stdio) *cobra.Command {
	return plainCommand("schema", "print the JSON Schema of the config", "", func() int {
		s.out.Write(schema.Schema())
		return exitOK
	})
}
