package quarantine

import (
	"path"
	"strings"

	"github.com/fencepost/fencepost/internal/lowlevel/subpath"
	"github.com/fencepost/fencepost/internal/project/gitconfig"
	"github.com/fencepost/fencepost/internal/sandbox/plan"
)

// parts are what makes a directory a git repository without a work tree.
type parts uint8

const (
	partHEAD parts = 1 << iota
	partObjects
	partRefs
	partCommon
	partConfig
	partHooks
	partWorktree
)

// partNames are the files, in the order in which they are moved. Without HEAD a directory is no repository.
var partNames = [...]struct {
	name string
	part parts
}{
	{"HEAD", partHEAD}, {"commondir", partCommon}, {"config", partConfig},
	{"config.worktree", partWorktree}, {"hooks", partHooks}, {"objects", partObjects},
	{"refs", partRefs},
}

func partsOf(entries []entry) (p parts) {
	for i := range entries {
		for _, n := range partNames {
			if entries[i].name == n.name {
				p |= n.part
			}
		}
	}
	return p
}

// had works out what a directory had of a repository when the run began. What of it has changed since
// was there if somebody has seen it.
func (w *walker) had(r *root, rel string, p *place, has parts) {
	abs := r.abs(rel)
	switch old := w.before.Places[abs]; {
	case w.sure || p.read || p.There && !p.fresh:
		p.Has = has
	case p.There && old != nil && old.There:
		p.Has = old.Has
	}
	for _, n := range partNames {
		if st, ok := r.stat(join(rel, n.name)); p.There && ok && !w.fresh(r, &st) {
			p.Has |= n.part
		}
	}
	w.mu.Lock()
	w.bare[abs] = has
	w.mu.Unlock()
}

// complete reports whether git takes a directory with these for a repository.
func (p parts) complete() bool {
	return p&partHEAD != 0 && (p&partObjects != 0 && p&partRefs != 0 || p&partCommon != 0)
}

// What is said of files of git.
var (
	runsIt    = &plan.Protected{Why: "git runs what stands in its hooks and configuration"}
	leadsGit  = &plan.Protected{Why: "git looks where this file says"}
	linkedGit = &plan.Protected{Why: "it stands in place of a directory of git"}
	makesBare = &plan.Protected{Why: "it makes the directory a git repository of its own"}
)

// dotGit looks at a name .git.
func (w *walker) dotGit(r *root, rel string, typ plan.Type) {
	switch typ {
	case plan.Dir:
		w.gitDir(r, rel, 0)
	case plan.Link:
		w.found(hit{r, rel, typ, plain, linkedGit})
	default:
		w.found(hit{r, rel, typ, gitFile, leadsGit})
	}
}

// modulesDepth is how deep the name of a submodule may be.
const modulesDepth = 8

// gitDir looks at what git runs, and what leads it elsewhere, in one of its directories.
func (w *walker) gitDir(r *root, dir string, depth int) {
	entries, ok := w.list(r, dir)
	if !ok {
		return
	}
	for i := range entries {
		e := &entries[i]
		rel := join(dir, e.name)
		add := func(k kind, entry *plan.Protected) {
			w.found(hit{r, rel, e.typ, k, entry})
		}
		name := strings.ToLower(e.name)
		switch name {
		case "config", "config.worktree":
			add(config, runsIt)
			continue
		case "commondir", "gitdir":
			add(redirect, leadsGit)
			continue
		case "hooks", "info", "objects", "modules", "worktrees", "rebase-merge", "sequencer":
		default:
			continue
		}
		if e.typ == plan.Link {
			add(plain, linkedGit)
		} else if e.typ == plan.Dir {
			w.gitPart(r, name, rel, depth)
		}
	}
}

// gitPart looks at a directory of a git directory.
func (w *walker) gitPart(r *root, part, rel string, depth int) {
	switch part {
	case "hooks":
		w.only(r, rel, hook, runsIt, func(e *entry) bool {
			return e.typ != plan.File || !strings.HasSuffix(e.name, ".sample")
		})
	case "info":
		w.only(r, rel, plain, runsIt, func(e *entry) bool {
			return strings.EqualFold(e.name, "attributes")
		})
	case "rebase-merge", "sequencer":
		w.only(r, rel, todo, todoRuns, func(e *entry) bool {
			return e.name == "git-rebase-todo" || e.name == "todo"
		})
	case "objects":
		w.only(r, rel+"/info", borrow, leadsGit, func(e *entry) bool {
			return strings.EqualFold(e.name, "alternates")
		})
	default:
		w.repositories(r, rel, depth)
	}
}

// only takes what a directory has of a kind.
func (w *walker) only(r *root, dir string, k kind, p *plan.Protected, is func(*entry) bool) {
	entries, _ := w.list(r, dir)
	for i := range entries {
		if e := &entries[i]; is(e) {
			w.found(hit{r, join(dir, e.name), e.typ, k, p})
		}
	}
}

// repositories looks at those of submodules and linked work trees.
func (w *walker) repositories(r *root, dir string, depth int) {
	entries, ok := w.list(r, dir)
	if !ok || depth >= modulesDepth {
		return
	}
	for i := range entries {
		e := &entries[i]
		rel := join(dir, e.name)
		switch {
		case e.typ == plan.Link:
			w.found(hit{r, rel, e.typ, plain, linkedGit})
		case e.typ == plan.Dir:
			w.gitDir(r, rel, depth+1)
			if inner, _ := w.list(r, rel); !partsOf(inner).complete() {
				w.repositories(r, rel, depth+1)
			}
		}
	}
}

// looked reports whether the look has read a directory.
func (w *walker) looked(abs string) bool { p := w.Places[abs]; return p != nil && p.looked }

// allowed reports whether what git itself makes is harmless: settings that run nothing, and files
// that lead to the repository that they lie in.
func (s *Sweep) allowed(w *walker, h *hit) bool {
	if h.typ == plan.File && !h.root.only(h.rel) {
		return false
	}
	switch h.kind {
	case todo:
		text, _, ok := h.root.text(h.rel)
		return ok && len(todoRunners(text)) == 0
	case config:
		text, _, ok := h.root.text(h.rel)
		return ok && len(gitconfig.Runners(text)) == 0 && !s.elsewhere(h, text)
	case redirect:
		return s.linkedTree(w, h)
	case borrow: // a repository that is new has nothing of its own to lose
		return h.typ == plan.File && !w.see(h.root, dirOf(dirOf(dirOf(h.rel)))).There
	case gitFile:
		return h.typ == plan.File && s.ownRepository(w, h)
	}
	return false
}

// elsewhere reports whether settings name a work tree, which only those of submodules and linked
// work trees have reason to.
func (s *Sweep) elsewhere(h *hit, text string) bool {
	if strings.Contains(h.abs(), "/.git/modules/") || strings.Contains(h.abs(), "/worktrees/") {
		return false
	}
	return workTree(text) != ""
}

// workTree is what settings name as the work tree.
func workTree(text string) (to string) {
	for line := range strings.Lines(text) {
		if i := strings.LastIndexByte(line, ']'); i >= 0 {
			line = line[i+1:]
		}
		key, value, ok := strings.Cut(line, "=")
		if ok && strings.EqualFold(strings.TrimSpace(key), "worktree") {
			to = strings.TrimSpace(value)
		}
	}
	return to
}

// linkedTree reports whether a file commondir or gitdir is one of a linked work tree: it lies in
// COMMON/worktrees/NAME, names COMMON, and a file .git.
func (s *Sweep) linkedTree(w *walker, h *hit) bool {
	gitdir := path.Dir(h.abs())
	trees := path.Dir(gitdir)
	text, _, ok := h.root.text(h.rel)
	if !ok || path.Base(trees) != "worktrees" || !w.looked(path.Dir(trees)) {
		return false
	}
	to := strings.TrimSpace(text)
	if path.Base(h.rel) == "commondir" {
		return subpath.From(gitdir, to) == path.Dir(trees)
	}
	return path.Base(to) == ".git"
}

// ownRepository reports whether a file .git names a git directory below a writable one that was
// looked at, and that names the file, or its directory, in turn.
func (s *Sweep) ownRepository(w *walker, h *hit) bool {
	text, _, ok := h.root.text(h.rel)
	to, is := strings.CutPrefix(text, "gitdir:")
	if !ok || !is {
		return false
	}
	tree := path.Dir(h.abs())
	gitdir := subpath.From(tree, strings.TrimSpace(to))
	if !w.looked(gitdir) {
		return false
	}
	for _, r := range s.roots {
		if !subpath.In(gitdir, r.path) {
			continue
		}
		rel := strings.TrimPrefix(strings.TrimPrefix(gitdir, r.path), "/")
		if path.Base(path.Dir(gitdir)) == "worktrees" {
			back, _, ok := r.text(join(rel, "gitdir"))
			return ok && subpath.From(gitdir, strings.TrimSpace(back)) == h.abs()
		}
		text, _, ok := r.text(join(rel, "config"))
		return ok && strings.Contains(gitdir, "/.git/modules/") && workTree(text) != "" &&
			subpath.From(gitdir, workTree(text)) == tree
	}
	return false
}
