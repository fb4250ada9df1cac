package main

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/fencepost/fencepost/internal/interp"
	"github.com/fencepost/fencepost/internal/lowlevel/siblings"
	"github.com/fencepost/fencepost/internal/test/testkit"
)

// installedIn installs the programs of a directory in a home of its own, and returns that.
func installedIn(t *testing.T, dir string) (home string) {
	t.Helper()
	home, _ = workplace(t)
	onlyClient(t, "2.1.330")
	if code, out := runIn(t, dir, "install"); code != 0 {
		t.Fatal(out)
	}
	return home
}

// runIn runs the fencepost of a directory.
func runIn(t *testing.T, dir string, args ...string) (code int, out string) {
	t.Helper()
	c := exec.Command(filepath.Join(dir, filepath.Base(binary(t))), args...)
	b, err := c.CombinedOutput()
	if err != nil && c.ProcessState == nil {
		t.Fatal(err)
	}
	return c.ProcessState.ExitCode(), string(b)
}

// tells holds what doctor, status and the start of a session say of the programs of a directory
// against those that are of another build than the one that speaks.
func tells(t *testing.T, dir, home string, mixed bool) {
	t.Helper()
	code, out := runIn(t, dir, "doctor")
	if strings.Contains(out, "is of another build than") != mixed || (code == exitFailed) != mixed ||
		strings.Contains(out, siblings.Mend) != mixed {
		t.Errorf("doctor: exit status %d, %s", code, out)
	}
	_, out = runIn(t, dir, "status")
	if strings.Contains(out, siblings.Mend) != mixed {
		t.Errorf("status: %s", out)
	}
	_, out = runIn(t, dir, "status", "--line")
	if strings.Contains(out, "programs of several builds") != mixed {
		t.Errorf("status --line: %s", out)
	}
	out = hookIn(t, dir, home, `{"hook_event_name":"SessionStart","source":"startup","cwd":"`+
		hereOr("/")+`"}`)
	message, context, _ := strings.Cut(out, "additionalContext")
	if strings.Contains(message, siblings.Mend) != mixed || strings.Contains(context, siblings.Mend) != mixed {
		t.Errorf("the start of a session: %s", out)
	}
}

// A set of programs of several builds is named by doctor, by status and at the start of a session,
// whichever of them is the other one.
func TestMixedPrograms(t *testing.T) {
	dir := mixed(t)
	home := installedIn(t, dir)
	tells(t, dir, home, false)
	for _, name := range siblings.Programs() {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(dir, filepath.Base(testkit.Program(t, name)))
			of, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			put := func(data []byte) {
				if err := errors.Join(os.Remove(path), os.WriteFile(path, data, 0o755)); err != nil {
					t.Fatal(err)
				}
			}
			put(ofOtherBuild(t, of))
			defer put(of)
			tells(t, dir, home, true)
		})
	}
}

// The same with a fencepost that was built with an edited preset, beside the others.
func TestMixedPresets(t *testing.T) {
	testkit.All(t, "generates and builds a program")
	root, tmp, dir := testkit.Root(), t.TempDir(), mixed(t)
	presets, err := filepath.Glob(filepath.Join(root, "presets", "*.yaml"))
	if err != nil || len(presets) == 0 {
		t.Fatal(err)
	}
	for _, file := range presets {
		text := read(t, file)
		if filepath.Base(file) == "git.yaml" {
			text = strings.Replace(text, "Uncommitted changes", "Edited changes", 1)
		}
		if err := putFile(filepath.Join(tmp, "presets", filepath.Base(file)), text); err != nil {
			t.Fatal(err)
		}
	}
	edited := filepath.Join(tmp, filepath.Base(binary(t)))
	for _, args := range [][]string{
		{"run", "./cmd/rulegen", "-presets", filepath.Join(tmp, "presets"), "-out",
			filepath.Join(tmp, "gen"), "-docs", "", "-overlay", filepath.Join(tmp, "overlay.json")},
		{"build", "-trimpath", "-overlay", filepath.Join(tmp, "overlay.json"), "-o", edited, "./cmd/fencepost"},
	} {
		c := exec.Command("go", args...)
		c.Dir, c.Env = root, append(testkit.Environ(), "CGO_ENABLED=0")
		if out, err := c.CombinedOutput(); err != nil {
			t.Fatalf("go %q: %v\n%s", args, err, out)
		}
	}
	home := installedIn(t, dir)
	if err := os.Rename(edited, filepath.Join(dir, filepath.Base(edited))); err != nil {
		t.Fatal(err)
	}
	tells(t, dir, home, true)
}

// A helper that was built without a C compiler says so: to the hook and so to the person whom it
// asks, to a person who asks the helper, and to doctor.
func TestNoCompiler(t *testing.T) {
	testkit.All(t, "builds the helper without cgo")
	dir := mixed(t)
	helper := filepath.Join(dir, filepath.Base(testkit.Program(t, testkit.Helper)))
	c := exec.Command("go", "build", "-trimpath", "-o", helper, "./cmd/fencepost-interp")
	c.Dir, c.Env = testkit.Root(), append(testkit.Environ(), "CGO_ENABLED=0")
	if out, err := c.CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	if err := interp.Check(helper); !errors.Is(err, interp.ErrNoCompiler) {
		t.Errorf("it answers with %v", err)
	}
	const said = "fencepost-interp was built without a C compiler"
	if out, err := exec.Command(helper, "--version").Output(); err != nil ||
		!strings.HasPrefix(string(out), "fencepost-interp ") || !strings.Contains(string(out), said) {
		t.Errorf("--version: %s, %v", out, err)
	}
	home := installedIn(t, dir)
	out := hookIn(t, dir, home, bashCall(hereOr("/"), "python3 -c 'print(1)'"))
	if !strings.Contains(out, said) || !strings.Contains(out, `"permissionDecision":"ask"`) {
		t.Errorf("the hook says %s", out)
	}
	if code, out := runIn(t, dir, "doctor"); code != exitOK || !strings.Contains(out, "warn  "+said) {
		t.Errorf("doctor: exit status %d, %s", code, out)
	}
	tells(t, dir, home, false)
}
