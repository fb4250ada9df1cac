package trees

import (
	"path"
	"strings"

	"github.com/fencepost/fencepost/internal/analyze/record"
	"github.com/fencepost/fencepost/internal/project/filelists"
)

// begins are the files in which git notes where an operation began: those of a rebase, of a
// cherry-pick or revert of several commits, and of a merge, am or reset.
var begins = [...]string{"rebase-merge/orig-head", "rebase-apply/orig-head", "sequencer/head",
	"ORIG_HEAD"}

// todos are the files in which git notes what an operation has yet to take.
var todos = [...]string{"rebase-merge/git-rebase-todo", "sequencer/todo"}

// goesBack takes an operation that goes back to where it began (--abort), or takes what is left.
func (g *movement) goesBack() {
	g.tree.T.Unsure = true // files of the index, and what git has yet to merge, are among the changes
	dir := path.Join(g.repo.Top, ".git")
	if !record.IsDir(dir) {
		g.tree.unknown("fencepost cannot see where the operation began in a linked work tree")
		return
	}
	if g.tree.has("--abort") {
		for _, name := range begins {
			if id := strings.TrimSpace(record.SmallFile(path.Join(dir, name))); filelists.IsID(id) {
				g.replace(id)
				break
			}
		}
		g.restore()
		return
	}
	var left []string
	for _, name := range todos {
		for line := range strings.Lines(record.SmallFile(path.Join(dir, name))) {
			words := strings.Fields(line)
			if len(words) < 2 || words[0][0] == '#' {
				continue
			}
			if id, ok := g.repo.Commit(words[1]); ok {
				left = append(left, id)
			}
		}
	}
	if id := strings.TrimSpace(record.SmallFile(path.Join(dir, begins[1]))); filelists.IsID(id) {
		g.replace(id) // its patches are those of the branch
	}
	if len(left) > 0 {
		g.bring(g.repo.Changes(g.tree.A.Call.TreeBudget(), left))
	}
}
