package paths

import (
	"os"
	"path/filepath"
)

// WorkTree returns the top of the git work tree that a directory lies in, links resolved as git
// does; "" for none. It costs an lstat for each directory up to the top.
func (r *Resolver) WorkTree(dir string) string {
	if to, ok := r.resolve(dir); ok {
		dir = to
	}
	for {
		if _, err := os.Lstat(filepath.Join(dir, ".git")); err == nil {
			return dir
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return ""
		}
		dir = parent
	}
}
