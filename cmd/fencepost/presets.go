package main

import (
	"strings"

	"github.com/spf13/cobra"

	"github.com/fencepost/fencepost/gen"
	"github.com/fencepost/fencepost/internal/agent"
	"github.com/fencepost/fencepost/internal/agent/agents"
	"github.com/fencepost/fencepost/internal/policy"
	"github.com/fencepost/fencepost/internal/policy/parse"
	"github.com/fencepost/fencepost/internal/policy/schema"
)

// presetsCommand lists the bundled presets or prints one.
func presetsCommand(s stdio) *cobra.Command {
	const usage = "presets takes no arguments; use `fencepost presets` or `fencepost presets " +
		"show NAME`"
	c := newCommand("presets", "list the bundled rules, or print the source of a preset",
		func(operands []string) int {
			if len(operands) > 0 {
				return s.fail(usage)
			}
			listPresets(s)
			return exitOK
		})
	show := newCommand("show NAME", "print the source of a preset, with the ids of its rules",
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
	for _, a := range agents.All() {
		if more, err := agent.File(a.Name, name+".yaml"); err == nil {
			s.printf("\n%s", more)
		}
	}
	printIDs(s, name)
	return exitOK
}

func listPresets(s stdio) {
	s.printf("%s\n", s.style.dim(pad("preset", 18)+" deny  ask  allow  about"))
	presets := gen.Presets{}
	for _, name := range presets.Names() {
		doc, _, _ := parse.Parse(name+".yaml", []byte(gen.Source(name)), policy.Organisation)
		n := count(doc)
		about := doc.Meta.Title
		if imports := presets.Imports(name); len(imports) > 0 && len(imports) < 5 {
			about += s.style.dim(" (with " + strings.Join(imports, ", ") + ")")
		} else if len(imports) > 0 {
			about += s.style.dim(" (with " + plural(len(imports), "preset") + ")")
		}
		s.printf("%s %4d %4d %6d  %s\n", s.style.bold(pad(name, 18)), n.Deny, n.Ask, n.Allow, about)
	}
}

//go:generate sh -c "go run . schema >../../docs/schema.new && mv ../../docs/schema.new ../../docs/config.schema.json"

// schemaCommand prints the JSON Schema of the config.
func schemaCommand(s stdio) *cobra.Command {
	return plainCommand("schema", "print the JSON Schema of the config", "", func() int {
		s.out.Write(schema.Schema())
		return exitOK
	})
}
