//go:build linux

package escape

import (
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/fencepost/fencepost/internal/test/testkit"
	"github.com/fencepost/fencepost/internal/test/testkit/world"
)

// life is a world for the tests on how a run begins and ends.
func life(t *testing.T) *place {
	t.Helper()
	m := newMachine(t)
	m.works(t, os.Geteuid())
	return m.place(t, os.Geteuid())
}

// boxed is a command in the sandbox, as shell text.
func (w *place) boxed(t *testing.T, script string, flags ...string) *exec.Cmd {
	args := append([]string{w.m.dir + "/fencepost-run", "-w", w.vars["P"]}, w.m.engineFlags()...)
	args = append(args, flags...)
	return w.command(t, append(args, "--", "sh", "-c", script)...)
}

func exists(name string) bool {
	_, err := os.Stat(name)
	return err == nil
}

// TestStatuses compares the exit status with and without the sandbox.
func TestStatuses(t *testing.T) {
	w := life(t)
	for _, script := range []string{"exit 0", "exit 1", "exit 77", "exit 125", "exit 255",
		"kill -9 $$", "kill -TERM $$", "kill -SEGV $$", "nothing-there", "/etc",
		"set -o pipefail 2>/dev/null; false | cat",
		"trap 'exit 5' EXIT; exit 4", "yes | head -1 >/dev/null", "set -e; false; exit 9"} {
		status := func(c *exec.Cmd) int {
			_ = c.Run()
			ws := c.ProcessState.Sys().(syscall.WaitStatus)
			if ws.Signaled() {
				return 128 + int(ws.Signal())
			}
			return ws.ExitStatus()
		}
		without, with := status(w.command(t, "sh", "-c", script)), status(w.boxed(t, script))
		if with != without {
			t.Errorf("%s: %d, without the sandbox %d", script, with, without)
		}
	}
}

// TestOwnStatuses are those of the program itself.
func TestOwnStatuses(t *testing.T) {
	w := life(t)
	run := w.m.dir + "/fencepost-run"
	for _, c := range []struct {
		args []string
		want int
		says string
	}{
		{[]string{"-w", "nowhere", "--", "true"}, 125, "there is nothing at"},
		{[]string{"-w", "*.none", "--", "true"}, 125, "nothing matches"},
		{[]string{"-w", "~", "--", "true"}, 125, "home directory"},
		{[]string{"-w", "/", "--", "true"}, 125, "whole machine"},
		{[]string{"-n", "https://x.test/", "--", "true"}, 125, `write "x.test:443"`},
		{[]string{"-n", "x.test/a", "--", "true"}, 125, `write "x.test"`},
		{[]string{"--net", "none", "-n", "x.test", "--", "true"}, 125, "need --net filtered"},
		{[]string{"--localhost", "0", "--", "true"}, 125, "from 1 to 65535"},
		{[]string{"--level", "much", "--", "true"}, 125, "one of full, files, reduced"},
		{[]string{"--nothing"}, 125, "--help"},
		{[]string{}, 125, "no command"},
		{[]string{"--", "nothing-there"}, 127, "not found"},
		{[]string{"--", "./nothing-there"}, 127, "not found"},
		{[]string{"--", "./a.txt"}, 126, "permission denied"},
		{[]string{"-r", "~/.ssh/id_ed25519", "--", "true"}, 125, "never opened"},
		{[]string{"true && exit 3"}, 3, ""},
		{[]string{"-n", "*", "--", "true"}, 125, "allows every host"},
		{[]string{"-n", "127.0.0.1", "--", "true"}, 125, "this machine"},
		{[]string{"--connect", "x.test", "22"}, 125, "names no proxy for x.test:22"},
		{[]string{"--connect", "x.test"}, 125, "a host and a port"},
		{[]string{"--env-keep=a b", "--", "true"}, 125, "names of variables"},
		{[]string{"--localhost", "53", "--", "true"}, 125, "53"},
		{[]string{"--publish", "80", "--", "true"}, 125, "from 1024"},
		{[]string{"-n", "x.test", "--", "sh", "-c", "exit 3"}, 3, ""},
		{[]string{"--net", "filtered", "--", "true"}, 0, ""},
		{[]string{"--engine", "landlock", "--", "true"}, 125, "keeps less"},
		{[]string{"--plan", "nowhere", "--", "true"}, 125, "no such file"},
	} {
		out, err := w.command(t, append([]string{run}, c.args...)...).CombinedOutput()
		got := 0
		if exit, ok := err.(*exec.ExitError); ok {
			got = exit.ExitCode()
		}
		if got != c.want || !strings.Contains(string(out), c.says) {
			t.Errorf("%q: %d, want %d: %s", c.args, got, c.want, out)
		}
	}
}

// TestInherited compares what a process has from its parent.
func TestInherited(t *testing.T) {
	w := life(t)
	script := `umask; ulimit -n; ulimit -a; pwd; ` +
		`env | grep -v '^\(TMPDIR\|FENCEPOST_SANDBOX\|_\)=' | sort; ` +
		`grep -i '^Sig[BI]' /proc/self/status; locale 2>/dev/null; id; tty; echo $#`
	for _, around := range []string{`exec "$@"`, `umask 027; ulimit -n 99; exec "$@"`,
		`umask 0; ulimit -Sn 64; "$@"`,
		`trap '' HUP; exec "$@"`} {
		text := func(c *exec.Cmd) string {
			c.Args = append([]string{"bash", "-c", around, "bash"}, c.Args...)
			c.Path, _ = exec.LookPath("bash")
			out, err := c.CombinedOutput()
			if err != nil {
				t.Fatalf("%v\n%s", err, out)
			}
			return string(out)
		}
		without, with := text(w.command(t, "sh", "-c", script)), text(w.boxed(t, script))
		if with != without {
			t.Errorf("%s:\n%s\nwithout:\n%s", around, with, without)
		}
	}
}

// TestSignals sends signals to the process in front: they arrive inside, once.
func TestSignals(t *testing.T) {
	w := life(t)
	for _, group := range []bool{false, true} {
		name := fmt.Sprintf("%s/got-%v", w.vars["R"], group)
		c := w.boxed(t, `trap 'echo term >> `+name+`; exit 9' TERM
			echo ready; while :; do sleep 0.05; done`)
		world.Ready(t, c)
		pid := c.Process.Pid
		if group {
			pid = -pid
		}
		must(t, syscall.Kill(pid, syscall.SIGTERM))
		_ = c.Wait()
		text, _ := os.ReadFile(name)
		if c.ProcessState.ExitCode() != 9 || string(text) != "term\n" {
			t.Errorf("group %v: status %d, got %q", group, c.ProcessState.ExitCode(), text)
		}
	}
}

// TestKilledFrontLeavesNothing kills the process in front: nothing of the run is left.
func TestKilledFrontLeavesNothing(t *testing.T) {
	w := life(t)
	mark := "61." + strconv.Itoa(os.Getpid())
	c := w.boxed(t, "(setsid sleep "+mark+" &) ; nohup sleep "+mark+" > /dev/null & "+
		"echo ready; sleep "+mark)
	world.Ready(t, c)
	testkit.WaitFor(t, "three processes", func() bool { return len(world.Running(mark)) >= 3 })
	must(t, c.Process.Kill())
	_ = c.Wait()
	testkit.WaitFor(t, "no process is left", func() bool { return len(world.Running(mark)) == 0 })
}

// TestBackground has a process outlive its command, and its first process end with it.
func TestBackground(t *testing.T) {
	w := life(t)
	mark := "background" + strconv.Itoa(os.Getpid())
	c := w.boxed(t, "sh -c 'until [ -e $R/go ]; do sleep 0.02; done' "+mark+" > /dev/null 2>&1 &")
	must(t, c.Run())
	if len(world.Running(mark+"\x00")) == 0 {
		t.Error("the background process is gone")
	}
	must(t, os.WriteFile(w.vars["R"]+"/go", nil, 0o644))
	gone := func() bool { return len(world.Running(mark+"\x00")) == 0 }
	testkit.WaitFor(t, "no process is left", gone)
}

// TestThousandFilesAreHidden hides a thousand files in a project of ten thousand, with few open files
// allowed.
func TestThousandFilesAreHidden(t *testing.T) {
	w := life(t)
	setup := `mkdir -p many && cd many && touch $(seq 1000) && ` +
		`for d in $(seq 100); do mkdir d$d && cd d$d && touch $(seq 90) && cd ..; done`
	if out, err := w.command(t, "sh", "-c", setup).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	c := w.boxed(t, "cat many/1 many/999 2>&1; echo x > many/d1/1 && ls many | wc -l",
		"--hide", "many/[0-9]*")
	c.Args = append([]string{"sh", "-c", `ulimit -n 64; exec "$@"`, "sh"}, c.Args...)
	c.Path = "/bin/sh"
	out, err := c.CombinedOutput()
	if err != nil || strings.Count(string(out), "ermission denied") != 2 ||
		!strings.Contains(string(out), "1100") {
		t.Errorf("%v\n%s", err, out)
	}
}

// own is a plan without the numbers of its steps, and without the sockets of others, which come and
// go on a machine.
func (w *place) own(plan string) string {
	var out strings.Builder
	for line := range strings.Lines(plan) {
		if !strings.Contains(line, "a socket of the machine") || strings.Contains(line, w.dir) {
			out.WriteString(strings.TrimLeft(line, " 0123456789"))
		}
	}
	return out.String()
}

// TestPlansAreStable makes the same plan from the same flags and files.
func TestPlansAreStable(t *testing.T) {
	w := life(t)
	var first string
	for i := range 5 {
		c := w.command(t, w.m.dir+"/fencepost-run", "-w", ".", "--secrets", "project", "--explain", "--",
			"true")
		out, err := c.Output()
		must(t, err)
		plan := w.own(string(out))
		if i == 0 {
			first = plan
		}
		if plan != first {
			t.Fatalf("another plan:\n%s\n%s", plan, first)
		}
	}
	p := w.vars["P"]
	for _, want := range []string{"hide " + w.dir + "/home/.netrc", "read-only " + p + "/.git/hooks",
		"pin " + p + "/.git\n", "writable " + p + "\n", "read-only " + p + "/.claude"} {
		if !strings.Contains(first, want) {
			t.Errorf("no %q in\n%s", want, first)
		}
	}
}
