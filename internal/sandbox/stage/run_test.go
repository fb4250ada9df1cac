//go:build linux

package stage_test

import (
	"bytes"
	"errors"
	"fmt"
	"net/netip"
	"os"
	"os/exec"
	"os/signal"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"github.com/fencepost/fencepost/internal/sandbox"
	"github.com/fencepost/fencepost/internal/sandbox/bwrap"
	"github.com/fencepost/fencepost/internal/sandbox/native"
	"github.com/fencepost/fencepost/internal/sandbox/plan"
	"github.com/fencepost/fencepost/internal/sandbox/stage"
	"github.com/fencepost/fencepost/internal/test/testkit"
	"github.com/fencepost/fencepost/internal/test/testkit/world"
)

// TestMain makes this program the stage, and one that runs its arguments in the sandbox: a run is
// always a process of its own.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 {
		switch os.Args[1] {
		case stage.Flag:
			failing()
			os.Exit(stage.Main())
		case stage.MendFlag:
			os.Exit(stage.MendMain(os.Args[2]))
		case "--run":
			os.Exit(front(os.Args[2:]))
		}
	}
	os.Exit(m.Run())
}

// engines run a plan.
var engines = map[string]func(*plan.Plan, stage.Outside) (stage.Status, error){
	"native": native.Run,
	"bwrap": func(p *plan.Plan, outside stage.Outside) (stage.Status, error) {
		e, err := bwrap.New()
		if err != nil {
			return stage.Status{}, err
		}
		if standIn := os.Getenv("FENCEPOST_TEST_BWRAP"); standIn != "" {
			e.Program.Path = standIn
		}
		return e.Run(p, outside)
	},
}

// front runs ENGINE DIR NET BACKGROUND COMMAND…, with DIR writable and what FENCEPOST_TEST_* say.
func front(args []string) int {
	run, args := engines[args[0]], args[1:]
	r := &plan.Request{Dir: args[0], Home: os.Getenv("HOME"), UID: os.Geteuid(),
		Profile: sandbox.Profile{Write: []string{"."}, Network: sandbox.Network(args[1]),
			Background: args[2], Hide: strings.Fields(os.Getenv("FENCEPOST_TEST_HIDE"))},
		Argv: args[3:], Path: args[3], Env: append(os.Environ(), "TMPDIR=/tmp")}
	r.Protect = []plan.Protected{{Glob: "**/.git/hooks", Why: "git runs them"},
		{Glob: "**/.git/config", Why: "git runs what it names"}}
	if os.Getenv("FENCEPOST_TEST_LISTEN") != "" {
		r.Serve.Sockets = []plan.Listener{{UDP: true, Addr: netip.MustParseAddrPort("127.0.0.1:53")},
			{Addr: netip.MustParseAddrPort("[fd00::7]:3128")}, {Addr: netip.MustParseAddrPort("10.9.8.7:443")},
			{UDP: true, Addr: netip.MustParseAddrPort("0.0.0.0:0"), Loose: true}}
		r.Serve.Files = []plan.Text{{Path: "/etc/resolv.conf", Text: "nameserver 127.0.0.1\n"}}
		r.Credentials = []plan.Secret{{Glob: "**/.keys/**"}}
		r.Read = []string{"~/.keys/open"}
		r.Serve.Addresses = []netip.Addr{netip.MustParseAddr("fd00::7"), netip.MustParseAddr("10.9.8.7")}
	}
	p, err := plan.Build(r, quiet{&plan.OS{}})
	if err == nil && os.Getenv("FENCEPOST_TEST_NAMES") != "" {
		fmt.Println(strings.Join(stage.Explain(p), "\n"))
		return 0
	}
	var status stage.Status
	if err == nil {
		status, err = run(p, stage.Outside{Serve: served, Warden: nobody{}})
	}
	var failed *stage.Error
	switch {
	case errors.As(err, &failed) && failed.Exec:
		return 127
	case err != nil:
		fmt.Fprintln(os.Stderr, err)
		return 125
	}
	if status.Left {
		fmt.Fprintln(os.Stderr, "left")
		holder := exec.Command("sleep", "2") // what goes on ends with who has the socket
		holder.ExtraFiles = []*os.File{status.Control}
		if err := holder.Start(); err != nil {
			fmt.Fprintln(os.Stderr, err)
		}
	}
	return status.Code
}

// nobody judges nothing.
type nobody struct{}

func (nobody) Begin([]plan.Step) error { return nil }
func (nobody) Undo()                   {}
func (nobody) Alone() error            { return nil }
func (nobody) Judge([]int) error       { return nil }

// quiet is the machine without its sockets, which come and go.
type quiet struct{ *plan.OS }

func (quiet) Sockets() []string { return nil }

// served says which sockets were handed out, in their order.
func served(_ int, sockets []*os.File) error {
	fmt.Fprintf(os.Stderr, "%d sockets", len(sockets))
	for _, s := range sockets {
		addr, err := unix.Getsockname(int(s.Fd()))
		if err != nil {
			return err
		}
		switch a := addr.(type) {
		case *unix.SockaddrInet4:
			fmt.Fprintf(os.Stderr, " %v", netip.AddrPortFrom(netip.AddrFrom4(a.Addr), uint16(a.Port)))
		case *unix.SockaddrInet6:
			fmt.Fprintf(os.Stderr, " %v", netip.AddrPortFrom(netip.AddrFrom16(a.Addr), uint16(a.Port)))
		}
	}
	fmt.Fprintln(os.Stderr)
	if os.Getenv("FENCEPOST_TEST_LISTEN") == "refuse" {
		return errors.New("refused")
	}
	return nil
}

// user is a home directory and a project of a user.
type user struct {
	home, project, program string
	engine                 string
	uid                    int
}

// each runs a test with both engines, as this user, and if that is root as another one.
func each(t *testing.T, f func(t *testing.T, w *user)) {
	for _, engine := range []string{"native", "bwrap"} {
		t.Run(engine, func(t *testing.T) { eachUser(t, engine, f) })
	}
}

func eachUser(t *testing.T, engine string, f func(t *testing.T, w *user)) {
	needs := world.Namespaces
	if engine == "bwrap" {
		needs = world.Bubblewrap
		if _, err := bwrap.Find(); err != nil {
			t.Skip(err)
		}
	}
	for _, uid := range world.Users(world.Nobody) {
		t.Run(strconv.Itoa(uid), func(t *testing.T) {
			needs(t, uid)
			w := newUser(t, uid)
			w.engine = engine
			f(t, w)
		})
	}
}

func newUser(t *testing.T, uid int) *user {
	t.Helper()
	base := world.Dir(t)
	w := &user{home: base + "/home", project: base + "/home/project", program: base + "/program", uid: uid}
	world.Must(t, world.Put(w.home, map[string]string{".ssh/id": "SECRET", ".keys/a": "", ".keys/open": "open", "outside": "as it was",
		"project/.git/hooks/": "", "project/sub/": "", "project/.git/config": "[core]\n"}))
	world.CopySelf(t, w.program)
	world.Own(t, base, uid)
	return w
}

func (w *user) read(name string) string {
	b, _ := os.ReadFile(w.home + "/" + name)
	return string(b)
}

func (w *user) command(net, keep string, argv ...string) *exec.Cmd {
	c := exec.Command(w.program, append([]string{"--run", w.engine, w.project, net, keep}, argv...)...)
	c.Dir = w.project
	world.As(c, w.uid)
	c.Env = append(os.Environ(), "HOME="+w.home, "FENCEPOST_TEST_HIDE="+w.home+"/.ssh")
	return c
}

func (w *user) bash(text string) (out string, code int) {
	c := w.command("none", "kill", "/bin/bash", "-c", text)
	b, _ := c.CombinedOutput()
	return string(b), c.ProcessState.ExitCode()
}

// TestRunCannotGetOut tries what a run may not, and looks at the machine.
func TestRunCannotGetOut(t *testing.T) { each(t, holds) }

func holds(t *testing.T, w *user) {
	for _, tt := range []struct{ name, try, want string }{
		{"write outside", "echo x > ../outside", "Read-only file system"},
		{"through the kernel's link", "echo x > /proc/self/root" + w.home + "/outside", ""},
		{"a secret", "cat ../.ssh/id", "Permission denied"},
		{"a secret's directory", "ls ../.ssh", "Permission denied"},
		{"the hidden directory away", "mv ../.ssh ../x", ""},
		{"the hidden directory's mode", "chmod 777 ../.ssh", ""},
		{"a hook", "echo x > .git/hooks/pre-commit", "Read-only file system"},
		{"the directory above", "mv .git .git2 && mkdir .git", "busy"},
		{"remove it", "rm -rf .git; mkdir -p .git/hooks; echo x > .git/hooks/y", ""},
		{"a namespace", "unshare -Ur true", ""},
		{"a mount", "mount -t tmpfs none /mnt", ""},
		{"umount of what hides", "umount " + w.home + "/.ssh", ""},
		{"a device", "mknod c c 1 3 && cat c", "denied"},
		{"a setting of the kernel", "echo 41 > /proc/sys/vm/swappiness", ""},
		{"the first process", "kill -9 1; sleep 0.1; exit 3", ""},
		{"the first process's memory", "cat /proc/1/environ /proc/1/maps", "Permission denied"},
		{"the first process's files", "readlink /proc/1/fd/* || cat /proc/1/fd/3", "Permission denied"},
		{"the kernel's names", "cat /proc/kallsyms", "Permission denied"},
		{"another process", fmt.Sprintf("kill -0 %d", os.Getpid()), "No such process"},
		{"a new device name", "touch /dev/x", "Read-only file system"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			swap, _ := os.ReadFile("/proc/sys/vm/swappiness")
			out, code := w.bash(tt.try)
			if code == 0 || code == 125 || code == 137 {
				t.Errorf("status %d: %s", code, out)
			}
			if !strings.Contains(out, tt.want) {
				t.Errorf("it says %q, and not %q", out, tt.want)
			}
			if now, _ := os.ReadFile("/proc/sys/vm/swappiness"); !bytes.Equal(now, swap) {
				t.Error("the machine's setting has changed")
			}
			if strings.Contains(out, "SECRET") || w.read("outside") != "as it was" ||
				w.read("project/.git/config") != "[core]\n" || w.read("project/.git/hooks/y") != "" {
				t.Error("it got through")
			}
		})
	}
}

// TestAsWithout runs what has to be as without a sandbox.
func TestAsWithout(t *testing.T) { each(t, asWithout) }

func asWithout(t *testing.T, w *user) {
	for _, tt := range []struct{ text, want string }{
		{"pwd", w.project}, {"umask", "0027"}, {"ulimit -n", "777"}, {"echo $0", "/bin/bash"},
		{"echo err >&2", "err"}, {"touch a sub/b && ls", "a\nsub"}, {"echo x > /dev/null; echo $?", "0"},
		{"echo x > /dev/shm/y && cat /dev/shm/y", "x"}, {"echo x > /tmp/y && ls /tmp", "y"},
		{"grep -h Cap /proc/self/status | cut -f2 | sort -u", "0000000000000000"},
		{"grep NoNewPrivs /proc/self/status | cut -f2", "1"}, {"ls /proc/self/fd | wc -l", "4"},
		{"(echo x > /dev/stdout) | cat", "x"}, {"python3 -c 'import pty; print(len(pty.openpty()))'", "2"},
		{"kill -TERM 1; echo on", "on"},
		{"for i in $(seq 64); do kill -$i 1; done 2>/dev/null; sleep 0.1; echo on", "on"},
		{"git init -q . 2>&1 | head -1; trap 'echo bye' EXIT; false | true; echo ${PIPESTATUS[0]}", "bye"},
	} {
		c := w.command("none", "kill", "/bin/bash", "-c", tt.text)
		c.Path, c.Args = "/bin/bash", append([]string{"bash", "-c", "umask 027; ulimit -Sn 777; exec 9</; \"$0\" \"$@\""},
			c.Args...)
		out, err := c.CombinedOutput()
		if err != nil || !strings.Contains(string(out), tt.want) {
			t.Errorf("%s: %v, %q and not %q", tt.text, err, out, tt.want)
		}
	}
}

func TestStatus(t *testing.T) { each(t, status) }

func status(t *testing.T, w *user) {
	for text, want := range map[string]int{"exit 0": 0, "exit 7": 7, "exit 255": 255,
		"kill -TERM $$": 143, "kill -KILL $$": 137, "kill -SEGV $$": 139,
		"trap 'exit 9' TERM; kill -TERM $$; sleep 1": 9, "trap 'exit 4' INT; kill -INT 0; sleep 1": 4} {
		if out, code := w.bash(text); code != want {
			t.Errorf("%s: %d, not %d: %s", text, code, want, out)
		}
	}
	c := w.command("none", "kill", w.project+"/nothing")
	if _ = c.Run(); c.ProcessState.ExitCode() != 127 {
		t.Errorf("a command that is not there: %d", c.ProcessState.ExitCode())
	}
	c = w.command("none", "kill", "/bin/cat")
	c.Stdin = strings.NewReader("in\x00\xff\n")
	if out, err := c.Output(); string(out) != "in\x00\xff\n" {
		t.Errorf("standard input: %q %v", out, err)
	}
}

// TestSignals ends a run from outside.
func TestSignals(t *testing.T) { each(t, signals) }

func signals(t *testing.T, w *user) {
	// Where this process ignores a signal, as in the background of a shell, a run would do so too.
	own := make(chan os.Signal, 1)
	signal.Notify(own, syscall.SIGINT, syscall.SIGHUP)
	defer signal.Stop(own)
	for _, tt := range []struct {
		sig  syscall.Signal
		trap string
		want int
	}{
		{syscall.SIGTERM, "exit 5", 5}, {syscall.SIGINT, "exit 6", 6}, {syscall.SIGHUP, "exit 8", 8},
		{syscall.SIGTERM, "-", 143}, {syscall.SIGKILL, "exit 5", -1},
	} {
		mark := strconv.Itoa(100000 + os.Getpid())
		c := w.command("none", "keep", "/bin/bash", "-c",
			"trap '"+tt.trap+"' "+strconv.Itoa(int(tt.sig))+"; echo on; sleep "+mark+" >/dev/null 2>&1 & wait")
		out := world.Ready(t, c)
		_ = c.Process.Signal(tt.sig)
		_, _ = out.Read(make([]byte, 1))
		_ = c.Wait()
		if code := c.ProcessState.ExitCode(); code != tt.want {
			t.Errorf("%v: %d, not %d", tt.sig, code, tt.want)
		}
		if tt.sig == syscall.SIGKILL {
			vanishes(t, mark)
		}
		end(t, mark)
	}
}

// TestKilledWhileBubblewrapStarts kills the process in front before bubblewrap has started the stage.
// Bubblewrap has to go on: if it is killed, its child may wait for ever, and holds the streams. The
// stage then finds that nobody waits for it.
func TestKilledWhileBubblewrapStarts(t *testing.T) { eachUser(t, "bwrap", killedEarly) }

func killedEarly(t *testing.T, w *user) {
	real, err := bwrap.Find()
	world.Must(t, err)
	standIn := w.home + "/bwrap"
	script := "#!/bin/sh\nkill -KILL $PPID; while kill -0 $PPID; do sleep 0.01; done 2>/dev/null\n" +
		"echo bubblewrap goes on; exec " + real.Path + " \"$@\"\n"
	world.Must(t, os.WriteFile(standIn, []byte(script), 0o755))
	c := w.command("none", "kill", "/bin/echo", "the command runs")
	c.Env = append(c.Env, "FENCEPOST_TEST_BWRAP="+standIn)
	c.WaitDelay = time.Minute // until nobody holds the streams
	out, err := c.CombinedOutput()
	if string(out) != "bubblewrap goes on\n" || errors.Is(err, exec.ErrWaitDelay) {
		t.Errorf("%v: %s", err, out)
	}
}

// sleeping are the processes that sleep for so many seconds.
func sleeping(mark string) []int { return world.Running("sleep\x00" + mark + "\x00") }

func vanishes(t *testing.T, mark string) {
	t.Helper()
	testkit.WaitFor(t, "no process is left", func() bool { return len(sleeping(mark)) == 0 })
}

func end(t *testing.T, mark string) {
	t.Helper()
	for _, pid := range sleeping(mark) {
		_ = syscall.Kill(pid, syscall.SIGKILL)
	}
	vanishes(t, mark)
}

// TestBackgroundProcessGoesOn leaves a process in the background.
func TestBackgroundProcessGoesOn(t *testing.T) { each(t, left) }

func left(t *testing.T, w *user) {
	mark := strconv.Itoa(200000 + os.Getpid())
	for _, keep := range []string{"keep", "kill"} {
		c := w.command("none", keep, "/bin/bash", "-c", "sleep "+mark+" >/dev/null 2>&1 </dev/null & exit 3")
		out, _ := c.CombinedOutput()
		if code := c.ProcessState.ExitCode(); code != 3 {
			t.Errorf("%s: status %d: %s", keep, code, out)
		}
		if keep == "kill" {
			vanishes(t, mark)
		} else { // the shell may end before its child is sleep
			testkit.WaitFor(t, "a process goes on", func() bool { return len(sleeping(mark)) == 1 })
		}
		end(t, mark)
	}
}

// TestListen hands out the sockets that are bound inside.
func TestListen(t *testing.T) { each(t, listen) }

func listen(t *testing.T, w *user) {
	c := w.command("filtered", "kill", "/bin/cat", "/proc/net/udp", "/proc/net/tcp", "/proc/net/tcp6",
		"/etc/resolv.conf", w.home+"/.keys/open", w.home+"/.keys/a")
	c.Env = append(c.Env, "FENCEPOST_TEST_LISTEN=1")
	out, err := c.CombinedOutput()
	for _, want := range []string{
		"4 sockets 127.0.0.1:53 [fd00::7]:3128 10.9.8.7:443 0.0.0.0:0", "0100007F:0035", "0708090A:01BB", "000000FD000000000000000007000000:0C38", "nameserver 127.0.0.1\n", "open",
		"/.keys/a: No such file or directory"} {
		if !strings.Contains(string(out), want) {
			t.Errorf("no %q: %v %s", want, err, out)
		}
	}
	c = w.command("filtered", "kill", "/bin/sh", "-c", "echo ran > ran")
	c.Env = append(c.Env, "FENCEPOST_TEST_LISTEN=refuse")
	if out, _ := c.CombinedOutput(); c.ProcessState.ExitCode() != 125 || w.read("project/ran") != "" {
		t.Errorf("nobody serves: %s", out)
	}
}

// TestHidingIsOneCall holds what a file that is hidden costs, outside of what may be written.
func TestHidingIsOneCall(t *testing.T) {
	count := func(n int) int {
		r := &plan.Request{Dir: t.TempDir(), Home: t.TempDir(),
			Profile: sandbox.Profile{Write: []string{"."}, Network: sandbox.NetNone},
			Path:    "/bin/true", Argv: []string{"true"}}
		for i := range n {
			name := r.Home + "/m" + strconv.Itoa(i)
			world.Must(t, os.WriteFile(name, nil, 0o600))
			r.Hide = append(r.Hide, name)
		}
		p, err := plan.Build(r, &plan.OS{})
		world.Must(t, err)
		return len(stage.Explain(p))
	}
	if none, sixty := count(0), count(60); sixty-none > 60 || none > 340 {
		t.Errorf("%d calls with nothing hidden more, %d with 60", none, sixty)
	}
}
