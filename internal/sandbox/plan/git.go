package plan

import (
	"path"
	"slices"
	"strings"

	"github.com/fencepost/fencepost/internal/lowlevel/subpath"
)

// redirects are files of a git directory that lead git to another one, or to other objects.
var redirects = [...]string{"commondir", "gitdir", "objects/info/alternates"}

var redirected = &Protected{Why: "git looks where this file says"}

// isGitDir reports whether a directory is one that git keeps a repository in.
func (b *builder) isGitDir(dir string) bool {
	return b.has(dir, "HEAD") == File &&
		(b.has(dir, "objects") == Dir && b.has(dir, "refs") == Dir || b.has(dir, "commondir") == File)
}

// repository protects what git runs of the repository whose work tree is dir.
func (b *builder) repository(t *table, dir string, typ Type) {
	git := join(dir, ".git")
	switch typ {
	case Dir:
		b.gitDir(t, git)
	case File:
		b.readOnly[git] = &Protected{Why: "git looks where this file says"}
		b.linked(t, dir, git)
	case Link:
		b.note(Quote(git) + " is a link; it can be replaced during the run")
		if to, ok := b.fs.Resolve(git); ok && b.rootOf(to) != "" && b.typeOf(to) == Dir {
			b.gitDir(t, to)
		}
	}
}

// gitDir protects what git runs, and what leads it elsewhere, in one of its directories.
func (b *builder) gitDir(t *table, dir string) {
	for _, n := range t.git {
		last := n.comps[len(n.comps)-1]
		if b.r.GitConfig && (last == "config" || last == "config.worktree") {
			continue
		}
		b.glob(dir, n.comps, func(p string, typ Type) { b.protectAt(p, typ, n.entry) })
	}
	for _, f := range redirects {
		if p := dir + "/" + f; b.typeOf(p) == File {
			b.protectAt(p, File, redirected)
		}
	}
	b.named(dir)
	if b.has(dir, "worktrees") == Dir {
		trees := join(dir, "worktrees")
		for _, e := range b.names(trees) {
			if e.Type == Dir && b.countDir() {
				b.gitDir(t, join(trees, e.Name))
			}
		}
	}
}

// linked makes the directories writable that the repository of a work tree has elsewhere: without
// them nothing can be committed. The file .git lies where a command may write, so what it says
// counts only where git's own files there say the same.
func (b *builder) linked(t *table, dir, file string) {
	text, ok := strings.CutPrefix(b.fs.Text(file), "gitdir:")
	if !ok {
		return
	}
	gitdir, ok := b.fs.Resolve(subpath.From(dir, strings.TrimSpace(text)))
	if !ok || b.typeOf(gitdir) != Dir {
		return
	}
	if b.rootOf(gitdir) != "" {
		b.named(gitdir)
		return // the rest is found by itself
	}
	common := gitdir
	if c := strings.TrimSpace(b.fs.Text(gitdir + "/commondir")); c != "" {
		if common, ok = b.fs.Resolve(subpath.From(gitdir, c)); !ok {
			return
		}
	}
	if !b.isGitDir(common) || !b.isGitDir(gitdir) || !b.leadsBack(gitdir, common, file) {
		b.note(Quote(file) + " names a git directory that does not name it in turn; it stays read-only")
		return
	}
	for _, d := range [...]string{common, gitdir} {
		if b.rootOf(d) == "" && b.mayWrite(d, d) == nil {
			b.roots = append(b.roots, d)
		}
	}
	b.gitDir(t, common)
	if gitdir != common {
		b.gitDir(t, gitdir)
	}
}

// leadsBack reports whether a git directory belongs to the work tree that names it: as one of the
// linked work trees of common, or as the submodule that its settings name.
func (b *builder) leadsBack(gitdir, common, file string) bool {
	if gitdir != common {
		back, ok := b.fs.Resolve(subpath.From(gitdir, strings.TrimSpace(b.fs.Text(gitdir+"/gitdir"))))
		return ok && back == file && path.Dir(gitdir) == common+"/worktrees"
	}
	for line := range strings.Lines(b.fs.Text(gitdir + "/config")) {
		key, value, ok := strings.Cut(line, "=")
		if ok && strings.EqualFold(strings.TrimSpace(key), "worktree") {
			tree, ok := b.fs.Resolve(subpath.From(gitdir, strings.TrimSpace(value)))
			return ok && tree == path.Dir(file)
		}
	}
	return false
}

// resolve is a path of a flag without links, as far as it is there.
func (b *builder) resolve(given string) string {
	p := b.absolute(given)
	for dir, rest := p, ""; dir != "/"; dir, rest = path.Dir(dir), path.Join(path.Base(dir), rest) {
		if to, ok := b.fs.Resolve(dir); ok {
			return path.Join(to, rest)
		}
	}
	return p
}

// moved reports whether git changes what lies at or below a path, or a directory that holds it, to
// what a commit has.
func (b *builder) moved(p string) bool {
	return slices.ContainsFunc(b.r.History, func(given string) bool {
		h := b.resolve(given)
		return subpath.In(p, h) || subpath.In(h, p)
	})
}

// above reports whether what a link leads to holds a writable path, or the link itself: it would make
// all of that read-only.
func (b *builder) above(to, link string) bool {
	return subpath.In(link, to) ||
		slices.ContainsFunc(b.roots, func(root string) bool { return subpath.In(root, to) })
}
