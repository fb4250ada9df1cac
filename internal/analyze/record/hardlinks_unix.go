//go:build unix

package record

import (
	"os"
	"syscall"
)

// HardLinks is the number of names that a file has.
func HardLinks(info os.FileInfo) uint64 {
	if s, ok := info.Sys().(*syscall.Stat_t); ok {
		return uint64(s.Nlink)
	}
	return 0
}
