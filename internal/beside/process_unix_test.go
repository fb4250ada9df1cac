//go:build unix

package beside

import (
	"syscall"
	"testing"
	"time"
)

// Of programs that were ended, few are left uncollected however many there were.
func TestLeftover(t *testing.T) {
	for range 3 * maxLeft {
		begin(t, "silent", time.Minute).Close()
	}
	left.mu.Lock()
	defer left.mu.Unlock()
	if n := len(left.pids); n > maxLeft {
		t.Errorf("%d programs are not collected", n)
	}
	for _, pid := range left.pids {
		if !collected(pid, 0) {
			t.Errorf("%d does not end", pid)
		}
	}
	left.pids = nil
	if pid, err := syscall.Wait4(-1, nil, syscall.WNOHANG, nil); err != syscall.ECHILD {
		t.Errorf("there is a program left: %d, %v", pid, err)
	}
}
