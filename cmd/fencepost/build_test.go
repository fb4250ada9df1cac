package main

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/fencepost/fencepost/gen/build"
	"github.com/fencepost/fencepost/internal/app/version"
	"github.com/fencepost/fencepost/internal/lowlevel/siblings"
	"github.com/fencepost/fencepost/internal/policy/store"
	"github.com/fencepost/fencepost/internal/test/testkit"
)

// All programs are of one build, and say so.
func TestOneBuild(t *testing.T) {
	for _, name := range siblings.Programs() {
		path := testkit.Program(t, name)
		out, _ := exec.Command(path, "--version").Output() // the hook's status blocks
		if text := string(out); !strings.HasPrefix(text, name+" ") ||
			!strings.Contains(text, "\nbuild "+build.ID+"\n") {
			t.Errorf("%s --version says %q", name, text)
		}
		if id, err := siblings.Build(path); id != build.ID || err != nil {
			t.Errorf("%s is of the build %q, %v", name, id, err)
		}
	}
	var this version.Info
	_, out, _ := cli("", "version", "--json")
	if err := json.Unmarshal([]byte(out), &this); err != nil || this.Build != build.ID {
		t.Errorf("version --json: %s (%v)", out, err)
	}
}

// mixed is a directory with all programs, of which those with these names are of another build: what
// they hold as their id is another one.
func mixed(t *testing.T, names ...string) string {
	t.Helper()
	if runtime.GOOS == "darwin" {
		t.Skip("macOS starts no program whose bytes were changed after it was signed")
	}
	dir := t.TempDir()
	testkit.Place(t, dir)
	for _, name := range names {
		path := filepath.Join(dir, filepath.Base(testkit.Program(t, name)))
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, ofOtherBuild(t, data), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// ofOtherBuild is a program with another id.
func ofOtherBuild(t *testing.T, program []byte) []byte {
	t.Helper()
	other := bytes.ReplaceAll(program, []byte(build.ID), []byte(strings.Repeat("0", len(build.ID))))
	if bytes.Equal(other, program) {
		t.Fatal("the program does not hold its id")
	}
	return other
}

// bashCall is a hook input.
func bashCall(project, command string) string {
	call, _ := json.Marshal(map[string]any{"hook_event_name": "PreToolUse", "cwd": project,
		"tool_name": "Bash", "tool_input": map[string]string{"command": command}})
	return string(call)
}

// hookIn gives an input to the hook in a directory.
func hookIn(t *testing.T, dir, home, input string) string {
	t.Helper()
	c := exec.Command(hookBeside(filepath.Join(dir, filepath.Base(binary(t)))), "--home", home)
	c.Stdin = strings.NewReader(input)
	out, err := c.Output()
	if err != nil {
		t.Fatalf("the hook: %v", err)
	}
	return string(out)
}

// A program of another build does nothing for the hook. The call asks or is denied, and the reason
// names the program and the mend.
func TestForeignPrograms(t *testing.T) {
	home, project := withConfig(t, "default: allow\ntools: {bash: {deny: [frob]}}\n")
	for _, tt := range []struct{ name, command, decision, reason string }{
		{testkit.Helper, "python3 -c 'print(1)'", "ask", "fencepost-interp is of another build"},
		{testkit.CLI, "ls", "deny", "fencepost beside this program is of another build"},
	} {
		// As after an update: nothing is compiled yet.
		if err := os.RemoveAll(store.StoreDir(home)); err != nil {
			t.Fatal(err)
		}
		out := hookIn(t, mixed(t, tt.name), home, bashCall(project, tt.command))
		if !strings.Contains(out, `"permissionDecision":"`+tt.decision+`"`) ||
			!strings.Contains(out, tt.reason) || !strings.Contains(out, siblings.Mend) {
			t.Errorf("%s: %s", tt.name, out)
		}
		out = hookIn(t, mixed(t), home, bashCall(project, tt.command))
		if strings.Contains(out, "another build") {
			t.Errorf("%s of one build: %s", tt.name, out)
		}
	}
	runner := filepath.Join(mixed(t, testkit.Runner), filepath.Base(testkit.Program(t, testkit.Runner)))
	c := exec.Command(runner, "--build", build.ID, "--", "env")
	if out, _ := c.CombinedOutput(); c.ProcessState.ExitCode() != 125 ||
		!strings.Contains(string(out), "another build") || !strings.Contains(string(out), siblings.Mend) {
		t.Errorf("%s: %d, %s", runner, c.ProcessState.ExitCode(), out)
	}
	var answer strings.Builder
	if code := assistHook(strings.NewReader("a: b\n"), &answer, []string{"yaml", home}); code == exitOK ||
		answer.String() != "" {
		t.Errorf("a hook that does not say of which build it is gets %q", answer.String())
	}
}
