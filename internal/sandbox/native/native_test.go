//go:build linux

package native

import (
	"errors"
	"net/netip"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/fencepost/fencepost/internal/sandbox/plan"
	"github.com/fencepost/fencepost/internal/testkit/world"
)

// request is a run that uses every kind of step.
func request(t *testing.T, script string) *plan.Request {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"home/p/.git/hooks", "home/.ssh", "home/p/.claude/plans", "home/r"} {
		if err := os.MkdirAll(filepath.Join(dir, name), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"home/p/.git/HEAD", "home/p/.git/config", "home/.ssh/known_hosts",
		"home/.netrc", "home/p/.claude/settings.json"} {
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return &plan.Request{Dir: dir + "/home/p", Home: dir + "/home", UID: os.Geteuid(),
		Write: []string{"."}, Read: []string{"~/.ssh/known_hosts", "~/r"},
		Protect: []plan.Protected{{Glob: "**/.git/hooks/**"}, {Glob: "**/.git/config"},
			{Glob: "**/.claude/**", Ask: true}},
		Secrets: []plan.Secret{{Glob: "**/.ssh/**"}, {Glob: "**/.netrc"}},
		Net:     plan.NetFiltered, Serve: plan.Network{Sockets: []plan.Listener{
			{UDP: true, Addr: netip.MustParseAddrPort("127.0.0.1:53")},
			{Addr: netip.MustParseAddrPort("0.0.0.0:80")}, {Addr: netip.MustParseAddrPort("[::1]:80")},
			{Addr: netip.MustParseAddrPort("127.0.0.1:0"), Loose: true},
			{Addr: netip.MustParseAddrPort("192.0.2.7:8080")},
			{Addr: netip.MustParseAddrPort("[2001:db8::7]:8080")}},
			Addresses: []netip.Addr{netip.MustParseAddr("192.0.2.7"), netip.MustParseAddr("2001:db8::7")},
			Files:     []plan.Text{{Path: "/etc/resolv.conf", Text: "nameserver 127.0.0.1\n"}}},
		Path: "/bin/sh", Argv: []string{"sh", "-c", script}, Env: []string{"PATH=/usr/bin:/bin"}}
}

// quiet is the machine without its sockets, which come and go.
type quiet struct{ *plan.OS }

func (quiet) Sockets() []string { return nil }

func planOf(t *testing.T, r *plan.Request) *plan.Plan {
	t.Helper()
	p, err := plan.Build(r, quiet{&plan.OS{}})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func served2(_ int, sockets []*os.File) error {
	for _, s := range sockets {
		s.Close()
	}
	return nil
}

// need skips where namespaces cannot be made.
func need(t *testing.T) {
	t.Helper()
	world.Namespaces(t, os.Geteuid())
	_, err := Run(planOf(t, request(t, "true")), served2)
	var op *OpError
	if errors.As(err, &op) && op.Index < 0 {
		t.Skip("no namespaces: " + err.Error())
	}
}

// TestEachCallFails has each call fail in turn: its name is said, and nothing has run.
func TestEachCallFails(t *testing.T) {
	need(t)
	r := request(t, "echo ran > ran")
	ran := filepath.Join(r.Dir, "ran")
	p := planOf(t, r)
	n := 0
	for i := 0; ; i++ {
		c, err := inject(t, p, i)
		if c == nil {
			break
		}
		_, there := os.Stat(ran)
		switch {
		case c.calls[i].ran || c.calls[i].nr == doReap || c.calls[i].ok == unix.ENOSYS:
			continue
		}
		n++
		var op *OpError
		if !errors.As(err, &op) || op.Index != i || op.Name != c.calls[i].name {
			t.Fatalf("%d %s: %v", i, c.calls[i].name, err)
		}
		if there == nil {
			t.Fatalf("%d %s failed, and the command ran", i, c.calls[i].name)
		}
	}
	t.Logf("%d calls", n)
	if n < 200 {
		t.Errorf("%d calls only", n)
	}
	if s, err := Run(p, served2); err != nil || s.Code != 0 {
		t.Errorf("without a failure: %v %v", s, err)
	}
	if _, err := os.Stat(ran); err != nil {
		t.Error(err)
	}
}

// inject runs a plan of which call i is one that no kernel has; nil past the last.
func inject(t *testing.T, p *plan.Plan, i int) (*compiler, error) {
	t.Helper()
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	pair, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_SEQPACKET|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer unix.Close(pair[0])
	a, err := surroundings(pair)
	if err != nil {
		t.Fatal(err)
	}
	c := prepare(p.Net, &p.Serve, a)
	c.compile(p)
	if i >= len(c.calls) || c.calls[i].ran {
		unix.Close(pair[1])
		return nil, nil
	}
	const none = 100000
	if c.calls[i].nr == doStore {
		unix.Close(pair[1])
		c.calls[i].ok = unix.ENOSYS // it cannot fail
		return c, nil
	}
	if c.calls[i].nr == doFork {
		c.cloneCall = none
	} else {
		c.calls[i].nr = none
	}
	r, err := start(c, p.Net)
	unix.Close(pair[1])
	if err == nil {
		err = r.proceed()
	}
	if err != nil {
		t.Fatal(err)
	}
	_, err = r.wait(served2, nil)
	return c, err
}

// TestStatus has commands end in all ways.
func TestStatus(t *testing.T) {
	need(t)
	for script, want := range map[string]int{
		"exit 0": 0, "exit 7": 7, "exit 255": 255, "kill -9 $$": 137, "kill -TERM $$": 143,
		"false": 1, "set -e; false; true": 1, "trap 'exit 3' TERM; kill -TERM $$; sleep 1": 3,
		"kill -PIPE $$": 141, "nothing-by-this-name": 127,
	} {
		r := request(t, script)
		r.Net, r.Serve = plan.NetNone, plan.Network{}
		if s, err := Run(planOf(t, r), nil); err != nil || s.Code != want {
			t.Errorf("%s: %+v %v, want %d", script, s, err, want)
		}
	}
}

// TestNoCommand says that the command is what cannot be started.
func TestNoCommand(t *testing.T) {
	need(t)
	r := request(t, "")
	r.Net, r.Serve = plan.NetNone, plan.Network{}
	r.Path = r.Dir + "/.git/config"
	_, err := Run(planOf(t, r), nil)
	var op *OpError
	if !errors.As(err, &op) || !op.Exec || op.Errno != syscall.EACCES {
		t.Errorf("%v", err)
	}
}

// TestNobodyServes ends a run whose sockets nobody takes.
func TestNobodyServes(t *testing.T) {
	need(t)
	r := request(t, "echo ran > ran")
	if _, err := Run(planOf(t, r), nil); err == nil {
		t.Error("it ran")
	}
	if _, err := os.Stat(r.Dir + "/ran"); err == nil {
		t.Error("the command ran")
	}
}

// TestSockets hands out what is bound inside, in the order of the plan.
func TestSockets(t *testing.T) {
	need(t)
	r := request(t, "cat /etc/resolv.conf > resolv")
	var names []string
	_, err := Run(planOf(t, r), func(_ int, sockets []*os.File) error {
		for _, s := range sockets {
			addr, err := unix.Getsockname(int(s.Fd()))
			if err != nil {
				return err
			}
			switch a := addr.(type) {
			case *unix.SockaddrInet4:
				names = append(names, netip.AddrPortFrom(netip.AddrFrom4(a.Addr), uint16(a.Port)).String())
			case *unix.SockaddrInet6:
				names = append(names, netip.AddrPortFrom(netip.AddrFrom16(a.Addr), uint16(a.Port)).String())
			}
			s.Close()
		}
		return nil
	})
	const want = "127.0.0.1:53 0.0.0.0:80 [::1]:80 0.0.0.0:0 192.0.2.7:8080 [2001:db8::7]:8080"
	if got := strings.Join(names, " "); err != nil || got != want {
		t.Errorf("%s %v", got, err)
	}
	if text, _ := os.ReadFile(r.Dir + "/resolv"); string(text) != "nameserver 127.0.0.1\n" {
		t.Errorf("resolv.conf: %q", text)
	}
}

// TestMaskIsOneCall holds what a file that is hidden costs, outside of what may be written.
func TestMaskIsOneCall(t *testing.T) {
	count := func(n int) int {
		r := request(t, "true")
		for i := range n {
			name := filepath.Join(r.Home, "m"+strconv.Itoa(i))
			if err := os.WriteFile(name, nil, 0o600); err != nil {
				t.Fatal(err)
			}
			r.Mask = append(r.Mask, name)
		}
		calls, err := Explain(planOf(t, r))
		if err != nil {
			t.Fatal(err)
		}
		return len(calls)
	}
	none, sixty := count(0), count(60)
	t.Logf("%d calls without a mask more", none)
	if sixty-none > 60 {
		t.Errorf("60 masks take %d calls", sixty-none)
	}
	const most = 340
	if none > most {
		t.Errorf("%d calls, more than %d", none, most)
	}
}
