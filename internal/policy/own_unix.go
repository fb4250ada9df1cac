//go:build unix

package policy

import (
	"io/fs"
	"os"
	"syscall"
)

// ReadOwn reads a file of the user's own: it is no link, nobody else can write it, and it is not
// larger than limit.
func ReadOwn(path string, limit int) ([]byte, error) {
	return readRegular(path, syscall.O_NOFOLLOW, limit, func(info fs.FileInfo) error {
		st, _ := info.Sys().(*syscall.Stat_t)
		switch {
		case info.Size() > int64(limit):
			return ErrNotFile
		case int64(st.Uid) != int64(os.Geteuid()), info.Mode()&0o022 != 0:
			return errNotOwn
		}
		return nil
	})
}
