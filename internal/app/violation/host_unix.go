//go:build unix

package violation

import "syscall"

// The modes of access(2).
const (
	mayExec  = 1
	mayWrite = 2
	mayRead  = 4
)

// Writable implements Host. Who may write a directory and not enter it can make nothing there.
func (m Machine) Writable(path string) bool {
	mode := uint32(mayWrite)
	if m.Kind(path) == Dir {
		mode |= mayExec
	}
	return syscall.Access(path, mode) == nil
}

// Readable implements Host.
func (Machine) Readable(path string) bool { return syscall.Access(path, mayRead) == nil }
