package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestHookEvents holds that each event gets its own answer, by whatever name the hook is called.
func TestHookEvents(t *testing.T) {
	home, project := withConfig(t, "audit: {enabled: true}\n")
	call := `"session_id":"s","tool_use_id":"t","cwd":"` + project + `","tool_name":"Bash","tool_input":{"command":"rm -rf /etc"}`
	tests := []struct {
		event  string
		args   []string
		says   string // a part of the answer; "" for silence
		logged string // a part of the line that is logged; "" for none
	}{
		{"PreToolUse", nil, `"permissionDecision":"ask"`, `"decision":"ask"`},
		{"PreToolUse", []string{"claude"}, `"permissionDecision":"ask"`, `"decision":"ask"`},
		{"PreToolUse2", nil, `"permissionDecision":"ask"`, `"decision":"ask"`},
		{"", nil, `"permissionDecision":"ask"`, `"decision":"ask"`},
		{"PostToolUse", nil, "", `"outcome":"ran"`},
		{"PostToolUseFailure", nil, "", `"outcome":"failed"`},
		{"PermissionDenied", nil, "", `"outcome":"denied"`},
		{"SessionStart", nil, `"hookEventName":"SessionStart"`, ""},
		{"PermissionRequest", nil, "", ""},
		{"Stop", nil, "", ""},
		{"PreToolUse", []string{"no-such-agent"}, "does not know: no-such-agent", `"decision":"ask"`},
	}
	log := filepath.Join(home, ".claude", "fencepost", "logs", "audit.jsonl")
	for _, tt := range tests {
		os.Remove(log)
		var out bytes.Buffer
		in := `{"hook_event_name":"` + tt.event + `",` + call + `}`
		if code := hookMain(strings.NewReader(in), &out, tt.args); code != exitOK {
			t.Errorf("%s: exit status %d", tt.event, code)
		}
		if got := out.String(); !strings.Contains(got, tt.says) || tt.says == "" && got != "" {
			t.Errorf("%s %v says %s, want %q", tt.event, tt.args, got, tt.says)
		}
		line, _ := os.ReadFile(log)
		if got := string(line); !strings.Contains(got, tt.logged) || tt.logged == "" && got != "" {
			t.Errorf("%s %v: logged %s, want %q", tt.event, tt.args, got, tt.logged)
		}
	}
}
