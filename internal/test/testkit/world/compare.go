package world

import (
	"crypto/sha256"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
)

// State is what a file is: its kind and mode, and what it holds. That of no file is the zero one.
type State struct {
	Mode fs.FileMode
	Sum  string // a hash of the bytes; where a link leads; "" for what is neither
	Is   bool
}

// Tree is what lies below some directories.
type Tree map[string]State

// Look reads what lies below directories, without themselves, and without what skip reports.
func Look(roots []string, skip func(path string) bool) Tree {
	all := Tree{}
	for _, root := range roots {
		_ = filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
			switch {
			case err != nil || path == root:
				return nil
			case skip(path) && d.IsDir():
				return fs.SkipDir
			case skip(path):
				return nil
			}
			if info, err := d.Info(); err == nil {
				all[path] = State{info.Mode(), sum(path, info.Mode()), true}
			}
			return nil
		})
	}
	return all
}

func sum(path string, mode fs.FileMode) string {
	switch {
	case mode&fs.ModeSymlink != 0:
		to, _ := os.Readlink(path)
		return to
	case !mode.IsRegular():
		return ""
	}
	f, err := os.Open(path)
	if err != nil {
		return "?"
	}
	defer f.Close()
	const most = 2_000_000
	h := sha256.New()
	_, _ = io.Copy(h, io.LimitReader(f, most))
	return string(h.Sum(nil))
}

// Change is a file that is not what it was.
type Change struct {
	Path        string
	Before, Now State
}

// Changes are the files that differ from those of an earlier tree, by path.
func (before Tree) Changes(now Tree) (list []Change) {
	all := maps.Clone(before)
	maps.Copy(all, now)
	for _, path := range slices.Sorted(maps.Keys(all)) {
		if before[path] != now[path] {
			list = append(list, Change{path, before[path], now[path]})
		}
	}
	return list
}

// Gains reports whether the file runs with its owner's or group's rights, and did not before.
func (c *Change) Gains() bool {
	return (c.Now.Mode&^c.Before.Mode)&(fs.ModeSetuid|fs.ModeSetgid) != 0
}

// String is a sign, the path and what the file is now: + for one that is new, - for one that is
// gone, ~ for one with another mode, ! for one that holds something else.
func (c *Change) String() string {
	is := fmt.Sprintf("%s %v %.4x", c.Path, c.Now.Mode, c.Now.Sum)
	switch {
	case !c.Now.Is:
		return "-" + c.Path
	case !c.Before.Is:
		return "+" + is
	case c.Now.Mode != c.Before.Mode:
		return "~" + is
	}
	return "!" + is
}
