package egress

import (
	"fmt"
	"io"
	"net"
	"os/exec"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/fencepost/fencepost/internal/test/testkit"
)

// TestSocksAllowsOnlyConnect (N11): SOCKS allows nothing but CONNECT.
func TestSocksAllowsOnlyConnect(t *testing.T) {
	s := newSandbox(t, []string{"good.test", worldAddr + ":22"}, nil)
	socks := fmt.Sprintf("127.0.0.1:%d", socksPort)
	name := "\x03\x09good.test\x00\x16"
	for text, answered := range map[string]string{
		"\x05\x01\x00\x05\x01\x00" + name:                           "\x05\x00\x05\x00\x00\x01\x00\x00\x00\x00\x00\x00SSH-2.0-standin\r\n",
		"\x05\x01\x00\x05\x02\x00" + name:                           "\x05\x00\x05\x07\x00\x01\x00\x00\x00\x00\x00\x00",
		"\x05\x01\x00\x05\x03\x00" + name:                           "\x05\x00\x05\x07\x00\x01\x00\x00\x00\x00\x00\x00",
		"\x05\x01\x02":                                              "\x05\xff",
		"\x04\x01\x00\x16\x0a\x4d\x00\x02me\x00":                    "\x00\x5b\x00\x00\x00\x00\x00\x00",
		"\x05\x01\x00\x05\x01\x00\x03\x09evil.test\x01\xbb":         "\x05\x00\x05\x02\x00\x01\x00\x00\x00\x00\x00\x00",
		"\x05\x01\x00\x05\x01\x00\x01\x0a\x4d\x00\x03\x00\x16":      "\x05\x00\x05\x02\x00\x01\x00\x00\x00\x00\x00\x00",
		"\x05\x01\x00\x05\x01\x00\x03\x0cgood.test:22\x00\x50":      "\x05\x00\x05\x02\x00\x01\x00\x00\x00\x00\x00\x00",
		"\x05\x01\x00\x05\x01\x00\x03\x0agood.test\x00\x00\x16":     "\x05\x00\x05\x02\x00\x01\x00\x00\x00\x00\x00\x00",
		"\x05\x01\x00\x05\x01\x00\x01\x7f\x00\x00\x01\x00\x16":      "\x05\x00\x05\x04\x00\x01\x00\x00\x00\x00\x00\x00",
		"\x05\x01\x00\x05\x01\x00\x01\x0a\x4d\x00\x02\x00\x16":      "\x05\x00\x05\x00\x00\x01\x00\x00\x00\x00\x00\x00SSH-2.0-standin\r\n",
		"\x05\x01\x00\x05\x01\x00\x03\x0amissing.te\x00\x16" + "\n": "\x05\x00\x05\x02\x00\x01\x00\x00\x00\x00\x00\x00",
	} {
		if out := s.say(t, socks, text); !strings.HasPrefix(out, answered) {
			t.Errorf("%q: %q", text, out)
		}
	}
	s.nothingOf(t, "evil")
}

// TestSlowClientIsClosed (N11): a client that begins and does not go on is closed.
func TestSlowClientIsClosed(t *testing.T) {
	s := newSandbox(t, []string{"good.test"}, func(c *Config) {
		c.Limits.Head, c.Limits.Idle = 300*time.Millisecond, 600*time.Millisecond
	})
	good := s.address(t, "good.test").String()
	for addr, text := range map[string]string{
		fmt.Sprintf("127.0.0.1:%d", httpPort):        "GET http://good.test/ HTTP/1.1\r\nA:",
		fmt.Sprintf("127.0.0.1:%d", socksPort):       "\x05\x01",
		"127.0.0.1:53":                               "\x01",
		good + ":443":                                "\x16\x03\x01",
		good + ":80":                                 "GE",
		fmt.Sprintf("localhost:%d", httpPort):        "",
		fmt.Sprintf("127.0.0.1:%d", socksPort) + "0": "",
	} {
		c, err := s.dial("tcp", addr)
		if err != nil {
			continue
		}
		begin := time.Now()
		_, _ = io.WriteString(c, text)
		_ = c.SetReadDeadline(time.Now().Add(time.Minute))
		_, err = io.Copy(io.Discard, c)
		if e, ok := err.(net.Error); ok && e.Timeout() {
			t.Errorf("%s, %q: open after %v", addr, text, time.Since(begin))
		}
		_ = c.Close()
	}
}

// TestConnectionsAreBounded (N11): connections above the limit are closed at once. Those that end
// make room.
func TestConnectionsAreBounded(t *testing.T) {
	s := newSandbox(t, []string{"good.test"}, func(c *Config) { c.Limits.Conns = 50 })
	good := s.address(t, "good.test").String()
	s.settle(t)
	before, goroutines := files(t), runtime.NumGoroutine()
	var open []net.Conn
	for range 2000 {
		c, err := s.dial("tcp", good+":22")
		if err == nil {
			open = append(open, c)
		}
		if len(open) > 200 {
			for _, c := range open[:100] {
				_ = c.Close()
			}
			open = open[100:]
		}
	}
	if n := runtime.NumGoroutine() - goroutines; n > 50*4+10 {
		t.Errorf("%d goroutines", n)
	}
	for _, c := range open {
		_ = c.Close()
	}
	eventually(t, "files", before, func() int { return files(t) })
	eventually(t, "goroutines", goroutines, runtime.NumGoroutine)
	want(t, s.say(t, good+":22", ""), "SSH-2.0-standin")
}

// TestKilledClientLeavesNothing (N11): a client that is killed leaves no connection.
func TestKilledClientLeavesNothing(t *testing.T) {
	has(t, "python3")
	s := newSandbox(t, []string{"good.test:8080", "good.test"}, nil)
	s.settle(t)
	before, goroutines := files(t), runtime.NumGoroutine()
	for _, script := range []string{
		"import socket; s = socket.create_connection(('127.1.0.1', 22)); s.recv(3); print('x', flush=1); input()",
		"import socket; s = socket.create_connection(('127.1.0.1', 8080))\ns.send(b'x'); print('x', flush=1)\n" +
			"while 1: s.send(b'x' * 9999)",
	} {
		c := exec.Command("python3", "-c", script)
		in, _ := c.StdinPipe()
		out, _ := c.StdoutPipe()
		var err error
		s.do(func() { err = c.Start() })
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.ReadFull(out, make([]byte, 1)); err != nil {
			t.Fatal(err)
		}
		_ = c.Process.Kill()
		_ = c.Wait()
		_ = in.Close()
	}
	eventually(t, "files", before, func() int { return files(t) })
	eventually(t, "goroutines", goroutines, runtime.NumGoroutine)
}

// TestNothingIsLeft: when the context ends, so does everything, whatever is going on.
func TestNothingIsLeft(t *testing.T) {
	outside(t)
	before, goroutines := files(t), runtime.NumGoroutine()
	for range 3 {
		s := newSandbox(t, []string{"good.test", "good.test:5432"}, func(c *Config) {
			c.Publish, c.Localhost = []uint16{3000}, []uint16{5433}
			c.Limits.Head, c.Limits.Dial = time.Hour, time.Hour // it waits for nothing
		})
		good := s.address(t, "good.test").String()
		var open []net.Conn
		for _, addr := range []string{good + ":22", good + ":443", good + ":5432", "127.0.0.1:53",
			fmt.Sprintf("127.0.0.1:%d", httpPort), fmt.Sprintf("127.0.0.1:%d", socksPort)} {
			for range 3 {
				c, err := s.dial("tcp", addr)
				if err != nil {
					t.Fatal(err)
				}
				open = append(open, c)
			}
		}
		s.stop()
		for _, c := range open {
			_ = c.SetReadDeadline(time.Now().Add(time.Minute))
			if _, err := io.Copy(io.Discard, c); err != nil {
				if e, ok := err.(net.Error); ok && e.Timeout() {
					t.Errorf("%s is open", c.RemoteAddr())
				}
			}
			_ = c.Close()
		}
		if _, err := net.Dial("tcp", "127.0.0.1:3000"); err == nil {
			t.Error("the published port is open")
		}
	}
	eventually(t, "files", before, func() int { return files(t) })
	eventually(t, "goroutines", goroutines, runtime.NumGoroutine)
}

// TestData: what passes is what was sent, in both directions at once, with ends at different times.
func TestData(t *testing.T) {
	s := newSandbox(t, []string{"good.test:6379"}, nil)
	good := s.address(t, "good.test").String()
	var wg sync.WaitGroup
	for i := range 4 {
		wg.Go(func() {
			text := strings.Repeat(fmt.Sprintf("\x00%d-", i), 1<<18)
			c, err := s.dial("tcp", good+":6379")
			if err != nil {
				t.Error(err)
				return
			}
			defer c.Close()
			go func() {
				_, _ = io.WriteString(c, text)
				_ = c.(*net.TCPConn).CloseWrite()
			}()
			b, err := io.ReadAll(c)
			if string(b) != text || err != nil {
				t.Errorf("%d bytes of %d, %v", len(b), len(text), err)
			}
		})
	}
	wg.Wait()
}

// TestHalfLines: a program that speaks half a line of something waits a moment, and is served.
func TestHalfLines(t *testing.T) {
	s := newSandbox(t, []string{"good.test:6379"}, func(c *Config) {
		c.Limits.Head = 200 * time.Millisecond
	})
	c, err := s.dial("tcp", s.address(t, "good.test").String()+":6379")
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	_, _ = io.WriteString(c, "ruok")
	_ = c.SetReadDeadline(time.Now().Add(time.Minute))
	b := make([]byte, 4)
	if _, err := io.ReadFull(c, b); string(b) != "ruok" || err != nil {
		t.Errorf("%q %v", b, err)
	}
}

// TestDrain: what a program sends before it exits arrives, although nobody waits for it. Every other
// time it takes a while until what was accepted is counted.
func TestDrain(t *testing.T) {
	has(t, "bash")
	for n := range 10 {
		s := newSandbox(t, []string{"good.test:514"}, nil, func(l *net.TCPListener) net.Listener {
			return late{l, time.Duration(n%2) * 3 * time.Millisecond}
		})
		text := strings.Repeat("x", 200000)
		_, status := s.run(t, nil, "bash", "-c", `printf %0200000d 0 | tr 0 x > /dev/tcp/good.test/514`)
		if status != 0 {
			t.Fatalf("status %d", status)
		}
		s.server.Drain(time.Hour)
		s.stop()
		testkit.WaitFor(t, "all bytes arrive", func() bool {
			heard, _ := s.world.what()
			return strings.Count(strings.Join(heard, ""), "x") == len(text)
		})
	}
}

// late is a listener that hands over late what it has accepted.
type late struct {
	*net.TCPListener
	by time.Duration
}

func (l late) Accept() (net.Conn, error) {
	c, err := l.TCPListener.Accept()
	if err == nil {
		time.Sleep(l.by)
	}
	return c, err
}
