//go:build linux

package escape

import (
	"bytes"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"github.com/fencepost/fencepost/internal/test/testkit"
	"github.com/fencepost/fencepost/internal/test/testkit/world"
)

// bothEngines runs a test with each engine that keeps all, as this user.
func bothEngines(t *testing.T, f func(t *testing.T, w *place)) {
	m := newMachine(t)
	for _, engine := range []string{"native", "bwrap"} {
		t.Run(engine, func(t *testing.T) {
			m.engine = engine
			m.works(t, os.Geteuid())
			f(t, m.place(t, os.Geteuid()))
		})
	}
}

// traces is what runs could leave behind.
type traces struct {
	children []string // processes; those whose parent is gone come to this one
	files    string
	mounts   int
	open     int // files of this process
}

func (w *place) traces(t *testing.T) traces {
	t.Helper()
	var tr traces
	stats, err := filepath.Glob("/proc/[0-9]*/stat")
	must(t, err)
	for _, name := range stats {
		text, _ := os.ReadFile(name)
		f := strings.Fields(string(text[bytes.LastIndexByte(text, ')')+1:]))
		if len(f) > 1 && f[1] == strconv.Itoa(os.Getpid()) {
			tr.children = append(tr.children, string(text[:bytes.IndexByte(text, ')')+1]))
		}
	}
	out, err := w.command(t, "sh", "-c", "find $W | grep -v /home/p/r/ | sort").CombinedOutput()
	must(t, err)
	tr.files = string(out)
	mounts, err := os.ReadFile("/proc/self/mountinfo")
	must(t, err)
	tr.mounts = bytes.Count(mounts, []byte(w.dir))
	open, err := os.ReadDir("/proc/self/fd")
	must(t, err)
	tr.open = len(open)
	return tr
}

// collect takes the ends of processes whose parent is gone.
func collect(known []string) {
	stats, _ := filepath.Glob("/proc/[0-9]*/stat")
	for _, name := range stats {
		text, _ := os.ReadFile(name)
		f := strings.Fields(string(text[bytes.LastIndexByte(text, ')')+1:]))
		zombie := len(f) > 1 && f[0] == "Z" && f[1] == strconv.Itoa(os.Getpid())
		if zombie && !slices.Contains(known, string(text[:bytes.IndexByte(text, ')')+1])) {
			pid, _ := strconv.Atoi(strings.Split(name, "/")[2])
			_, _ = syscall.Wait4(pid, nil, syscall.WNOHANG, nil)
		}
	}
}

// TestManyAtOnce has runs in one project at the same time, one of which is killed: the others do what
// they should, and no process, file, mount or listener is left.
func TestManyAtOnce(t *testing.T) {
	must(t, unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0))
	defer func() { _ = unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 0, 0, 0, 0) }()
	bothEngines(t, manyAtOnce)
}

func manyAtOnce(t *testing.T, w *place) {
	const runs, victim = 50, 17
	port := world.FreePort(t)
	// What all runs of a user share is made by the first.
	if out, err := w.boxed(t, "true", "-n", "x.test").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	before := w.traces(t)
	mark := "62." + strconv.Itoa(os.Getpid())
	var wait sync.WaitGroup
	var errs [runs]error
	limit := make(chan bool, 10)
	for i := range runs {
		limit <- true
		wait.Go(func() {
			defer func() { <-limit }()
			if i == victim {
				c := w.boxed(t, "echo started; sleep "+mark, "--publish", port)
				world.Ready(t, c)
				_ = c.Process.Kill()
				_ = c.Wait()
				return
			}
			script := fmt.Sprintf("cat a.txt > r/%d && ! cat ~/.netrc 2>/dev/null && "+
				"! echo x > .git/config", i)
			var flags []string
			if i%3 == 0 {
				flags = []string{"-n", "x.test"}
			}
			out, err := w.boxed(t, script, flags...).CombinedOutput()
			if err != nil {
				errs[i] = fmt.Errorf("%w: %s", err, out)
			}
		})
	}
	wait.Wait()
	for i, err := range errs {
		if err != nil || i != victim && !exists(w.vars["R"]+"/"+strconv.Itoa(i)) {
			t.Errorf("run %d: %v", i, err)
		}
	}
	w.leaves(t, before)
	if c, err := net.Dial("tcp", "127.0.0.1:"+port); err == nil {
		c.Close()
		t.Error("the published port is open")
	}
}

// leaves compares what there is with what there was. The kernel takes some time.
func (w *place) leaves(t *testing.T, before traces) {
	t.Helper()
	var after traces
	testkit.Eventually(func() bool {
		collect(before.children)
		after = w.traces(t)
		return slices.Equal(after.children, before.children) && after.open == before.open
	})
	if !slices.Equal(after.children, before.children) {
		t.Errorf("processes: %q, before %q", after.children, before.children)
	}
	if after.files != before.files {
		t.Errorf("other files than before:\n%s\n%s", before.files, after.files)
	}
	if after.mounts != before.mounts || after.open != before.open {
		t.Errorf("%d mounts and %d open files, before %d and %d", after.mounts, after.open,
			before.mounts, before.open)
	}
}

// TestSocketsComeAndGo has sockets of the machine come and go while plans are made and carried out.
func TestSocketsComeAndGo(t *testing.T) { bothEngines(t, vanishing) }

func vanishing(t *testing.T, w *place) {
	end, over := make(chan bool), make(chan bool)
	go func() {
		defer close(over)
		for i := 0; ; i++ {
			select {
			case <-end:
				return
			default:
			}
			for _, dir := range []string{w.dir + "/run", w.vars["P"]} {
				if l, err := net.Listen("unix", fmt.Sprintf("%s/s%d", dir, i%5)); err == nil {
					time.Sleep(time.Millisecond)
					l.Close()
				}
			}
		}
	}()
	for range 12 {
		if out, err := w.boxed(t, "true").CombinedOutput(); err != nil {
			t.Errorf("%v: %s", err, out)
		}
	}
	close(end)
	<-over
}
