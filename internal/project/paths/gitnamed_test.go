package paths

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/rule"
)

// TestGuardGitNamed: what git's settings name is asked about, and nothing beside it.
func TestGuardGitNamed(t *testing.T) {
	const hooks = "[core]\n\thooksPath = tools/hooks\n"
	for _, tt := range []struct {
		config, path string
		want         rule.Decision
	}{
		{"", "tools/h/x.sh", rule.Unset},
		{hooks, "tools/hooks/x.sh", rule.Ask},
		{hooks, "tools/x.sh", rule.Unset},
		{"[core]\n\thooksPath = tools/[h]\n", "tools/[h]/x.sh", rule.Ask},
		{"[diff]\n\texternal = t/[d]*.sh\n", "t/[d]*.sh", rule.Ask},
		{"[core]\n\thooksPath = .\n", "post-index-change", rule.Ask},
		{"[core]\n\thooksPath = .\n", "main.go", rule.Unset},
		{"[filter \"x\"]\n\tclean = ./t/fmt.sh %f\n", "t/fmt.sh", rule.Ask},
		{"[filter \"x\"]\n\tclean = ./t/fmt.sh %f\n", "t/x.sh", rule.Unset},
		{"[filter \"x\"]\n\tclean = tr a b; cat\n", ".gitattributes", rule.Ask},
		{"[filter \"x\"]\n\tclean = tr a b; cat\n", "docs/.gitattributes", rule.Ask},
		{"[filter \"lfs\"]\n\tclean = git-lfs clean -- %f\n", ".gitattributes", rule.Unset},
		{"[diff]\n\texternal = t/d.sh\n", "t/d.sh", rule.Ask},
		{"[include]\n\tpath = ../conf/git.inc\n", "conf/git.inc", rule.Ask},
		{"[alias]\n\tx = !./t/a.sh\n", "t/a.sh", rule.Unset},
	} {
		dir := t.TempDir()
		for name, text := range map[string]string{".git/config": tt.config, "conf/git.inc": "[core]\n"} {
			file := filepath.Join(dir, name)
			if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		g := NewGuard(New(dir, t.TempDir(), "", true), "", nil, nil)
		e := fact.Effect{Kind: fact.Write, Path: fact.Path{Abs: filepath.Join(dir, tt.path), Known: true}}
		if got, why := g.Protected(&e); got != tt.want {
			t.Errorf("%q, %s: got %v (%s), want %v", tt.config, tt.path, got, why, tt.want)
		}
	}
}
