// Package pathname joins and cleans paths as packages path and path/filepath do, and is quick about
// those that are clean, as nearly all are that a call is about.
package pathname

import (
	"os"
	"path"
	"path/filepath"
	"strings"
)

// slashed is whether paths of the system are divided by slashes and nothing else.
const slashed = os.PathSeparator == '/'

// isClean reports whether the path is absolute and cleaning leaves it as it is. It errs on the side
// of no.
func isClean(p string) bool {
	return len(p) > 0 && p[0] == '/' && (len(p) == 1 || plain(p[1:]))
}

// plain reports whether none of the components is empty, "." or "..".
func plain(p string) bool {
	for {
		i := strings.IndexByte(p, '/')
		name := p
		if i >= 0 {
			name = p[:i]
		}
		if name == "" || name == "." || name == ".." {
			return false
		}
		if i < 0 {
			return true
		}
		p = p[i+1:]
	}
}

// Clean is path.Clean.
func Clean(p string) string {
	if isClean(p) {
		return p
	}
	return path.Clean(p)
}

// Join is path.Join of two elements.
func Join(dir, name string) string {
	if joined, ok := join(dir, name); ok {
		return joined
	}
	return path.Join(dir, name)
}

// join joins where nothing is to be cleaned.
func join(dir, name string) (joined string, ok bool) {
	switch {
	case !plain(name) || !isClean(dir):
		return "", false
	case len(dir) == 1:
		return dir + name, true
	}
	return dir + "/" + name, true
}

// Dir is path.Dir.
func Dir(p string) string {
	if !isClean(p) {
		return path.Dir(p)
	}
	return p[:max(1, strings.LastIndexByte(p, '/'))]
}

// CleanFile is filepath.Clean.
func CleanFile(p string) string {
	if slashed && isClean(p) {
		return p
	}
	return filepath.Clean(p)
}

// JoinFile is filepath.Join of two elements.
func JoinFile(dir, name string) string {
	if slashed {
		if joined, ok := join(dir, name); ok {
			return joined
		}
	}
	return filepath.Join(dir, name)
}

// DirOfFile is filepath.Dir.
func DirOfFile(p string) string {
	if slashed && isClean(p) {
		return p[:max(1, strings.LastIndexByte(p, '/'))]
	}
	return filepath.Dir(p)
}
