package policy

import (
	"os"
	"path/filepath"
)

// maxLinked bounds the linked work trees of a repository that are looked at.
const maxLinked = 64

// LinkedWorkTrees returns the other work trees (git worktree add) of a project's repository, with
// links resolved: they are the same project. Both ends have to say so: what git keeps below its own
// directory, which the agent does not write, and the .git file of the work tree.
func LinkedWorkTrees(project string) (trees []string) {
	project = ResolveProject(project)
	if project == "" {
		return nil
	}
	top := project
	if top = mainWorkTree(project); top == "" {
		top = project
	}
	dir := filepath.Join(top, ".git", "worktrees")
	f, err := os.Open(dir)
	if err != nil {
		return nil
	}
	defer f.Close()
	names, _ := f.Readdirnames(maxLinked)
	if top != project {
		trees = append(trees, top)
	}
	for _, name := range names {
		link, err := readLine(filepath.Join(dir, name, "gitdir"))
		if err != nil || !filepath.IsAbs(link) || filepath.Base(link) != ".git" {
			continue
		}
		tree := ResolveProject(filepath.Dir(link))
		if tree != "" && tree != project && mainWorkTree(tree) == top {
			trees = append(trees, tree)
		}
	}
	return trees
}
