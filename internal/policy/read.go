package policy

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"syscall"
)

// MaxSize bounds a config file, in bytes.
const MaxSize = 1 << 20

// Read makes a document of what a config file holds. Errors close the fence; warnings name rules
// that were dropped. The document is never nil and is fit for use if there is no error.
//
// Package parse sets it to its reader of YAML. A program without one can read no config, which is an
// error of each.
var Read = func(file string, data []byte) (doc *Document, errors, warnings []Problem) {
	return &Document{File: file}, []Problem{{File: file, Text: "this program cannot read configs",
		Mend: "install it anew"}}, nil
}

// ReadRegular reads a regular file, or what a link leads to, of at most limit bytes.
func ReadRegular(path string, limit int) ([]byte, error) {
	return readRegular(path, 0, limit, func(fs.FileInfo) error { return nil })
}

// readRegular is ReadRegular for a file that passes a check. O_NONBLOCK keeps the open of a FIFO from
// waiting for a writer; files below /proc say that they are empty.
func readRegular(path string, flags, limit int, check func(fs.FileInfo) error) ([]byte, error) {
	f, err := os.OpenFile(path, os.O_RDONLY|syscall.O_NONBLOCK|flags, 0)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, ErrNotFile
	}
	if err := check(info); err != nil {
		return nil, err
	}
	if info.Size() > int64(limit) {
		return nil, ErrTooLarge
	}
	var b bytes.Buffer
	b.Grow(int(info.Size()) + bytes.MinRead)
	if _, err := b.ReadFrom(io.LimitReader(f, int64(limit)+1)); err != nil {
		return nil, err
	}
	if b.Len() > limit {
		return nil, ErrTooLarge
	}
	return b.Bytes(), nil
}

// readFile reads a config file. Of one that is too large Read gets something that it refuses
// without looking at it.
func readFile(path string) ([]byte, error) {
	data, err := ReadRegular(path, MaxSize)
	switch {
	case err == ErrTooLarge:
		return make([]byte, MaxSize+1), nil
	case errors.Is(err, fs.ErrNotExist):
		return nil, errDangling // its name was there a moment ago
	}
	return data, err
}
