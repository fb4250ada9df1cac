package buildtasks_test

import (
	"path/filepath"
	"testing"
	"time"

	"github.com/fencepost/fencepost/internal/app/audit"
	"github.com/fencepost/fencepost/internal/rule"
	"github.com/fencepost/fencepost/internal/test/testkit/gatetest"
)

// TestEverydayEdits plays testdata/writteneveryday.jsonl: files that the agent writes, and the builds
// and tests that it runs then. They pass as they would if a person had written the files. One stops:
// a log file outside the project.
func TestEverydayEdits(t *testing.T) {
	t.Parallel()
	rows := gatetest.ReadLines[struct {
		Files    gatetest.Files
		Commands []string
		Stops    bool
	}](t, "writteneveryday.jsonl")
	if len(rows) < 60 {
		t.Fatalf("only %d rows", len(rows))
	}
	for _, row := range rows {
		s := gatetest.WithHelper(t, gatetest.Recommended)
		row.Files.Write(t, s.Project)
		judge := func(cmd string) rule.Decision {
			call := gatetest.BashCall(cmd)
			call.Session, call.Cwd = "s", s.Project
			return s.Gate.Judge(&call).Verdict.Decision
		}
		var before []rule.Decision
		for _, cmd := range row.Commands {
			before = append(before, judge(cmd))
		}
		log := filepath.Join(s.Home, ".claude", "fencepost", "logs", "audit.jsonl")
		for _, name := range row.Files.Names() {
			e := audit.Entry{Session: "s", Time: time.Now(), Tool: "Write", Cwd: s.Project,
				Decision: "allow", Input: gatetest.WriteCall(name).Input}
			if err := audit.Append(audit.Options{Path: log}, &e); err != nil {
				t.Fatal(err)
			}
		}
		for k, cmd := range row.Commands {
			if got := judge(cmd); (got != before[k]) != row.Stops {
				t.Errorf("%s with %v: %v, want %v", cmd, row.Files.Names(), got, before[k])
			}
		}
	}
}
