//go:build unix

package policy

import "syscall"

// ReadRegular reads a regular file, or what a link leads to, of at most limit bytes, in five system
// calls: open, fstat, read, read, close. Package os would first try to have it watched by the
// poller. O_NONBLOCK keeps the open of a FIFO from waiting for a writer.
func ReadRegular(path string, limit int) ([]byte, error) {
	fd, err := retry(func() (int, error) {
		return syscall.Open(path, syscall.O_RDONLY|syscall.O_CLOEXEC|syscall.O_NONBLOCK, 0)
	})
	if err != nil {
		return nil, err
	}
	defer syscall.Close(fd)
	var st syscall.Stat_t
	if err := syscall.Fstat(fd, &st); err != nil {
		return nil, err
	}
	if st.Mode&syscall.S_IFMT != syscall.S_IFREG {
		return nil, ErrNotFile
	}
	if st.Size > int64(limit) {
		return nil, ErrTooLarge
	}
	data, err := readAll(fd, st.Size, limit)
	if len(data) > limit {
		return nil, ErrTooLarge
	}
	return data, err
}

// readAll reads a file of about that size, and not much more than limit. Files below /proc say that
// they are empty.
func readAll(fd int, size int64, limit int) ([]byte, error) {
	if size == 0 {
		size = 2 << 10
	}
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
