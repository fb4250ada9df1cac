package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestInstallWithoutHook: where fencepost-hook is not there, or is another build, the program
// itself is the hook, the entry says so, and a later installation with both replaces it.
func TestInstallWithoutHook(t *testing.T) {
	bin := binary(t)
	gate := read(t, hookBeside(bin))
	for name, tt := range map[string]struct{ beside, why string }{
		"missing":       {"", "there is no program"},
		"another build": {"#!/bin/sh\necho fencepost-hook v0.1.0\nexit 2\n", "is of another build"},
		"broken":        {gate[:4096], "does not say what it is"},
	} {
		t.Run(name, func(t *testing.T) {
			home, _ := workplace(t)
			onlyClient(t, "2.1.330")
			dir := t.TempDir()
			exe := filepath.Join(dir, filepath.Base(bin))
			put := func(file, text string) {
				if err := os.WriteFile(file, []byte(text), 0o755); err != nil {
					t.Fatal(err)
				}
			}
			run := func(arg string, want int) string {
				c := exec.Command(exe, arg)
				out, _ := c.CombinedOutput()
				if got := c.ProcessState.ExitCode(); got != want {
					t.Errorf("%s: exit status %d\n%s", arg, got, out)
				}
				return string(out)
			}
			put(exe, read(t, bin))
			if tt.beside != "" {
				put(hookBeside(exe), tt.beside)
			}
			if out := run("install", 0); !strings.Contains(out, tt.why) {
				t.Errorf("install does not say %q: %s", tt.why, out)
			}
			settings := filepath.Join(home, ".claude", "settings.json")
			if text := read(t, settings); !strings.Contains(text, exe+`"`) ||
				!strings.Contains(text, `"hook"`) || strings.Contains(text, "fencepost-hook") {
				t.Errorf("the entry is\n%s", text)
			}
			if out := run("doctor", 0); !strings.Contains(out, "a denied call is blocked") ||
				!strings.Contains(out, tt.why) {
				t.Errorf("doctor: %s", out)
			}
			put(hookBeside(exe), gate)
			if out := run("doctor", 0); !strings.Contains(out, "which starts faster") {
				t.Errorf("doctor, with both: %s", out)
			}
			run("install", 0)
			if text := read(t, settings); strings.Count(text, hookBeside(exe)+`"`) != 4 ||
				strings.Contains(text, `"hook"`) {
				t.Errorf("with both the entry is\n%s", text)
			}
			if out := run("doctor", 0); strings.Contains(out, hookBeside(exe)+" is") {
				t.Errorf("doctor, at last: %s", out)
			}
			// A hook of another build is a fence that nobody has looked at.
			put(hookBeside(exe), "#!/bin/sh\n[ \"$1\" = --version ] && echo fencepost-hook v0.1.0 || exec "+
				bin+" hook \"$@\"\n")
			if out := run("doctor", 1); !strings.Contains(out, "is of another build than") {
				t.Errorf("doctor, with another build: %s", out)
			}
			run("uninstall", 0)
		})
	}
}
