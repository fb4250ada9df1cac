package main

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestTableMistakes holds what rulegen says about a mistake in a table: where it is, and the mend.
func TestTableMistakes(t *testing.T) {
	const (
		variable  = "variables:\n  - names: [FOO]\n    value: data\n    why: is text\n"
		setting   = "settings:\n  - keys: [core.pager]\n    why: it is run\n"
		hazard    = "hazards:\n  nul: {kind: suspect, what: a byte, why: it ends text, example: x}\n"
		protected = "kinds:\n  tool:\n    why: a program reads it\n    ask:\n      \"**/.x\": .x\n"
	)
	tests := []struct{ file, text, want string }{
		{environmentYAML, variable, ""},
		{environmentYAML, "", "environment.yaml:1: the file is empty"},
		{environmentYAML, variable + "list: {}\n",
			`environment.yaml:5:1: unknown key "list" (did you mean lists?)`},
		{environmentYAML, variable + "  - names: [FOO]\n",
			"5:12: FOO stands at presets/environment.yaml:2 already"},
		{environmentYAML, variable + "  - names: [A B]\n", `"A B" is no name of a variable`},
		{environmentYAML, variable + "  - names: [B]\n    why: is text\n",
			"5:5: the entry does not say how a value is judged"},
		{environmentYAML, variable + "  - names: [B]\n    value: data\n",
			"5:5: the entry does not say what the variable does"},
		{environmentYAML, variable + "  - value: data\n    why: x\n",
			"the entry names no variable: add names"},
		{environmentYAML, variable + "  - names: [B]\n    value: tol\n",
			`6:12: "tol" is not one of data, never`},
		{environmentYAML, variable + "  - names: [B]\n    value: tol\n", `did you mean tool?`},
		{environmentYAML, variable + "  - names: [B]\n    value: one-of\n    why: x\n",
			"one-of needs words"},
		{environmentYAML, variable + "  - names: [B]\n    value: data\n    words: [x]\n    why: x\n",
			"data takes no words"},
		{environmentYAML, variable + "  - names: [B]\n    value: one-of\n    words: [true]\n",
			"7:13: true is no text for YAML: put it in quotes"},
		{environmentYAML, variable + "  - names: [B]\n    value: options\n    words: [-<a>]\n    why: x",
			"<a> is not one of number"},
		{environmentYAML, variable + "  - names: [B]\n    value: code-path\n    words: [lua]\n    why: x",
			`"lua" is not one of python`},
		{environmentYAML, variable + "  - names: [B]\n    value: data\n    why: It does.\n",
			"without a full stop"},
		{environmentYAML, variable + "seems:\n  - begin: [X]\n",
			`6:5: unknown key "begin" (did you mean begins?)`},
		{environmentYAML, "lists:\n  tools: {is: [a, a]}\n", `2:19: "a" stands in line 2 already`},
		{gitconfigYAML, setting, ""},
		{gitconfigYAML, setting + "  - keys: [core.*.pager]\n    why: x\n",
			"core.*.pager stands at presets/gitconfig.yaml:2 already"},
		{gitconfigYAML, setting + "  - keys: [Core.x]\n", "keys stand in small letters"},
		{gitconfigYAML, setting + "  - keys: [core]\n", `"core" is no key: section.name`},
		{gitconfigYAML, setting + "  - keys: [core.x*]\n", "a star stands for a whole part"},
		{gitconfigYAML, setting + "  - keys: [core.x]\n    runs: shel\n",
			`5:11: "shel" is not one of shell, pager`},
		{gitconfigYAML, setting + "  - keys: [core.x]\n",
			"4:5: the entry does not say what git does with the value"},
		{gitconfigYAML, setting + "variables: {X: core.x}\n", "core.x has no entry in settings"},
		{protectedYAML, protected, ""},
		{protectedYAML, protected + "      \"**/.y\": .z\n", `6:16: ".z" is no example of **/.y`},
		{protectedYAML, protected + "      \".y\": .y\n", `".y": a path begins with **/, ~/ or /`},
		{protectedYAML, protected + "      \"**/a*\": ab\n", `"**/a*" would match too much`},
		{protectedYAML, protected + "  ci:\n    why: x\n    ask: {\"**/.x\": .x}\n",
			"8:11: **/.x stands at presets/protected.yaml:5 already"},
		{protectedYAML, protected + "  ci:\n    ask: {\"**/.y\": .y}\n", "6:3: ci does not say why"},
		{protectedYAML, protected + "  ci:\n    why: x\n", "6:3: ci has no paths"},
		{protectedYAML, protected + "    alow: {}\n", `6:5: unknown key "alow"`},
		{protectedYAML, protected + "    history: old\n", `"old" is not one of all, new`},
		{protectedYAML, protected + "exempt:\n  \"**/.y\": [a]\n", "**/.y is no entry of a kind"},
		{hazardsYAML, hazard, ""},
		{hazardsYAML, hazard + "  Nul: {kind: suspect, what: x, why: y, example: z}\n",
			`3:3: "Nul" is no id: small letters and dashes`},
		{hazardsYAML, hazard + "  x: {kind: suspcet, what: x, why: y, example: z}\n",
			`"suspcet" is not one of dynamic, failure, suspect`},
		{hazardsYAML, hazard + "  x: {kind: suspect, what: x, why: y}\n", "3:3: x has no example"},
		{hazardsYAML, hazard + "  nul: {kind: suspect, what: x, why: y, example: z}\n", "nul"},
	}
	for _, tt := range tests {
		dir := t.TempDir()
		write(t, filepath.Join(dir, tt.file), tt.text)
		c, o := config{presets: dir}, newOutput()
		err := errors.Join(generateTables(c, o), errors.Join(o.errs...))
		switch {
		case tt.want == "" && err != nil:
			t.Errorf("%s: %v", tt.text, err)
		case tt.want != "" && (err == nil || !strings.Contains(err.Error(), tt.want)):
			t.Errorf("%s: got %v, want %q", tt.text, err, tt.want)
		}
	}
}

// TestTablesAreNoPresets holds that the files of tables beside the presets are left to themselves.
func TestTablesAreNoPresets(t *testing.T) {
	files, err := os.ReadDir("../../presets")
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, f := range files {
		if isTable(f.Name()) {
			n++
		}
	}
	if n != 15 {
		t.Errorf("%d tables", n)
	}
}
