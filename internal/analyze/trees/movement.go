package trees

import (
	"path"
	"strings"

	"github.com/fencepost/fencepost/internal/project/filelists"
)

// movement is a movement between commits of one repository.
type movement struct {
	tree *Planting
	repo *filelists.Repo
}

// changes notes the names that may be protected: a sandbox keeps those files, and has to let this
// command change them.
func (g *movement) changes(root string, list *filelists.List) {
	g.tree.T.Unsure = g.tree.T.Unsure || list.Why != ""
	for i := range list.Entries {
		if name := list.Entries[i].Name; g.tree.A.Call.ProtectedPaths().May(root, name) {
			g.tree.T.Changes = append(g.tree.T.Changes, path.Join(root, name))
		}
	}
}

// fresh notes all files of a commit, for a work tree that has none yet.
func (g *movement) fresh(id string) {
	if g.tree.worktree() {
		list := g.repo.Files(g.tree.A.Call.TreeBudget(), id)
		g.changes(g.tree.T.Into.Abs, &list)
	}
}

// commit returns the id of a commit. One that is not there is an error to git, but for a name that
// is no plain one.
func (g *movement) commit(name string) (id string, ok bool) {
	if g.tree.fetched {
		return g.local(name)
	}
	if id, ok = g.repo.Commit(name); !ok {
		id, ok = g.repo.Commit(g.tree.meaning(name))
	}
	if !ok && name != upstream && !plainRevision(name) {
		g.tree.unknown("git does not say what " + name + " is")
	}
	return id, ok
}

// local returns the commit of a name that a fetch in the same call does not change: that of a
// branch or tag here.
func (g *movement) local(name string) (id string, ok bool) {
	for _, as := range [...]string{"refs/heads/" + name, "refs/tags/" + name} {
		if id, ok = g.repo.Commit(as); ok {
			return id, true
		}
	}
	if filelists.IsID(name) || strings.HasPrefix(name, "HEAD") {
		return g.repo.Commit(name)
	}
	g.tree.unknown("git fetch in the same call may change what " + name + " is; make it a call of its own")
	return "", false
}

// plainRevision reports whether a name could only be that of a branch, a tag or a commit that is
// not there.
func plainRevision(name string) bool {
	for i := 0; i < len(name); i++ {
		switch c := name[i]; {
		case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c >= '0' && c <= '9',
			strings.IndexByte("-_./#+", c) >= 0:
		default:
			return false
		}
	}
	return !strings.Contains(name, "..")
}

const upstream = "@{upstream}"

// bring makes effects of the names in a list that matter.
func (g *movement) bring(list filelists.List) {
	if list.Why != "" {
		g.tree.unknown(list.Why)
	}
	root := g.repo.Top
	if g.tree.worktree() && g.tree.T.Into.Known {
		root = g.tree.T.Into.Abs
	}
	g.tree.brings(root, list.Entries)
	g.changes(root, &list)
	for i := range list.Entries {
		if e := &list.Entries[i]; g.tree.A.Call.ProtectedPaths().Steers(path.Join(root, e.Name)) {
			g.tree.name(root, e)
		}
	}
}

// replace takes a commit that takes the place of what is checked out.
func (g *movement) replace(name string) {
	if id, ok := g.commit(name); ok {
		g.bring(g.repo.Differ(g.tree.A.Call.TreeBudget(), "HEAD", id, false))
	}
}
