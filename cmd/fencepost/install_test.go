package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// runBinary runs the built program: the settings name the file that it is.
func runBinary(t *testing.T, args ...string) (code int, out string) {
	t.Helper()
	c := exec.Command(binary(t), args...)
	b, err := c.CombinedOutput()
	if err != nil && c.ProcessState == nil {
		t.Fatal(err)
	}
	return c.ProcessState.ExitCode(), string(b)
}

func read(t *testing.T, file string) string {
	t.Helper()
	b, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// foreign are settings of a person, with hooks of others, in an order and an indentation of their own.
const foreign = `{
    "model": "opus",
    "permissions": {"deny": ["Read(./.env)"], "allow": ["Bash(a <b> & c)"]},
    "hooks": {
        "Stop": [{"hooks": [{"type": "command", "command": "say done"}]}],
        "PreToolUse": [
            {"matcher": "Bash", "hooks": [{"type": "command", "command": "/opt/lint", "timeout": 3.5}]}
        ]
    },
    "big": 12345678901234567890
}
`

func TestInstall(t *testing.T) {
	home, _ := workplace(t)
	file := filepath.Join(home, ".claude", "settings.json")
	bin, err := filepath.EvalSymlinks(binary(t))
	if err != nil {
		t.Fatal(err)
	}
	if code, out := runBinary(t, "doctor"); code != 1 || !strings.Contains(out, "fencepost install") {
		t.Errorf("doctor before: exit status %d, %s", code, out)
	}
	if code, out := runBinary(t, "install"); code != 0 {
		t.Fatalf("install: %s", out)
	}
	var got struct {
		Hooks map[string][]struct {
			Matcher *string
			Hooks   []handler
		}
	}
	if err := json.Unmarshal([]byte(read(t, file)), &got); err != nil {
		t.Fatal(err)
	}
	for _, e := range events() {
		groups := got.Hooks[e.name]
		if len(groups) != 1 || len(groups[0].Hooks) != 1 {
			t.Fatalf("%s: %+v", e.name, groups)
		}
		h := groups[0].Hooks[0]
		if h.Type != "command" || h.Command != bin || !slices.Equal(h.Args, []string{e.subcommand}) || h.Timeout != 10 {
			t.Errorf("%s: %+v", e.name, h)
		}
		if (groups[0].Matcher != nil) != (e.matcher != "") || (h.OnFailure == "block") != (e.name == "PreToolUse") || h.Async && e.name == "PreToolUse" {
			t.Errorf("%s: %+v", e.name, groups[0])
		}
	}
	before := read(t, file)
	if code, out := runBinary(t, "install"); code != 0 || !strings.Contains(out, "nothing to change") || read(t, file) != before {
		t.Errorf("a second time: exit status %d, %s", code, out)
	}
	if code, out := runBinary(t, "doctor"); code != 0 || !strings.Contains(out, "a denied call is blocked") || !strings.Contains(out, "answers rm -rf ~/Documents with deny") {
		t.Errorf("doctor: exit status %d, %s", code, out)
	}
	if code, out := runBinary(t, "uninstall"); code != 0 || strings.TrimSpace(read(t, file)) != "{}" {
		t.Errorf("uninstall: exit status %d, %s\n%s", code, out, read(t, file))
	}
}

func TestInstallBesideOthers(t *testing.T) {
	home, _ := workplace(t)
	file := filepath.Join(home, ".claude", "settings.json")
	if err := putFile(file, foreign); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(file, 0o640); err != nil {
		t.Fatal(err)
	}
	if code, out := runBinary(t, "install", "--print"); code != 0 || !strings.Contains(out, `"posttooluse"`) || read(t, file) != foreign {
		t.Errorf("install --print: exit status %d, %s", code, out)
	}
	if code, out := runBinary(t, "install"); code != 0 || !strings.Contains(out, file+".before-fencepost.1") {
		t.Fatalf("install: exit status %d, %s", code, out)
	}
	if read(t, file+".before-fencepost.1") != foreign {
		t.Error("the copy is not the file as it was")
	}
	installed := read(t, file)
	// The order of the keys, the indentation, numbers and signs stay as they were.
	at := 0
	for _, text := range []string{"\n    \"model\": \"opus\"", `"Bash(a <b> & c)"`, `"Stop"`, `"say done"`, `"PreToolUse"`, `"/opt/lint"`, "3.5", `"hook"`, `"big": 12345678901234567890`} {
		i := strings.Index(installed[at:], text)
		if i < 0 {
			t.Fatalf("%q is missing or out of order:\n%s", text, installed)
		}
		at += i
	}
	if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o640 {
		t.Errorf("the mode of the file is %v (%v)", info.Mode(), err)
	}
	if code, out := runBinary(t, "uninstall"); code != 0 {
		t.Errorf("uninstall: exit status %d, %s", code, out)
	}
	if !same([]byte(read(t, file)), []byte(foreign)) {
		t.Errorf("after uninstall the settings are\n%s", read(t, file))
	}
}

// TestInstallReplaces brings an old entry up to date, whatever its form, and keeps what stands beside it.
func TestInstallReplaces(t *testing.T) {
	for _, old := range []string{
		`{"type": "command", "command": "/old/bin/fencepost"}`,
		`{"type": "command", "command": "\"/old/bin/fencepost\" hook"}`,
		`{"type": "command", "command": "/old/bin/fencepost", "args": ["hook"], "timeout": 600}`,
		`{"type": "command", "command": "fencepost", "args": []}`,
	} {
		home, _ := workplace(t)
		file := filepath.Join(home, ".claude", "settings.json")
		other := `{"type": "command", "command": "/opt/fencepost-like hook"}`
		if err := putFile(file, `{"hooks": {"PreToolUse": [{"matcher": "Bash", "hooks": [`+old+`, `+other+`]}]}}`); err != nil {
			t.Fatal(err)
		}
		if code, out := runBinary(t, "install"); code != 0 {
			t.Fatalf("install: %s", out)
		}
		got := read(t, file)
		if strings.Contains(got, "/old/bin") || strings.Count(got, `"hook"`) != 1 || !strings.Contains(got, "/opt/fencepost-like hook") {
			t.Errorf("over %s:\n%s", old, got)
		}
		if code, out := runBinary(t, "doctor"); code != 0 {
			t.Errorf("doctor: %s", out)
		}
	}
}

func TestInstallRefuses(t *testing.T) {
	home, _ := workplace(t)
	file := filepath.Join(home, ".claude", "settings.json")
	for _, tt := range []struct{ text, want string }{
		{"{\n  \"a\": 1,\n  // a comment\n}", "settings.json:3"},
		{"[]", "not a JSON object"},
		{`{"hooks": []}`, "hooks"},
		{`{"hooks": {"PreToolUse": {}}}`, "not a list"},
		{`{} {}`, "something follows"},
	} {
		if err := putFile(file, tt.text); err != nil {
			t.Fatal(err)
		}
		if code, out := runBinary(t, "install"); code != 3 || !strings.Contains(out, tt.want) || !strings.Contains(out, "nothing was changed") {
			t.Errorf("over %q: exit status %d, %s", tt.text, code, out)
		}
		if read(t, file) != tt.text {
			t.Errorf("%q was changed", tt.text)
		}
	}
	if err := os.Remove(file); err != nil {
		t.Fatal(err)
	}
	// The test itself is a program that must not stand in anybody's settings.
	if code, _, errs := cli("", "install"); code != 3 || !strings.Contains(errs, "build or install it first") {
		t.Errorf("a program in a temporary directory: exit status %d, %s", code, errs)
	}
	renamed := filepath.Join(home, "guard")
	if err := os.Link(binary(t), renamed); err != nil {
		t.Skip(err)
	}
	out, err := exec.Command(renamed, "install").CombinedOutput()
	if err == nil || !strings.Contains(string(out), "rename it to fencepost") {
		t.Errorf("a program of another name: %v, %s", err, out)
	}
}

// TestInstallLink keeps a link: people have their settings under version control elsewhere.
func TestInstallLink(t *testing.T) {
	home, project := workplace(t)
	real := filepath.Join(home, "dotfiles", "claude.json")
	if err := putFile(real, "{}"); err != nil {
		t.Fatal(err)
	}
	link := filepath.Join(project, ".claude", "settings.local.json")
	if err := os.MkdirAll(filepath.Dir(link), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(real, link); err != nil {
		t.Fatal(err)
	}
	if code, out := runBinary(t, "install", "--local"); code != 0 {
		t.Fatal(out)
	}
	if info, err := os.Lstat(link); err != nil || info.Mode()&os.ModeSymlink == 0 || !strings.Contains(read(t, real), `"hook"`) {
		t.Errorf("the link is gone or does not lead to the settings (%v)", err)
	}
}

// TestDoctorOwnConfig keeps the probe apart from the config of the person, which may allow everything.
func TestDoctorOwnConfig(t *testing.T) {
	_, project := withConfig(t, "default: allow\n")
	t.Setenv("CLAUDE_PROJECT_DIR", project)
	if code, out := runBinary(t, "install"); code != 0 {
		t.Fatal(out)
	}
	code, out := runBinary(t, "doctor")
	if code != 0 || !strings.Contains(out, "a denied call is blocked") || !strings.Contains(out, "warn  your config allows rm -rf ~/Documents") {
		t.Errorf("exit status %d:\n%s", code, out)
	}
}

func TestDoctor(t *testing.T) {
	tests := []struct {
		name, settings, config string
		want                   string
	}{
		{"no onFailure", `{"hooks": {"PreToolUse": [{"hooks": [{"type": "command", "command": "BIN", "args": ["hook"], "timeout": 10}]}]}}`, "", "onFailure"},
		{"asynchronous", `{"hooks": {"PreToolUse": [{"hooks": [{"type": "command", "command": "BIN", "args": ["hook"], "timeout": 10, "onFailure": "block", "async": true}]}]}}`, "", "asynchronous"},
		{"all hooks off", `{"disableAllHooks": true, "hooks": {"PreToolUse": [{"hooks": [{"type": "command", "command": "BIN", "args": ["hook"], "timeout": 10, "onFailure": "block"}]}]}}`, "", "disableAllHooks"},
		{"missing program", `{"hooks": {"PreToolUse": [{"hooks": [{"type": "command", "command": "/nonexistent/fencepost", "args": ["hook"], "timeout": 10, "onFailure": "block"}]}]}}`, "", "no such file"},
		{"by PATH", `{"hooks": {"PreToolUse": [{"hooks": [{"type": "command", "command": "fencepost", "args": ["hook"], "timeout": 10, "onFailure": "block"}]}]}}`, "", "PATH"},
		{"another program", `{"hooks": {"PreToolUse": [{"hooks": [{"type": "command", "command": "FAKE", "args": ["hook"], "timeout": 10, "onFailure": "block"}]}]}}`, "", `came back as "allow"`},
		{"broken config", `{"hooks": {"PreToolUse": [{"hooks": [{"type": "command", "command": "BIN", "args": ["hook"], "timeout": 10, "onFailure": "block"}]}]}}`, "defualt: ask\n", "fencepost.yaml:1:1"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			home, project := workplace(t)
			fake := filepath.Join(home, "fake", program)
			if err := putFile(fake, "#!/bin/sh\ncat >/dev/null\n"); err != nil {
				t.Fatal(err)
			}
			if err := os.Chmod(fake, 0o755); err != nil {
				t.Fatal(err)
			}
			text := strings.NewReplacer("BIN", binary(t), "FAKE", fake).Replace(tt.settings)
			if err := putFile(filepath.Join(home, ".claude", "settings.json"), text); err != nil {
				t.Fatal(err)
			}
			if tt.config != "" {
				if err := putFile(filepath.Join(project, ".claude", "fencepost.yaml"), tt.config); err != nil {
					t.Fatal(err)
				}
			}
			code, out := runBinary(t, "doctor")
			failed := false
			for line := range strings.Lines(out) {
				failed = failed || strings.HasPrefix(line, "FAIL") && strings.Contains(line, tt.want)
			}
			if code != 1 || !failed {
				t.Errorf("exit status %d, want 1 and a failure about %q:\n%s", code, tt.want, out)
			}
		})
	}
}
