package fencepost_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/fencepost/fencepost"
)

// workspace is a home with a project in it, below the directory of the test.
func workspace(t testing.TB, config string) (home, project string) {
	t.Helper()
	base, err := os.MkdirTemp("/var/tmp", "fencepost-")
	if err != nil {
		base = t.TempDir()
	}
	t.Cleanup(func() { os.RemoveAll(base) })
	home, project = filepath.Join(base, "home"), filepath.Join(base, "home", "project")
	for _, dir := range []string{filepath.Join(project, ".git"), filepath.Join(project, ".claude")} {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if config != "" {
		if err := os.WriteFile(filepath.Join(project, ".claude", "fencepost.yaml"), []byte(config),
			0o644); err != nil {
			t.Fatal(err)
		}
	}
	return home, project
}

func open(t testing.TB, home string, p fencepost.Prompter) *fencepost.Gate {
	t.Helper()
	g, err := fencepost.Open(fencepost.Options{Home: home, Shell: "bash", Prompter: p, Trusted: true})
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func TestCheck(t *testing.T) {
	home, project := workspace(t, "import: [recommended]\n")
	g := open(t, home, nil)
	for _, tc := range []struct {
		call fencepost.Call
		want fencepost.Decision
		need fencepost.Mode
	}{
		{fencepost.Call{Tool: "Bash", Input: map[string]any{"command": "git status"}}, fencepost.Allow,
			fencepost.ReadOnly},
		{fencepost.Call{Tool: "Bash", Input: map[string]any{"command": "git push origin main"}},
			fencepost.Ask, fencepost.DangerFullAccess},
		{fencepost.Call{Tool: "Bash", Input: map[string]any{"command": "rm -rf ~"}}, fencepost.Deny,
			fencepost.DangerFullAccess},
		{fencepost.Call{Tool: "Bash", Input: map[string]any{"command": "echo x > out.txt"}},
			fencepost.Allow, fencepost.WorkspaceWrite},
		{fencepost.Call{Tool: "Write", Input: map[string]any{"file_path": "/etc/hosts", "content": "x"}},
			fencepost.Deny, fencepost.DangerFullAccess},
		{fencepost.Call{Tool: "Read", Input: map[string]any{"file_path": "README.md"}}, fencepost.Allow,
			fencepost.ReadOnly},
		{fencepost.Call{Tool: "Bash", Input: map[string]any{"command": "ls"}, Override: fencepost.Deny},
			fencepost.Deny, fencepost.ReadOnly},
		{fencepost.Call{Tool: "Bash", Input: map[string]any{"command": "ls"}, Override: fencepost.Ask},
			fencepost.Ask, fencepost.ReadOnly},
		{fencepost.Call{Tool: "Bash", Input: map[string]any{"command": "rm -rf ~"},
			Override: fencepost.Allow}, fencepost.Deny, fencepost.DangerFullAccess},
		{fencepost.Call{Tool: "Bash", Input: map[string]any{"command": "git push"},
			Override: fencepost.Allow}, fencepost.Ask, fencepost.DangerFullAccess},
		{fencepost.Call{Tool: "Bash", Input: map[string]any{"command": 7}}, fencepost.Ask,
			fencepost.DangerFullAccess},
	} {
		tc.call.Dir = project
		v, err := g.Check(context.Background(), tc.call)
		if err != nil {
			t.Fatal(err)
		}
		if v.Decision != tc.want || v.RequiredMode != tc.need {
			t.Errorf("%v override %q: got %s needing %s (%s), want %s needing %s", tc.call.Input,
				tc.call.Override, v.Decision, v.RequiredMode, v.Reason, tc.want, tc.need)
		}
		if (v.Reason == "") != (v.Decision == fencepost.Allow) {
			t.Errorf("%v: %s with reason %q", tc.call.Input, v.Decision, v.Reason)
		}
		if data, err := json.Marshal(v); err != nil ||
			!strings.Contains(string(data), `"decision":"`+string(v.Decision)+`"`) {
			t.Errorf("%v: JSON %s, %v", tc.call.Input, data, err)
		}
	}
}

func TestCheckRefuses(t *testing.T) {
	home, project := workspace(t, "")
	g := open(t, home, nil)
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	for name, check := range map[string]func() (fencepost.Verdict, error){
		"no tool": func() (fencepost.Verdict,
			error) {
			return g.Check(context.Background(), fencepost.Call{Dir: project})
		},
		"ended context": func() (fencepost.Verdict, error) { return g.CheckBash(ended, "ls", project) },
		"unknown mode": func() (fencepost.Verdict, error) {
			return g.CheckWithMode(context.Background(), fencepost.Call{Tool: "Bash"}, "yolo")
		},
		"input no JSON": func() (fencepost.Verdict, error) {
			return g.Check(context.Background(), fencepost.Call{Tool: "X",
				Input: map[string]any{"f": func() {}}})
		},
		"relative directory": func() (fencepost.Verdict,
			error) {
			return g.CheckBash(context.Background(), "ls", "src")
		},
		"no path": func() (fencepost.Verdict,
			error) {
			return g.CheckFileWrite(context.Background(), "", project)
		},
		"NUL in the path": func() (fencepost.Verdict, error) {
			return g.CheckFileWrite(context.Background(), "a\x00b", project)
		},
		"no root": func() (fencepost.Verdict, error) {
			return g.CheckFileWrite(context.Background(),
				"a.go", "")
		},
		"relative root": func() (fencepost.Verdict, error) {
			return g.CheckFileWrite(context.Background(), project+"/a.go", "project")
		},
	} {
		if v, err := check(); err == nil || v.Decision != fencepost.Deny ||
			v.Tool == "" && name != "no tool" {
			t.Errorf("%s: got %s, %v", name, v.Decision, err)
		}
	}
	if _, err := fencepost.Open(fencepost.Options{Home: "relative"}); err == nil {
		t.Error("Open took a relative home")
	}
}

// answer is a prompter that always says the same.
type answer struct {
	d     fencepost.Decision
	err   error
	asked int
}

func (a *answer) Decide(context.Context, fencepost.Call, fencepost.Verdict) (fencepost.Decision,
	error) {
	a.asked++
	return a.d, a.err
}

func TestPrompter(t *testing.T) {
	home, project := workspace(t, "tools: {bash: {ask: [make], allow: [ls], deny: [rm]}}\n")
	for _, tc := range []struct {
		cmd   string
		a     answer
		want  fencepost.Decision
		asked int
	}{
		{"make", answer{d: fencepost.Allow}, fencepost.Allow, 1},
		{"make", answer{d: fencepost.Deny}, fencepost.Deny, 1},
		{"make", answer{d: "perhaps"}, fencepost.Deny, 1},
		{"make", answer{d: fencepost.Allow, err: errors.New("no terminal")}, fencepost.Deny, 1},
		{"ls", answer{d: fencepost.Deny}, fencepost.Allow, 0},
		{"rm x", answer{d: fencepost.Allow}, fencepost.Deny, 0},
	} {
		v, err := open(t, home, &tc.a).CheckBash(context.Background(), tc.cmd, project)
		if v.Decision != tc.want || tc.a.asked != tc.asked || (err != nil) != (tc.a.err != nil) {
			t.Errorf("%s, prompter says %q: got %s, asked %d times, %v", tc.cmd, tc.a.d, v.Decision,
				tc.a.asked, err)
		}
	}
}

func TestCheckWithMode(t *testing.T) {
	home, project := workspace(t, "tools: {bash: {deny: [shred]}}\n")
	g := open(t, home, nil)
	for _, tc := range []struct {
		cmd  string
		mode fencepost.Mode
		want fencepost.Decision
	}{
		{"ls", fencepost.ReadOnly, fencepost.Allow},
		{"touch a", fencepost.ReadOnly, fencepost.Deny},
		{"touch a", fencepost.WorkspaceWrite, fencepost.Allow},
		{"touch /srv/a", fencepost.WorkspaceWrite, fencepost.Ask},
		{"touch /srv/a", fencepost.DangerFullAccess, fencepost.Allow},
		{"touch a", fencepost.Prompt, fencepost.Ask},
		{"shred a", fencepost.AllowAll, fencepost.Deny},
	} {
		v, err := g.CheckWithMode(context.Background(),
			fencepost.Call{Tool: "Bash", Input: map[string]any{"command": tc.cmd}, Dir: project}, tc.mode)
		if err != nil || v.Decision != tc.want || v.ActiveMode != tc.mode {
			t.Errorf("%s under %s: got %s under %s (%s), %v", tc.cmd, tc.mode, v.Decision, v.ActiveMode,
				v.Reason, err)
		}
		if v.Decision == fencepost.Deny && tc.cmd != "shred a" &&
			!strings.Contains(v.Reason, "read-only") {
			t.Errorf("%s: the reason does not name the modes: %s", tc.cmd, v.Reason)
		}
	}
}

// TestCheckWithModeAndPresets holds a gate that has no config, and so the bundled rules, to a mode.
func TestCheckWithModeAndPresets(t *testing.T) {
	g := open(t, t.TempDir(), nil)
	project := t.TempDir()
	for cmd, want := range map[string]fencepost.Decision{"touch a": fencepost.Deny,
		"git commit -m x": fencepost.Deny, "npm test": fencepost.Deny, "ls": fencepost.Allow} {
		v, err := g.CheckWithMode(context.Background(), fencepost.Call{Tool: "Bash",
			Input: map[string]any{"command": cmd}, Dir: project}, fencepost.ReadOnly)
		if err != nil || v.Decision != want {
			t.Errorf("%s: got %s (%s), %v", cmd, v.Decision, v.Reason, err)
		}
	}
}

func ExampleGate_CheckBash() {
	home, _ := os.MkdirTemp("", "home")
	defer os.RemoveAll(home)
	gate, err := fencepost.Open(fencepost.Options{Home: home})
	if err != nil {
		fmt.Println(err)
		return
	}
	v, _ := gate.CheckBash(context.Background(), `X=rm; $X -rf "$HOME"`, "/srv/project")
	fmt.Println(v.Decision, v.RequiredMode)
	// Output: deny danger-full-access
}

func ExampleGate_CheckFileWrite() {
	home, _ := os.MkdirTemp("", "home")
	defer os.RemoveAll(home)
	gate, _ := fencepost.Open(fencepost.Options{Home: home})
	for _, path := range []string{"src/main.go", "../other/main.go"} {
		v, _ := gate.CheckFileWrite(context.Background(), path, "/srv/project")
		fmt.Println(path, v.Decision)
	}
	// Output:
	// src/main.go allow
	// ../other/main.go deny
}
