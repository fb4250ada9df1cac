//go:build linux

package escape

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"os"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/fencepost/fencepost/internal/sandbox/bwrap"
	"github.com/fencepost/fencepost/internal/test/testkit"
	"github.com/fencepost/fencepost/internal/test/testkit/world"
)

// keeping runs a test with each engine that has namespaces, as each user.
func keeping(t *testing.T, test func(t *testing.T, w *place)) {
	m := newMachine(t)
	for _, engine := range []string{"native", "bwrap"} {
		for _, uid := range world.Users(world.Nobody) {
			t.Run(fmt.Sprint(engine, "/", uid), func(t *testing.T) {
				if _, err := bwrap.Find(); engine == "bwrap" && err != nil {
					t.Skip("not run: " + err.Error())
				}
				m.engine = engine
				m.works(t, uid)
				w := m.place(t, uid)
				defer func() {
					out, err := w.command(t, m.dir+"/fencepost-run", "--stop", "all").CombinedOutput()
					if err != nil {
						t.Errorf("%s %v", out, err)
					}
				}()
				test(t, w)
			})
		}
	}
}

// going is a run that goes on, as --list says it.
type going struct {
	Run, Session  string
	Ended         bool
	Server, First struct{ Pid int }
	Processes     []struct {
		Pid     int
		Command string
	}
	Ports []int
	Told  []string
}

func (w *place) list(t *testing.T) (list []going) {
	t.Helper()
	out, err := w.command(t, w.m.dir+"/fencepost-run", "--list", "--json").Output()
	must(t, err)
	must(t, json.Unmarshal(out, &list))
	return list
}

// mark is a number of seconds that no other process of the machine sleeps for.
func (w *place) mark(seconds string) string {
	return fmt.Sprintf("%s.%d%d%d", seconds, os.Getpid(), w.uid, len(w.m.engine))
}

// nothing checks that nothing is left of runs: neither here nor in the list. What one owes that was
// killed the next one does.
func (w *place) nothing(t *testing.T, mark string) {
	t.Helper()
	testkit.WaitFor(t, "no process is left", func() bool { return len(world.Running(mark)) == 0 })
	if out, err := w.boxed(t, "true").CombinedOutput(); err != nil || len(out) > 0 {
		t.Errorf("%v %s", err, out)
	}
	if list := w.list(t); len(list) != 0 {
		t.Errorf("the list still has %+v", list)
	}
	left, err := os.ReadDir(w.path("home/.cache/fencepost/runs"))
	must(t, err)
	if len(left) != 0 {
		t.Errorf("files are left: %v", left)
	}
	text, err := os.ReadFile("/proc/self/mountinfo")
	must(t, err)
	if bytes.Contains(text, []byte(w.dir)) {
		t.Error("a mount is left")
	}
}

// TestKeeper: the front ends at once, with its status, and holds no stream; the rest goes on and can
// be listed, until it is ended.
func TestKeeper(t *testing.T) {
	keeping(t, func(t *testing.T, w *place) {
		mark := w.mark("63")
		for _, flags := range [][]string{nil, {"-n", "good.test"}, {"--publish", w.vars["FREE"]}} {
			c := w.boxed(t, `(setsid nohup sleep `+mark+` &) > /dev/null 2>&1 < /dev/null
				echo said; exit 7`, flags...)
			out, _ := c.Output()
			if code := c.ProcessState.ExitCode(); code != 7 || string(out) != "said\n" {
				t.Fatalf("%v: %d %q", flags, code, out)
			}
			var list []going
			testkit.WaitFor(t, "it is in the list", func() bool {
				list = w.list(t)
				return len(list) == 1 && list[0].Ended && len(list[0].Processes) == 1 &&
					list[0].Processes[0].Command == "sleep "+mark
			})
			streams(t, list[0].Server.Pid)
			run := w.m.dir + "/fencepost-run"
			if out, err := w.command(t, run, "--stop", "none").CombinedOutput(); err == nil {
				t.Errorf("something was ended: %s", out)
			}
			if n := len(world.Running(mark)); n == 0 {
				t.Error("it does not go on")
			}
			out, err := w.command(t, run, "--stop", list[0].Run).CombinedOutput()
			if err != nil {
				t.Errorf("--stop: %s %v", out, err)
			}
			w.nothing(t, mark)
		}
	})
}

// streams checks that a keeper holds no file of who called.
func streams(t *testing.T, pid int) {
	t.Helper()
	dir := fmt.Sprintf("/proc/%d/fd", pid)
	names, err := os.ReadDir(dir)
	must(t, err)
	for _, n := range names {
		to, _ := os.Readlink(dir + "/" + n.Name())
		fd, _ := strconv.Atoi(n.Name())
		if fd < 3 && to != "/dev/null" || strings.HasPrefix(to, "pipe:") {
			t.Errorf("the keeper holds %s: %s", n.Name(), to)
		}
	}
	if to, _ := os.Readlink(fmt.Sprintf("/proc/%d/cwd", pid)); to != "/" {
		t.Errorf("the keeper is in %s", to)
	}
}

// TestKeeperKilled kills what serves: nothing of the run is left, in whatever way it went to the
// background.
func TestKeeperKilled(t *testing.T) {
	keeping(t, func(t *testing.T, w *place) {
		mark := w.mark("64")
		for i, signal := range []syscall.Signal{syscall.SIGKILL, syscall.SIGTERM, syscall.SIGHUP} {
			c := w.boxed(t, `(sleep `+mark+`) > /dev/null 2>&1 < /dev/null &
				nohup sleep `+mark+` > /dev/null 2>&1 < /dev/null &
				(setsid sh -c "(sleep `+mark+`; true) & (exec -a x sleep `+mark+`) &" &) > /dev/null 2>&1 < /dev/null
				timeout 60 $TOOL tool answer 127.0.0.1:$FREE inside `+mark+` > /dev/null 2>&1 < /dev/null &
				until $TOOL tool up 127.0.0.1:$FREE; do sleep 0.02; done 2> /dev/null`,
				"--publish", w.vars["FREE"], "--session", "s"+strconv.Itoa(i))
			if out, err := c.CombinedOutput(); err != nil {
				t.Fatalf("%v %s", err, out)
			}
			list := w.list(t)
			if len(list) != 1 || len(list[0].Ports) != 1 ||
				strconv.Itoa(list[0].Ports[0]) != w.vars["FREE"] {
				t.Fatalf("the list is %+v", list)
			}
			published, err := net.Dial("tcp", "127.0.0.1:"+w.vars["FREE"])
			must(t, err)
			must(t, syscall.Kill(list[0].Server.Pid, signal))
			_ = published.SetDeadline(time.Now().Add(time.Minute))
			if b, err := io.ReadAll(published); len(b) > 0 || os.IsTimeout(err) {
				t.Errorf("the connection stays: %q %v", b, err)
			}
			published.Close()
			testkit.WaitFor(t, "the keeper is gone", func() bool { return len(w.list(t)) == 0 })
			w.nothing(t, mark)
			if c, err := net.Dial("tcp", "127.0.0.1:"+w.vars["FREE"]); err == nil {
				c.Close()
				t.Error("a listener is left")
			}
		}
	})
}

// TestFrontKilled kills the front of a run in a session, whose other runs go on.
func TestFrontKilled(t *testing.T) {
	keeping(t, func(t *testing.T, w *place) {
		mark := w.mark("65")
		c := w.boxed(t, "nohup sleep "+mark+" > /dev/null 2>&1 & echo ready; sleep "+mark,
			"--session", "s", "--net", "filtered")
		world.Ready(t, c)
		if list := w.list(t); len(list) != 1 || list[0].Ended || list[0].Session != "s" {
			t.Errorf("the list is %+v", list)
		}
		must(t, c.Process.Kill())
		_ = c.Wait()
		w.nothing(t, mark)

		c = w.boxed(t, "echo ready; sleep "+mark, "--session", "s", "--net", "filtered")
		world.Ready(t, c)
		stop := w.command(t, w.m.dir+"/fencepost-run", "--stop", "s")
		if out, err := stop.CombinedOutput(); err != nil {
			t.Errorf("%v %s", err, out)
		}
		_ = c.Wait()
		if code := c.ProcessState.ExitCode(); code != 137 {
			t.Errorf("a run that was ended has the status %d", code)
		}
		w.nothing(t, mark)
	})
}

// TestSessionPorts: two sessions have a server at the same port, and a run has that of its own.
func TestSessionPorts(t *testing.T) {
	keeping(t, func(t *testing.T, w *place) {
		port := w.vars["FREE"]
		for _, s := range []string{"one", "two"} {
			c := w.boxed(t, "timeout 60 $TOOL tool answer 127.0.0.1:"+port+" "+s+
				" > /dev/null 2>&1 < /dev/null & until $TOOL tool up 127.0.0.1:"+port+
				"; do sleep 0.02; done 2> /dev/null", "--session", s, "--publish", port)
			if out, err := c.CombinedOutput(); err != nil ||
				s == "two" && !strings.Contains(string(out), "is taken on this machine") {
				t.Fatalf("%v %s", err, out)
			}
		}
		for _, s := range []string{"one", "two"} {
			c := w.boxed(t, "$TOOL tool ask localhost:"+port+" r/"+s, "--session", s, "--net", "filtered")
			if out, err := c.CombinedOutput(); err != nil {
				t.Errorf("%v %s", err, out)
			}
			if b, _ := os.ReadFile(w.vars["R"] + "/" + s); string(b) != s {
				t.Errorf("%s has %q", s, b)
			}
		}
		out, err := w.command(t, w.m.dir+"/fencepost-run", "--stop", "all").CombinedOutput()
		must(t, err)
		w.nothing(t, "answer 127.0.0.1:"+port)
		_ = out
	})
}

// TestRunsAreHidden: programs inside do not get at who serves a run, whatever they may write.
func TestRunsAreHidden(t *testing.T) {
	keeping(t, func(t *testing.T, w *place) {
		mark := w.mark("66")
		c := w.boxed(t, "sleep "+mark+" > /dev/null 2>&1 < /dev/null &", "--session", "s",
			"--net", "filtered")
		if out, err := c.CombinedOutput(); err != nil {
			t.Fatalf("%v %s", err, out)
		}
		list := w.list(t)
		if len(list) != 1 {
			t.Fatalf("the list is %+v", list)
		}
		runs := w.path("home/.cache/fencepost/runs")
		inside := `ls ` + runs + `; $TOOL tool order ` + runs + `/` + list[0].Run + `.sock stop
			echo '{}' > ` + runs + `/x.json; $BIN/fencepost-run --stop all
			mv ` + w.path("home/.cache/fencepost") + ` ` + w.path("home/.cache/f") + ` && ls ` +
			w.path("home/.cache/f/runs") + `
			$TOOL tool order ` + w.path("home/.cache/f/runs/") + list[0].Run + `.sock stop`
		for _, flags := range [][]string{nil, {"-w", w.path("home/.cache")},
			{"--net", "open"}, {"--session", "s", "--net", "filtered"}} {
			out, _ := w.boxed(t, inside, flags...).CombinedOutput()
			if n := len(world.Running(mark)); n == 0 {
				t.Fatalf("%v: it was ended from inside: %s", flags, out)
			}
			if strings.Contains(string(out), list[0].Run+".json\n") {
				t.Errorf("%v: the list is seen inside: %s", flags, out)
			}
			_ = os.Rename(w.path("home/.cache/f"), w.path("home/.cache/fencepost"))
		}
		if l, err := os.ReadDir(runs); err != nil || len(l) != 3 {
			t.Errorf("%v %v", l, err)
		}
		must(t, w.command(t, w.m.dir+"/fencepost-run", "--stop", "all").Run())
		w.nothing(t, mark)
	})
}

// TestStale: what is left of a machine that went down is forgotten, and a directory of others is not
// used.
func TestStale(t *testing.T) {
	w := life(t)
	runs := w.path("home/.cache/fencepost/runs")
	must(t, os.MkdirAll(runs, 0o700))
	self := strconv.Itoa(os.Getpid())
	for name, text := range map[string]string{
		"a.json": `{"run":"a","server":{"pid":` + self + `,"start":1,"boot":"other"}}`,
		"b.json": `{"run":"b","server":{"pid":1,"start":1,"boot":"x"}}`,
		"c.json": `no`, "a.sock": "", "d.told": "x",
	} {
		must(t, os.WriteFile(runs+"/"+name, []byte(text), 0o600))
	}
	if list := w.list(t); len(list) != 0 {
		t.Errorf("the list is %+v", list)
	}
	w.nothing(t, "no such process")
	must(t, os.Chmod(runs, 0o755))
	c := w.boxed(t, "true", "--session", "s", "--net", "filtered")
	if out, err := c.CombinedOutput(); err == nil || !strings.Contains(string(out), "this user alone") {
		t.Errorf("%v %s", err, out)
	}
	c = w.boxed(t, "sleep 5 > /dev/null 2>&1 &")
	if out, err := c.CombinedOutput(); err != nil || !strings.Contains(string(out), "have ended with it") {
		t.Errorf("%v %s", err, out)
	}
}

// TestHeldStreams: a stream that the background holds is open as long as that, and no longer.
func TestHeldStreams(t *testing.T) {
	keeping(t, func(t *testing.T, w *place) {
		c := w.boxed(t, "(until [ -e $R/go ]; do sleep 0.02; done; echo late) &", "-n", "good.test")
		r, wr, err := os.Pipe()
		must(t, err)
		c.Stdout = wr
		c.ExtraFiles = []*os.File{wr} // not for the keeper either
		must(t, c.Start())
		wr.Close()
		_ = c.Wait()
		must(t, os.WriteFile(w.vars["R"]+"/go", nil, 0o644))
		out, _ := io.ReadAll(r)
		if string(out) != "late\n" {
			t.Errorf("%q", out)
		}
		testkit.WaitFor(t, "it has ended", func() bool { return len(w.list(t)) == 0 })
	})
}
