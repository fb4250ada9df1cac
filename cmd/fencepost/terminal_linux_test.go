package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"
)

// atTerminal runs a program at a terminal of its own, at which a person types a text, and returns
// what the terminal shows.
func atTerminal(t *testing.T, typed string, argv ...string) (code int, shown string) {
	t.Helper()
	master, err := os.OpenFile("/dev/ptmx", os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer master.Close()
	fd := int(master.Fd())
	if err := unix.IoctlSetPointerInt(fd, unix.TIOCSPTLCK, 0); err != nil {
		t.Fatal(err)
	}
	n, err := unix.IoctlGetInt(fd, unix.TIOCGPTN)
	if err != nil {
		t.Fatal(err)
	}
	tty, err := os.OpenFile(fmt.Sprint("/dev/pts/", n), os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Fatal(err)
	}
	c := exec.Command(argv[0], argv[1:]...)
	c.Env = append(os.Environ(), "NO_COLOR=1")
	c.Stdin, c.Stdout, c.Stderr = tty, tty, tty
	c.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	err = c.Start()
	tty.Close()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.WriteString(master, typed); err != nil {
		t.Error(err)
	}
	var out bytes.Buffer
	_, _ = io.Copy(&out, master) // it ends with an error when nobody has the other side open
	_ = c.Wait()
	return c.ProcessState.ExitCode(), strings.ReplaceAll(out.String(), "\r\n", "\n")
}

// TestBareAtTerminal: without a command the program prints help to a person, and does not wait for a
// call that nobody sends. With any other input it is the hook.
func TestBareAtTerminal(t *testing.T) {
	workplace(t)
	if code, out := atTerminal(t, "", binary(t)); code != 0 || !strings.Contains(out, "Usage: fencepost") {
		t.Errorf("exit status %d, %s", code, out)
	}
	out, err := exec.Command(binary(t)).Output() // its input is the null device
	if err != nil || !strings.Contains(string(out), `"permissionDecision":"ask"`) {
		t.Errorf("without an input: %v, %s", err, out)
	}
}

// TestInstallAsks: at a terminal a person is asked what no flag says, once. --yes answers as is
// recommended, by what the machine keeps.
func TestInstallAsks(t *testing.T) {
	const engine = `{"engines": [{"name": "native", "level": "%s", "works": %t}]}`
	full, files, none := fmt.Sprintf(engine, "full", true), fmt.Sprintf(engine, "files", true),
		fmt.Sprintf(engine, "full", false)
	for _, tt := range []struct {
		name, probe, typed string
		args               []string
		terminal           bool
		fewer, sandbox     bool
		asked              int
		want               string // part of what is shown
	}{
		{"Enter takes what is recommended", full, "\n\n", nil, true, true, true, 2, "[Y/n]"},
		{"no to both", full, "n\nno\n", nil, true, false, false, 2, "Try it"},
		{"only the sandbox", full, "n\nYES\n", nil, true, false, true, 2, "still prompts before"},
		{"another word", full, "what\ny\nn\n", nil, true, true, false, 2, "Answer y or n."},
		{"a weaker level", files, "\n\n", nil, true, false, false, 2, "[y/N]"},
		{"no sandbox here", none, "y\n", nil, true, true, false, 1, "installed without the sandbox"},
		{"the flag is an answer", full, "y\n", []string{"--sandbox"}, true, true, true, 1, "Try it"},
		{"so is the other", full, "n\n", []string{"--fewer-prompts"}, true, true, false, 1, ""},
		{"and its opposite", full, "\n", []string{"--no-sandbox"}, true, true, false, 1, ""},
		{"--yes", full, "", []string{"--yes"}, true, true, true, 0, "Try it"},
		{"--yes without a terminal", full, "", []string{"--yes"}, false, true, true, 0, "Try it"},
		{"--yes with less", files, "", []string{"--yes"}, false, false, false, 0, "level full"},
		{"--yes with nothing", none, "", []string{"--yes"}, false, false, false, 0, "installed without the sandbox"},
		{"--yes and a flag", none, "", []string{"--yes", "--fewer-prompts"}, false, true, false, 0, ""},
		{"no terminal", full, "", nil, false, false, false, 0, "Try it"},
		{"no terminal, a flag", full, "", []string{"--sandbox"}, false, false, true, 0, "--fewer-prompts"},
		{"--print", full, "", []string{"--print"}, true, false, false, 0, "PreToolUse"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			home, _ := workplace(t)
			onlyClient(t, "2.1.330")
			exe := fakeRunner(t, tt.probe)
			run := func(typed string) (int, string) {
				if tt.terminal {
					return atTerminal(t, typed, append([]string{exe, "install"}, tt.args...)...)
				}
				c := exec.Command(exe, append([]string{"install"}, tt.args...)...)
				out, _ := c.CombinedOutput()
				return c.ProcessState.ExitCode(), string(out)
			}
			code, out := run(tt.typed)
			config, _ := os.ReadFile(filepath.Join(home, ".claude", "fencepost.yaml"))
			if code != 0 || strings.Contains(string(config), "allow: explicit}") != tt.fewer ||
				strings.Contains(string(config), "mode: auto}") != tt.sandbox {
				t.Errorf("exit status %d, %s\n%s", code, out, config)
			}
			asked := func() int { return strings.Count(out, "Fewer prompts?") + strings.Count(out, "Sandbox?") }
			if asked() != tt.asked || !strings.Contains(out, tt.want) {
				t.Errorf("%d questions, want %d, and %q:\n%s", asked(), tt.asked, tt.want, out)
			}
			if !tt.fewer || !tt.sandbox {
				return
			}
			if code, out = run(""); code != 0 || asked() > 0 {
				t.Errorf("a second time: exit status %d, %s", code, out)
			}
		})
	}
}

// TestInstallUnanswered: whoever leaves a question has changed nothing.
func TestInstallUnanswered(t *testing.T) {
	home, _ := workplace(t)
	onlyClient(t, "2.1.330")
	exe := fakeRunner(t, `{"engines": [{"name": "native", "level": "full", "works": true}]}`)
	code, out := atTerminal(t, "y\n\x04", exe, "install")
	if _, err := os.Stat(filepath.Join(home, ".claude")); code != exitUsage || err == nil ||
		!strings.Contains(out, "othing was changed") {
		t.Errorf("exit status %d, %s (%v)", code, out, err)
	}
	for _, args := range [][]string{{"--managed"}, {"--agent", "codex"}, {"--plugin", "x"}} {
		if code, out := runBinary(t, append([]string{"install", "--yes"}, args...)...); code != exitUsage ||
			!strings.Contains(out, "--yes") {
			t.Errorf("%v: exit status %d, %s", args, code, out)
		}
	}
}
