//go:build unix

package fence

import (
	"io/fs"
	"os"
	"syscall"
)

// ownedByUser reports whether a file belongs to the user that runs the gate.
func ownedByUser(info fs.FileInfo) bool {
	st, ok := info.Sys().(*syscall.Stat_t)
	return !ok || int(st.Uid) == os.Geteuid()
}
