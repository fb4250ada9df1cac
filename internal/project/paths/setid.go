package paths

import (
	"os"
	"path/filepath"

	"github.com/fencepost/fencepost/internal/fact"
)

// SetsID reports whether a path leads to a program that runs with the rights of its owner or group,
// or to a directory that holds one.
func (r *Resolver) SetsID(p *fact.Path) bool {
	if !p.Known || p.Abs == "" {
		return false
	}
	names := []string{p.Abs}
	if p.Glob {
		names, _ = filepath.Glob(p.Abs)
	}
	for _, name := range names {
		info, err := os.Stat(name)
		if err != nil {
			continue
		}
		if hasSetID(info) {
			return true
		}
		if info.IsDir() && holdsSetID(name) {
			return true
		}
	}
	return false
}

// holdsSetID looks at the entries of one directory, and no deeper.
func holdsSetID(dir string) bool {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return false
	}
	for _, e := range entries {
		if info, err := e.Info(); err == nil && hasSetID(info) {
			return true
		}
	}
	return false
}

func hasSetID(info os.FileInfo) bool {
	return info.Mode().IsRegular() && info.Mode()&(os.ModeSetuid|os.ModeSetgid) != 0
}
