//go:build unix

package policy

import (
	"os"
	"syscall"
)

// ReadOwn reads a file of the user's own in five system calls: it is no link, nobody else can write
// it, and it is not larger than limit.
func ReadOwn(path string, limit int) ([]byte, error) {
	fd, err := retry(func() (int, error) {
		return syscall.Open(path,
			syscall.O_RDONLY|syscall.O_CLOEXEC|syscall.O_NONBLOCK|syscall.O_NOFOLLOW, 0)
	})
	if err != nil {
		return nil, err
	}
	defer syscall.Close(fd)
	var st syscall.Stat_t
	if err := syscall.Fstat(fd, &st); err != nil {
		return nil, err
	}
	switch {
	case st.Mode&syscall.S_IFMT != syscall.S_IFREG, st.Size > int64(limit):
		return nil, ErrNotFile
	case int64(st.Uid) != int64(os.Geteuid()), st.Mode&0o022 != 0:
		return nil, errNotOwn
	}
	return readAll(fd, st.Size, limit)
}
