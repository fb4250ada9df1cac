//go:build unix

package policy

import (
	"os"
	"syscall"
)

// ReadOwn reads a file of the user's own: it is no link, nobody else can write it, and it is not
// larger than limit.
func ReadOwn(path string, limit int) ([]byte, error) {
	f, err := os.OpenFile(path, os.O_RDONLY|syscall.O_NONBLOCK|syscall.O_NOFOLLOW, 0)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	st, _ := info.Sys().(*syscall.Stat_t)
	switch {
	case !info.Mode().IsRegular(), info.Size() > int64(limit):
		return nil, ErrNotFile
	case int64(st.Uid) != int64(os.Geteuid()), info.Mode()&0o022 != 0:
		return nil, errNotOwn
	}
	return readAll(f, info.Size(), limit)
}
