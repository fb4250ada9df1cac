//go:build linux

package escape

import (
	"os"
	"strings"
	"testing"

	"github.com/fencepost/fencepost/internal/test/testkit"
)

// living is a run whose command goes on, as that of a server that the agent has in the background.
func (w *place) living(t *testing.T, script string) (stop func() string) {
	t.Helper()
	for _, name := range []string{"go", "made", "stop"} {
		must(t, os.RemoveAll(w.path("home/p/"+name)))
	}
	c := w.boxed(t, script+"; touch made; until [ -e stop ]; do sleep 0.01; done")
	var said strings.Builder
	c.Stdout, c.Stderr = &said, &said
	must(t, c.Start())
	testkit.WaitFor(t, "it is made", func() bool { return exists(w.path("home/p/made")) })
	return func() string {
		must(t, os.WriteFile(w.path("home/p/stop"), nil, 0o644))
		must(t, c.Wait())
		return said.String()
	}
}

// TestPlantedBeside: what a command that still runs has planted is gone before the next one begins.
func TestPlantedBeside(t *testing.T) {
	keeping(t, func(t *testing.T, w *place) {
		stop := w.living(t, "mkdir -p n/.vscode; echo x > n/.envrc; echo x > n/.vscode/tasks.json")
		out, err := w.boxed(t, "ls -A n").CombinedOutput()
		if err != nil || strings.Count(string(out), "quarantined") != 2 || exists(w.path("home/p/n/.envrc")) {
			t.Errorf("%v %s", err, out)
		}
		if told := stop(); strings.Count(told, "quarantined") != 2 {
			t.Errorf("at the end: %s", told)
		}
	})
}

// TestMovedBeside: what git changes to what a commit has stays so, whatever goes on beside it.
func TestMovedBeside(t *testing.T) {
	const commits = `git init -q -b main . ; mkdir -p .github/workflows .husky a/b/c/d/.vscode
		for f in .github/workflows/ci.yml .husky/pre-commit a/b/c/d/.vscode/tasks.json .mcp.json; do
			echo 1 > $f; done
		git add -Af . && git commit -qm 1 && git checkout -qb feat
		for f in .github/workflows/ci.yml .husky/pre-commit .husky/pre-push q/.envrc \
			a/b/c/d/.vscode/tasks.json; do mkdir -p ${f%/*}; echo 2 > $f; done
		git rm -q --cached .mcp.json && rm .mcp.json && git add -Af . && git commit -qm 2 && git checkout -q main`
	keeping(t, func(t *testing.T, w *place) {
		must(t, w.outside("mkdir m && cd m && "+commits))
		stop := w.living(t, "true")
		out, err := w.boxed(t, "cd m && git checkout -q feat", "--history", w.get("P")+"/m").CombinedOutput()
		if err != nil || len(out) > 0 {
			t.Errorf("%v %s", err, out)
		}
		if out, err := w.boxed(t, "true").CombinedOutput(); err != nil || len(out) > 0 {
			t.Errorf("the next command: %v %s", err, out)
		}
		if told := stop(); told != "" {
			t.Errorf("at the end: %s", told)
		}
		must(t, w.outside(`cd m && said=$(git status --short) && echo "$said" && [ -z "$said" ]`))
	})
}
