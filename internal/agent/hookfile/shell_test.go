package hookfile

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestShellFormsFailClosed runs each shell form with programs that answer, crash, are killed, hang or are
// missing, with the shells that can be /bin/sh.
func TestShellFormsFailClosed(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "it's a \"dir\" $x")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	programs := map[string]string{
		"answers": "#!/bin/sh\nread -r line\necho \"$line $1 $2\"\n",
		"fails":   "#!/bin/sh\nexit 1\n",
		"denies":  "#!/bin/sh\nexit 2\n",
		"killed":  "#!/bin/sh\nkill -KILL $$\n",
		"hangs":   "#!/bin/sh\nexec sleep 60\n",
		"deaf":    "#!/bin/sh\ntrap '' TERM ALRM INT HUP\nexec sleep 60\n",
	}
	for name, text := range programs {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "locked"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	for _, shell := range []string{"/bin/sh", "/bin/bash", "/bin/dash", "/bin/zsh",
		"/bin/busybox"} {
		if _, err := os.Stat(shell); err != nil {
			continue
		}
		for name, want := range map[string]int{
			"answers": 0, "fails": 2, "denies": 2, "killed": 2, "hangs": 2, "deaf": 2, "locked": 2,
			"missing": 2,
		} {
			slow := name == "hangs" || name == "deaf"
			if slow && shell != "/bin/sh" {
				continue
			}
			exe, args := filepath.Join(dir, name), []string{"hook", "a 'b' $c"}
			for form, line := range map[string]string{
				"timeout": Line(exe, args, ""), "watch": watched(exe, args,
					""), "message": watched(exe, args, "it's gone"),
				"timeout message": Line(exe, args, "it's gone"),
			} {
				if slow && strings.HasSuffix(form, "message") || name == "deaf" &&
					form == "timeout" {
					continue // each takes five seconds
				}
				t.Run(strings.Join([]string{shell, name, form}, " "), func(t *testing.T) {
					t.Parallel()
					code, out, errs := runLine(t, shell, line)
					if code != want || want == 0 && out != "call hook a 'b' $c\n" || want != 0 &&
						out != "" {
						t.Errorf("exit status %d, output %q", code, out)
					}
					if strings.HasSuffix(form, "message") && (want != 0 &&
						name != "denies") != strings.Contains(errs, "it's gone") {
						t.Errorf("no message: %q", errs)
					}
					if argv, closed := Argv(line); !closed || !slices.Equal(argv,
						append([]string{exe}, args...)) {
						t.Errorf("read back as %q, closed %v", argv, closed)
					}
				})
			}
		}
	}
}

// runLine runs a line as an agent does. A system without timeout(1) is one without it in PATH, too.
func runLine(t *testing.T, shell, line string) (code int, out, errs string) {
	argv := []string{shell, "-c", line}
	if filepath.Base(shell) == "busybox" {
		argv = append([]string{shell, "sh"}, argv[1:]...)
	}
	c := exec.Command(argv[0], argv[1:]...)
	var o, e strings.Builder
	c.Stdin, c.Stdout, c.Stderr = strings.NewReader("call\n"), &o, &e
	if err := c.Run(); c.ProcessState == nil {
		t.Fatal(err)
	}
	return c.ProcessState.ExitCode(), o.String(), e.String()
}

func FuzzArgv(f *testing.F) {
	f.Add("timeout -s KILL 5 '/x/fencepost' hook || exit 2")
	f.Add(watched("/x/it's", []string{"hook", "--home", "/h"}, "gone"))
	f.Fuzz(func(t *testing.T, word string) {
		Argv(word)
		if strings.ContainsRune(word, 0) || word == "" {
			return
		}
		for _, line := range []string{Line("/x/"+word, []string{word}, "m"), watched("/x/"+word,
			[]string{word}, "m")} {
			if argv, closed := Argv(line); !closed || !slices.Equal(argv, []string{"/x/" + word,
				word}) {
				t.Errorf("%q is read back as %q, closed %v", line, argv, closed)
			}
		}
	})
}

// watched is the line of a system without timeout(1), as macOS is.
func watched(exe string, args []string, message string) string {
	return watchLine("/bin/sleep", Plain(exe, args), message)
}
