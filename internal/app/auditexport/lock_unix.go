//go:build !windows

package auditexport

import (
	"os"
	"syscall"
)

// lockFile takes the lock of an open file, without waiting. It ends with the process, or when the
// file is closed.
func lockFile(f *os.File) error {
	return syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
}
