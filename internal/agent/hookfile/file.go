package hookfile

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// File is a settings file as it is, or as it would be where there is none.
type File struct {
	Name string // as it was named
	path string // what a link leads to
	Old  []byte // nil where there is no file
	mode fs.FileMode
	Root Object
}

// Read reads a settings file. That there is none is no error.
func Read(name string) (*File, error) {
	f, err := ReadText(name)
	if err != nil || blank(f.Old) {
		return f, err
	}
	if f.Root, err = ParseObject(f.Old[skipMark(f.Old):]); err != nil {
		return nil, fmt.Errorf("%s%s: %v; mend the file first, nothing was changed",
			name, lineOf(f.Old, err), err)
	}
	return f, nil
}

// Tree returns the text of the file for an edit.
func (f *File) Tree() *Tree { return &Tree{Text: bytes.Clone(f.Old)} }

// Write puts a new text in the place of the old one, which it keeps beside it. It returns the name
// of that copy, "" where there was no file.
func (f *File) Write(text []byte) (backup string, err error) {
	if err := os.MkdirAll(filepath.Dir(f.path), 0o755); err != nil {
		return "", err
	}
	if f.Old != nil {
		if backup, err = Keep(f.path, f.Old, f.mode); err != nil {
			return "", err
		}
	}
	return backup, f.replace(text)
}

// replace writes the text without a copy of the old one.
func (f *File) replace(text []byte) error {
	tmp, err := os.CreateTemp(filepath.Dir(f.path), ".fencepost-*")
	if err != nil {
		return err
	}
	defer os.Remove(tmp.Name())
	_, err = tmp.Write(text)
	if err = errors.Join(err, tmp.Chmod(f.mode), tmp.Close()); err != nil {
		return err
	}
	return os.Rename(tmp.Name(), f.path)
}

// backupName is the name of copy n of a file.
func backupName(path string, n int) string { return fmt.Sprintf("%s.before-fencepost.%d", path, n) }

// Keep writes a copy under the first name that is free.
func Keep(path string, data []byte, mode fs.FileMode) (string, error) {
	for n := 1; ; n++ {
		name := backupName(path, n)
		f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
		if errors.Is(err, fs.ErrExist) {
			continue
		}
		if err != nil {
			return "", err
		}
		_, err = f.Write(data)
		return name, errors.Join(err, f.Close())
	}
}

// undo takes an installation out of the file. Where a copy from before it is there, and the file
// is what the installation made of it, the file becomes that copy again, byte for byte, or goes
// away where there was none; else only what the installation put in is taken out. Copies that have
// no use any more go, and so does a directory that the installation made.
//
// drop takes the installation out of a text, and redo puts what drop has taken from the present
// text into another one, as the installation would.
func (f *File) undo(drop, redo edit) (changed bool, err error) {
	if f.Old == nil {
		return false, nil
	}
	text, err := drop(bytes.Clone(f.Old))
	if err != nil || bytes.Equal(text, f.Old) {
		return false, err
	}
	copies := f.copies()
	before, found := f.before(copies, drop, redo)
	switch {
	case found && before == nil:
		err = os.Remove(f.path)
		os.Remove(filepath.Dir(f.path)) // where it is empty
	case found:
		text = before
		fallthrough
	default:
		err = f.replace(text)
	}
	if err != nil {
		return false, err
	}
	for _, c := range copies {
		rest, err := drop(bytes.Clone(c.text))
		between := found && err == nil && !bytes.Equal(rest, c.text) // of two installations
		if between || bytes.Equal(c.text, text) {
			os.Remove(c.name)
		}
	}
	return true, nil
}

// edit changes a text.
type edit = func(text []byte) ([]byte, error)

// before finds the text from which the installation made the present one; nil where there was no
// file.
func (f *File) before(copies []copied, drop, redo edit) (text []byte, found bool) {
	makes := func(from []byte) bool {
		got, err := redo(bytes.Clone(from))
		return err == nil && bytes.Equal(got, f.Old)
	}
	for _, c := range copies {
		rest, err := drop(bytes.Clone(c.text))
		if err == nil && bytes.Equal(rest, c.text) && makes(c.text) {
			return c.text, true
		}
	}
	return nil, makes(nil)
}

// copied is a copy of the file from before a change.
type copied struct {
	name string
	text []byte
}

// copies returns the copies of the file, the newest first.
func (f *File) copies() []copied {
	var list []copied
	for n := 1; ; n++ {
		name := backupName(f.path, n)
		text, err := os.ReadFile(name)
		if err != nil {
			return list
		}
		list = append([]copied{{name, text}}, list...)
	}
}

// cause is an error of the file system without the name of the file.
func cause(err error) string {
	var perr *fs.PathError
	if errors.As(err, &perr) {
		return perr.Err.Error()
	}
	return err.Error()
}

// NewMode sets the mode for a file that is not there yet.
func (f *File) NewMode(mode fs.FileMode) {
	if f.Old == nil {
		f.mode = mode
	}
}

// ReadText reads a file that is no JSON.
func ReadText(name string) (*File, error) {
	f := &File{Name: name, path: name, mode: 0o600}
	if real, err := filepath.EvalSymlinks(name); err == nil {
		f.path = real
	}
	data, err := os.ReadFile(f.path)
	if errors.Is(err, fs.ErrNotExist) {
		return f, nil
	}
	if err != nil {
		return nil, fmt.Errorf("%s cannot be read: %s", name, cause(err))
	}
	if info, err := os.Stat(f.path); err == nil {
		f.mode = info.Mode().Perm()
	}
	f.Old = data
	return f, nil
}
