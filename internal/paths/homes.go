package paths

import (
	"path"
	"strings"
)

// Literal is the directory before the first component of an absolute path that holds a pattern
// character.
func Literal(abs string) string {
	i := strings.IndexAny(abs, "*?[(")
	if i < 0 {
		return abs
	}
	return clean(abs[:strings.LastIndexByte(abs[:i], '/')+1])
}

// HoldsHome reports whether a directory is somebody's home directory, or one above them.
func HoldsHome(dir, home string) bool {
	if home = anchor(home); home != "" && within(home, dir, false) {
		return true
	}
	switch dir {
	case "/", "/home", "/Users", "/root":
		return true
	}
	switch path.Dir(dir) {
	case "/home", "/Users":
		return true
	}
	return false
}

// Within reports whether a clean path is a directory or lies in it, as both are written; false for
// no directory.
func Within(p, dir string) bool { return dir != "" && within(p, dir, false) }
