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
		if r.HasGit || readlink(join(dir, "HEAD")).kind == missing || r.There(join(dir, ".git")) {
			return "" // by whatever links it is reached
		}
	}
	to, ok := r.resolve(dir)
	if !ok || strings.Contains(to+"/", "/.git/") {
		return "" // what lies below .git is protected by that name
	}
	for {
		if r.isRepository(to) {
			if r.There(join(to, ".git")) {
				return ""
			}
			return to
		}
		up := strings.LastIndexByte(to, '/')
		if up <= len(volume(to)) || to == r.project || r.There(join(to, ".git")) {
			return ""
		}
		to = to[:up]
	}
}

// isRepository reports whether a directory looks like a repository. Less than git asks for is
// enough: what is missing may be in the environment, or come with the next call.
func (r *Resolver) isRepository(dir string) bool {
	if !r.There(join(dir, "HEAD")) {
		return false
	}
	for _, name := range [...]string{"refs", "objects", "commondir"} {
		if r.There(join(dir, name)) {
			return true
		}
	}
	return false
}

// Exists is There for a name that nobody will ask about again.
func Exists(name string) bool {
	k := readlink(name).kind
	return k == noLink || k == isLink
}

// There reports whether there is something at a path, be it a link.
func (r *Resolver) There(name string) bool {
	k := r.link(name).kind
	return k == noLink || k == isLink
}

// judgeRepository judges a change of a path that is part of a repository without .git, or makes one.
// It denies changes of what git runs, as below .git.
func (g *Guard) judgeRepository(p *fact.Path, worse func(rule.Decision, string)) {
	for _, rd := range g.r.readings(p) {
		if p.Glob {
			dir, rest := splitPattern(rd.form, rd.at)
			if to, ok := g.r.resolve(dir); ok && g.r.isRepository(to) && rest != "" {
				worse(rule.Ask, whyBare)
			}
			continue
		}
		g.judgeInRepository(rd.written.text, worse)
		if rd.known && rd.target != rd.written {
			g.judgeInRepository(rd.target.text, worse)
		}
	}
}

func (g *Guard) judgeInRepository(abs string, worse func(rule.Decision, string)) {
	for at := 0; ; {
		next := strings.IndexByte(abs[at:], '/')
		if next < 0 {
			return
		}
		at += next + 1
		name, rest, _ := strings.Cut(abs[at:], "/")
		runs := false // git runs what is written there
		switch name {
		case "config", "config.worktree", "hooks":
			runs = true
		case "info":
			runs = rest == "attributes"
		case "HEAD", "objects", "refs", "commondir", "gitdir", "packed-refs", "index", "modules",
			"worktrees", "logs":
		default:
			continue
		}
		if at < 2 || strings.HasSuffix(abs[:at-1], "/.git") {
			continue
		}
		switch dir := abs[:at-1]; {
		case !g.r.There(join(dir, "HEAD")):
		case !g.r.isRepository(dir):
			worse(rule.Ask, whyBareMake)
		case runs:
			worse(rule.Deny, whyBare)
		default:
			worse(rule.Ask, whyBare)
		}
	}
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
	for _, rd := range r.readings(p) {
		to, ok := r.resolve(rd.form)
		if !ok {
			return true
		}
		for _, dir := range [...]string{clean(rd.form), to} {
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
