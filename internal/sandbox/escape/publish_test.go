//go:build linux

package escape

import (
	"io"
	"net"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/fencepost/fencepost/internal/test/testkit"
)

// asked is what a server of this machine answers; "" for none.
func asked(port string) string { return askedAt("127.0.0.1:" + port) }

func askedAt(addr string) string {
	c, err := net.Dial("tcp", addr)
	if err != nil {
		return ""
	}
	defer c.Close()
	_ = c.SetDeadline(time.Now().Add(time.Minute))
	if _, err := c.Write([]byte("x")); err != nil {
		return ""
	}
	said, _ := io.ReadAll(c)
	return string(said)
}

// TestPublishAuto: a port that a run opens is open on this machine as long as the run has it, and
// what has the port on this machine keeps it.
func TestPublishAuto(t *testing.T) {
	keeping(t, func(t *testing.T, w *place) {
		port := w.vars["FREE"]
		run := func(script string, flags ...string) {
			t.Helper()
			c := w.boxed(t, script, append(flags, "--net", "filtered", "--publish", "auto")...)
			if out, err := c.CombinedOutput(); err != nil || len(out) > 0 {
				t.Fatalf("%v %s", err, out)
			}
		}
		server := "timeout 60 $TOOL tool answer 127.0.0.1:" + port + " inside > /dev/null 2>&1 < /dev/null & "

		l, err := net.Listen("tcp4", "127.0.0.1:"+port)
		must(t, err)
		run(server+"sleep 0.3", "--session", "one")
		go func() {
			for c, err := l.Accept(); err == nil; c, err = l.Accept() {
				_, _ = c.Write([]byte("machine"))
				_ = c.Close()
			}
		}()
		if said := asked(port); said != "machine" {
			t.Errorf("the machine's server is not the one that answers: %q", said)
		}
		must(t, l.Close())
		other := "127.0.0.1:" + port
		if l6, err := net.Listen("tcp6", "[::1]:0"); err == nil { // the machine has both
			must(t, l6.Close())
			other = "[::1]:" + port
		}
		testkit.WaitFor(t, "the run's server is reached", func() bool { return askedAt(other) == "inside" })
		run("sleep 0.3", "--session", "one") // opens the port in another run, where it is not its own
		out, err := w.command(t, w.m.dir+"/fencepost-run", "--stop", "all").CombinedOutput()
		if err != nil {
			t.Fatalf("%s %v", out, err)
		}
		testkit.WaitFor(t, "the port is closed", func() bool {
			l, err := net.Listen("tcp4", "127.0.0.1:"+port)
			if err == nil {
				l.Close()
			}
			return err == nil
		})
		run(server + "sleep 0.3; kill $!")
		closed := func() bool { return asked(port) == "" }
		testkit.WaitFor(t, "the port is closed with the command", closed)
	})
}

// TestPublishNot: a port at which programs of this machine look for a service stays inside, and so does
// one that is opened when the command has ended.
func TestPublishNot(t *testing.T) {
	keeping(t, func(t *testing.T, w *place) {
		const service = "4873"
		l, err := net.Listen("tcp4", "127.0.0.1:"+service)
		if err != nil {
			t.Skip("not run: " + err.Error())
		}
		must(t, l.Close())
		run := func(script string, flags ...string) string {
			t.Helper()
			c := w.boxed(t, script, append(flags, "--net", "filtered", "--publish", "auto")...)
			out, err := c.CombinedOutput()
			must(t, err)
			return string(out)
		}
		serve := func(port, before string) string {
			return "{ " + before + "exec timeout 60 $TOOL tool answer 127.0.0.1:" + port +
				" inside; } > /dev/null 2>&1 < /dev/null & "
		}
		said := run(serve(service, "") + "sleep 0.5")
		if !strings.Contains(said, "keeps port "+service+" inside, where programs of this machine look for") {
			t.Errorf("said: %q", said)
		}
		if got := asked(service); got != "" {
			t.Errorf("the port of a service is published: %q", got)
		}
		_ = run(serve(w.vars["FREE"], "while ! test -e r/late; do sleep 0.05; done; ")+"sleep 0.2",
			"--session", "late")
		must(t, os.WriteFile(w.path("home/p/r/late"), nil, 0o644))
		testkit.WaitFor(t, "the late server listens", func() bool {
			return strings.Contains(run("sleep 0.2; $TOOL tool ask 127.0.0.1:"+w.vars["FREE"]+
				" r/got; cat r/got; true", "--session", "late"), "inside")
		})
		if got := asked(w.vars["FREE"]); got != "" {
			t.Errorf("what is opened after the command is published: %q", got)
		}
		stop, err := w.command(t, w.m.dir+"/fencepost-run", "--stop", "all").CombinedOutput()
		if err != nil {
			t.Fatalf("%s %v", stop, err)
		}
	})
}
