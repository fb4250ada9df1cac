package record

import (
	"os"
	"syscall"
	"time"
)

// ChangedAt is when a file, or what is known of it, was changed last: nobody can set that.
func ChangedAt(info os.FileInfo) time.Time {
	if s, ok := info.Sys().(*syscall.Stat_t); ok {
		return time.Unix(int64(s.Ctimespec.Sec), int64(s.Ctimespec.Nsec))
	}
	return info.ModTime()
}
