package main

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"

	"github.com/fencepost/fencepost/internal/agent/claude/settings"
)

// TestWithMode changes what it has to and no other byte.
func TestWithMode(t *testing.T) {
	const add = "sandbox: {mode: auto}\n"
	for _, tt := range []struct{ old, mode, want string }{
		{"", modeAuto, add},
		{"default: ask", modeAuto, "default: ask\n" + add},
		{"default: ask\n", modeOff, "default: ask\n"},
		{"sandbox: {mode: off} # so\n", modeAuto, "sandbox: {mode: auto} # so\n"},
		{"sandbox: {mode: 'off'}\n", modeAuto, add},
		{"sandbox: {scope: all}\n", modeAuto, "sandbox: {mode: auto, scope: all}\n"},
		{"sandbox:\n  # all of it\n  scope: all\n  network: {mode: none}\ndefault: ask\n", modeAuto,
			"sandbox:\n  # all of it\n  mode: auto\n  scope: all\n  network: {mode: none}\ndefault: ask\n"},
		{"sandbox:\n    scope: all\n    mode: auto\n", modeOff,
			"sandbox:\n    scope: all\n    mode: off\n"},
		{"sandbox:\r\n  scope: all\r\n", modeAuto, "sandbox:\r\n  mode: auto\r\n  scope: all\r\n"},
		{"sandbox: {mode: require}\n", modeAuto, "sandbox: {mode: require}\n"},
		{"sandbox: {mode: require}\n", modeOff, "sandbox: {mode: off}\n"},
		{add, modeAuto, add},
		{"sandbox: on\n", modeAuto, ""},
		{"sandbx: {}\n", modeAuto, ""},
		{"{default: ask}\n", modeAuto, ""},
	} {
		got, err := withMode("f.yaml", []byte(tt.old), tt.mode)
		if (err != nil) != (tt.want == "") || err == nil && string(got) != tt.want {
			t.Errorf("%q with %s became %q (%v)", tt.old, tt.mode, got, err)
		}
	}
}

// confines skips a test where this machine confines nothing.
func confines(t *testing.T) {
	t.Helper()
	report, err := probeMachine(filepath.Join(filepath.Dir(binary(t)), runner), true)
	if err != nil {
		t.Fatal(err)
	}
	if err := keeps(engineOf(report), "files"); err != nil {
		t.Skip(err)
	}
}

// TestInstallSandbox switches the sandbox on with one word, keeps it at the next installation, and
// takes it back.
func TestInstallSandbox(t *testing.T) {
	confines(t)
	home, _ := workplace(t)
	onlyClient(t, "2.1.330")
	file := filepath.Join(home, ".claude", "settings.json")
	config := filepath.Join(home, ".claude", "fencepost.yaml")
	if err := putFile(file, foreign); err != nil {
		t.Fatal(err)
	}
	gate, err := filepath.EvalSymlinks(hookBeside(binary(t)))
	if err != nil {
		t.Fatal(err)
	}
	var now struct {
		Env   map[string]string
		Hooks map[string][]struct{ Hooks []settings.Handler }
	}
	look := func(step string, on bool, args ...string) {
		t.Helper()
		code, out := runBinary(t, args...)
		if code != 0 {
			t.Fatalf("%s: exit status %d, %s", step, code, out)
		}
		now.Env, now.Hooks = nil, nil
		if err := json.Unmarshal([]byte(read(t, file)), &now); err != nil {
			t.Fatal(err)
		}
		prefix := ""
		if on {
			prefix = gate + " --agent-shell=" + home
		}
		if got := now.Env[settings.PrefixVariable]; got != prefix {
			t.Errorf("%s: the prefix is %q", step, got)
		}
		async := len(now.Hooks["PostToolUse"]) == 1 && now.Hooks["PostToolUse"][0].Hooks[0].Async
		if async == on || (len(now.Hooks["SessionEnd"]) == 1) != on {
			t.Errorf("%s: %s", step, read(t, file))
		}
		if mode, err := modeIn(config, []byte(read(t, config))); (mode == modeAuto) != on || err != nil {
			t.Errorf("%s: the mode is %q (%v)", step, mode, err)
		}
	}
	look("on", true, "install", "--sandbox")
	look("again", true, "install", "--sandbox")
	look("without a word", true, "install")
	look("off", false, "install", "--no-sandbox")
	look("without a word", false, "install")
	look("on again", true, "install", "--sandbox")
	if code, out := runBinary(t, "uninstall"); code != 0 || read(t, file) != foreign ||
		!strings.Contains(out, "sandbox") {
		t.Errorf("uninstall: exit status %d, %s\n%s", code, out, read(t, file))
	}
}

// TestInstallSandboxRefused: what would be no sandbox is not installed, and nothing is changed.
func TestInstallSandboxRefused(t *testing.T) {
	home, _ := workplace(t)
	onlyClient(t, "2.1.330")
	file := filepath.Join(home, ".claude", "settings.json")
	const own = `{"env": {"CLAUDE_CODE_SHELL_PREFIX": "/opt/wrap"}}`
	for _, tt := range []struct {
		settings string
		args     []string
		want     string
	}{
		{own, []string{"--sandbox"}, "somebody else's"},
		{own, []string{"--sandbox", "--no-sandbox"}, "opposites"},
		{own, []string{"--sandbox", "--agent", "gemini"}, "fencepost sandbox on"},
		{own, []string{"--sandbox", "--plugin", "x"}, "plugin"},
		{own, []string{"--sandbox", "--home", "/home/a -b"}, "hyphen"},
	} {
		if err := putFile(file, tt.settings); err != nil {
			t.Fatal(err)
		}
		code, out := runBinary(t, append([]string{"install"}, tt.args...)...)
		if code == 0 || !strings.Contains(out, tt.want) || read(t, file) != tt.settings {
			t.Errorf("%v: exit status %d, %s", tt.args, code, out)
		}
	}
}
