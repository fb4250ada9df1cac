//go:build !windows

package paths

import (
	"io/fs"
	"os"
	"syscall"
)

// owned reports whether a file belongs to the user that runs the gate.
func owned(info fs.FileInfo) bool {
	st, ok := info.Sys().(*syscall.Stat_t)
	return ok && int(st.Uid) == os.Geteuid()
}
