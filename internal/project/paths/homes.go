package paths

import (
	"path"
	"strings"

	"github.com/fencepost/fencepost/internal/lowlevel/subpath"
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
	if home = anchor(home); home != "" && subpath.In(home, dir) {
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
