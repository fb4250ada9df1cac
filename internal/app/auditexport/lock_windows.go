package auditexport

import (
	"os"

	"golang.org/x/sys/windows"
)

// lockFile takes the lock of an open file, without waiting. It ends with the process, or when the
// file is closed. What is locked is a byte far behind the file's end, because nobody could read one
// that is.
func lockFile(f *os.File) error {
	const far = 1 << 30
	return windows.LockFileEx(windows.Handle(f.Fd()),
		windows.LOCKFILE_EXCLUSIVE_LOCK|windows.LOCKFILE_FAIL_IMMEDIATELY, 0, 1, 0,
		&windows.Overlapped{OffsetHigh: far})
}
