// Package gatetest is a gate to test with: a throwaway home with a project in it, calls that are
// judged there, and files to judge them by. A test that uses it is of an external test package
// (package analyze_test), since this package links the whole gate.
package gatetest

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/fencepost/fencepost/internal/agent/claude"
	"github.com/fencepost/fencepost/internal/app/audit"
	"github.com/fencepost/fencepost/internal/app/gate"
	_ "github.com/fencepost/fencepost/internal/app/readers" // the projects have configs
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/rule"
	"github.com/fencepost/fencepost/internal/test/testkit"
)

// Configs that tables are judged under.
const (
	// Recommended is what most people have.
	Recommended = "import: [recommended]\n"
	// Corpora is for lines of several steps: where chaining is discouraged, an ask about one step is a
	// denial of the line.
	Corpora = "import: [recommended]\ntools: {bash: {discourageChaining: false}}\n"
)

// Held is the answer that a line must not fall below: everything but allow.
const Held = "not allow"

// plenty is a time limit that no call reaches, however busy the machine is.
const plenty = time.Minute

// World is a home and a project of their own, with a config that holds nothing but what the test
// says, and a gate.
type World struct {
	Home, Project string
	Gate          *gate.Gate
	options       gate.Options // those of the gate
}

// New makes a world. The config is that of the project, and trusted; "" for none.
func New(t testing.TB, config string) *World {
	t.Helper()
	base := Base(t)
	w := &World{Home: filepath.Join(base, "home"), Project: filepath.Join(base, "home", "project")}
	for _, dir := range []string{filepath.Join(w.Project, ".git"),
		filepath.Join(w.Project, ".claude")} {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if config != "" {
		Files{".claude/fencepost.yaml": config}.Write(t, w.Project)
	}
	w.Use(gate.Options{Trusted: true})
	return w
}

// WithHelper makes a world whose gate reads inline code. It skips the test where there is no helper.
func WithHelper(t testing.TB, config string) *World {
	t.Helper()
	helper := testkit.HelperProgram(t)
	w := New(t, config)
	w.Use(gate.Options{Trusted: true, Interp: helper})
	return w
}

// Base makes a directory that is gone after the test. It is not below /tmp, which rules name,
// if the machine has another place.
func Base(t testing.TB) string {
	t.Helper()
	parent := ""
	if info, err := os.Stat("/var/tmp"); err == nil && info.IsDir() {
		parent = "/var/tmp"
	}
	base, err := os.MkdirTemp(parent, "fencepost-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(base) })
	return base
}

// Use gives the world another gate. What the options leave out is the home of the world, bash, and a
// time limit that no call reaches.
func (w *World) Use(opt gate.Options) {
	if opt.Home == "" {
		opt.Home = w.Home
	}
	if opt.Shell == "" {
		opt.Shell = "/bin/bash"
	}
	if opt.Timeout == 0 {
		opt.Timeout = plenty
	}
	w.options, w.Gate = opt, gate.New(opt)
}

// Change gives the world a gate with other options.
func (w *World) Change(change func(*gate.Options)) {
	change(&w.options)
	w.Use(w.options)
}

// UserConfig gives the person a config.
func (w *World) UserConfig(t testing.TB, config string) {
	t.Helper()
	Files{".claude/fencepost.yaml": config}.Write(t, w.Home)
}

// Judge decides about one call of a tool with an input that can be written as JSON.
func (w *World) Judge(t testing.TB, tool string, input any) rule.Verdict {
	t.Helper()
	return w.JudgeIn(t, "", tool, input)
}

// JudgeIn decides about one call in a permission mode of the client; "" for none.
func (w *World) JudgeIn(t testing.TB, mode, tool string, input any) rule.Verdict {
	t.Helper()
	sent := map[string]any{"session_id": "s", "cwd": w.Project, "hook_event_name": "PreToolUse",
		"tool_name": tool, "tool_input": input, "tool_use_id": "t"}
	if mode != "" {
		sent["permission_mode"] = mode
	}
	data, err := json.Marshal(sent)
	if err != nil {
		t.Fatal(err)
	}
	var call fact.Call
	if call, err = (claude.Agent{}).Decode(data); err != nil {
		t.Fatal(err)
	}
	return w.Gate.Judge(&call).Verdict
}

// Result judges a call in a directory, and returns all that is known of it.
func (w *World) Result(t testing.TB, tool string, input map[string]any, cwd string) *gate.Result {
	t.Helper()
	call := fact.Call{Tool: tool, Cwd: cwd}
	for name, v := range input {
		raw, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		text, ok := v.(string)
		call.Input = append(call.Input, fact.Field{Name: name, Raw: raw, Text: text, String: ok})
	}
	return w.Gate.Judge(&call)
}

// Table is commands with what has to come of each: a decision, or Held.
type Table = []struct{ Cmd, Want string }

// Rows judges the commands of a table.
func (w *World) Rows(t testing.TB, rows Table) {
	t.Helper()
	for _, r := range rows {
		w.Bash(t, r.Cmd, r.Want)
	}
}

// Bash reports a command that is not decided as wanted.
func (w *World) Bash(t testing.TB, cmd, want string) {
	t.Helper()
	w.ExpectBash(t, "", cmd, want)
}

// ExpectBash is Expect for a command.
func (w *World) ExpectBash(t testing.TB, what, cmd, want string) {
	t.Helper()
	w.Expect(t, what, "Bash", map[string]any{"command": cmd}, want)
}

// Expect reports a call that is not decided as wanted. what says in which case.
func (w *World) Expect(t testing.TB, what, tool string, in map[string]any, want string) {
	t.Helper()
	v := w.Judge(t, tool, in)
	if got := v.Decision.String(); got != want && (want != Held || got == "allow") {
		call := any(in)
		if text, ok := in["command"]; ok && len(in) == 1 {
			call = text
		}
		t.Errorf("%s: %s: %v\ngot %s (%s: %s), want %s", what, tool, call, got, v.Rule, v.Description,
			want)
	}
}

// JudgeAfter decides about a command behind an earlier call, which the log of calls holds. What the
// entry leaves out is the session of the command, the project, now, and that the call was allowed.
func (w *World) JudgeAfter(t testing.TB, e audit.Entry, cmd string) rule.Verdict {
	t.Helper()
	log := filepath.Join(w.Home, ".claude", "fencepost", "logs", "audit.jsonl")
	if err := os.Remove(log); err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	call := BashCall(cmd)
	call.Session, call.Cwd = "s", w.Project
	if e.Session == "" {
		e.Session = call.Session
	}
	if e.Time.IsZero() {
		e.Time = time.Now()
	}
	e.Cwd, e.Decision = w.Project, "allow"
	if err := audit.Append(audit.Options{Path: log}, &e); err != nil {
		t.Fatal(err)
	}
	return w.Gate.Judge(&call).Verdict
}

// BashCall is a call of Bash.
func BashCall(text string) fact.Call {
	return fact.Call{Tool: "Bash", Input: []fact.Field{{Name: "command", Text: text, String: true}}}
}

// WriteCall is a call that writes a file.
func WriteCall(name string) fact.Call {
	return fact.Call{Tool: "Write", Input: []fact.Field{{Name: "file_path", Text: name, String: true}}}
}

// Fill puts the directories of the world into a text.
func (w *World) Fill(text string) string {
	return strings.NewReplacer("{HOME}", w.Home, "{PROJ}", w.Project, "{{home}}", w.Home,
		"{{project}}", w.Project).Replace(text)
}
