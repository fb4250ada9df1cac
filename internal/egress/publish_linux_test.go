package egress

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"github.com/fencepost/fencepost/internal/egress/match"
)

// inner opens a server inside, as a program there would.
func (s *sandbox) inner(t *testing.T, addr, says string) {
	t.Helper()
	var l net.Listener
	var err error
	s.do(func() { l, err = net.Listen("tcp", addr) })
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			go func() {
				defer c.Close()
				_, _ = io.WriteString(c, says+" ")
				_, _ = io.Copy(c, c)
			}()
		}
	}()
}

// ask connects from the machine.
func ask(addr, text string) string {
	c, err := net.Dial("tcp", addr)
	if err != nil {
		return err.Error()
	}
	defer c.Close()
	_ = c.SetDeadline(time.Now().Add(time.Minute))
	_, _ = io.WriteString(c, text)
	_ = c.(*net.TCPConn).CloseWrite()
	b, err := io.ReadAll(c)
	if err != nil {
		return string(b) + err.Error()
	}
	return string(b)
}

// TestN13: a published port is reached from the machine and from nowhere else; another session that
// publishes the same one gets another, and says so.
func TestN13(t *testing.T) {
	publish := func(c *Config) { c.Publish = []uint16{3000, 3001} }
	s := newSandbox(t, nil, publish)
	s.settle(t)
	if out := ask("127.0.0.1:3000", "x"); !strings.Contains(out, "reset") && out != "" {
		t.Errorf("nothing listens inside, and it answers %q", out)
	}
	s.inner(t, "127.0.0.1:3000", "first")
	s.inner(t, "[::1]:3001", "six")
	for i := range 100 { // more than there are sockets
		text := fmt.Sprintf("%d", i)
		if out := ask("127.0.0.1:3000", text); out != "first "+text {
			t.Fatalf("%d: %q", i, out)
		}
	}
	if out := ask("127.0.0.1:3001", "y"); out != "six y" {
		t.Errorf("%q", out)
	}
	if out := ask(machineAddr+":3000", "x"); !strings.Contains(out, "refused") {
		t.Errorf("from the net: %q", out)
	}
	other := newSandbox(t, nil, func(c *Config) { c.Publish = []uint16{3000} })
	other.inner(t, "0.0.0.0:3000", "second")
	other.tells(t, "fencepost: sandbox publishes port 3000 as 127.0.0.1:")
	told := other.stderr.String()
	_, rest, _ := strings.Cut(told, " as ")
	addr, _, _ := strings.Cut(rest, ": ")
	if out := ask(addr, "x"); out != "second x" {
		t.Errorf("%s: %q", addr, out)
	}
	if out := ask("127.0.0.1:3000", "x"); out != "first x" {
		t.Errorf("%q", out)
	}
}

// TestN13AtOnce: connections at the same time, and data in both directions.
func TestN13AtOnce(t *testing.T) {
	s := newSandbox(t, nil, func(c *Config) { c.Publish = []uint16{3000} })
	s.inner(t, "127.0.0.1:3000", "many")
	s.settle(t)
	var wg sync.WaitGroup
	for i := range 20 {
		wg.Go(func() {
			text := strings.Repeat(fmt.Sprint(i, " "), 1<<15)
			if out := ask("127.0.0.1:3000", text); out != "many "+text {
				t.Errorf("%d: %d bytes of %d: %.80q", i, len(out), len(text), out)
			}
		})
	}
	wg.Wait()
}

// TestLocalhostNames: a server of the machine is reached under its own name and others, by every way.
func TestLocalhostNames(t *testing.T) {
	has(t, "curl")
	outside(t)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	go func() {
		_ = http.Serve(l, http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
			fmt.Fprint(rw, "mine ", r.Host)
		}))
	}()
	port := l.Addr().(*net.TCPAddr).Port
	s := newSandbox(t, nil, func(c *Config) { c.Localhost = []uint16{uint16(port)} })
	proxy := fmt.Sprintf("http://127.0.0.1:%d", httpPort)
	for _, args := range []string{"http://localhost:%d/", "http://127.0.0.1:%d/", "http://[::1]:%d/",
		"http://api.localhost:%d/", "-x " + proxy + " http://localhost:%d/",
		"-p -x " + proxy + " http://localhost:%d/"} {
		out, _ := s.run(t, nil, append([]string{"curl", "-sS"},
			strings.Fields(fmt.Sprintf(args, port))...)...)
		want(t, out, "mine ")
	}
	if told := s.stderr.String(); told != "" {
		t.Errorf("told: %s", told)
	}
}

// TestN14: what a second command of the session finds is the first one's server, and another
// session has its own.
func TestN14(t *testing.T) {
	has(t, "curl")
	s, other := newSandbox(t, nil, nil), newSandbox(t, nil, nil)
	s.inner(t, "127.0.0.1:3000", "HTTP/1.0 200 OK\r\n\r\nmine")
	out, _ := s.run(t, nil, "curl", "-sS", "-m1", "http://localhost:3000/")
	want(t, out, "mine")
	out, status := other.run(t, nil, "curl", "-sS", "http://localhost:3000/")
	if status == 0 {
		t.Errorf("another session: %s", out)
	}
}

// The other half of TestPass: a process in a namespace of its own passes its sockets out.
func init() {
	if os.Getenv("FENCEPOST_TEST_PASS") == "" {
		return
	}
	allow, _ := match.ParseList(strings.Fields(os.Getenv("FENCEPOST_TEST_PASS")), match.Allow)
	server, err := New(Config{Allow: allow})
	if err == nil {
		needs := server.Needs()
		var files []*os.File
		if files, err = needs.Prepare(); err == nil {
			var c net.Conn
			if c, err = net.FileConn(os.NewFile(3, "parent")); err == nil {
				err = Send(c.(*net.UnixConn), files)
			}
		}
	}
	if err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	// Until the parent has taken them, and what they lead to can be reached.
	_, _ = io.Copy(io.Discard, os.Stdin)
	c, err := net.Dial("tcp", "127.1.0.1:22")
	if err == nil {
		_, err = io.CopyN(os.Stdout, c, 7)
	}
	fmt.Println(err)
	os.Exit(0)
}

// TestPass: sockets of another process are passed out, many of them.
func TestPass(t *testing.T) {
	w := outside(t)
	entries := []string{"good.test"}
	for i := range 300 { // more than one message takes
		entries = append(entries, fmt.Sprintf("host%d.test:8000", i))
	}
	allow, err := match.ParseList(entries, match.Allow)
	if err != nil {
		t.Fatal(err)
	}
	server, err := New(Config{Allow: allow, Resolver: w.resolver})
	if err != nil {
		t.Fatal(err)
	}
	pair, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_STREAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		t.Fatal(err)
	}
	theirs, ours := os.NewFile(uintptr(pair[0]), "theirs"), os.NewFile(uintptr(pair[1]), "ours")
	self, _ := os.Executable()
	c := exec.Command(self)
	c.Env = append(os.Environ(), "FENCEPOST_TEST_PASS="+strings.Join(entries, " "))
	c.ExtraFiles = []*os.File{theirs}
	c.SysProcAttr = &syscall.SysProcAttr{Cloneflags: unix.CLONE_NEWNET}
	in, _ := c.StdinPipe()
	var out lines
	c.Stdout, c.Stderr = &out, &out
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	_ = theirs.Close()
	conn, err := net.FileConn(ours)
	if err != nil {
		t.Fatal(err)
	}
	_ = ours.Close()
	needs := server.Needs()
	files, err := Receive(conn.(*net.UnixConn), len(needs.Sockets))
	_ = conn.Close()
	if err != nil {
		t.Fatalf("%v, the other side: %s", err, &out)
	}
	l, err := NewListeners(needs.Sockets, files)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error)
	go func() { done <- server.Serve(ctx, l) }()
	_ = in.Close()
	_ = c.Wait()
	cancel()
	if err := <-done; err != nil {
		t.Error(err)
	}
	want(t, out.String(), "SSH-2.0")
}

// TestReceive: what is passed is counted.
func TestReceive(t *testing.T) {
	null, err := os.Open(os.DevNull)
	if err != nil {
		t.Fatal(err)
	}
	defer null.Close()
	for passed, wanted := range map[int]bool{0: false, 2: false, 3: true, 4: false} {
		pair, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_STREAM|unix.SOCK_CLOEXEC, 0)
		if err != nil {
			t.Fatal(err)
		}
		var ends []*net.UnixConn
		for _, fd := range pair {
			f := os.NewFile(uintptr(fd), "pair")
			c, err := net.FileConn(f)
			if err != nil {
				t.Fatal(err)
			}
			_ = f.Close()
			ends = append(ends, c.(*net.UnixConn))
		}
		before := files(t)
		var list []*os.File
		for range passed {
			list = append(list, null)
		}
		if err := Send(ends[0], list); err != nil {
			t.Fatal(err)
		}
		_ = ends[0].Close()
		got, err := Receive(ends[1], 3)
		if (err == nil) != wanted {
			t.Errorf("%d passed: %v", passed, err)
		}
		closeFiles(got)
		_ = ends[1].Close()
		if after := files(t); after != before-2 {
			t.Errorf("%d passed: %d files before, %d after", passed, before-2, after)
		}
	}
}

// TestLocal: a proxy without a namespace serves those who have its variables.
func TestLocal(t *testing.T) {
	has(t, "curl")
	w := outside(t)
	allow, _ := match.ParseList([]string{"good.test"}, match.Allow)
	server, err := New(Config{Allow: allow, Resolver: w.resolver})
	if err != nil {
		t.Fatal(err)
	}
	local, err := server.Local()
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error)
	go func() { done <- server.Serve(ctx, local.Listeners) }()
	get := func(env []string, args ...string) string {
		c := exec.Command("curl", append([]string{"-sS", "-m5"}, args...)...)
		c.Env = append([]string{"PATH=" + os.Getenv("PATH"), "CURL_CA_BUNDLE=" + w.ca}, env...)
		out, _ := c.CombinedOutput()
		return string(out)
	}
	for _, url := range []string{"https://good.test/", "http://good.test/"} {
		want(t, get(local.Set, url), "good says hello")
	}
	want(t, get(local.Set, "http://evil.test/"), "sandbox blocked network evil.test:80")
	without := fmt.Sprintf("http://x:y@127.0.0.1:%d", local.Port)
	want(t, get(nil, "-x", without, "http://good.test/"), "this proxy is for programs in the sandbox")
	want(t, get(nil, "-x", without, "https://good.test/"), "407")
	want(t, strings.Join(local.Unset, " "), "NO_PROXY")
	cancel()
	if err := <-done; err != nil {
		t.Error(err)
	}
}
