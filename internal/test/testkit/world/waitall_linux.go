package world

import (
	"os"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// adopt makes this process the parent of what its children leave behind.
func adopt() { _ = unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) }

// WaitForAll waits, in a box, until everything that was started there has ended. What goes on for
// longer than limit is killed. Nothing that this program started may be waited for elsewhere
// meanwhile.
func WaitForAll(limit time.Duration) {
	const first = 1
	if os.Getenv(variable) == "" || os.Getppid() != first {
		panic("not in a box") // it would kill the processes of the machine
	}
	over := make(chan bool)
	defer close(over)
	go func() {
		for wait := limit; ; wait = time.Millisecond {
			select {
			case <-over:
				return
			case <-time.After(wait):
				_ = syscall.Kill(-1, syscall.SIGKILL)
			}
		}
	}()
	for {
		if _, err := syscall.Wait4(-1, nil, 0, nil); err == syscall.ECHILD {
			return
		}
	}
}
