package egress

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"net/netip"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"github.com/fencepost/fencepost/internal/lowlevel/hostmatch"
	"github.com/fencepost/fencepost/internal/sandbox/plan"
	"github.com/fencepost/fencepost/internal/sandbox/stage"
	"github.com/fencepost/fencepost/internal/test/testkit"
)

// sandbox is a network namespace that a server serves.
type sandbox struct {
	*namespace
	world  *world
	server *Server
	stderr *lines
	dir    string
	stop   func()

	mu      sync.Mutex
	refused []Refusal
}

// lines is a writer that can be read while others write.
type lines struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *lines) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *lines) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

// newSandbox serves a sandbox that reaches what the entries allow. What the caller wants else of
// the config, change sets; wrap, if it is given, stands around each listener.
func newSandbox(t testing.TB, allow []string, change func(*Config),
	wrap ...func(*net.TCPListener) net.Listener) *sandbox {
	t.Helper()
	w := outside(t)
	s := &sandbox{namespace: newNamespace(t), world: w, stderr: &lines{}, dir: t.TempDir()}
	list, err := hostmatch.ParseList(allow, hostmatch.Allow)
	if err != nil {
		t.Fatal(err)
	}
	c := Config{Reach: Reach{Allow: list}, Resolver: w.resolver, Stderr: s.stderr, Refused: s.refusal,
		Limits: Limits{Dial: 3 * time.Second, Head: 2 * time.Second}}
	if change != nil {
		change(&c)
	}
	if s.server, err = New(c); err != nil {
		t.Fatal(err)
	}
	needs := s.server.Needs()
	var files []*os.File
	s.do(func() { files, err = prepare(&needs) })
	if err != nil {
		t.Fatal(err)
	}
	l, err := NewListeners(needs.Sockets, files)
	if err != nil {
		t.Fatal(err)
	}
	for i := range l.listeners {
		for _, around := range wrap {
			l.listeners[i].Listener = around(l.listeners[i].Listener.(*net.TCPListener))
		}
	}
	for name, text := range map[string]string{"resolv.conf": needs.ResolvConf, "hosts": needs.Hosts} {
		if err := os.WriteFile(filepath.Join(s.dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error)
	go func() { done <- s.server.Serve(ctx, l) }()
	var once sync.Once
	s.stop = func() {
		once.Do(func() {
			cancel()
			if err := <-done; err != nil {
				t.Error(err)
			}
			close(s.work)
		})
	}
	t.Cleanup(s.stop)
	return s
}

func (s *sandbox) refusal(r Refusal) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.refused = append(s.refused, r)
}

// run runs a command inside, and returns what it printed and its exit status. It has no variables
// of proxies.
func (s *sandbox) run(t testing.TB, env []string, command ...string) (string, int) {
	t.Helper()
	script := `mount --bind "$D/resolv.conf" /etc/resolv.conf && mount --bind "$D/hosts" /etc/hosts &&
		exec "$@"`
	c := exec.Command("sh", append([]string{"-c", script, "sh"}, command...)...)
	c.Dir = s.dir
	c.SysProcAttr = &syscall.SysProcAttr{Unshareflags: unix.CLONE_NEWNS}
	c.Env = append([]string{"D=" + s.dir, "PATH=" + os.Getenv("PATH"), "HOME=" + s.dir,
		"CURL_CA_BUNDLE=" + s.world.ca, "SSL_CERT_FILE=" + s.world.ca, "GIT_SSL_CAINFO=" + s.world.ca,
		"NODE_EXTRA_CA_CERTS=" + s.world.ca, "GIT_TERMINAL_PROMPT=0"}, env...)
	if root := os.Getenv("PYENV_ROOT"); root != "" {
		c.Env = append(c.Env, "PYENV_ROOT="+root)
	}
	var out bytes.Buffer
	c.Stdout, c.Stderr = &out, &out
	var err error
	s.do(func() {
		if err = c.Start(); err == nil {
			timer := time.AfterFunc(2*time.Minute, func() { _ = c.Process.Kill() })
			defer timer.Stop()
			err = c.Wait()
		}
	})
	if _, ok := err.(*exec.ExitError); err != nil && !ok {
		t.Fatal(err)
	}
	return out.String(), c.ProcessState.ExitCode()
}

// dial connects from inside.
func (s *sandbox) dial(network, addr string) (c net.Conn, err error) {
	s.do(func() { c, err = net.DialTimeout(network, addr, 3*time.Second) })
	return c, err
}

// address looks a name up inside.
func (s *sandbox) address(t testing.TB, name string) netip.Addr {
	t.Helper()
	var addrs []netip.Addr
	var err error
	r := &net.Resolver{PreferGo: true, Dial: func(context.Context, string, string) (net.Conn, error) {
		return s.dial("udp", "127.0.0.1:53")
	}}
	addrs, err = r.LookupNetIP(context.Background(), "ip4", name)
	if err != nil || len(addrs) != 1 {
		t.Fatalf("%s: %v %v", name, addrs, err)
	}
	return addrs[0].Unmap()
}

// proxied sends a text to the proxy of HTTP and returns the answer.
func (s *sandbox) proxied(t testing.TB, text string) string {
	t.Helper()
	return s.say(t, fmt.Sprintf("127.0.0.1:%d", httpPort), text)
}

// say connects, says a text and returns all that is answered.
func (s *sandbox) say(t testing.TB, addr, text string) string {
	t.Helper()
	c, err := s.dial("tcp", addr)
	if err != nil {
		return err.Error()
	}
	defer c.Close()
	_ = c.SetDeadline(time.Now().Add(time.Minute))
	if _, err := io.WriteString(c, text); err != nil {
		return err.Error()
	}
	_ = c.(*net.TCPConn).CloseWrite()
	b, err := io.ReadAll(c)
	if err != nil {
		return string(b) + err.Error()
	}
	return string(b)
}

// want looks for a text in what a client printed.
func want(t testing.TB, out, text string) {
	t.Helper()
	if !strings.Contains(out, text) {
		t.Errorf("%q is not in:\n%s", text, out)
	}
}

// tells waits for a line on standard error: a refusal is written when its connection is closed.
func (s *sandbox) tells(t testing.TB, text string) {
	t.Helper()
	testkit.WaitFor(t, "told: "+text, func() bool { return strings.Contains(s.stderr.String(), text) })
}

// settle waits until the server accepts at all sockets and has read all that was sent to it.
func (s *sandbox) settle(t testing.TB) {
	t.Helper()
	testkit.WaitFor(t, "the server waits", func() bool {
		s.server.mu.Lock()
		listeners := len(s.server.takes)
		s.server.mu.Unlock()
		stacks := make([]byte, 1<<20)
		stacks = stacks[:runtime.Stack(stacks, true)]
		accepting := bytes.Count(stacks, []byte("egress.(*Server).accept("))
		return listeners > 0 && accepting == listeners && s.unread(t) == 0
	})
}

// unread is how much waits inside to be accepted or read.
func (s *sandbox) unread(t testing.TB) (n int) {
	t.Helper()
	s.do(func() {
		for _, table := range []string{"tcp", "tcp6", "udp", "udp6"} {
			text, err := os.ReadFile("/proc/thread-self/net/" + table)
			if err != nil {
				t.Error(err)
			}
			for line := range strings.Lines(string(text)) {
				if _, queue, ok := strings.Cut(strings.Fields(line)[4], ":"); ok && queue != "00000000" {
					n++
				}
			}
		}
	})
	return n
}

// has skips a test without a program.
func has(t testing.TB, program string) {
	t.Helper()
	if _, err := exec.LookPath(program); err != nil {
		t.Skip("no " + program)
	}
}

// prepare makes what a server needs, as the stage of the sandbox does.
func prepare(n *Needs) ([]*os.File, error) {
	made := &plan.Network{Addresses: n.Addresses}
	for _, s := range n.Sockets {
		made.Sockets = append(made.Sockets,
			plan.Listener{UDP: s.Packet(), Addr: s.Addr, Loose: !s.Bound()})
	}
	fds, err := stage.Prepare(true, made)
	var files []*os.File
	for _, fd := range fds {
		files = append(files, os.NewFile(uintptr(fd), "socket"))
	}
	return files, err
}
