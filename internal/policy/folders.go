package policy

import (
	"path/filepath"
	"slices"
)

// Folders returns the directories whose .claude may hold settings for an agent that was started in
// one of them: that directory, the project, the top of the work tree, and the main work tree of a
// linked work tree. It leaves out the home directory, whose settings are the person's own.
//
// It costs nothing in the top of a work tree. Elsewhere a project with a .claude costs an lstat of
// .git for each directory up to the top, and a linked work tree the search for its main one.
func (h *Home) Folders(p *Project, started string) []string {
	var dirs []string
	add := func(dir string) {
		if filepath.IsAbs(dir) && !slices.Contains(h.dirs, dir) && !slices.Contains(dirs, dir) {
			dirs = append(dirs, dir)
		}
	}
	if p.from == nil || p.from.folder {
		add(filepath.Clean(started))
	}
	if !p.Is || p.found != nil && !p.found.folder {
		return dirs
	}
	add(p.Dir)
	if top := workTree(p); top != "" {
		add(top)
		if main := mainWorkTree(ResolveProject(top)); main != "" {
			add(main)
		}
	}
	return dirs
}

// workTree is the nearest directory with .git, of the project or above it, where that can be
// another one or a linked work tree; "" for none.
func workTree(p *Project) string {
	if p.Git && !p.linked {
		return ""
	}
	dir := p.Dir
	for {
		git, err := isDir(filepath.Join(dir, ".git"))
		switch {
		case git && dir == p.Dir:
			return ""
		case git || err != nil:
			return dir
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return ""
		}
		dir = parent
	}
}
