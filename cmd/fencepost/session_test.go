package main

import (
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/fencepost/fencepost/internal/app/hook"
)

// told is what sessionstart tells the agent; "" for silence.
func told(t *testing.T, stdin string) string {
	t.Helper()
	code, out, errs := cli(stdin, "sessionstart")
	if code != 0 || errs != "" {
		t.Fatalf("exit status %d, standard error %q", code, errs)
	}
	if out == "" {
		return ""
	}
	var got struct {
		Out struct{ HookEventName, AdditionalContext string } `json:"hookSpecificOutput"`
	}
	if err := json.Unmarshal([]byte(out), &got); err != nil ||
		got.Out.HookEventName != "SessionStart" || !strings.HasSuffix(out, "}\n") {
		t.Fatalf("%v: %q", err, out)
	}
	return got.Out.AdditionalContext
}

func TestSessionStart(t *testing.T) {
	tests := []struct {
		name, config string
		want, lacks  []string
		silent       bool
	}{
		{name: "default", config: "default: ask\n", want: []string{"fencepost checks every tool call"}},
		{name: "off", config: "guidance: {enabled: false, extra: [x]}\n", silent: true},
		{name: "extra only", config: "guidance: {includeDefaults: false, extra: [Ask before you " +
			"deploy]}\n", want: []string{"Ask before you deploy"}, lacks: []string{"checks every tool call"}},
		{name: "broken", config: "guidance: {enabled: false}\ndefualt: ask\n",
			want: []string{"fencepost.yaml:2:1", "broken"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, project := withConfig(t, tt.config)
			got := told(t, `{"hook_event_name":"SessionStart","source":"startup","cwd":"`+project+`"}`)
			if (got == "") != tt.silent {
				t.Errorf("got %q", got)
			}
			for _, w := range tt.want {
				if !strings.Contains(got, w) {
					t.Errorf("lacks %q:\n%s", w, got)
				}
			}
			for _, l := range tt.lacks {
				if strings.Contains(got, l) {
					t.Errorf("has %q:\n%s", l, got)
				}
			}
			if strings.Contains(strings.Join(tt.want, ""), "broken") &&
				!strings.HasPrefix(got, "fencepost's configuration is broken") {
				t.Errorf("the broken config is not said first:\n%s", got)
			}
		})
	}
}

func TestSessionStartBadInput(t *testing.T) {
	workplace(t)
	for _, stdin := range []string{"", "no JSON", "[]", `{"cwd":5}`} {
		if got := told(t, stdin); !strings.Contains(got, "fencepost checks every tool call") {
			t.Errorf("input %q: got %q", stdin, got)
		}
	}
}

func TestSessionStartScratch(t *testing.T) {
	home, project := workplace(t)
	scratch := filepath.Join(home, "scratch", "claude")
	if err := putFile(filepath.Join(project, ".claude", "fencepost.yaml"),
		"redirect: {tmp: true, tmpTarget: \""+scratch+"\"}\n"); err != nil {
		t.Fatal(err)
	}
	cli("", "trust")
	event := `{"cwd":"` + project + `"}`
	if got := told(t, event); !strings.Contains(got, scratch) {
		t.Errorf("the scratch directory is not named: %q", got)
	}
	info, err := os.Stat(scratch)
	if err != nil || info.Mode().Perm() != 0o700 {
		t.Fatalf("the scratch directory: %v %v", info, err)
	}
	if err := os.Chmod(scratch, 0o777); err != nil {
		t.Fatal(err)
	}
	if got := told(t, event); !strings.Contains(got, "can be written by others") {
		t.Errorf("the problem is not said: %q", got)
	}
}

func TestPostToolUse(t *testing.T) {
	home, project := workplace(t)
	log := filepath.Join(home, ".claude", "fencepost", "logs", "audit.jsonl")
	for _, tt := range []struct{ event, outcome string }{{"PostToolUse", "ran"},
		{"PostToolUseFailure", "failed"}} {
		stdin := `{"hook_event_name":"` + tt.event + `","session_id":"s1","tool_use_id":"t1","cwd":"` +
			project +
			`","tool_name":"Bash","tool_input":{"command":"ls"},"tool_response":{"stdout":"a"}}`
		if code, out, errs := cli(stdin, "posttooluse"); code != 0 || out != "" || errs != "" {
			t.Errorf("exit status %d, output %q, errors %q", code, out, errs)
		}
		data, err := os.ReadFile(log)
		if err != nil {
			t.Fatal(err)
		}
		lines := strings.Split(strings.TrimSpace(string(data)), "\n")
		var got struct{ Sid, Tid, Tool, Outcome, Decision string }
		if err := json.Unmarshal([]byte(lines[len(lines)-1]), &got); err != nil {
			t.Fatal(err)
		}
		if got.Sid != "s1" || got.Tid != "t1" || got.Tool != "Bash" || got.Outcome != tt.outcome ||
			got.Decision != "" {
			t.Errorf("logged %+v", got)
		}
	}
	for _, stdin := range []string{"", "no JSON"} {
		if code, out, errs := cli(stdin, "posttooluse"); code != 0 || out != "" || errs != "" {
			t.Errorf("input %q: exit status %d, output %q, errors %q", stdin, code, out, errs)
		}
	}
}

// TestPostToolUseOff writes no log where the config wants none.
func TestPostToolUseOff(t *testing.T) {
	home, project := withConfig(t, "audit: {enabled: false}\n")
	cli(`{"tool_use_id":"t1","cwd":"`+project+`","tool_name":"Bash","tool_input":{"command":"ls"}}`,
		"posttooluse")
	if _, err := os.Stat(filepath.Join(home, ".claude", "fencepost", "logs")); err == nil {
		t.Error("there is a log")
	}
}

// TestHookScratch: a call whose paths are moved finds the directory there, also where no session
// start has made it; one that is denied, or moves nothing, makes none.
func TestHookScratch(t *testing.T) {
	tests := []struct {
		command string
		want    bool
	}{
		{"echo a > /tmp/a", true},
		{"frobnicate > /tmp/a", true},
		{"echo a > a", false},
		{"rm -rf / /tmp/a", false},
	}
	for _, tt := range tests {
		home, project := withConfig(t, "import: [recommended]\nredirect: {tmpTarget: ~/scratch}\n")
		call, err := json.Marshal(map[string]any{"tool_name": "Bash", "cwd": project,
			"tool_input": map[string]string{"command": tt.command}})
		if err != nil {
			t.Fatal(err)
		}
		hook.Main(strings.NewReader(string(call)), io.Discard, nil, nil)
		info, err := os.Stat(filepath.Join(home, "scratch"))
		if (err == nil) != tt.want || err == nil && info.Mode().Perm() != 0o700 {
			t.Errorf("%s: %v, %v", tt.command, info, err)
		}
	}
}
