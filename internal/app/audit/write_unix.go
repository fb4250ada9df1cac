//go:build !windows

package audit

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"syscall"
)

// Append writes the entry as one line, with one write to a file opened for appending, so that lines
// of several processes never mix. The log is created with mode 0600 and its directories with mode
// 0700. A log that is a link or no regular file, or that another user owns or everybody can
// replace, is refused.
//
// The process that gets a lock on the log rotates it when it would grow beyond MaxBytes. Another
// process that writes at that time appends to the rotated log.
func Append(opts Options, e *Entry) error {
	line := e.Line()
	fd, size, err := open(opts.Path)
	if err != nil {
		return err
	}
	if opts.MaxBytes > 0 && size > 0 && size+int64(len(line)) > opts.MaxBytes && lock(fd) {
		rotate(opts, fd)
		again, _, err := open(opts.Path)
		syscall.Close(fd) // and unlock
		if err != nil {
			return err
		}
		fd = again
	}
	defer syscall.Close(fd)
	n, err := syscall.Write(fd, line)
	for err == syscall.EINTR {
		n, err = syscall.Write(fd, line)
	}
	if err != nil {
		return &fs.PathError{Op: "write", Path: opts.Path, Err: err}
	}
	if n < len(line) { // a full disk: end the torn line, so that the next one is whole
		_, _ = syscall.Write(fd, []byte{'\n'})
		return fmt.Errorf("%s: only %d of %d bytes of an entry were written", opts.Path, n, len(line))
	}
	return nil
}

// open opens the log for appending and returns its size.
func open(path string) (fd int, size int64, err error) {
	if !filepath.IsAbs(path) {
		return -1, 0, fmt.Errorf("audit log %q: the path is not absolute", path)
	}
	if err := checkDir(filepath.Dir(path)); err != nil {
		return -1, 0, err
	}
	// O_NONBLOCK: a FIFO in the log's place must not hold up the gate.
	const flags = syscall.O_WRONLY | syscall.O_APPEND | syscall.O_CREAT | syscall.O_NOFOLLOW |
		syscall.O_NONBLOCK | syscall.O_CLOEXEC
	for {
		fd, err = syscall.Open(path, flags, 0o600)
		if err != syscall.EINTR {
			break
		}
	}
	if err != nil {
		return -1, 0, &fs.PathError{Op: "open", Path: path, Err: err}
	}
	var st syscall.Stat_t
	if err := syscall.Fstat(fd, &st); err != nil {
		syscall.Close(fd)
		return -1, 0, &fs.PathError{Op: "stat", Path: path, Err: err}
	}
	if st.Mode&syscall.S_IFMT != syscall.S_IFREG || int(st.Uid) != os.Geteuid() {
		syscall.Close(fd)
		return -1, 0, fmt.Errorf("audit log %s: not a regular file of this user", path)
	}
	if st.Mode&0o077 != 0 {
		_ = syscall.Fchmod(fd, 0o600)
	}
	return fd, st.Size, nil
}

// checkDir makes the directory of the log if it is missing. It refuses one in which others could put
// something in the log's place.
func checkDir(dir string) error {
	var st syscall.Stat_t
	err := syscall.Stat(dir, &st)
	if err == syscall.ENOENT {
		if err := os.MkdirAll(dir, 0o700); err != nil {
			return err
		}
		err = syscall.Stat(dir, &st)
	}
	if err != nil {
		return &fs.PathError{Op: "stat", Path: dir, Err: err}
	}
	switch {
	case st.Mode&syscall.S_IFMT != syscall.S_IFDIR:
		return &fs.PathError{Op: "open", Path: dir, Err: syscall.ENOTDIR}
	case int(st.Uid) != os.Geteuid():
		return fmt.Errorf("audit log directory %s: owned by another user", dir)
	case st.Mode&0o002 != 0:
		return fmt.Errorf("audit log directory %s: writable by everybody; chmod o-w it", dir)
	}
	return nil
}

// lock takes the log's lock without waiting. A process that does not get it leaves the rotation to
// the process that did.
func lock(fd int) bool { return syscall.Flock(fd, syscall.LOCK_EX|syscall.LOCK_NB) == nil }

// rotate moves the log away if fd still is the log: another process may have moved it before this
// one took the lock. The oldest log is overwritten. An error leaves a log that is too large, which
// is better than none.
func rotate(opts Options, fd int) {
	var now, mine syscall.Stat_t
	if syscall.Lstat(opts.Path, &now) != nil || syscall.Fstat(fd, &mine) != nil ||
		now.Ino != mine.Ino || now.Dev != mine.Dev {
		return
	}
	if opts.Keep <= 0 {
		_ = syscall.Unlink(opts.Path)
		return
	}
	for n := opts.Keep; n > 1; n-- {
		_ = syscall.Rename(numbered(opts.Path, n-1), numbered(opts.Path, n))
	}
	_ = syscall.Rename(opts.Path, numbered(opts.Path, 1))
}

func numbered(path string, n int) string { return path + "." + strconv.Itoa(n) }
