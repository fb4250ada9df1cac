//go:build unix

package tune

import (
	"os"
	"runtime"
	"runtime/debug"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/fencepost/fencepost/internal/test/testkit"
)

// TestMillion: a log of a million calls is read in a minute and 200 MB.
func TestMillion(t *testing.T) {
	testkit.Nightly(t, "takes a minute and 400 MB of the temporary directory")
	w := newWorld(t)
	l := newLogger(t, w)
	var users []*user
	for seed := range 8 {
		users = append(users, newUser(uint64(seed+1), w.projects))
	}
	for i := range 1_000_000 {
		l.write(users[i%len(users)].event())
	}
	l.close(t)
	clear(w.decided)
	runtime.GC()
	debug.FreeOSMemory()
	var most atomic.Uint64
	stop := make(chan struct{})
	go func() {
		for {
			select {
			case <-stop:
				return
			case <-time.After(50 * time.Millisecond):
				var m runtime.MemStats
				runtime.ReadMemStats(&m)
				most.Store(max(most.Load(), m.Sys-m.HeapReleased))
			}
		}
	}()
	start, before := time.Now(), cpuTime(t)
	r, err := Learn(Options{Files: []string{l.path}, Gate: w.gate})
	took, cpu := time.Since(start), cpuTime(t)-before
	close(stop)
	if err != nil {
		t.Fatal(err)
	}
	info, _ := os.Stat(l.path)
	t.Logf("%d MB, %d asks, %d rules: %v, %v of the processors, %d MB at most", info.Size()>>20,
		r.Asked, len(r.Proposals), took, cpu, most.Load()>>20)
	// The time of the processors does not depend on what else the machine does.
	if cpu > time.Minute || most.Load() > 200<<20 {
		t.Errorf("want a minute and 200 MB")
	}
}

// cpuTime is the time that the processors have worked for this process.
func cpuTime(t *testing.T) time.Duration {
	t.Helper()
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		t.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
