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
	"testing"
	"time"

	"github.com/fencepost/fencepost/internal/lowlevel/hostmatch"
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

// TestPublishedPortIsReachedLocallyOnly (N13): a published port is reached from the machine alone. Another
// session that publishes the same port gets another one, and says so.
func TestPublishedPortIsReachedLocallyOnly(t *testing.T) {
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

// TestPublishedPortServesManyAtOnce (N13): connections at the same time, and data in both directions.
func TestPublishedPortServesManyAtOnce(t *testing.T) {
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

// TestSessionsHaveOwnServers (N14): a second command of a session finds the first one's server. Another
// session has its own.
func TestSessionsHaveOwnServers(t *testing.T) {
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

// TestLocal: a proxy without a namespace serves those who have its variables.
func TestLocal(t *testing.T) {
	has(t, "curl")
	w := outside(t)
	allow, _ := hostmatch.ParseList([]string{"good.test"}, hostmatch.Allow)
	server, err := New(Config{Reach: Reach{Allow: allow}, Resolver: w.resolver})
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
