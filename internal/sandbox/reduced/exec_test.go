//go:build linux

package reduced

import (
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/fencepost/fencepost/internal/sandbox"
	"github.com/fencepost/fencepost/internal/sandbox/plan"
)

// TestMain makes this program one that becomes its arguments in the sandbox.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == "--run" {
		os.Exit(front(os.Args[2:]))
	}
	os.Exit(m.Run())
}

// front runs DIR NET COMMAND… with DIR writable.
func front(args []string) int {
	r := &plan.Request{Dir: args[0], Home: os.Getenv("HOME"), UID: os.Geteuid(),
		Profile: sandbox.Profile{Write: []string{"."}, Network: sandbox.Network(args[1]),
			Hide: []string{os.Getenv("HOME") + "/.ssh"}},
		Argv: args[2:], Path: args[2], Env: os.Environ()}
	p, err := plan.Build(r, &plan.OS{})
	if err == nil {
		var e *Engine
		if e, err = New(); err == nil {
			var o Options
			if port, _ := strconv.Atoi(os.Getenv("PORT")); port > 0 {
				o.Connect = []uint16{uint16(port)}
			}
			failing()
			err = e.Exec(p, o)
		}
	}
	fmt.Fprintln(os.Stderr, err)
	return 125
}

func each(t *testing.T, f func(t *testing.T, run func(net, text string) (string, int), home string)) {
	if _, err := New(); err != nil {
		t.Skip(err)
	}
	uids := []int{os.Geteuid()}
	if uids[0] == 0 {
		uids = append(uids, 65534)
	}
	for _, uid := range uids {
		base, err := os.MkdirTemp("", "fencepost-reduced-")
		if err == nil {
			base, err = filepath.EvalSymlinks(base)
		}
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { os.RemoveAll(base) })
		self, _ := os.Executable()
		setup := exec.Command("sh", "-ec", `mkdir -p home/p home/.ssh; cp "$0" program
			echo SECRET > home/.ssh/id; echo as it was > home/outside; ln -s .ssh/id home/link
			chown -R $1 .`, self, strconv.Itoa(uid))
		setup.Dir = base
		if out, err := setup.CombinedOutput(); err != nil {
			t.Fatal(string(out))
		}
		run := func(net, text string) (string, int) {
			c := exec.Command(base+"/program", "--run", base+"/home/p", net, "/bin/bash", "-c", text)
			c.Dir = base + "/home/p"
			c.Env = append(os.Environ(), "HOME="+base+"/home")
			if uid != os.Geteuid() {
				c.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: uint32(uid), Gid: uint32(uid)}}
			}
			out, _ := c.CombinedOutput()
			return string(out), c.ProcessState.ExitCode()
		}
		t.Run(strconv.Itoa(uid), func(t *testing.T) { f(t, run, base+"/home") })
	}
}

func TestRunCannotGetOut(t *testing.T) { each(t, holds) }

func holds(t *testing.T, run func(net, text string) (string, int), home string) {
	l, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	port := l.Addr().(*net.TCPAddr).Port
	t.Setenv("PORT", strconv.Itoa(port))
	connect := fmt.Sprintf("exec 3<>/dev/tcp/127.0.0.1/%d", port)
	for _, tt := range []struct {
		net, text, want string
		ok              bool
	}{
		{"none", "echo x > ../outside", "denied", false},
		{"none", "echo x > ../new", "denied", false},
		{"none", "rm ../outside", "denied", false},
		{"none", "mv ../outside .", "denied", false},
		{"none", "ln ../outside . && echo x > outside", "cross-device", false},
		{"none", "cat ../.ssh/id", "denied", false},
		{"none", "cat ../link", "denied", false},
		{"none", "cat /proc/self/cwd/../.ssh/id", "denied", false},
		{"none", "cp -r ../.ssh here; cat here/id", "", false},
		{"none", "echo x > /dev/shm/fencepost-y", "denied", false},
		{"none", "unshare -Ur true", "", false},
		{"none", "cat /proc/" + strconv.Itoa(os.Getpid()) + "/environ", "denied", false},
		{"none", "kill -0 " + strconv.Itoa(os.Getpid()), "not permitted", false},
		{"none", "echo 41 > /proc/sys/vm/swappiness", "denied", false},
		{"none", "echo x > /sys/kernel/uevent_helper", "denied", false},
		{"none", connect, "not permitted", false},
		{"none", "grep -q '^CapEff:\t0*$' /proc/self/status && grep -q '^NoNewPrivs:\t1' /proc/self/status", "", true},
		{"none", "echo x > a; mkdir b; mv a b/c; cat b/c; echo x > /dev/null", "x", true},
		{"none", "cat ../outside; ls .. / > /dev/null", "as it was", true},
		{"none", "ls ../.ssh/id", "id", true}, // names are seen
		{"none", "exit 7", "", false},
		{"none", "(sleep 0.1; echo late) & wait", "late", true},
		{"filtered", connect, "", true},
		{"filtered", "exec 3<>/dev/tcp/127.0.0.1/" + strconv.Itoa(port^1), "denied", false},
		{"filtered", "exec 3<>/dev/udp/127.0.0.1/53", "not permitted", false},
		{"open", "exec 3<>/dev/udp/127.0.0.1/53", "", true},
	} {
		out, code := run(tt.net, tt.text)
		if (code == 0) != tt.ok || !strings.Contains(out, tt.want) || code == 125 {
			t.Errorf("%s, net %s: %d %s", tt.text, tt.net, code, out)
		}
		if b, _ := os.ReadFile(home + "/outside"); string(b) != "as it was\n" || strings.Contains(out, "SECRET") {
			t.Fatalf("%s got through: %s", tt.text, out)
		}
	}
}
