package audit

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
)

// Append writes the entry as one line, with one write to a file opened for appending. A log that is
// a link or no regular file is refused. A log that would grow beyond MaxBytes is rotated; where
// another process has it open, that fails and the log stays as it is.
func Append(opts Options, e *Entry) error {
	if !filepath.IsAbs(opts.Path) {
		return fmt.Errorf("audit log %q: the path is not absolute", opts.Path)
	}
	line := e.Line()
	if err := os.MkdirAll(filepath.Dir(opts.Path), 0o700); err != nil {
		return err
	}
	if info, err := os.Lstat(opts.Path); err == nil {
		if !info.Mode().IsRegular() {
			return fmt.Errorf("audit log %s: not a regular file", opts.Path)
		}
		if opts.MaxBytes > 0 && info.Size() > 0 && info.Size()+int64(len(line)) > opts.MaxBytes {
			rotate(opts)
		}
	}
	f, err := os.OpenFile(opts.Path, os.O_WRONLY|os.O_APPEND|os.O_CREATE, 0o600)
	if err != nil {
		return err
	}
	if _, err := f.Write(line); err != nil {
		f.Close()
		return err
	}
	return f.Close()
}

func rotate(opts Options) {
	if opts.Keep <= 0 {
		_ = os.Remove(opts.Path)
		return
	}
	for n := opts.Keep; n > 1; n-- {
		_ = os.Rename(numbered(opts.Path, n-1), numbered(opts.Path, n))
	}
	_ = os.Rename(opts.Path, numbered(opts.Path, 1))
}

func numbered(path string, n int) string { return path + "." + strconv.Itoa(n) }
