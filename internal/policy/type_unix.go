//go:build unix

package policy

import (
	"io/fs"
	"syscall"
)

// fileType says of which type the file at a path is, as os.Lstat does, which makes more of it.
func fileType(path string) (fs.FileMode, error) {
	var st syscall.Stat_t
	err := syscall.Lstat(path, &st)
	for err == syscall.EINTR {
		err = syscall.Lstat(path, &st)
	}
	switch {
	case err == syscall.ENOENT:
		return 0, fs.ErrNotExist
	case err != nil:
		return 0, &fs.PathError{Op: "lstat", Path: path, Err: err}
	}
	switch st.Mode & syscall.S_IFMT {
	case syscall.S_IFDIR:
		return fs.ModeDir, nil
	case syscall.S_IFLNK:
		return fs.ModeSymlink, nil
	case syscall.S_IFREG:
		return 0, nil
	}
	return fs.ModeIrregular, nil
}
