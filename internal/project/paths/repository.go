package paths

import (
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/lowlevel/subpath"
	"github.com/fencepost/fencepost/internal/rule"
)

// Git takes a directory for a repository where it finds a file HEAD beside objects/ and refs/, or
// beside a file commondir (gitrepository-layout(5)): no .git is needed, and the settings in it run
// programs as those of .git do.

const (
	whyBare     = "the directory is a git repository without .git; git runs its settings and hooks"
	whyBareMake = "the directory becomes a git repository with it; git runs its settings and hooks"
)

// BareRepository returns the directory that git would take for its repository where it runs in dir
// and finds no .git: dir itself or one above it. It is "" where there is none. Above the project's
// directory nothing is looked for: what lies there is no part of what the agent or the repository
// writes.
//
// It costs nothing in a project that is known to hold .git, one readlink in any other, and
// elsewhere as many as there are components in the path, and one for each directory up to the
// project.
func (r *Resolver) BareRepository(dir string) string {
	if dir == r.project {
		if r.HasGit || readlink(join(dir, "HEAD")).kind == missing || r.there(join(dir, ".git")) {
			return "" // by whatever links it is reached
		}
	}
	to, ok := r.resolve(dir)
	if !ok || strings.Contains(to+"/", "/.git/") {
		return "" // what lies below .git is protected by that name
	}
	for {
		if r.isRepository(to) {
			if r.there(join(to, ".git")) {
				return ""
			}
			return to
		}
		up := strings.LastIndexByte(to, '/')
		if up <= len(volume(to)) || to == r.project || r.there(join(to, ".git")) {
			return ""
		}
		to = to[:up]
	}
}

// isRepository reports whether a directory looks like a repository. Less than git asks for is
// enough: what is missing may be in the environment, or come with the next call.
func (r *Resolver) isRepository(dir string) bool {
	if !r.there(join(dir, "HEAD")) {
		return false
	}
	for _, name := range [...]string{"refs", "objects", "commondir"} {
		if r.there(join(dir, name)) {
			return true
		}
	}
	return false
}

// There reports whether there is something at a path, be it a link.
func (r *Resolver) There(name string) bool { return r.there(name) }

// Exists is There for a name that nobody will ask about again.
func Exists(name string) bool {
	k := readlink(name).kind
	return k == noLink || k == isLink
}

func (r *Resolver) there(name string) bool {
	k := r.link(name).kind
	return k == noLink || k == isLink
}

// repository asks about a path that is part of a repository without .git, or would make one. What
// git runs is denied, as below .git.
func (g *Guard) repository(p *fact.Path, worse func(rule.Decision, string)) {
	if !p.Known || p.Abs == "" {
		return
	}
	var buf [1]string
	for _, form := range g.r.forms(p, &buf) {
		from := patternFrom(p, form)
		if from >= 0 {
			dir, rest := splitPattern(form, from)
			if to, ok := g.r.resolve(dir); ok && g.r.isRepository(to) && rest != "" {
				worse(rule.Ask, whyBare)
			}
			continue
		}
		abs := clean(form)
		g.inRepository(abs, worse)
		if to, ok := g.r.follow(p, form); ok && to != abs {
			g.inRepository(to, worse)
		}
	}
}

func (g *Guard) inRepository(abs string, worse func(rule.Decision, string)) {
	for at := 0; ; {
		next := strings.IndexByte(abs[at:], '/')
		if next < 0 {
			return
		}
		at += next + 1
		name, rest, _ := strings.Cut(abs[at:], "/")
		runs, part := partOfRepository(name, rest)
		if !part || at < 2 || strings.HasSuffix(abs[:at-1], "/.git") {
			continue
		}
		switch dir := abs[:at-1]; {
		case !g.r.there(join(dir, "HEAD")):
		case !g.r.isRepository(dir):
			worse(rule.Ask, whyBareMake)
		case runs:
			worse(rule.Deny, whyBare)
		default:
			worse(rule.Ask, whyBare)
		}
	}
}

// partOfRepository reports whether a name in a repository is one of those that git looks for there,
// and whether git runs what is written into it. rest is what follows the name in the path.
func partOfRepository(name, rest string) (runs, part bool) {
	switch name {
	case "config", "config.worktree", "hooks":
		return true, true
	case "info":
		return rest == "attributes", true
	case "HEAD", "objects", "refs", "commondir", "gitdir", "packed-refs", "index", "modules",
		"worktrees", "logs":
		return false, true
	}
	return false, false
}

// MovesProject reports whether a repository that is made in a directory would be taken for the
// project in the next call: the directory is that in which the agent was started or one above it,
// and not the project's own.
func (r *Resolver) MovesProject(p *fact.Path) bool {
	if r.Start == "" || !p.Known || p.Abs == "" {
		return false
	}
	start := clean(native(r.Start))
	starts := [...]string{start, start}
	if to, ok := r.resolve(start); ok {
		starts[1] = to
	}
	project, _ := r.resolve(r.project)
	var buf [1]string
	for _, form := range r.forms(p, &buf) {
		to, ok := r.resolve(form)
		if !ok {
			return true
		}
		for _, dir := range [...]string{clean(form), to} {
			if dir == r.project || dir == project {
				continue
			}
			if subpath.In(starts[0], dir) || subpath.In(starts[1], dir) {
				return true
			}
		}
	}
	return false
}
