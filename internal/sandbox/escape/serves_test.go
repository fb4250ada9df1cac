//go:build linux

package escape

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/fencepost/fencepost/internal/test/testkit"
)

// cost is what the program's own processes have, as the machine sees it.
type cost struct {
	files  int
	ticks  int // of the processor, a hundredth of a second each
	memory int // kB
}

// costs adds up the processes of a machine's program.
func (m *machine) costs(t *testing.T) (c cost) {
	t.Helper()
	names, err := filepath.Glob("/proc/[0-9]*/exe")
	must(t, err)
	for _, name := range names {
		dir := filepath.Dir(name)
		if to, err := os.Readlink(name); err != nil || to != m.dir+"/fencepost-run" {
			continue
		}
		files, err := os.ReadDir(dir + "/fd")
		if err != nil {
			t.Skip("not run: open files are not told to this user")
		}
		c.files += len(files)
		if stat, err := os.ReadFile(dir + "/stat"); err == nil {
			_, rest, _ := bytes.Cut(stat, []byte(") "))
			f := strings.Fields(string(rest))
			for _, i := range []int{11, 12} {
				n, _ := strconv.Atoi(f[i])
				c.ticks += n
			}
		}
		status, _ := os.ReadFile(dir + "/status")
		for line := range strings.Lines(string(status)) {
			if f := strings.Fields(line); len(f) > 1 && f[0] == "VmHWM:" {
				n, _ := strconv.Atoi(f[1])
				c.memory += n
			}
		}
	}
	return c
}

// steps is a run in a street that goes on when it is told.
type steps struct {
	w     *place
	c     *exec.Cmd
	out   bytes.Buffer
	begun int
}

// step is shell text that waits for its turn, and then tells that it is done.
func step(n int, text string) string {
	return fmt.Sprintf("until [ -e $R/do-%d ]; do sleep 0.02; done; { %s\n} && touch $R/done-%d\n", n, text, n)
}

func (w *place) steps(t *testing.T, flags []string, texts ...string) *steps {
	script := ""
	for i, text := range texts {
		script += step(i, text)
	}
	args := append(w.sandbox(&row{Flags: flags}), "bash", "-c", script)
	s := &steps{w: w, c: w.onStreet(t, 4*timeLimit, args)}
	s.c.Stdout, s.c.Stderr = &s.out, &s.out
	must(t, s.c.Start())
	return s
}

// next lets the next step go, and waits until it is done.
func (s *steps) next(t *testing.T) {
	t.Helper()
	must(t, os.WriteFile(fmt.Sprintf("%s/do-%d", s.w.vars["R"], s.begun), nil, 0o644))
	done := fmt.Sprintf("%s/done-%d", s.w.vars["R"], s.begun)
	if !testkit.Eventually(func() bool { return exists(done) }) {
		_ = s.c.Process.Kill()
		_ = s.c.Wait()
		t.Fatalf("step %d never ends\n%s", s.begun, &s.out)
	}
	s.begun++
}

// served runs a test with each engine that gives a run a network of its own.
func served(t *testing.T, f func(t *testing.T, w *place)) {
	m := newMachine(t)
	for _, engine := range []string{"native", "bwrap"} {
		t.Run(engine, func(t *testing.T) {
			e := &machine{dir: m.dir, engine: engine, first: m.first}
			e.works(t, os.Geteuid())
			e.ports(t, &row{Street: true})
			f(t, e.place(t, os.Geteuid()))
		})
	}
}

// settles waits until the program has no more files open than before, and then does nothing.
func (s *steps) settles(t *testing.T, what string, before cost) {
	t.Helper()
	const slack = 3 // pollers and what is just being closed
	var now cost
	if !testkit.Eventually(func() bool {
		now = s.w.m.costs(t)
		return now.files <= before.files+slack
	}) {
		t.Errorf("%s: %d files are open, %d before", what, now.files, before.files)
	}
	time.Sleep(time.Second) // what is measured is a second
	const idle = 10         // of a hundred
	if spent := s.w.m.costs(t).ticks - now.ticks; spent > idle {
		t.Errorf("%s: %d hundredths of a second of the processor in one second", what, spent)
	}
}

// TestLoad (N11): ten thousand connections, more at a time than there may be, such that begin and do
// not go on, and clients that are killed while they send or are sent something: what serves them
// has no file and no work left of it.
func TestLoad(t *testing.T) {
	served(t, func(t *testing.T, w *place) {
		s := w.steps(t, []string{"-n", "good.test", "-n", "good.test:8080"},
			"curl -s -m 5 http://good.test/",
			"$TOOL tool storm good.test > $R/storm & until grep -q open $R/storm; do sleep 0.1; done",
			"kill -9 %1; curl -s -m 5 http://good.test/",
			`$TOOL tool send good.test:8080 & sleep 0.3; kill -9 $!
			curl -s -m 20 --limit-rate 1M http://good.test/large > /dev/null & sleep 0.3; kill -9 $!
			$TOOL tool send good.test:8080 & sleep 0.3; kill -STOP $!; sleep 0.2; kill -9 $!`,
			"true")
		s.next(t)
		before := w.m.costs(t)
		s.next(t)
		// Those that do not go on are closed, although the client holds them.
		s.settles(t, "half a request", before)
		s.next(t)
		s.settles(t, "ten thousand connections", before)
		s.next(t)
		s.settles(t, "a client that was killed", before)
		if now := w.m.costs(t); now.memory > before.memory+120_000 {
			t.Errorf("it has taken %d kB, %d before", now.memory, before.memory)
		}
		s.next(t)
		if err := s.c.Wait(); err != nil {
			t.Errorf("%v\n%s", err, &s.out)
		}
		if now := w.m.costs(t); now.files != 0 {
			t.Errorf("%d files of the program are left", now.files)
		}
	})
}

// TestFlood (N08): many names and packets that are none take a bounded time and memory, and do not
// keep an allowed host from being reached.
func TestFlood(t *testing.T) {
	served(t, func(t *testing.T, w *place) {
		const queries = 100_000
		s := w.steps(t, []string{"-n", "good.test", "-n", "*.wild.test"},
			"$TOOL tool flood 100", fmt.Sprint("$TOOL tool flood ", queries),
			"curl -s -m 5 http://good.test/ | grep -q 'good.test says hello'")
		s.next(t)
		before := w.m.costs(t)
		s.next(t)
		after := w.m.costs(t)
		if grew := after.memory - before.memory; grew > 40_000 {
			t.Errorf("%d kB more of memory", grew)
		}
		if each := float64(after.ticks-before.ticks) * 10_000 / queries; each > 100 {
			t.Errorf("a query takes %.0f µs of the processor", each)
		}
		s.settles(t, "a flood of queries", before)
		s.next(t)
		_ = s.c.Wait()
		text, err := os.ReadFile(w.path("outside/left"))
		must(t, err)
		if strings.Contains(string(text), "wild") || strings.Contains(string(text), "evil") {
			t.Errorf("queries have left: %.300s", text)
		}
		if n := bytes.Count(s.out.Bytes(), []byte("\n")); n > 60 {
			t.Errorf("%d lines are told", n)
		}
	})
}
