package gate_test

import (
	"bufio"
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/fencepost/fencepost/internal/rule"
	"github.com/fencepost/fencepost/internal/test/testkit/gatetest"
)

// TestModes holds every call of the table to all five modes: each row names the mode that the call
// needs.
func TestModes(t *testing.T) {
	t.Parallel()
	want := map[string]map[string]rule.Decision{ // need, mode in force
		"read-only": {"read-only": rule.Allow, "workspace-write": rule.Allow,
			"danger-full-access": rule.Allow,
			"prompt":             rule.Allow, "allow": rule.Allow},
		"workspace-write": {"read-only": rule.Deny, "workspace-write": rule.Allow,
			"danger-full-access": rule.Allow,
			"prompt":             rule.Ask, "allow": rule.Allow},
		"danger-full-access": {"read-only": rule.Deny, "workspace-write": rule.Ask,
			"danger-full-access": rule.Allow,
			"prompt":             rule.Ask, "allow": rule.Allow},
	}
	rows := modeRows(t)
	for _, mode := range []string{"read-only", "workspace-write", "danger-full-access", "prompt",
		"allow"} {
		t.Run(mode, func(t *testing.T) {
			// What cannot be known is decided before the mode; with allow it is left to it.
			s := gatetest.New(t, "mode: "+
				mode+"\ndynamic: allow\ntools: {bash: {discourageChaining: false}}\n")
			for _, r := range rows {
				v := s.Judge(t, r.Tool, r.Input)
				if v.Decision != want[r.Need][mode] {
					t.Errorf("%s %v needs %s: got %v (%s), want %v", r.Tool, r.Input, r.Need, v.Decision,
						v.Description, want[r.Need][mode])
				}
				if v.Decision != rule.Allow && !strings.Contains(v.Description, mode) {
					t.Errorf("%s %v: the reason does not name the mode in force: %s", r.Tool, r.Input,
						v.Description)
				}
			}
		})
	}
}

type modeRow struct {
	Cmd, Tool, Need string
	Input           map[string]any
}

func modeRows(t *testing.T) (rows []modeRow) {
	t.Helper()
	f, err := os.Open("../../../testdata/modes.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for lines := bufio.NewScanner(f); lines.Scan(); {
		var r modeRow
		if err := json.Unmarshal(lines.Bytes(), &r); err != nil {
			t.Fatal(err)
		}
		if r.Tool == "" {
			r.Tool, r.Input = "Bash", map[string]any{"command": r.Cmd}
		}
		rows = append(rows, r)
	}
	if len(rows) < 120 {
		t.Fatalf("%d calls, want at least 120", len(rows))
	}
	return rows
}

// TestModesCapPresets holds the calls of the table to the modes with all bundled rules below them:
// what these allow ends where the mode does.
func TestModesCapPresets(t *testing.T) {
	t.Parallel()
	passes := map[string]string{"read-only": "read-only", "prompt": "read-only",
		"workspace-write": "read-only workspace-write"}
	// They need no more than a mode that only reads, as the presets say.
	session := map[string]bool{"TodoWrite": true, "Task": true}
	for mode, needs := range passes {
		t.Run(mode, func(t *testing.T) {
			s := gatetest.New(t, "mode: "+mode+"\nimport: [recommended]\n")
			for _, r := range modeRows(t) {
				v := s.Judge(t, r.Tool, r.Input)
				if v.Decision == rule.Allow && !strings.Contains(needs, r.Need) && !session[r.Tool] {
					t.Errorf("%s %v needs %s, and passes", r.Tool, r.Input, r.Need)
				}
			}
		})
	}
}

// TestOwnAllowsStandAboveModes shows that an allow of a person counts under any mode, whatever
// bundled rules say of the same command.
func TestOwnAllowsStandAboveModes(t *testing.T) {
	t.Parallel()
	const modes = "mode: read-only\nimport: [recommended]\n"
	write := map[string]any{"file_path": "a", "content": "x"}
	bash := func(text string) map[string]any { return map[string]any{"command": text} }
	for _, c := range []struct {
		own, tool string
		input     map[string]any
		want      rule.Decision
	}{
		{"", "Bash", bash("touch a"), rule.Deny},
		{"tools: {bash: {allow: [touch]}}", "Bash", bash("touch a"), rule.Allow},
		{"tools: {bash: {allow: [touch]}}", "Bash", bash("mkdir a"), rule.Deny},
		{"tools: {bash: {allowChecks: ['^rspec$']}}", "Bash", bash("rspec"), rule.Allow},
		{"tools: {bash: {allow: [rspec]}}", "Bash", bash("rspec"), rule.Allow},
		{"", "Bash", bash("rspec"), rule.Deny},
		{"", "Bash", bash("> a"), rule.Deny},
		{"tools: {bash: {redirects: [{mode: write, glob: a, decision: allow}]}}", "Bash",
			bash("{ ls; } > a"), rule.Allow},
		{"", "Write", write, rule.Deny},
		{"tools: {allow: [Write]}", "Write", write, rule.Allow},
		{"", "TodoWrite", map[string]any{"todos": []any{}}, rule.Allow},
		{"", "WebSearch", map[string]any{"query": "x"}, rule.Deny},
	} {
		if v := gatetest.New(t, modes+c.own+"\n").Judge(t, c.tool, c.input); v.Decision != c.want {
			t.Errorf("%s: %s %v: got %v (%s), want %v", c.own, c.tool, c.input, v.Decision,
				v.Description, c.want)
		}
	}
}
