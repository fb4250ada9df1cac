//go:build linux

package stage_test

import (
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/fencepost/fencepost/internal/sandbox/failtest"
	"github.com/fencepost/fencepost/internal/sandbox/stage"
)

// vforked are the flags with which package syscall makes a process.
const vforked = unix.CLONE_VFORK | unix.CLONE_VM | uint32(unix.SIGCHLD)

// calls are those of the stage, with which it sets up what a run has.
var calls = slices.Concat(failtest.Confine, []failtest.Call{
	{Says: "PDEATHSIG", Nr: unix.SYS_PRCTL, Args: []failtest.Arg{{Value: unix.PR_SET_PDEATHSIG}}},
	{Says: "recvfrom", Nr: unix.SYS_RECVFROM},
	{Says: "spec", Nr: unix.SYS_READ, Args: []failtest.Arg{{Value: stage.FDSpec}}},
	{Says: "dup3", Nr: unix.SYS_DUP3},
	{Says: "fstat", Nr: unix.SYS_FSTAT},
	{Says: "socket", Nr: unix.SYS_SOCKET, Args: []failtest.Arg{{Value: unix.AF_INET}}},
	{Says: "socket", Nr: unix.SYS_SOCKET, Args: []failtest.Arg{{Value: unix.AF_INET6}}},
	{Says: "ioctl", Nr: unix.SYS_IOCTL, Args: []failtest.Arg{{Index: 1, Value: unix.SIOCSIFADDR}}},
	{Says: "ioctl", Nr: unix.SYS_IOCTL, Args: []failtest.Arg{{Index: 1, Value: unix.SIOCSIFNETMASK}}},
	{Says: "setsockopt", Nr: unix.SYS_SETSOCKOPT},
	{Says: "bind", Nr: unix.SYS_BIND},
	{Says: "listen", Nr: unix.SYS_LISTEN},
	{Says: "sendmsg", Nr: unix.SYS_SENDMSG},
	{Says: "served", Nr: unix.SYS_READ, Args: []failtest.Arg{{Value: stage.FDControl}}},
	{Says: "DUMPABLE", Nr: unix.SYS_PRCTL, Args: []failtest.Arg{{Value: unix.PR_SET_DUMPABLE}}},
	{Says: "", Nr: unix.SYS_CLONE, Args: []failtest.Arg{{Value: vforked}}},
	{Says: "", Nr: unix.SYS_EXECVE},
})

// failing has the call fail whose number is in the name of this program. The stage has no environment
// and no arguments.
func failing() {
	name, _ := os.Readlink("/proc/self/exe")
	_, n, ok := strings.Cut(name, "program-fails-")
	if !ok {
		if _, n, ok = strings.Cut(name, "program-mount-"); ok {
			*stage.FailAt, _ = strconv.Atoi(n)
		}
		return
	}
	i, err := strconv.Atoi(n)
	if err == nil {
		err = calls[i].Install()
	}
	if err != nil {
		panic(err)
	}
}

// TestEachCallFails has each call of the stage fail in turn: its name is said, and nothing has run.
func TestEachCallFails(t *testing.T) { each(t, eachCallFails) }

func eachCallFails(t *testing.T, w *user) {
	good := w.program
	defer func() { w.program = good }()
	for i, call := range calls {
		if call.Nr == unix.SYS_FSTAT && w.engine == "native" {
			continue // it mounts what it has opened, and has nothing to look at afterwards
		}
		w.program = fmt.Sprintf("%s-fails-%d", good, i)
		if err := os.Link(good, w.program); err != nil {
			t.Fatal(err)
		}
		c := w.command("filtered", "kill", "/bin/sh", "-c", "echo ran > ran")
		c.Env = append(c.Env, "FENCEPOST_TEST_LISTEN=1")
		out, _ := c.CombinedOutput()
		code := c.ProcessState.ExitCode()
		if call.Says == "" && code != 127 || call.Says != "" && code != 125 ||
			!strings.Contains(string(out), call.Says) {
			t.Errorf("%s (%d): status %d: %s", call.Says, call.Nr, code, out)
		}
		if w.read("project/ran") != "" {
			t.Fatalf("%s (%d): the command ran", call.Says, call.Nr)
		}
	}
	w.program = good
	c := w.command("filtered", "kill", "/bin/sh", "-c", "echo ran > ran")
	c.Env = append(c.Env, "FENCEPOST_TEST_LISTEN=1")
	if out, err := c.CombinedOutput(); err != nil || w.read("project/ran") == "" {
		t.Errorf("without a failure: %v: %s", err, out)
	}
}

// TestEachMountFails has each call for a mount fail in turn: its name is said, and nothing has run.
func TestEachMountFails(t *testing.T) { eachUser(t, "native", eachMountFails) }

func eachMountFails(t *testing.T, w *user) {
	run := func() (string, int) {
		c := w.command("filtered", "kill", "/bin/sh", "-c", "echo ran > ran")
		c.Env = append(c.Env, "FENCEPOST_TEST_LISTEN=1")
		out, _ := c.CombinedOutput()
		return string(out), c.ProcessState.ExitCode()
	}
	c := w.command("filtered", "kill", "/bin/true")
	c.Env = append(c.Env, "FENCEPOST_TEST_LISTEN=1", "FENCEPOST_TEST_NAMES=1")
	out, err := c.Output()
	if err != nil {
		t.Fatal(err)
	}
	good := w.program
	calls := 0
	for i, name := range strings.Split(strings.TrimSpace(string(out)), "\n") {
		if !strings.Contains(name, " ") {
			continue // a step that is no mount
		}
		calls++
		w.program = fmt.Sprintf("%s-mount-%d", good, i)
		if err := os.Link(good, w.program); err != nil {
			t.Fatal(err)
		}
		if out, code := run(); code != 125 || !strings.Contains(out, name+": ") {
			t.Errorf("%d %s: status %d: %s", i, name, code, out)
		}
		if w.read("project/ran") != "" {
			t.Fatalf("%s: the command ran", name)
		}
	}
	if t.Logf("%d calls", calls); calls < 100 {
		t.Errorf("%d calls only", calls)
	}
	w.program = good
	if out, code := run(); code != 0 || w.read("project/ran") == "" {
		t.Errorf("without a failure: %d: %s", code, out)
	}
}
