package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// TestHandOver: `fencepost hook`, and fencepost without a command, start the program beside them,
// and judge by themselves where that is missing, broken or another one. The answer is always there.
func TestHandOver(t *testing.T) {
	bin := binary(t)
	_, project := withConfig(t, "default: allow\ntools: {bash: {deny: [frob]}}\n")
	call := `{"hook_event_name":"PreToolUse","cwd":"` + project +
		`","tool_name":"Bash","tool_input":{"command":"frob"}}`
	copied := func(name string) []byte {
		data, err := os.ReadFile(filepath.Join(filepath.Dir(bin), name))
		if err != nil {
			t.Fatal(err)
		}
		return data
	}
	gate := copied("fencepost-hook")
	tests := []struct {
		name   string
		beside []byte
		mode   os.FileMode
		passed bool // to the program beside
	}{
		{"there", gate, 0o755, runtime.GOOS != "windows"},
		{"missing", nil, 0, false},
		{"of another build", ofOtherBuild(t, gate), 0o755, false},
		{"not executable", gate, 0o644, false},
		{"cut off", gate[:len(gate)/2], 0o755, false},
		{"empty", []byte{}, 0o755, false},
		{"a script that lets everything pass", []byte("#!/bin/sh\nexit 0\n"), 0o755, false},
		{"another program of the same build", copied(program), 0o755, false},
	}
	for _, tt := range tests {
		dir := t.TempDir()
		exe := filepath.Join(dir, filepath.Base(bin))
		if err := os.WriteFile(exe, copied(filepath.Base(bin)), 0o755); err != nil {
			t.Fatal(err)
		}
		if tt.beside != nil {
			if err := os.WriteFile(hookBeside(exe), tt.beside, tt.mode); err != nil {
				t.Fatal(err)
			}
		}
		for _, args := range [][]string{nil, {"hook"}, {"hook", "claude"}} {
			var out, trace bytes.Buffer
			c := exec.Command(exe, args...)
			c.Env = append(os.Environ(), "GODEBUG=inittrace=1")
			c.Stdin, c.Stdout, c.Stderr = strings.NewReader(call), &out, &trace
			if err := c.Run(); err != nil || !strings.Contains(out.String(), `"permissionDecision":"deny"`) {
				t.Errorf("%s: %q: %v: %s", tt.name, args, err, out.String())
			}
			// Each program that starts traces its initialisation.
			starts := strings.Count(trace.String(), "init os @")
			if (starts == 2) != tt.passed || starts == 0 {
				t.Errorf("%s: %q: %d programs were started", tt.name, args, starts)
			}
		}
	}
}
