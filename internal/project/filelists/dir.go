package filelists

import (
	"io"
	"os"
	"path/filepath"
)

// Walk lists what is below a directory. Links are listed and not followed.
func Walk(root string, b *Budget) List {
	var l List
	info, err := os.Stat(root)
	switch {
	case err != nil:
		l.Why = whyGone
	case info.IsDir():
		l.walk(root, b)
	}
	return l
}

// perRead is how many entries of a directory are read at once.
const perRead = 1024

func (l *List) walk(root string, b *Budget) {
	below := []string{""}
	for len(below) > 0 {
		dir := below[len(below)-1]
		below = below[:len(below)-1]
		if b.steps.Spend(perDir); b.past() {
			b.steps = -1 // a disk that does not answer
		}
		f, err := os.Open(filepath.Join(root, dir))
		if err != nil {
			l.Why = "a directory in it cannot be read"
			return
		}
		found, ok := l.entries(f, dir, b)
		f.Close()
		if !ok {
			return
		}
		below = append(below, found...)
	}
}

// entries lists one directory and returns the directories in it.
func (l *List) entries(f *os.File, dir string, b *Budget) (below []string, ok bool) {
	for {
		list, err := f.ReadDir(perRead)
		for _, e := range list {
			name, kind := e.Name(), File
			if dir != "" {
				name = dir + "/" + name
			}
			switch mode := e.Type(); {
			case mode.IsDir():
				kind = Dir
				below = append(below, name)
			case mode&os.ModeSymlink != 0:
				kind = Link
			}
			if !b.steps.Spend(perFile) || b.entries >= MaxEntries {
				l.Why = whyMany
				return nil, false
			}
			b.entries++
			l.Entries = append(l.Entries, Entry{name, kind})
		}
		switch err {
		case nil:
		case io.EOF:
			return below, true
		default:
			l.Why = "a directory in it cannot be read"
			return nil, false
		}
	}
}
