package paths

import (
	"path/filepath"
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/lowlevel/subpath"
)

// workTreesRoot is what a rule calls all git work trees of the person: those below the home
// directory, or beside the project, that no name hides.
const workTreesRoot = "$WORKTREES"

// insideWorkTree reports whether a path lies in a work tree of the person.
func (r *Resolver) insideWorkTree(p *fact.Path) (written, target fact.Tri) {
	written, target = fact.Yes, fact.Yes
	for _, rd := range r.readings(p) {
		if p.Glob && climbs(rd.form[rd.at:]) {
			return fact.No, fact.No
		}
		dir := clean(rd.form)
		if p.Glob {
			dir, _ = splitPattern(dir, 0)
		}
		to, ok := r.resolve(dir)
		written = written.And(triOf(r.ownWorkTree(dir)))
		target = target.And(triOf(ok && r.ownWorkTree(to)))
	}
	return written, target
}

// ownWorkTree reports whether a clean path lies below the top of a work tree of the person's, and
// not in what git keeps there.
func (r *Resolver) ownWorkTree(name string) bool {
	for dir := filepath.Dir(name); ; dir = filepath.Dir(dir) {
		if r.There(join(dir, ".git")) {
			rest := strings.TrimPrefix(name, dir)
			return r.shownBelow(dir) && !strings.HasPrefix(subpath.Fold(rest)+"/", "/.git/")
		}
		if len(dir) <= 1 || dir == r.home {
			return false
		}
	}
}

// shownBelow reports whether a directory lies below the home directory or beside the project, under
// names that are all shown, and holds neither.
func (r *Resolver) shownBelow(dir string) bool {
	for _, root := range [...]string{r.home, filepath.Dir(r.project)} {
		if len(root) > 1 && subpath.Below(dir, root) && !subpath.In(r.home, dir) &&
			!strings.Contains(dir[len(root):], "/.") {
			return true
		}
	}
	return false
}

// WorkTree returns the top of the git work tree that a directory lies in, links resolved as git
// does; "" for none. It costs a readlink for each directory up to the top.
func (r *Resolver) WorkTree(dir string) string {
	if to, ok := r.resolve(dir); ok {
		dir = to
	}
	for !r.There(join(dir, ".git")) {
		if dir == filepath.Dir(dir) {
			return ""
		}
		dir = filepath.Dir(dir)
	}
	return dir
}
