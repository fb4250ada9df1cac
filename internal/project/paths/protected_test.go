package paths

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gopkg.in/yaml.v3"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/rule"
)

// protectedTable is presets/protected.yaml, or what an agent adds.
type protectedTable struct {
	Kinds map[string]struct {
		Why       string
		Deny, Ask map[string]string
	}
}

// TestProtected holds each entry of presets/protected.yaml and its parts, and of the agents, to its own example: it decides about it,
// and gives its reason.
func TestProtected(t *testing.T) {
	read := func(file string, into *protectedTable) {
		data, err := os.ReadFile(file)
		if err == nil {
			err = yaml.Unmarshal(data, into)
		}
		if err != nil {
			t.Fatalf("%s: %v", file, err)
		}
	}
	var table protectedTable
	parts, _ := filepath.Glob("../../../presets/protected*.yaml")
	for _, file := range parts {
		read(file, &table)
	}
	dir := t.TempDir()
	project, home := dir+"/home/p", dir+"/home"
	must(t, os.MkdirAll(project, 0o755))
	g := NewGuard(New(project, home, "/tmp/claude", true), home, nil, nil)
	check := func(paths map[string]string, want rule.Decision, why string) {
		for glob, example := range paths {
			if rest, ok := strings.CutPrefix(example, "~"); ok {
				example = home + rest
			}
			e := fact.Effect{Kind: fact.Write, Path: Absolute(project, example)}
			got, text := g.Protected(&e)
			if got != want || text != why+" ("+glob+")" {
				t.Errorf("%s: %s: got %v (%s), want %v", glob, example, got, text, want)
			}
		}
	}
	agents, _ := filepath.Glob("../../agent/*/protected.yaml")
	if len(table.Kinds) < 15 || len(parts) < 3 || len(agents) < 8 {
		t.Fatalf("%d kinds, %d agents", len(table.Kinds), len(agents))
	}
	for _, k := range table.Kinds {
		check(k.Deny, rule.Deny, k.Why)
		check(k.Ask, rule.Ask, k.Why)
	}
	for _, file := range agents {
		var of protectedTable
		read(file, &of)
		for name, k := range of.Kinds {
			check(k.Deny, rule.Deny, table.Kinds[name].Why)
			check(k.Ask, rule.Ask, table.Kinds[name].Why)
		}
	}
}
