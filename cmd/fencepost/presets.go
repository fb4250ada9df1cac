package main

import (
	"strings"

	"github.com/fencepost/fencepost/gen"
	"github.com/fencepost/fencepost/internal/policy"
	"github.com/fencepost/fencepost/internal/policy/parse"
)

// runPresets lists the bundled presets or prints one.
func runPresets(s stdio, args []string) int {
	operands, err := newOptions("presets").parse(s, args)
	if err != nil {
		return status(err)
	}
	switch {
	case len(operands) == 0:
		listPresets(s)
		return exitOK
	case len(operands) == 2 && operands[0] == "show":
		text := gen.Source(operands[1])
		if text == "" {
			return s.fail("no such preset: %q; there are %s", operands[1],
				strings.Join(gen.Presets{}.Names(), ", "))
		}
		s.printf("%s", text)
		printIDs(s, operands[1])
		return exitOK
	}
	return s.fail("presets: unexpected arguments; use `fencepost presets` or `fencepost presets " +
		"show NAME`")
}

func listPresets(s stdio) {
	presets := gen.Presets{}
	for _, name := range presets.Names() {
		doc, _, _ := parse.Parse(name+".yaml", []byte(gen.Source(name)), policy.Organisation)
		s.printf("%s %s %s\n", s.style.bold(pad(name, 12)), pad(doc.Meta.Title, 32),
			s.style.dim(count(doc).String()))
		if imports := presets.Imports(name); len(imports) > 0 {
			s.printf("%s %s\n", pad("", 12), s.style.dim("imports "+strings.Join(imports, ", ")))
		}
	}
}

//go:generate sh -c "go run . schema >../../docs/config.schema.json"

// runSchema prints the JSON Schema of the config.
func runSchema(s stdio, args []string) int {
	if code, ok := none(s, "schema", args); !ok {
		return code
	}
	s.out.Write(parse.Schema())
	return exitOK
}
