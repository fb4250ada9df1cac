//go:build !linux

package plan

import (
	"os"
	"slices"
	"strings"
)

func typeOfMode(m os.FileMode) Type {
	switch {
	case m.IsRegular():
		return File
	case m.IsDir():
		return Dir
	case m&os.ModeSymlink != 0:
		return Link
	case m&os.ModeSocket != 0:
		return Socket
	}
	return Other
}

// Lstat implements FS.
func (*OS) Lstat(path string) Type {
	info, err := os.Lstat(path)
	if err != nil {
		return None
	}
	return typeOfMode(info.Mode())
}

// Names implements FS.
func (*OS) Names(dir string) []Entry {
	f, err := os.Open(dir)
	if err != nil {
		return nil
	}
	defer f.Close()
	list, err := f.ReadDir(-1)
	if err != nil {
		return nil
	}
	out := make([]Entry, 0, len(list))
	for _, e := range list {
		out = append(out, Entry{e.Name(), typeOfMode(e.Type())})
	}
	slices.SortFunc(out, func(x, y Entry) int { return strings.Compare(x.Name, y.Name) })
	return out
}

// Text implements FS.
func (*OS) Text(path string) string {
	f, err := os.Open(path)
	if err != nil {
		return ""
	}
	defer f.Close()
	if info, err := f.Stat(); err != nil || !info.Mode().IsRegular() || info.Size() > maxText {
		return ""
	}
	data := make([]byte, maxText)
	n, _ := f.Read(data)
	return string(data[:n])
}

func (*OS) read(path string) []byte {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil
	}
	return data
}

// Roots implements FS: what asks is not carried out here.
func (*OS) Roots(string) bool { return false }

// resolved is what only Linux can tell.
func resolved(string) (plain, ok bool) { return false, false }
