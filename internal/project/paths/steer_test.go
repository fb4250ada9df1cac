package paths

import (
	"testing"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/rule"
)

// TestHistory holds what a movement between commits may change to the fence and what programs the
// agent, and asks there.
func TestHistory(t *testing.T) {
	dir := t.TempDir()
	g := NewGuard(New(dir, dir+"/home", "", true), "", nil, nil)
	for _, tt := range []struct {
		name   string
		steers bool
		write  rule.Decision
		gone   rule.Decision
	}{
		{".claude/settings.json", true, rule.Ask, rule.Ask},
		{"sub/.Claude/Settings.json", true, rule.Ask, rule.Ask},
		{".claude/fencepost.yaml", true, rule.Ask, rule.Ask},
		{".claude/skills/q/SKILL.md", true, rule.Ask, rule.Unset},
		{".mcp.json", true, rule.Ask, rule.Unset},
		{".claude/worktrees/w/a.txt", false, rule.Unset, rule.Unset},
		{".claude/worktrees/w/.claude/settings.json", true, rule.Ask, rule.Ask},
		{".github/workflows/ci.yml", false, rule.Unset, rule.Unset},
		{".husky/pre-commit", false, rule.Unset, rule.Unset},
		{".vscode/settings.json", false, rule.Unset, rule.Unset},
		{"src/settings.json", false, rule.Unset, rule.Unset},
	} {
		abs := dir + "/" + tt.name
		if got := g.Steers(abs); got != tt.steers {
			t.Errorf("%s: steers %v", tt.name, got)
		}
		for kind, want := range map[fact.EffectKind]rule.Decision{fact.Write: tt.write,
			fact.Delete: tt.gone} {
			e := fact.Effect{Kind: kind, Path: fact.Path{Written: tt.name, Abs: abs, Known: true},
				Tree: true, History: true}
			if got, why := g.Protected(&e); got != want {
				t.Errorf("%v %s: got %v (%s), want %v", kind, tt.name, got, why, want)
			}
		}
	}
}

// TestEachTableNameMayMatter finds every name of a tree that the table could speak of.
func TestEachTableNameMayMatter(t *testing.T) {
	dir := t.TempDir()
	g := NewGuard(New(dir, dir+"/home", "", true), "", []string{"**/*.pem"}, nil)
	for name, want := range map[string]bool{
		"a/b.c": false, ".mcp.json": true, "x/.CLAUDE/settings.json": true, "a/Jenkinsfile": true,
		"keys/a.pem": true,
	} {
		if got := g.May(dir, name); got != want {
			t.Errorf("%s: got %v", name, got)
		}
	}
	if !g.May("/etc", "profile") || !g.May("/", "etc/profile") {
		t.Error("a name that is protected by its whole path is not found")
	}
}
