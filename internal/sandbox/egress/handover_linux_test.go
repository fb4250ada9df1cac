package egress

import (
	"bufio"
	"bytes"
	"context"
	"crypto/rand"
	"fmt"
	"io"
	"net"
	"testing"
	"time"
)

// patient are limits that are no reason for anything to end or to go on.
var patient = Limits{Dial: time.Hour, Head: time.Hour}

// next has another server take over from that of a sandbox.
func (s *sandbox) next(t *testing.T) *Server {
	t.Helper()
	h, files, err := s.server.Leave()
	if err != nil {
		t.Fatal(err)
	}
	c := Config{Resolver: s.world.resolver, Stderr: s.stderr, Limits: patient}
	server, l, err := Resume(h, files, c)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- server.Serve(ctx, l) }()
	t.Cleanup(func() {
		cancel()
		if err := <-done; err != nil {
			t.Error(err)
		}
	})
	s.server = server
	return server
}

// echo is a server of the machine that says all again.
func echo(t *testing.T) uint16 {
	l, err := net.Listen("tcp4", "127.0.0.1:0")
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
				_, _ = io.Copy(c, c)
				_ = c.Close()
			}()
		}
	}()
	return uint16(l.Addr().(*net.TCPAddr).Port)
}

func (s *sandbox) open(t *testing.T, addr string) (net.Conn, *bufio.Reader) {
	t.Helper()
	c, err := s.dial("tcp", addr)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Close() })
	_ = c.SetDeadline(time.Now().Add(time.Minute))
	return c, bufio.NewReader(c)
}

func line(t *testing.T, w io.Writer, r *bufio.Reader, text string) {
	t.Helper()
	if _, err := io.WriteString(w, text+"\n"); err != nil {
		t.Fatal(err)
	}
	if got, err := r.ReadString('\n'); got != text+"\n" {
		t.Fatalf("%q: %q %v", text, got, err)
	}
}

// TestHandover: connections of all kinds go on with the next server, and the one after it.
func TestHandover(t *testing.T) {
	port := echo(t)
	s := newSandbox(t, []string{"good.test"}, func(c *Config) {
		c.Localhost, c.Publish, c.Limits = []uint16{port}, []uint16{3000}, patient
	})
	s.inner(t, "127.0.0.1:3000", "inside")
	s.settle(t)
	addr := fmt.Sprintf("127.0.0.1:%d", port)
	open, openR := s.open(t, addr)
	line(t, open, openR, "one")
	half, halfR := s.open(t, addr)
	line(t, half, halfR, "half")
	published, err := net.Dial("tcp", "127.0.0.1:3000")
	if err != nil {
		t.Fatal(err)
	}
	defer published.Close()
	publishedR := bufio.NewReader(published)
	_, _ = io.WriteString(published, "p\n")
	if got, _ := publishedR.ReadString('\n'); got != "inside p\n" {
		t.Fatalf("%q", got)
	}
	begun, begunR := s.open(t, fmt.Sprintf("127.0.0.1:%d", httpPort))
	_, _ = fmt.Fprintf(begun, "CONNECT localhost:%d HT", port)
	quiet, quietR := s.open(t, fmt.Sprintf("127.0.0.1:%d", httpPort))
	guarded, guardedR := s.open(t, s.address(t, "good.test").String()+":80")
	_, _ = io.WriteString(guarded, "GET / HTTP/1.1\r\nHo")
	name := s.address(t, "good.test")
	s.settle(t)

	for i := range 2 {
		s.next(t)
		line(t, open, openR, fmt.Sprint("next ", i))
		_, _ = fmt.Fprintf(published, "%d\n", i)
		if got, err := publishedR.ReadString('\n'); got != fmt.Sprintf("%d\n", i) {
			t.Fatalf("published: %q %v", got, err)
		}
	}
	_ = half.(*net.TCPConn).CloseWrite()
	if got, err := halfR.ReadString('\n'); err != io.EOF {
		t.Errorf("half: %q %v", got, err)
	}
	_, _ = io.WriteString(begun, "TP/1.1\r\n\r\n")
	if got, err := begunR.ReadString('\n'); got != "HTTP/1.1 200 Connection established\r\n" {
		t.Errorf("begun: %q %v", got, err)
	}
	_, _ = begunR.ReadString('\n')
	line(t, begun, begunR, "through")
	_, _ = io.WriteString(quiet, "CONNECT evil.test:443 HTTP/1.1\r\n\r\n")
	if got, err := quietR.ReadString('\n'); got != "HTTP/1.1 403 Forbidden\r\n" {
		t.Errorf("refused: %q %v", got, err)
	}
	_, _ = io.WriteString(guarded, "st: evil.test\r\n\r\n")
	if b, err := guardedR.ReadByte(); err == nil {
		t.Errorf("another name is let through: %q", b)
	}
	if now := s.address(t, "good.test"); now != name {
		t.Errorf("%s was %s", now, name)
	}
	s.tells(t, "sandbox blocked network evil.test")
	if out := ask("127.0.0.1:3000", "x"); out != "inside x" {
		t.Errorf("published anew: %q", out)
	}
	if out := ask(machineAddr+":3000", "x"); out == "inside x" {
		t.Error("reached from the net")
	}
}

// TestHandoverData: what is under way arrives whole, and once.
func TestHandoverData(t *testing.T) {
	port := echo(t)
	s := newSandbox(t, nil, func(c *Config) {
		c.Localhost, c.Limits = []uint16{port}, patient
	})
	s.settle(t)
	data := make([]byte, 16<<20)
	_, _ = rand.Read(data)
	c, _ := s.open(t, fmt.Sprintf("127.0.0.1:%d", port))
	const piece = 1 << 20
	turn, over := make(chan bool, len(data)/piece), make(chan bool)
	go func() {
		defer close(turn)
		for i := 0; i < len(data); i += piece {
			_, _ = c.Write(data[i : i+piece])
			if i/piece%3 == 1 {
				turn <- true // while the next pieces are written
			}
		}
		_ = c.(*net.TCPConn).CloseWrite()
	}()
	go func() {
		defer close(over)
		for range turn {
			s.next(t)
		}
	}()
	got, err := io.ReadAll(c)
	if err != nil || !bytes.Equal(got, data) {
		t.Errorf("%d bytes of %d: %v", len(got), len(data), err)
	}
	<-over
}

// TestJoin: a port of one sandbox is opened in another one, and nothing else of it.
func TestJoin(t *testing.T) {
	with := func(c *Config) { c.Join = true }
	a := newSandbox(t, []string{"good.test"}, with)
	b := newSandbox(t, nil, with)
	a.inner(t, "127.0.0.1:3000", "v4")
	a.inner(t, "[::1]:3001", "v6")
	dial := func(port uint16) Dial {
		return func(context.Context) (net.Conn, error) {
			here, there := net.Pipe()
			a.server.Enter(there, port)
			return here, nil
		}
	}
	for _, port := range []uint16{3000, 3001, 3002} {
		if err := b.server.Open(port, dial(port)); err != nil {
			t.Fatal(err)
		}
	}
	if c, err := b.dial("tcp", "127.0.0.1:3000"); err != nil {
		t.Error(err)
	} else {
		r := bufio.NewReader(c)
		_, _ = io.WriteString(c, "x\n")
		if got, _ := r.ReadString('\n'); got != "v4 x\n" {
			t.Errorf("%q", got)
		}
		_ = c.Close()
	}
	if c, err := b.dial("tcp", "127.0.0.1:3001"); err != nil {
		t.Error(err)
	} else {
		b := make([]byte, 2)
		_, _ = io.ReadFull(c, b)
		if string(b) != "v6" {
			t.Errorf("%q", b)
		}
		_ = c.Close()
	}
	for _, port := range []uint16{80, 443, 22, 53, httpPort, socksPort} {
		if err := b.server.Open(port, dial(port)); err == nil {
			t.Errorf("port %d of the sandbox is opened for another one", port)
		}
		here, there := net.Pipe()
		a.server.Enter(there, port)
		_ = here.SetDeadline(time.Now().Add(time.Minute))
		_, _ = io.WriteString(here, "CONNECT good.test:80 HTTP/1.1\r\n\r\n")
		if out, _ := io.ReadAll(here); len(out) > 0 {
			t.Errorf("port %d of another sandbox says %q", port, out)
		}
	}
	b.inner(t, "127.0.0.1:4000", "own")
	if err := b.server.Open(4000, dial(4000)); err == nil {
		t.Error("a port with a server is opened")
	}
	b.server.Shut(3000)
	b.inner(t, "127.0.0.1:3000", "own")
}

// TestDrainPublished: what a program inside has answered before its end arrives.
func TestDrainPublished(t *testing.T) {
	s := newSandbox(t, nil, func(c *Config) { c.Publish = []uint16{3000} })
	var l net.Listener
	var err error
	s.do(func() { l, err = net.Listen("tcp", "127.0.0.1:3000") })
	if err != nil {
		t.Fatal(err)
	}
	s.settle(t)
	answer := bytes.Repeat([]byte("answer "), 1<<16)
	c, err := net.Dial("tcp", "127.0.0.1:3000")
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	inside, err := l.Accept()
	if err != nil {
		t.Fatal(err)
	}
	go func() {
		_, _ = inside.Write(answer)
		_ = inside.Close()
		_ = l.Close()
		s.server.Drain(time.Hour)
		s.stop()
	}()
	if got, err := io.ReadAll(c); err != nil || !bytes.Equal(got, answer) {
		t.Errorf("%d bytes of %d: %v", len(got), len(answer), err)
	}
}
