package paths

import (
	"os"
	"strings"
	"testing"

	"gopkg.in/yaml.v3"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/rule"
)

// TestProtected holds each entry of presets/protected.yaml to its own example: it decides about it,
// and gives its reason.
func TestProtected(t *testing.T) {
	data, err := os.ReadFile("../../../presets/protected.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var table struct {
		Kinds map[string]struct {
			Why       string
			Deny, Ask map[string]string
		}
	}
	if err := yaml.Unmarshal(data, &table); err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	project, home := dir+"/home/p", dir+"/home"
	must(t, os.MkdirAll(project, 0o755))
	g := NewGuard(New(project, home, "/tmp/claude", true), home, nil)
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
	if len(table.Kinds) < 15 {
		t.Fatalf("%d kinds", len(table.Kinds))
	}
	for _, k := range table.Kinds {
		check(k.Deny, rule.Deny, k.Why)
		check(k.Ask, rule.Ask, k.Why)
	}
}
