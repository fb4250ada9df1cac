package plan

import (
	"path"
	"slices"
	"strings"

	"github.com/fencepost/fencepost/internal/lowlevel/subpath"
	"github.com/fencepost/fencepost/internal/project/gitconfig"
)

// setting is one of git's settings, with the file in which it stands.
type setting struct{ key, value, file string }

// Bounds of what is read of git's settings, and of what is taken from them.
const (
	mostIncludes = 16
	mostNamed    = 256
)

// gitNamed is said of what git's settings name. A person may open it: it is a file of the project.
var gitNamed = &Protected{Ask: true, Why: "git runs or reads this, as its settings say"}

// named protects what git's settings name for the repository of a git directory: the directory of
// hooks, files of further settings, and files in what is run.
func (b *builder) named(dir string) {
	if b.own == nil {
		b.own = []setting{{}}
		for _, f := range [...]string{"/etc/gitconfig", b.home() + "/.config/git/config",
			b.home() + "/.gitconfig"} {
			b.own = b.gitSettings(b.own, f)
		}
	}
	all := b.own[:len(b.own):len(b.own)]
	if c := strings.TrimSpace(b.fs.Text(dir + "/commondir")); c != "" {
		all = b.gitSettings(all, subpath.From(dir, c)+"/config")
	}
	all = b.gitSettings(all, dir+"/config")
	all = b.gitSettings(all, dir+"/config.worktree")
	tree := b.workTree(dir, all)
	for _, s := range all {
		b.namedBy(tree, s)
	}
}

// workTree is the directory that paths in git's settings begin at.
func (b *builder) workTree(dir string, all []setting) string {
	if path.Base(dir) == ".git" {
		return path.Dir(dir)
	}
	if file := strings.TrimSpace(b.fs.Text(dir + "/gitdir")); file != "" {
		return path.Dir(subpath.From(dir, file))
	}
	for _, s := range all {
		if s.key == "core.worktree" && path.Dir(s.file) == dir {
			return subpath.From(dir, s.value)
		}
	}
	return dir
}

// gitSettings adds the settings of a file, and of those that it includes under any condition.
func (b *builder) gitSettings(all []setting, file string) []setting {
	files := []string{file}
	for i := 0; i < len(files) && i < mostIncludes; i++ {
		gitconfig.Each(b.fs.Text(files[i]), func(key, value string) {
			if value == "" || key != "core.worktree" && !gitconfig.Runs(key) {
				return
			}
			all = append(all, setting{key, value, files[i]})
			to := b.gitPath(path.Dir(files[i]), value)
			if gitconfig.IsInclude(key) && !slices.Contains(files, to) {
				files = append(files, to)
			}
		})
	}
	return all
}

// gitPath is a path of git's settings as an absolute one.
func (b *builder) gitPath(base, p string) string {
	if rest, ok := strings.CutPrefix(p, "~/"); ok {
		return join(b.home(), rest)
	}
	return subpath.From(base, p)
}

// namedBy protects what one setting names.
func (b *builder) namedBy(tree string, s setting) {
	switch {
	case gitconfig.IsHooks(s.key):
		b.hooksAt(b.gitPath(tree, s.value))
	case gitconfig.IsInclude(s.key):
		b.namedAt(b.gitPath(path.Dir(s.file), s.value), "")
	default:
		for _, word := range gitconfig.Named(s.key, s.value) {
			b.namedAt(b.gitPath(tree, word), "")
		}
	}
}

// hooksAt protects a directory of hooks. In one that holds what the run works in only the hooks are.
func (b *builder) hooksAt(dir string) {
	dir = b.resolved(dir)
	if !subpath.In(b.r.Dir, dir) && !slices.ContainsFunc(b.roots, func(root string) bool {
		return subpath.In(root, dir)
	}) {
		b.namedAt(dir, "/**")
		return
	}
	for _, name := range gitconfig.Hooks() {
		b.namedAt(join(dir, name), "")
	}
}

// resolved is a path without links, as far as it is there.
func (b *builder) resolved(p string) string {
	if to, ok := b.fs.Resolve(p); ok {
		return to
	}
	if dir, ok := b.fs.Resolve(path.Dir(p)); ok {
		return join(dir, path.Base(p))
	}
	return p
}

// namedAt protects a path below what may be written; below is /** for all that a directory holds.
func (b *builder) namedAt(p, below string) {
	p = b.resolved(p)
	t := b.typeOf(p)
	if b.rootOf(p) == "" || len(b.p.Named) >= mostNamed || t == Dir && below == "" {
		return
	}
	b.protectAt(p, t, gitNamed)
	e := Protected{Glob: Literal(p) + below, Why: gitNamed.Why, Ask: true}
	if !slices.Contains(b.p.Named, e) {
		b.p.Named = append(b.p.Named, e)
	}
}

// Literal makes a glob of a path, which matches it alone.
func Literal(p string) string {
	return strings.NewReplacer("*", `\*`, "?", `\?`, "[", `\[`, `\`, `\\`).Replace(p)
}
