package paths

import (
	"os"
	"path"
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/lowlevel/subpath"
)

// linksOf returns where the links lead that a pattern of names below a directory goes through:
// packages/*/dist through the link packages/a. What its last component stands for is not looked up.
// ok is false where not all can be seen. For ** no links are followed, as find and bash follow none.
func (r *Resolver) linksOf(dir, rest string) (targets []string, ok bool) {
	if strings.Contains(rest, "**") {
		return nil, true
	}
	last := strings.LastIndexByte(rest, '/')
	if last < 0 || !strings.ContainsAny(rest[:last], "*?[(") {
		return nil, true
	}
	if r.unsettled {
		return nil, false // a link that the call makes may be among them
	}
	rest = rest[:last]
	key := dir + "\x00" + rest
	if found, ok := r.patternLinks[key]; ok {
		return found.files, found.ok
	}
	w := linkWalk{r: r}
	ok = w.walk(dir, rest)
	if r.patternLinks == nil {
		r.patternLinks = make(map[string]foundPattern)
	}
	r.patternLinks[key] = foundPattern{files: w.targets, ok: ok}
	return w.targets, ok
}

// maxPatternDirs bounds the directories that are listed for one pattern.
const maxPatternDirs = 200

type linkWalk struct {
	r       *Resolver
	seen    int // entries
	dirs    int
	targets []string
}

// walk looks at the entries that the first component may stand for; false where not all can be seen.
func (w *linkWalk) walk(dir, rest string) bool {
	part, rest, more := strings.Cut(rest, "/")
	if !strings.ContainsAny(part, "*?[(") {
		return w.through(join(dir, part), rest)
	}
	list, err := w.r.List(dir)
	w.seen, w.dirs = w.seen+len(list), w.dirs+1
	if !w.r.Look(1, len(list)) || w.seen > maxWalked || w.dirs > maxPatternDirs {
		return false
	}
	if err != nil {
		return true // there is nothing that the pattern could stand for
	}
	for _, e := range list {
		if (e.IsDir() && more || e.Type()&os.ModeSymlink != 0) && mayMatch(part, e.Name()) &&
			!w.through(join(dir, e.Name()), rest) {
			return false
		}
	}
	return true
}

// through goes on below a name, which may be a link.
func (w *linkWalk) through(name, rest string) bool {
	info, err := os.Lstat(name)
	switch {
	case err != nil:
		return true
	case info.Mode()&os.ModeSymlink == 0:
		return rest == "" || w.walk(name, rest)
	}
	to, ok := w.r.resolve(name)
	w.targets = append(w.targets, to)
	return ok && len(w.targets) <= maxFound && (rest == "" || w.walk(to, rest))
}

// mayMatch reports whether a component may stand for a name in any shell, with any of its options.
func mayMatch(part, name string) bool {
	if strings.ContainsAny(part, "[]{}()!|^~#\\") {
		return true
	}
	ok, err := path.Match(strings.ToLower(part), strings.ToLower(name))
	return ok || err != nil
}

// linksInside reports whether all that a pattern may stand for lies inside a root, where its literal
// directory does.
func (r *Resolver) linksInside(in *root, dir, rest string) fact.Tri {
	targets, ok := r.linksOf(dir, rest)
	if !ok {
		return fact.Maybe
	}
	for _, to := range targets {
		if in.holds(to, false) != fact.Yes {
			return fact.Maybe
		}
	}
	return fact.Yes
}

// leadsAway reports whether a pattern may go through a link that leads out of the project, or to a
// hidden directory in it.
func (r *Resolver) leadsAway(form string, from int) bool {
	dir, rest := splitPattern(form, from)
	to, ok := r.resolve(dir)
	if !ok || rest == "" {
		return !ok
	}
	targets, ok := r.linksOf(to, rest)
	for _, at := range targets {
		ok = ok && subpath.In(at, r.project) && !strings.Contains(at[len(r.project):], "/.")
	}
	return !ok
}
