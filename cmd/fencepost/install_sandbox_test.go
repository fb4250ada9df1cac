package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/fencepost/fencepost/internal/agent/claude/settings"
	"github.com/fencepost/fencepost/internal/agent/claude/shellprefix"
	"github.com/fencepost/fencepost/internal/test/testkit"
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
		got, err := sandboxEdit("install", tt.mode).edit("f.yaml", []byte(tt.old))
		if (err != nil) != (tt.want == "") || err == nil && string(got) != tt.want {
			t.Errorf("%q with %s became %q (%v)", tt.old, tt.mode, got, err)
		}
	}
}

// confines skips a test where this machine confines nothing.
func confines(t *testing.T) {
	t.Helper()
	m, err := probeMachine(filepath.Join(filepath.Dir(binary(t)), runner), true)
	if err != nil {
		t.Fatal(err)
	}
	if err := keeps(m.engine, "files"); err != nil {
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
		if got := now.Env[shellprefix.Variable]; got != prefix {
			t.Errorf("%s: the prefix is %q", step, got)
		}
		async := len(now.Hooks["PostToolUse"]) == 1 && now.Hooks["PostToolUse"][0].Hooks[0].Async
		if async == on || (len(now.Hooks["SessionEnd"]) == 1) != on {
			t.Errorf("%s: %s", step, read(t, file))
		}
		if mode, err := sandboxEdit("", "").wordIn(config, []byte(read(t, config))); (mode == modeAuto) != on || err != nil {
			t.Errorf("%s: the mode is %q (%v)", step, mode, err)
		}
	}
	look("on", true, "install", "--sandbox")
	warned := func(out string) bool { // but for the hook of others in the settings
		return strings.Count(out, "warn")-strings.Count(out, "has another hook") > 0
	}
	if code, out := runBinary(t, "doctor"); code != 0 || warned(out) == testkit.HasHelper(t) ||
		!strings.Contains(out, "a confined call ran through the client's entry and stayed inside") {
		t.Errorf("doctor: exit status %d, %s", code, out)
	}
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

// TestInstallSandboxOlderClient: where the hook has to block by itself, no prefix is put before it.
func TestInstallSandboxOlderClient(t *testing.T) {
	confines(t)
	for version, want := range map[string]string{
		"2.1.294": `"command": "/bin/sh"`, "2.1.101": `"command": "/bin/sh"`,
		"2.1.295": `fencepost-hook",`, "2.1.100": "too old for the sandbox",
	} {
		home, _ := workplace(t)
		onlyClient(t, version)
		code, out := runBinary(t, "install", "--sandbox")
		text, _ := os.ReadFile(filepath.Join(home, ".claude", "settings.json"))
		if !strings.Contains(out+string(text), want) {
			t.Errorf("%s: exit status %d, %s%s", version, code, out, text)
		}
		if code != 0 {
			continue
		}
		if code, out := runBinary(t, "doctor"); code != 0 {
			t.Errorf("%s: doctor: %s", version, out)
		}
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
		{own, []string{"--sandbox", "--no-sandbox"}, "choose --sandbox or --no-sandbox"},
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

// TestSwitchConfig: the mode goes into the config that goes with the settings.
func TestSwitchConfig(t *testing.T) {
	home, _ := workplace(t)
	own := filepath.Join(home, ".claude", "fencepost.yaml")
	old := managedFile
	managedFile = filepath.Join(t.TempDir(), "etc", "fencepost.yaml")
	t.Cleanup(func() { managedFile = old })
	elsewhere := filepath.Join(t.TempDir(), "you")
	for _, tt := range []struct {
		target target
		file   string
		mode   string
	}{
		{target{sandbox: true}, own, modeAuto},
		{target{noSandbox: true}, own, modeOff},
		{target{sandbox: true, project: true}, own, modeAuto},
		{target{sandbox: true, managed: true}, managedFile, modeAuto},
		{target{noSandbox: true, managed: true}, managedFile, modeOff},
		{target{sandbox: true, home: elsewhere},
			filepath.Join(elsewhere, ".claude", "fencepost.yaml"), modeAuto},
	} {
		var out strings.Builder
		j := &job{stdio: stdio{out: &out, err: &out}, name: "install"}
		if code := j.switchConfig(&tt.target); code != exitOK {
			t.Errorf("%+v: exit status %d, %s", tt.target, code, out.String())
			continue
		}
		text := read(t, tt.file)
		if mode, err := sandboxEdit("", "").wordIn(tt.file, []byte(text)); mode != tt.mode || err != nil ||
			!strings.Contains(text, "import: [recommended]") {
			t.Errorf("%+v: %s (%v)", tt.target, text, err)
		}
	}
}

// fakeRunner puts the programs into a directory of their own, with a script in the place of
// fencepost-run that answers a probe with that text and starts what it is to confine as it is; ""
// for none at all.
func fakeRunner(t *testing.T, probe string) (exe string) {
	t.Helper()
	dir := t.TempDir()
	from := filepath.Dir(binary(t))
	for _, name := range []string{program, "fencepost-hook"} {
		data := read(t, filepath.Join(from, name))
		if err := os.WriteFile(filepath.Join(dir, name), []byte(data), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if probe == "" {
		return filepath.Join(dir, program)
	}
	said, err := exec.Command(filepath.Join(from, runner), "--version").Output()
	if err != nil {
		t.Fatal(err)
	}
	script := "#!/bin/sh\ncase $1 in\n--version) cat <<'E'\n" + string(said) + "E\n;;\n" +
		"--probe) cat <<'E'\n" + probe + "\nE\n;;\n" +
		"*) while [ \"$1\" != -- ]; do shift; done; shift; exec \"$@\"\nesac\n"
	if err := os.WriteFile(filepath.Join(dir, runner), []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	return filepath.Join(dir, program)
}

// TestInstallSandboxHere: where this machine confines nothing that is said, with what to do, and
// nothing is changed. Doctor believes what it sees, and no program's word.
func TestInstallSandboxHere(t *testing.T) {
	const head = `{"system": "Linux 9", "engines": [{"name": "native", "level": "full", `
	for _, tt := range []struct{ name, probe, want string }{
		{"no runner", "", "there is no program"},
		{"a cause", head + `"works": false, "cause": {"id": "sysctl", "said": "user namespaces are ` +
			`off", "mend": "sysctl -w x=1"}}]}`, "user namespaces are off. What to do: sysctl -w x=1"},
		{"a hole", head + `"works": false, "checks": [{"name": "a write outside", "held": false}]}]}`,
			"does not hold: a write outside"},
		{"a level", `{"engines": [{"name": "native", "level": "reduced", "works": true}]}`,
			"keeps the level reduced, and the config requires files"},
		{"no JSON", "x", "--probe"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			home, _ := workplace(t)
			onlyClient(t, "2.1.330")
			exe := fakeRunner(t, tt.probe)
			out, err := exec.Command(exe, "install", "--sandbox").CombinedOutput()
			if err == nil || !strings.Contains(string(out), tt.want) {
				t.Errorf("%v: %s", err, out)
			}
			if left, _ := os.ReadDir(filepath.Join(home, ".claude")); len(left) > 0 {
				t.Errorf("left behind: %v", left)
			}
		})
	}
	workplace(t)
	onlyClient(t, "2.1.330")
	exe := fakeRunner(t, head+`"works": true}]}`)
	if out, err := exec.Command(exe, "install", "--sandbox").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	out, err := exec.Command(exe, "doctor").CombinedOutput()
	if err == nil || !strings.Contains(string(out), "a call that has to be confined wrote into") {
		t.Errorf("a runner that confines nothing: %v\n%s", err, out)
	}
}
