//go:build unix

package bench

import (
	"os"
	"syscall"
)

// faultsOf are the minor page faults of a process and of what it has waited for.
func faultsOf(state *os.ProcessState) (n int64, ok bool) {
	u, ok := state.SysUsage().(*syscall.Rusage)
	if !ok || u == nil {
		return 0, false
	}
	return int64(u.Minflt), true
}
