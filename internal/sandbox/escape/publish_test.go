//go:build linux

package escape

import (
	"io"
	"net"
	"testing"
	"time"

	"github.com/fencepost/fencepost/internal/testkit"
)

// asked is what a server of this machine answers; "" for none.
func asked(port string) string {
	c, err := net.Dial("tcp4", "127.0.0.1:"+port)
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
		testkit.WaitFor(t, "the run's server is reached", func() bool { return asked(port) == "inside" })
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
