package main

import (
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestLogOfRedirect: the log holds a call as it was sent, and what was judged.
func TestLogOfRedirect(t *testing.T) {
	home, err := os.MkdirTemp("/var/tmp", "fencepost-hook-")
	if err != nil {
		t.Skip(err)
	}
	defer os.RemoveAll(home)
	config := filepath.Join(home, ".claude", "fencepost.yaml")
	if err := os.MkdirAll(filepath.Dir(config), 0o755); err != nil {
		t.Fatal(err)
	}
	text := "default: ask\naudit: {enabled: true}\nredirect: {tmp: true, tmpTarget: " + home +
		"/scratch}\n"
	if err := os.WriteFile(config, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	t.Setenv("HOME", home)
	t.Setenv("FENCEPOST_HOME", "")
	t.Setenv("CLAUDE_PROJECT_DIR", "")
	const sent = "touch /tmp/fencepost-x"
	in := `{"tool_name":"Bash","tool_input":{"command":"` + sent + `"},"cwd":"` + home + `"}`
	hookMain(strings.NewReader(in), io.Discard)

	data, err := os.ReadFile(filepath.Join(home, ".claude", "fencepost", "logs", "audit.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	var line struct {
		Input      struct{ Command string }
		Normalised string
	}
	if err := json.Unmarshal(data, &line); err != nil {
		t.Fatal(err)
	}
	if want := "touch " + home + "/scratch/fencepost-x"; line.Input.Command != sent ||
		line.Normalised != want {
		t.Errorf("input %q, normalised %q, want %q and %q", line.Input.Command, line.Normalised,
			sent, want)
	}
}
