//go:build unix

package policy

import (
	"errors"
	"io/fs"
	"syscall"
)

// readFile reads a config file in four system calls: open, fstat, read, read. Package os would first try to have a
// regular file watched by the poller. O_NONBLOCK keeps the open of a FIFO from waiting for a writer.
func readFile(path string) ([]byte, error) {
	fd, err := retry(func() (int, error) {
		return syscall.Open(path, syscall.O_RDONLY|syscall.O_CLOEXEC|syscall.O_NONBLOCK, 0)
	})
	if errors.Is(err, fs.ErrNotExist) {
		return nil, errDangling // its name was there a moment ago
	}
	if err != nil {
		return nil, err
	}
	defer syscall.Close(fd)
	var st syscall.Stat_t
	if err := syscall.Fstat(fd, &st); err != nil {
		return nil, err
	}
	if st.Mode&syscall.S_IFMT != syscall.S_IFREG {
		return nil, errNotFile
	}
	if st.Size > maxSize {
		return make([]byte, maxSize+1), nil // Parse refuses it without looking at it
	}
	return readAll(fd, st.Size, maxSize)
}

// readAll reads a file of about that size, and not much more than limit.
func readAll(fd int, size int64, limit int) ([]byte, error) {
	buf := make([]byte, 0, size+1)
	for len(buf) <= limit {
		if len(buf) == cap(buf) {
			buf = append(buf, 0)[:len(buf)]
		}
		n, err := retry(func() (int, error) { return syscall.Read(fd, buf[len(buf):cap(buf)]) })
		if err != nil {
			return nil, err
		}
		if n == 0 {
			break
		}
		buf = buf[:len(buf)+n]
	}
	return buf, nil
}

// retry repeats a system call that a signal interrupted.
func retry(call func() (int, error)) (int, error) {
	for {
		n, err := call()
		if err != syscall.EINTR {
			return n, err
		}
	}
}
