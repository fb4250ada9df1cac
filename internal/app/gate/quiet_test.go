package gate_test

import (
	"strings"
	"testing"

	"github.com/fencepost/fencepost/internal/rule"
	"github.com/fencepost/fencepost/internal/test/testkit/gatetest"
)

// quietProject are files of the project in which the lines of quiet.jsonl are judged.
var quietProject = gatetest.Files{
	"src/a.ts": "export const a = 1\n", "src/m.py": "print(1)\n",
	"tests/test_a.py": "def test_a():\n    assert True\n",
	"main.go":         "package main\nfunc main(){}\n", "go.mod": "module x\ngo 1.22\n", "a": "a\n",
	"b.txt":        "b\n",
	"package.json": `{"name":"x","scripts":{"test":"vitest run"}}`, "README.md": "# x\n",
	".gitignore": "node_modules\n.venv\n",
	"docs/a.md":  "# a\n", "scripts/a.sh": "echo hi\n", "lib/a.go": "package lib\n",
	"node_modules/.bin/tsc": "#!/usr/bin/env node\n", ".venv/bin/activate": "#!/bin/sh\n",
	"pyproject.toml": "[project]\nname=\"x\"\n",
}

// TestQuiet holds lines that real agents write, which pass, beside their dangerous neighbours,
// which do not: the rows of each class are the two sides of one border.
func TestQuiet(t *testing.T) {
	t.Parallel()
	s := gatetest.New(t, gatetest.Corpora)
	quietProject.WritePrograms(t, s.Project)
	s.NoRepository(t)
	s.Git(t, "init", "-q")
	s.Git(t, "add", "src", "tests", "lib", "docs", "a", "b.txt", "main.go", "package.json")
	for i, r := range gatetest.ReadCorpus(t, "quiet.jsonl", 100) {
		v := s.Judge(t, "Bash", map[string]any{"command": r.Cmd})
		least, attack := rule.ParseDecision(r.Min)
		if attack && v.Decision < least || !attack && v.Decision != rule.Allow {
			t.Errorf("quiet.jsonl:%d: %s: %s: got %v (%s %s), want %s", i+1, r.Class,
				strings.ReplaceAll(r.Cmd, "\n", "⏎"), v.Decision, v.Rule, v.Description, r.Want+r.Min)
		}
	}
}
