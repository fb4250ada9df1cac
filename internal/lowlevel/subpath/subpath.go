// Package subpath says whether a path lies inside another one. Paths are absolute and clean.
package subpath

import (
	"iter"
	"path"
	"path/filepath"
	"strings"
)

// In reports whether p is dir or lies below it. Where the platform's usual file system folds the
// case of names, so does In. Nothing lies in "".
func In(p, dir string) bool {
	if Folds {
		p, dir = onDisk(p), onDisk(dir)
	}
	return dir != "" && p == dir || Below(p, dir)
}

// Below reports whether p lies below dir.
func Below(p, dir string) bool {
	if Folds {
		p, dir = onDisk(p), onDisk(dir)
	}
	if strings.HasSuffix(dir, "/") { // the file system's root, or a volume's
		return strings.HasPrefix(p, dir) && p != dir
	}
	return dir != "" && len(p) > len(dir) && p[len(dir)] == '/' && p[:len(dir)] == dir
}

// onDisk is a path as a file system compares it that folds the case of names.
func onDisk(p string) string { return Fold(filepath.ToSlash(p)) }

// Up yields a directory and those above it, up to and with top; none where it does not lie in top.
func Up(dir, top string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for In(dir, top) && yield(dir) && dir != path.Dir(dir) {
			dir = path.Dir(dir)
		}
	}
}

// From is a path that may be relative to a directory.
func From(dir, p string) string {
	if path.IsAbs(p) {
		return path.Clean(p)
	}
	return path.Join(dir, p)
}
