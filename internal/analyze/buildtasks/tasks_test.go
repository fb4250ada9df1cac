package buildtasks_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/fencepost/fencepost/internal/test/testkit/gatetest"
)

// TestTasks plays testdata/tasks: worlds with the files of a project, and calls with the decision.
// "== NAME" is a file of the last commit, "== +NAME" one that was written since. A row is
// "DECISION COMMAND", and behind " # " what the reason says.
func TestTasks(t *testing.T) {
	t.Parallel()
	tables, _ := filepath.Glob("../../../testdata/tasks/*.txt")
	if len(tables) < 2 {
		t.Fatal("tables are missing")
	}
	for _, name := range tables {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, world := range strings.Split(string(text), "\n==== ")[1:] {
			title, rest, _ := strings.Cut(world, "\n")
			t.Run(strings.TrimSuffix(filepath.Base(name), ".txt")+"/"+title, func(t *testing.T) {
				playTasks(t, rest)
			})
		}
	}
}

func playTasks(t *testing.T, world string) {
	archive, rows, _ := strings.Cut(world, "\n$ ")
	s := gatetest.WithHelper(t, gatetest.Recommended)
	s.NoRepository(t)
	committed, later := gatetest.Files{}, gatetest.Files{}
	for _, part := range strings.Split("\n"+archive, "\n== ")[1:] {
		name, text, _ := strings.Cut(part, "\n")
		if after, ok := strings.CutPrefix(name, "+"); ok {
			later[after] = text + "\n"
		} else {
			committed[name] = text + "\n"
		}
	}
	committed.Write(t, s.Project)
	s.Sh(t, "git init -q . && git add -A -f && git commit -q --allow-empty -m a")
	later.Write(t, s.Project)
	for _, row := range strings.Split(rows, "\n$ ") {
		row, reason, _ := strings.Cut(strings.TrimSpace(row), " # ")
		want, cmd, _ := strings.Cut(row, " ")
		r := s.Result(t, "Bash", map[string]any{"command": cmd}, s.Project)
		text := r.Verdict.Command + " " + r.Verdict.Place + " " + r.Verdict.Description
		if got := fmt.Sprint(r.Verdict.Decision); got != want {
			t.Errorf("%s: %s (%s), want %s", cmd, got, text, want)
		} else if !strings.Contains(text, reason) {
			t.Errorf("%s: %q does not say %q", cmd, text, reason)
		}
	}
}
