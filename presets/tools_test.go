package presets_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/fencepost/fencepost/internal/agent"
	"github.com/fencepost/fencepost/internal/policy/parse"
	"github.com/fencepost/fencepost/internal/rule"
	"github.com/fencepost/fencepost/internal/test/testkit/gatetest"
)

// byNameAlone are the tools that a preset allows by their names alone, and why nothing of their
// input has to be judged. Those that tools.require calls read-only do nothing outside the session.
var byNameAlone = map[string]string{
	"EnterWorktree": "makes a work tree below .claude/worktrees of the project",
	"ExitWorktree":  "leaves it, and asks the person before it deletes one",
}

// TestToolTable holds the tools that presets allow to the table of tools: one that acts on a file
// or a host stands there, and what a connected server is given is looked at.
func TestToolTable(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("*.yaml")
	if err != nil {
		t.Fatal(err)
	}
	s := gatetest.New(t, gatetest.Recommended)
	session, seen := map[string]bool{}, 0
	var allowed []string
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		doc, problems := parse.ParsePreset(file, text)
		if len(problems) > 0 {
			continue // a table
		}
		for _, e := range doc.Tools.Allow {
			allowed = append(allowed, e.Text)
		}
		for _, r := range doc.Tools.Require {
			for name := range strings.SplitSeq(r.Tool, "|") {
				session[name] = r.Mode == rule.ReadOnly
			}
		}
	}
	for _, name := range allowed {
		tool := agent.ToolOf(name)
		if !strings.HasPrefix(name, "mcp__") {
			if tool.Kind == agent.Other && !session[name] && byNameAlone[name] == "" {
				t.Errorf("a preset allows %s, and no table says what it does", name)
			}
			continue
		}
		seen++
		name = strings.ReplaceAll(name, "*", "x")
		for _, input := range []map[string]any{{"path": s.Fill("{HOME}/.ssh/id_rsa")},
			{"relative_path": "../.ssh/id_rsa"}, {"file": ".env"}, {"target": "--output=x"}} {
			if agent.ToolOf(name).Kind == agent.Names && input["target"] == nil {
				continue // names of files, and not what they hold
			}
			if v := s.Judge(t, name, input); v.Decision == rule.Allow &&
				(tool.Kind == agent.Other || input[tool.Field] != nil) {
				t.Errorf("%s with %v passes", name, input)
			}
		}
	}
	if seen < 200 {
		t.Errorf("%d tools of servers, want at least 200", seen)
	}
}
