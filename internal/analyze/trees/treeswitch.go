package trees

import (
	"path"
	"strings"

	"github.com/fencepost/fencepost/internal/analyze/record"
	"github.com/fencepost/fencepost/internal/fact"
)

// switches shows `git checkout NAME` as the `git switch NAME` that it is where NAME is a commit: it
// refuses what would lose changes then, and a file of the same name is left alone.
func (g *movement) switches(name string, operands int) {
	c := g.tree.command()
	if name == "" || operands != 1 || len(c.Sub) != 1 || c.Sub[0] != "checkout" || len(c.Canon) < 2 ||
		!plainRevision(strings.Trim(strings.Map(revisionSign, name), "/")) || name[0] == '-' {
		return
	}
	for i := range c.Flags {
		switch c.Flags[i].Name {
		case "-q", "-d", "--progress":
		default:
			return
		}
	}
	_, local := g.repo.Commit(name)
	if !local || g.tree.fetched || g.renames() {
		if _, remote := g.repo.RemoteBranch(name); !local && !remote || g.aFile(name) {
			return
		}
	}
	c.Equivalent = &[]fact.Word{c.Canon[0], fact.Lit("switch"), fact.Lit(name)}
}

// revisionSign maps the signs with which a commit is named from another one to a plain one.
func revisionSign(r rune) rune {
	if r == '~' || r == '^' || r == '@' || r == '{' || r == '}' {
		return '_'
	}
	return r
}

// renames reports whether a command before this one changes what the names of commits mean.
func (g *movement) renames() bool {
	for t := g.tree.T.Before; t != nil; t = t.Before {
		if t.Command < g.tree.T.Command && t.Kind == fact.TreeRefs {
			return true
		}
	}
	return false
}

// aFile reports whether there is a file of that name where git runs, or may be.
func (g *movement) aFile(name string) bool {
	if len(g.tree.A.Changes.List) > 0 || record.Exists(path.Join(g.repo.Top, name)) {
		return true
	}
	for _, dir := range g.tree.dirs() {
		if record.Exists(path.Join(dir, name)) {
			return true
		}
	}
	return false
}
