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
	type modeRow struct {
		Cmd, Tool, Need string
		Input           map[string]any
	}
	f, err := os.Open("../../../testdata/modes.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var rows []modeRow
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
