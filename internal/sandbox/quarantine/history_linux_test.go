package quarantine

import (
	"strings"
	"testing"

	"github.com/fencepost/fencepost/internal/sandbox/plan"
)

// TestHistory: what git has brought stays where nothing else has run, and what is not git's does not.
// What git was kept from is told.
func TestHistory(t *testing.T) {
	const feat = `git init -qb main .; echo a > a; git add -A; git commit -qm one
		git checkout -qb feat; mkdir .vscode; echo '{}' > .vscode/tasks.json; echo use > .envrc; ln -s a .npmrc
		printf 'x\r\n' > .mcp.json; git add -A; git commit -qm feat; git checkout -q main; `
	const old = `mkdir .vscode; echo old > .vscode/tasks.json; git add -A; git commit -qm old; `
	for _, tt := range []struct {
		name, setup, run  string
		history, kept     string
		moved, incomplete string // with blanks between
	}{
		{name: "checkout", setup: feat, run: "git checkout -q feat", history: "."},
		{name: "named files", setup: feat, run: "git checkout -q feat",
			history: ".vscode/tasks.json .envrc .npmrc", moved: ".mcp.json", incomplete: ".mcp.json"},
		{name: "a file that is not what git says", setup: feat, history: ".",
			run: "git checkout -q feat; echo evil >> .envrc", moved: ".envrc", incomplete: ".envrc"},
		{name: "a file that git does not know", setup: feat, history: ".",
			run: "git checkout -q feat; echo evil > .vscode/settings.json", moved: ".vscode/settings.json"},
		{name: "a link in place of a file", setup: feat, history: ".",
			run:   "git checkout -q feat; rm .envrc; ln -s a .envrc",
			moved: ".envrc", incomplete: ".envrc"},
		{name: "a file with another name", setup: feat, history: ".", run: "git checkout -q feat; ln .envrc b",
			moved: ".envrc", incomplete: ".envrc"},
		{name: "ends of lines", setup: feat + "git config core.autocrlf true; ", history: ".",
			run: "git checkout -q feat"},
		{name: "a merge that is not done", setup: feat + "echo b > .envrc; git add -A; git commit -qm b; " +
			"rm .envrc; ", run: "git checkout -q .envrc; git merge -q feat || true", history: "."},
		{name: "a repository in the work tree", setup: feat, history: "q",
			run: "git clone -q -b feat . q; echo x > q/.exrc", moved: "q/.exrc"},
		{name: "no mark", setup: feat, run: "git clone -q -b feat . q",
			moved:      "q/.envrc q/.mcp.json q/.npmrc q/.vscode",
			incomplete: "q/.envrc q/.mcp.json q/.npmrc q/.vscode/tasks.json"},
		{name: "hooks are not the history's", setup: feat, run: "echo x > .git/hooks/pre-commit", history: ".",
			moved: ".git/hooks/pre-commit"},
		{name: "a kept file", setup: feat + old, kept: ".vscode .git/config",
			run: "chmod a-w .vscode; git checkout -q feat; echo old > .vscode/tasks.json",
			// what the mount would do
			moved: ".envrc .mcp.json .npmrc", incomplete: ".envrc .mcp.json .npmrc .vscode/tasks.json"},
		{name: "the index alone", setup: feat + old, kept: ".vscode .git/config", run: "git reset -q HEAD~1"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			b := newBench(t)
			defer b.sh(t, "chmod -R u+rwx .")
			b.sh(t, tt.setup)
			b.request.History = strings.Fields(tt.history)
			var steps []plan.Step
			for _, k := range strings.Fields(tt.kept) {
				steps = append(steps, plan.Step{Do: plan.ReadOnly, Path: b.project + "/" + k})
			}
			s := Begin(b.request, b.plan(steps...), "run")
			b.sh(t, tt.run)
			rep := s.End(false)
			var moved []string
			for _, p := range rep.Plants {
				moved = append(moved, p.Path)
			}
			for what, pair := range map[string][2]string{"moved": {strings.Join(moved, " "), tt.moved},
				"incomplete": {strings.Join(rep.Incomplete, " "), tt.incomplete}} {
				if got := strings.ReplaceAll(pair[0], b.project+"/", ""); got != pair[1] {
					t.Errorf("%s: %q, want %q", what, got, pair[1])
				}
			}
		})
	}
}
