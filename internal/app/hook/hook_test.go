package hook

import (
	"bytes"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// withConfig gives a test a home with that config, and a project.
func withConfig(t *testing.T, config string) (home, project string) {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	home, project = filepath.Join(dir, "home"), filepath.Join(dir, "project")
	for _, d := range []string{filepath.Join(home, ".claude"), filepath.Join(project, ".git")} {
		if err := os.MkdirAll(d, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(home, ".claude", "fencepost.yaml"), []byte(config),
		0o600); err != nil {
		t.Fatal(err)
	}
	t.Setenv("HOME", home)
	t.Setenv("FENCEPOST_HOME", home)
	t.Setenv("SHELL", "/bin/bash")
	for _, name := range []string{"CLAUDE_PROJECT_DIR", "CLAUDE_CODE_SHELL", "CLAUDE_CONFIG_DIR",
		"FENCEPOST_DEBUG"} {
		t.Setenv(name, "")
	}
	t.Chdir(project)
	return home, project
}

// TestHookEvents holds that each event gets its own answer, by whatever name the hook is called.
func TestHookEvents(t *testing.T) {
	home, project := withConfig(t, "audit: {enabled: true}\n")
	call := `"session_id":"s","tool_use_id":"t","cwd":"` + project +
		`","tool_name":"Bash","tool_input":{"command":"rm -rf /etc"}`
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
		{"SessionEnd", nil, "", ""},
		{"PreToolUse", []string{"no-such-agent"}, "does not know: no-such-agent", `"decision":"ask"`},
	}
	log := filepath.Join(home, ".claude", "fencepost", "logs", "audit.jsonl")
	for _, tt := range tests {
		os.Remove(log)
		var out bytes.Buffer
		in := `{"hook_event_name":"` + tt.event + `",` + call + `}`
		if code := Main(strings.NewReader(in), &out, tt.args, nil); code != 0 {
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
	Main(strings.NewReader(in), io.Discard, nil, nil)

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

// TestSessionBegins: the first call of a session notes its start, whatever the event is. The calls
// that doctor makes up are of no session.
func TestSessionBegins(t *testing.T) {
	home, project := withConfig(t, "")
	for _, event := range []string{"PreToolUse", "SessionStart"} {
		for _, id := range []string{"s-" + event, "", "doctor"} {
			in := `{"hook_event_name":"` + event + `","session_id":"` + id + `","cwd":"` + project +
				`","tool_name":"Bash","tool_input":{"command":"ls"}}`
			Main(strings.NewReader(in), io.Discard, nil, nil)
		}
	}
	list, err := os.ReadDir(filepath.Join(home, ".claude", "fencepost", "sessions"))
	if err != nil || len(list) != 2 || list[0].Name() != "s-PreToolUse" ||
		list[1].Name() != "s-SessionStart" {
		t.Errorf("%v, %v", list, err)
	}
}
