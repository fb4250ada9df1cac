package analyze

import (
	"path/filepath"

	"github.com/fencepost/fencepost/internal/fact"
)

// gitDir returns the directory in which git runs the shell text of one of its settings, options or operands, and
// whether that is another one than that of the call: git goes to the top of the work tree before it does anything
// (git(1), "alias" in git-config(1)), and into each submodule for submodule foreach.
func (a *Analyzer) gitDir(c *fact.Command, n *fact.Nested) (dir fact.Word, other bool) {
	if len(c.Sub) > 0 && (c.Sub[0] == "submodule" || c.Sub[0] == "filter-branch") {
		return fact.Unknown(""), true
	}
	if !c.Dirs.Known || !n.Dir.Known() {
		return dir, false // it is unknown already
	}
	top := ""
	for i, d := range c.Dirs.List {
		if n.Dir.Text != "" { // -C
			if filepath.IsAbs(n.Dir.Text) {
				d = n.Dir.Text
			} else {
				d = filepath.Join(d, n.Dir.Text)
			}
		}
		t := a.Places.WorkTree(d)
		if i > 0 && t != top {
			return fact.Unknown(""), true
		}
		top, other = t, other || t != d
	}
	if top == "" {
		return dir, false // no work tree: git reports an error, or the repository is bare
	}
	return fact.Lit(top), other
}

// BareRepository returns the repository without .git that git would use in a directory; "" for
// none.
func (a *Analyzer) BareRepository(dir string) string {
	if a.Places == nil {
		return ""
	}
	return a.Places.BareRepository(dir)
}

// MovesProject reports whether a repository in a directory would be found before that of the
// project.
func (a *Analyzer) MovesProject(p *fact.Path) bool {
	return a.Places != nil && a.Places.MovesProject(p)
}
