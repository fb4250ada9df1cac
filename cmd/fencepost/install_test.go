package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/fencepost/fencepost/internal/agent/claude/settings"
	"github.com/fencepost/fencepost/internal/agent/setup"
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

// onlyClient puts a Claude Code of a version into PATH, and no other; "" for none.
func onlyClient(t *testing.T, version string) {
	t.Helper()
	binary(t) // which needs another PATH
	dir := t.TempDir()
	if version != "" {
		script := "#!/bin/sh\n[ \"$1\" = --version ] && echo '" + version + " (Claude Code)'\n"
		if err := os.WriteFile(filepath.Join(dir, "claude"), []byte(script), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("PATH", dir+":/usr/bin:/bin")
}

func read(t *testing.T, file string) string {
	t.Helper()
	b, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// foreign are settings of a person, with hooks of others, in an order and an indentation of their
// own.
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
	onlyClient(t, "2.1.330")
	file := filepath.Join(home, ".claude", "settings.json")
	bin, err := filepath.EvalSymlinks(hookBeside(binary(t)))
	if err != nil {
		t.Fatal(err)
	}
	if code, out := runBinary(t, "doctor"); code != 1 ||
		!strings.Contains(out, "fencepost install") {
		t.Errorf("doctor before: exit status %d, %s", code, out)
	}
	if code, out := runBinary(t, "install"); code != 0 {
		t.Fatalf("install: %s", out)
	}
	var got struct {
		Hooks map[string][]struct {
			Matcher *string
			Hooks   []settings.Handler
		}
	}
	if err := json.Unmarshal([]byte(read(t, file)), &got); err != nil {
		t.Fatal(err)
	}
	for _, e := range settings.Events() {
		groups := got.Hooks[e.Name]
		if len(groups) != 1 || len(groups[0].Hooks) != 1 {
			t.Fatalf("%s: %+v", e.Name, groups)
		}
		h := groups[0].Hooks[0]
		if h.Type != "command" || h.Command != bin ||
			!slices.Equal(h.Args, []string{"--home", home}) || h.Timeout != 10 {
			t.Errorf("%s: %+v", e.Name, h)
		}
		if (groups[0].Matcher != nil) != (e.Matcher != "") ||
			(h.OnFailure == "block") != (e.Name == "PreToolUse") ||
			h.Async && e.Name == "PreToolUse" {
			t.Errorf("%s: %+v", e.Name, groups[0])
		}
	}
	before := read(t, file)
	if code, out := runBinary(t, "install"); code != 0 ||
		!strings.Contains(out, "nothing to change") || read(t, file) != before {
		t.Errorf("a second time: exit status %d, %s", code, out)
	}
	if code, out := runBinary(t, "doctor"); code != 0 ||
		!strings.Contains(out, "a denied call is blocked") ||
		!strings.Contains(out, "answers rm -rf ~/Documents with deny") {
		t.Errorf("doctor: exit status %d, %s", code, out)
	}
	if code, out := runBinary(t, "uninstall"); code != 0 ||
		!strings.Contains(out, "removed "+file) {
		t.Errorf("uninstall: exit status %d, %s", code, out)
	}
	left, _ := os.ReadDir(filepath.Join(home, ".claude"))
	for _, f := range left {
		if f.Name() != "fencepost" { // the log
			t.Errorf("uninstall leaves %s", f.Name())
		}
	}
}

// TestInstallOlderClient writes the form that blocks by itself where the client may not know
// onFailure.
func TestInstallOlderClient(t *testing.T) {
	for _, version := range []string{"2.1.294", "2.1.100", "", "of its own"} {
		home, _ := workplace(t)
		onlyClient(t, version)
		file := filepath.Join(home, ".claude", "settings.json")
		code, out := runBinary(t, "install")
		if code != 0 || !strings.Contains(out, "shell line that blocks on failure") {
			t.Errorf("%q: exit status %d, %s", version, code, out)
		}
		text := read(t, file)
		if !strings.Contains(text, "/fencepost-hook' --home '"+home+"' || exit 2") ||
			strings.Contains(text, `"args"`) {
			t.Errorf("%q: %s", version, text)
		}
		if code, out := runBinary(t, "install"); code != 0 ||
			!strings.Contains(out, "nothing to change") {
			t.Errorf("%q, a second time: exit status %d, %s", version, code, out)
		}
		if code, out := runBinary(t, "doctor"); code != 0 {
			t.Errorf("%q: doctor: %s", version, out)
		}
		onlyClient(t, "2.1.330")
		if code, out := runBinary(t, "install"); code != 0 ||
			!strings.Contains(read(t, file), `"args"`) {
			t.Errorf("%q, updated: exit status %d, %s", version, code, out)
		}
		if code, out := runBinary(t, "uninstall"); code != 0 {
			t.Errorf("%q: uninstall: exit status %d, %s", version, code, out)
		}
		if left, _ := os.ReadDir(home); len(left) > 0 && left[0].Name() == ".claude" {
			inside, _ := os.ReadDir(filepath.Join(home, ".claude"))
			for _, f := range inside {
				if f.Name() != "fencepost" {
					t.Errorf("%q: uninstall leaves %s", version, f.Name())
				}
			}
		}
	}
}

// TestInstallJudges says at once that the client will not read what it was put into.
func TestInstallJudges(t *testing.T) {
	home, _ := workplace(t)
	onlyClient(t, "2.1.330")
	file := filepath.Join(home, ".claude", "settings.json")
	for text, want := range map[string]string{
		`{"model": 5}`: "model: a string", `{"disableAllHooks": true}`: "disableAllHooks",
	} {
		if err := putFile(file, text); err != nil {
			t.Fatal(err)
		}
		code, out := runBinary(t, "install")
		if code != 0 || !strings.Contains(out, "there is no fence yet") || !strings.Contains(out, want) {
			t.Errorf("%s: exit status %d, %s", text, code, out)
		}
	}
}

// TestInstallManaged writes settings that are for everybody, and names nobody's home.
func TestInstallManaged(t *testing.T) {
	home, _ := workplace(t)
	onlyClient(t, "2.1.330")
	file := filepath.Join(home, "etc", "managed-settings.json")
	if code, out := runBinary(t, "install", "--managed", "--settings", file); code != 0 {
		t.Fatal(out)
	}
	if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o644 {
		t.Errorf("the mode is %v (%v): others have to read it", info.Mode(), err)
	}
	if text := read(t, file); strings.Contains(text, home+`"`) ||
		!strings.Contains(text, `"~"`) || !strings.Contains(text, `"onFailure"`) {
		t.Error(text)
	}
	code, out := runBinary(t, "install", "--managed", "--settings", file, "--home", home)
	if code != 0 || !strings.Contains(read(t, file), home) {
		t.Error(out)
	}
	if code, out := runBinary(t, "uninstall", "--managed", "--settings", file); code != 0 {
		t.Error(out)
	}
	code, out = runBinary(t, "install", "--managed", "--print")
	if code != 0 || !json.Valid([]byte(out)) {
		t.Errorf("--print: exit status %d, %s", code, out)
	}
	for _, args := range [][]string{
		{"--project", "--local"}, {"--managed", "--project"}, {"--home", "rel"},
		{"--agent", "codex", "--managed"}, {"--agent", "nobody"},
	} {
		if code, out := runBinary(t, append([]string{"install"}, args...)...); code != 3 {
			t.Errorf("install %q: exit status %d, %s", args, code, out)
		}
	}
}

// TestInstallRefused says what an administrator has to put where.
func TestInstallRefused(t *testing.T) {
	j := &job{stdio: stdio{out: &strings.Builder{}, err: &strings.Builder{}}, name: "install",
		file: "/etc/x.json"}
	if code := j.refused(&os.PathError{Op: "open", Path: "/etc/x.json", Err: os.ErrPermission},
		[]byte("{text}")); code != 3 {
		t.Errorf("exit status %d", code)
	}
	if out := j.err.(*strings.Builder).String(); !strings.Contains(out, "administrator") ||
		!strings.Contains(out, "{text}") {
		t.Error(out)
	}
}

// TestInstallAgents installs for each other agent, twice, and takes it out again.
func TestInstallAgents(t *testing.T) {
	home, project := workplace(t)
	onlyClient(t, "")
	t.Setenv("CODEX_HOME", "")
	t.Setenv("XDG_CONFIG_HOME", "")
	for _, a := range setup.All()[1:] {
		for flag, file := range map[string]string{"": a.UserFile(home),
			"--project": a.ProjectFile(project)} {
			args := []string{"install", "--agent", a.Name}
			if flag != "" {
				args = append(args, flag)
			}
			if code, out := runBinary(t, args...); code != 0 || !strings.Contains(out, file) {
				t.Errorf("%q: exit status %d, %s", args, code, out)
			}
			text := read(t, file)
			if !strings.Contains(text, "/fencepost-hook' "+a.Name) &&
				!strings.Contains(text, `/fencepost-hook", "`+a.Name+`"`) {
				t.Errorf("%q: %s", args, text)
			}
			if code, out := runBinary(t, args...); code != 0 ||
				!strings.Contains(out, "nothing to change") {
				t.Errorf("%q a second time: exit status %d, %s", args, code, out)
			}
			args[0] = "uninstall"
			if code, out := runBinary(t, args...); code != 0 {
				t.Errorf("%q: exit status %d, %s", args, code, out)
			}
			if _, err := os.Stat(file); err == nil {
				t.Errorf("%q leaves %s", args, file)
			}
		}
	}
	file := filepath.Join(home, ".config", "opencode", "plugins", "fencepost.js")
	if err := putFile(file, "// mine\n"); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"install", "uninstall"} {
		if code, out := runBinary(t, name, "--agent", "opencode"); code != 3 ||
			read(t, file) != "// mine\n" {
			t.Errorf("%s over somebody else's file: exit status %d, %s", name, code, out)
		}
	}
}

func TestInstallBesideOthers(t *testing.T) {
	home, _ := workplace(t)
	onlyClient(t, "2.1.330")
	file := filepath.Join(home, ".claude", "settings.json")
	if err := putFile(file, foreign); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(file, 0o640); err != nil {
		t.Fatal(err)
	}
	if code, out := runBinary(t, "install", "--print"); code != 0 ||
		!strings.Contains(out, `"PostToolUse"`) || read(t, file) != foreign {
		t.Errorf("install --print: exit status %d, %s", code, out)
	}
	if code, out := runBinary(t, "install"); code != 0 ||
		!strings.Contains(out, file+".before-fencepost.1") {
		t.Fatalf("install: exit status %d, %s", code, out)
	}
	if read(t, file+".before-fencepost.1") != foreign {
		t.Error("the copy is not the file as it was")
	}
	installed := read(t, file)
	// The order of the keys, the indentation, numbers and signs stay as they were.
	at := 0
	for _, text := range []string{"\n    \"model\": \"opus\"", `"Bash(a <b> & c)"`, `"Stop"`,
		`"say done"`, `"PreToolUse"`, `"/opt/lint"`, "3.5", `fencepost-hook"`,
		`"big": 12345678901234567890`} {
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
	if read(t, file) != foreign {
		t.Errorf("after uninstall the settings are\n%s", read(t, file))
	}
	if left, _ := os.ReadDir(filepath.Dir(file)); len(left) != 1 {
		t.Errorf("uninstall leaves %v", left)
	}
}

// TestInstallReplaces brings an old entry up to date, whatever its form, and keeps what stands
// beside it.
func TestInstallReplaces(t *testing.T) {
	for _, old := range []string{
		`{"type": "command", "command": "/old/bin/fencepost"}`,
		`{"type": "command", "command": "\"/old/bin/fencepost\" hook"}`,
		`{"type": "command", "command": "/old/bin/fencepost", "args": ["hook"], "timeout": 600}`,
		`{"type": "command", "command": "fencepost", "args": []}`,
		`{"type": "command", "command": "/old/bin/fencepost-hook", "args": []}`,
		`{"type": "command", "command": "timeout -s KILL 5 '/old/bin/fencepost-hook' || exit 2"}`,
	} {
		home, _ := workplace(t)
		onlyClient(t, "2.1.330")
		file := filepath.Join(home, ".claude", "settings.json")
		other := `{"type": "command", "command": "/opt/fencepost-like hook"}`
		if err := putFile(file,
			`{"hooks": {"PreToolUse": [{"matcher": "Bash", "hooks": [`+old+`, `+other+`]}]}}`); err != nil {
			t.Fatal(err)
		}
		if code, out := runBinary(t, "install"); code != 0 {
			t.Fatalf("install: %s", out)
		}
		got := read(t, file)
		if strings.Contains(got, "/old/bin") || strings.Contains(got, `"hook"`) ||
			strings.Count(got, `/fencepost-hook"`) != len(settings.Events()) ||
			!strings.Contains(got, "/opt/fencepost-like hook") {
			t.Errorf("over %s:\n%s", old, got)
		}
		if code, out := runBinary(t, "doctor"); code != 0 {
			t.Errorf("doctor: %s", out)
		}
	}
}

func TestInstallRefuses(t *testing.T) {
	home, _ := workplace(t)
	onlyClient(t, "2.1.330")
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
		if code, out := runBinary(t, "install"); code != 3 || !strings.Contains(out, tt.want) ||
			!strings.Contains(out, "othing was changed") {
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
	if code, _, errs := cli("", "install"); code != 3 ||
		!strings.Contains(errs, "build or install it first") {
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
	onlyClient(t, "2.1.330")
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
	if info, err := os.Lstat(link); err != nil || info.Mode()&os.ModeSymlink == 0 ||
		!strings.Contains(read(t, real), `/fencepost-hook"`) {
		t.Errorf("the link is gone or does not lead to the settings (%v)", err)
	}
}
