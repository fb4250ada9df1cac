//go:build unix

package wrap

import (
	"io/fs"
	"os"
	"syscall"
)

// ownFile reports whether a file belongs to the user, under one name alone.
func ownFile(info fs.FileInfo) bool {
	st, ok := info.Sys().(*syscall.Stat_t)
	return ok && int(st.Uid) == os.Geteuid() && st.Nlink == 1
}
