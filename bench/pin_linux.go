package bench

import (
	"runtime"

	"golang.org/x/sys/unix"
)

// onOneProcessor calls f with this thread, and so every process that f starts, on one processor
// alone. It reports whether the system lets it.
func onOneProcessor(f func() error) (pinned bool, err error) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	var all, one unix.CPUSet
	if unix.SchedGetaffinity(0, &all) != nil {
		return false, f()
	}
	for cpu := 0; one.Count() == 0 && cpu < 64*len(all); cpu++ {
		if all.IsSet(cpu) {
			one.Set(cpu)
		}
	}
	if unix.SchedSetaffinity(0, &one) != nil {
		return false, f()
	}
	defer func() { _ = unix.SchedSetaffinity(0, &all) }()
	return true, f()
}
