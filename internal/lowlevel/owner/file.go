package owner

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"syscall"
)

// Whose says which files Read reads.
type Whose bool

const (
	Anyone Whose = false // all, and what a link leads to
	Own    Whose = true  // the user's: no link, and nobody else can write it
)

type fileError string

// Errors of Read, beside those of package os.
const (
	ErrNotFile  fileError = "it is not a regular file"
	ErrTooLarge fileError = "it is too large"
	ErrNotOwn   fileError = "somebody else can write it"
)

func (e fileError) Error() string { return string(e) }

// Read reads a regular file of at most limit bytes. O_NONBLOCK keeps the open of a FIFO from waiting
// for a writer. A file below /proc says that it is empty, and is not.
func Read(path string, limit int, whose Whose) ([]byte, error) {
	flags := os.O_RDONLY | syscall.O_NONBLOCK
	if whose == Own {
		flags |= noFollow
	}
	f, err := os.OpenFile(path, flags, 0)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	switch {
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, ErrNotFile
	case whose == Own && !alone(path, info):
		return nil, ErrNotOwn
	}
	var b bytes.Buffer
	b.Grow(int(min(info.Size(), int64(limit))) + bytes.MinRead)
	if _, err := b.ReadFrom(io.LimitReader(f, int64(limit)+1)); err != nil {
		return nil, err
	}
	if b.Len() > limit {
		return nil, ErrTooLarge
	}
	return b.Bytes(), nil
}

// Write writes a file of the user's own, in a directory that only the user can read. The file is
// whole or not there.
func Write(file string, data []byte) error {
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		return err
	}
	f, err := os.CreateTemp(filepath.Dir(file), ".new-*") // mode 0600
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if err = errors.Join(err, f.Close()); err == nil {
		err = os.Rename(f.Name(), file)
	}
	if err != nil {
		os.Remove(f.Name())
	}
	return err
}
