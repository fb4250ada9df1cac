package paths

import (
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/lowlevel/subpath"
)

// root is a directory as a rule names it.
type root struct {
	name    string
	written string // absolute and clean; "" for a root that contains nothing
	target  string // the same with its symlinks resolved; "" where that cannot be known
}

// Inside reports whether the path lies inside the root, as written and as its target. The root
// itself is taken as written and resolved; a path inside either is inside.
//
// Where the path has several forms it is inside only if all are, and outside if one is. A path that
// is not known may be inside. A pattern lies where its literal directory lies, and its matches are
// not looked up: only a component that could match ".." may be elsewhere.
//
// Roots are "." (the project), "~", "~/x", "~user", absolute paths, and paths relative to the
// project. One that ends with a slash is inside itself also where strict is set: a cache may go as
// a whole.
func (r *Resolver) Inside(p *fact.Path, name string, strict bool) (written, target fact.Tri) {
	if !p.Known || p.Abs == "" {
		return fact.Maybe, fact.Maybe
	}
	if name == "." && r.isProject && !strict && !p.Glob && p.Abs == r.project && len(p.Dirs) == 0 {
		return fact.Yes, fact.Yes // the project itself, wherever it leads: nothing has to be looked up
	}
	if name == workTreesRoot {
		return r.insideWorkTree(p)
	}
	strict = strict && (len(name) <= len("~/") || name[len(name)-1] != '/')
	if strings.ContainsAny(name, "*?") {
		return r.insidePattern(p, name, strict)
	}
	written, target = fact.Yes, fact.Yes
	list := r.readings(p)
	for i := range list {
		rd := &list[i]
		w, t := r.insideOne(rd, r.root(name), strict)
		if w.And(t) != fact.Yes && !(name == "." && r.isScratch(rd)) {
			w2, t2 := r.insideFurther(rd, name, strict)
			w, t = w.Or(w2), t.Or(t2)
		}
		written, target = written.And(w), target.And(t)
	}
	return written, target
}

// insidePattern is Inside for a root with wildcards, such as ~/.claude/projects/*/memory: each
// directory that it matches is a root.
func (r *Resolver) insidePattern(p *fact.Path, name string, strict bool) (written,
	target fact.Tri) {
	if p.Glob {
		return r.matchesInside(p, name)
	}
	name = strings.TrimSuffix(name, "/")
	written, target = r.Glob(p, name+"/**", false)
	if !strict {
		w, t := r.Glob(p, name, false)
		written, target = written.Or(w), target.Or(t)
	}
	return written, target
}

// matchesInside is insidePattern for a path that is a pattern. The path lies where its literal
// directory lies: ~/**/x also matches below ~/.claude/projects/p/memory, but does not lie there.
func (r *Resolver) matchesInside(p *fact.Path, name string) (written, target fact.Tri) {
	written, target = fact.Yes, fact.Yes
	for _, rd := range r.readings(p) {
		dir, _ := splitPattern(rd.written.text, rd.written.at)
		w, t := r.insidePattern(&fact.Path{Written: dir, Abs: dir, Known: true}, name, false)
		written, target = written.And(w), target.And(t)
	}
	return written, target
}

// insideFurther asks about the directories that count as a root beside its own.
func (r *Resolver) insideFurther(rd *reading, name string, strict bool) (written, target fact.Tri) {
	if name == scratchRoot {
		if w, t := r.insideTemp(rd); w.And(t) == fact.Yes {
			return w, t
		}
		if r.farFromTemps(rd.form) {
			return written, target
		}
	}
	for _, dir := range r.furtherDirs(name) {
		w, t := r.insideOne(rd, r.root(dir), strict)
		written, target = written.Or(w), target.Or(t)
	}
	return written, target
}

// isScratch reports whether a path lies in the scratch directory. The directories that a person has
// added do not hold it, so nobody has to look for them.
func (r *Resolver) isScratch(rd *reading) bool {
	if r.Also == nil || r.workDirs.asked || r.scratch == "" {
		return false
	}
	written, target := r.insideOne(rd, r.root(scratchRoot), false)
	return written.And(target) == fact.Yes
}

func (r *Resolver) insideOne(rd *reading, in *root, strict bool) (written, target fact.Tri) {
	switch {
	case in.written == "":
		return fact.No, fact.No
	case rd.at < 0:
		written = in.holds(rd.written.text, strict)
		if !rd.known {
			return written, fact.Maybe
		}
		return written, in.holds(rd.target.text, strict)
	}
	dir, rest := splitPattern(rd.written.text, rd.written.at)
	written = in.holdsPattern(dir, rest, strict)
	dir, rest = splitPattern(rd.form, rd.at)
	to, ok := r.resolve(dir)
	if !ok || climbs(rest) {
		return written, fact.Maybe
	}
	if target = in.holdsPattern(to, rest, strict); target == fact.Yes {
		target = r.linksInside(in, to, rest)
	}
	return written, target
}

// holds reports whether a clean path lies inside the root as written or as resolved.
func (in *root) holds(p string, strict bool) fact.Tri {
	lies := subpath.In
	if strict {
		lies = subpath.Below
	}
	return triOf(lies(p, in.written) || in.target != "" && lies(p, in.target))
}

// holdsPattern reports whether what matches the pattern rest in dir lies inside the root.
func (in *root) holdsPattern(dir, rest string, strict bool) fact.Tri {
	if rest == "" {
		return in.holds(dir, strict)
	}
	got := in.holds(dir, false)
	if got == fact.Yes && (mayClimb(rest) || strict && mayVanish(rest) &&
		in.holds(dir, true) == fact.No) {
		return fact.Maybe
	}
	return got
}

// patternFrom returns the index in a form of a path from which pattern characters may stand, or -1
// for a path that is no pattern. In the directory to which a relative word was joined, such
// characters are part of the name.
func patternFrom(p *fact.Path, form string) int {
	switch {
	case !p.Glob:
		return -1
	case !isAbs(p.Written) && strings.HasSuffix(form, "/"+p.Written):
		return len(form) - len(p.Written)
	}
	return 0
}

// cleanPattern is clean for a pattern. It also returns the index from which pattern characters may
// stand in the result.
func cleanPattern(form string, from int) (string, int) {
	dir, rest := splitPattern(form, from)
	if rest == "" {
		p := clean(form)
		return p, len(p)
	}
	if climbs(rest) {
		return clean(form), 0
	}
	dir = join(clean(dir), "")
	return dir + clean("/" + rest)[1:], len(dir)
}

// splitPattern cuts an absolute path before the first component with a pattern character at or
// behind from.
func splitPattern(p string, from int) (dir, rest string) {
	i := strings.IndexAny(p[from:], "*?[(")
	if i < 0 {
		return p, ""
	}
	i = strings.LastIndexByte(p[:from+i], '/')
	if i <= len(volume(p)) {
		return p[:i+1], p[i+1:]
	}
	return p[:i], p[i+1:]
}

// Literal is the directory before the first component of an absolute path that holds a pattern
// character.
func Literal(abs string) string {
	i := strings.IndexAny(abs, "*?[(")
	if i < 0 {
		return abs
	}
	return clean(abs[:strings.LastIndexByte(abs[:i], '/')+1])
}

// mayClimb reports whether a component of the pattern could match "..". Shells differ: bash 5.2
// leaves it out (globskipdots), dash and older versions do not. Only a dot matches a leading dot.
func mayClimb(pattern string) bool {
	for comp := range strings.SplitSeq(pattern, "/") {
		if !strings.ContainsAny(comp, "*?[(") {
			if comp == ".." {
				return true
			}
			continue
		}
		if strings.ContainsRune(comp, '(') && strings.Contains(comp, ".") {
			return true
		}
		if comp[0] == '.' && mayBeDot(strings.ReplaceAll(comp[1:], "*", "")) {
			return true
		}
	}
	return false
}

// mayBeDot reports whether a pattern from which each * was removed could match one dot.
func mayBeDot(pattern string) bool {
	switch {
	case pattern == "", pattern == ".", pattern == "?":
		return true
	case strings.HasPrefix(pattern, "[!"), strings.HasPrefix(pattern, "[^"):
		return !strings.Contains(pattern, ".")
	}
	return pattern[0] == '['
}

// mayVanish reports whether the pattern could match its directory itself, as ** does with globstar.
func mayVanish(pattern string) bool {
	return strings.Trim(pattern, "*/") == "" && strings.Contains(pattern, "**")
}

// root returns the root of that name. The result is valid until the next call.
func (r *Resolver) root(name string) *root {
	for i := range r.roots {
		if r.roots[i].name == name {
			return &r.roots[i]
		}
	}
	in := root{name: name}
	base, rest := r.base(native(name))
	if name != "" && base != "" && (r.isProject || !r.relative(name)) {
		in.written = clean(join(base, rest))
		if to, ok := r.resolve(in.written); ok {
			in.target = to
		}
	}
	r.roots = append(r.roots, in)
	return &r.roots[len(r.roots)-1]
}

// scratchRoot begins a rule's path that is anchored at the scratch directory, wherever the config
// puts that.
const scratchRoot = "$SCRATCH"

// cutScratch cuts scratchRoot off a rule's path.
func cutScratch(name string) (rest string, ok bool) {
	rest, ok = strings.CutPrefix(name, scratchRoot)
	if !ok || rest != "" && rest[0] != '/' {
		return "", false
	}
	return strings.TrimPrefix(rest, "/"), true
}

// relative reports whether a rule's path is anchored at the project.
func (r *Resolver) relative(name string) bool {
	_, scratch := cutScratch(name)
	return !isAbs(name) && !strings.HasPrefix(name, "~") && !scratch
}

// base splits a rule's path into the directory at which it is anchored and the rest. The directory
// is "" where there is none: an unknown user, no home, no scratch directory.
func (r *Resolver) base(name string) (dir, rest string) {
	switch {
	case isAbs(name):
		top := len(volume(name)) + 1
		return name[:top], name[top:]
	case strings.HasPrefix(name, "~"):
		user, rest, _ := strings.Cut(name[1:], "/")
		if user == "" {
			return r.home, rest
		}
		home, _ := Home(user)
		return home, rest
	}
	if rest, ok := cutScratch(name); ok {
		if !r.moved && r.scratch != "" && r.link(r.scratch).kind == isLink {
			return "", rest // whoever made the link would say what is scratch
		}
		return r.scratch, rest
	}
	return r.project, name
}
