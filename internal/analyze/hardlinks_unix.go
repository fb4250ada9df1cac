//go:build unix

package analyze

import (
	"os"
	"syscall"
)

// hardLinks is the number of names that a file has.
func hardLinks(info os.FileInfo) uint64 {
	if s, ok := info.Sys().(*syscall.Stat_t); ok {
		return uint64(s.Nlink)
	}
	return 0
}
