package paths

import (
	"slices"
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/lowlevel/subpath"
)

type globKey struct {
	pattern string
	fold    bool
}

// glob is a rule's path glob: the literal directory at which it begins, and a pattern for what lies
// below.
type glob struct {
	written string // the literal directory; "" where the pattern may begin anywhere
	// the same, resolved; equal to written where there are no links or they cannot be known
	target string
	rest   program
	need   string // what stands in every path that it matches; "": nothing is known of it
	fold   bool
	never  bool // it has no place: an unknown user's home, or an allowing glob without a project
}

// Glob reports whether a rule's glob matches the path as written, and its target.
//
// `*` and `?` match within a component, `**` across components: `dir/**` matches all below dir,
// `a/**/b` also a/b, `**/x` an x anywhere. With fold, which restrictive rules use, case and Unicode
// form are ignored and `dir/**` matches dir itself, because what is done to dir (a delete, a new
// mode) is done to all below. A relative glob is anchored at the project, without one only with
// fold. `~` is the home. The literal directory of the glob is taken as written and resolved, and
// nothing but `*` and `?` is special.
//
// Where the path has several forms, fold asks for any match and its absence for all. A path that is
// a pattern matches if all that it could stand for does, and may match if some of it could.
func (r *Resolver) Glob(p *fact.Path, pattern string, fold bool) (written, target fact.Tri) {
	switch {
	case !p.Known || p.Abs == "":
		if strings.HasPrefix(pattern, "**/") || strings.HasPrefix(pattern, "/") {
			return fact.Maybe, fact.Maybe // wherever the glob begins: it need not be prepared
		}
	case fold && (r.lacks(p, pattern) || standsForOthers(p, pattern)), r.apart(p, pattern),
		r.notBelow(p, pattern),
		onShare(pattern) && !r.onShare(p):
		return fact.No, fact.No
	case !fold && endsOtherwise(p, pattern):
		return fact.No, fact.No
	case fold && r.mayHold(p, pattern):
		if t, ok := r.foundMatch(p, pattern); ok {
			return t, t
		}
		return fact.Maybe, fact.Maybe
	}
	written, target = r.each(p, r.glob(pattern, fold), false)
	if fold && p.Glob && written.Or(target) == fact.Maybe && strings.HasPrefix(pattern, "**/") &&
		(strings.HasSuffix(pattern, "/**") || lastPart(p.Abs) == everyHidden) {
		if t, ok := r.foundMatch(p, pattern); ok {
			return t, t
		}
	}
	if rest, ok := cutScratch(pattern); ok && written.And(target) != fact.Yes {
		if rest == "**" && r.allTemp(p) {
			return fact.Yes, fact.Yes
		}
		for _, dir := range r.also(scratchRoot) {
			w, t := r.each(p, r.glob(join(dir, rest), fold), false)
			written, target = written.Or(w), target.Or(t)
		}
	}
	if fold && p.Known && r.unsure() {
		w, t := r.more(p, pattern)
		written, target = written.Or(w), target.Or(t)
	}
	return written, target
}

// Holds reports whether something below the path matches the glob, so that a recursive effect on
// the path is one on the match: Yes if the glob's literal directory lies at or below the path,
// Maybe if a match could. Names are folded.
func (r *Resolver) Holds(p *fact.Path, pattern string) (written, target fact.Tri) {
	return r.each(p, r.glob(pattern, true), true)
}

func (r *Resolver) each(p *fact.Path, g *glob, below bool) (written, target fact.Tri) {
	if g.never {
		return fact.No, fact.No
	}
	if !p.Known || p.Abs == "" {
		return fact.Maybe, fact.Maybe
	}
	var buf [1]string
	for i, form := range r.forms(p, &buf) {
		w, t := r.globOne(p, form, g, below)
		switch {
		case i == 0:
			written, target = w, t
		case g.fold:
			written, target = written.Or(w), target.Or(t)
		default:
			written, target = written.And(w), target.And(t)
		}
	}
	return written, target
}

func (r *Resolver) globOne(
	p *fact.Path, form string, g *glob, below bool,
) (written, target fact.Tri) {
	from := patternFrom(p, form)
	if from < 0 && g.fold {
		f := r.foldedOf(p, form)
		written = g.relateBoth(f.written, -1, below)
		switch {
		case !f.known:
			return written, fact.Maybe
		case f.target == f.written:
			return written, written
		}
		return written, g.relateBoth(f.target, -1, below)
	}
	if from < 0 {
		abs := clean(form)
		written = g.relateBoth(abs, -1, below)
		switch to, ok := r.follow(p, form); {
		case !ok:
			return written, fact.Maybe
		case to == abs:
			return written, written
		default:
			return written, g.relateBoth(to, -1, below)
		}
	}
	pp := r.patternPath(form, from)
	written = g.relateText(&pp.written, below)
	if !pp.known || !g.fold && r.leadsAway(form, from) {
		return written, fact.Maybe
	}
	return written, g.relateText(&pp.target, below)
}

// relateText is relateBoth for a path that stands for several.
func (g *glob) relateText(t *patternText, below bool) fact.Tri {
	if g.fold {
		return g.relateBoth(t.folded, t.foldedAt, below)
	}
	return g.relateBoth(t.text, t.at, below)
}

// relateBoth compares a clean path with the glob, whose directory is taken as written and resolved.
func (g *glob) relateBoth(p string, from int, below bool) fact.Tri {
	got := g.relateTo(g.written, p, from, below)
	if g.target != g.written {
		got = got.Or(g.relateTo(g.target, p, from, below))
	}
	return got
}

func (g *glob) relateTo(dir, p string, from int, below bool) fact.Tri {
	if below && from < 0 && dir != "" && lies(dir, p, len(g.rest) == 0) {
		return fact.Yes
	}
	if from >= 0 || below {
		return g.relatePattern(dir, p, from, below)
	}
	if dir != "" && p == dir {
		return known(len(g.rest) == 0 || g.fold && len(g.rest) == 1 && g.rest[0] == deep)
	}
	if len(g.rest) == 0 {
		return fact.No
	}
	dir = begin(dir, p)
	if len(p) <= len(dir) || p[:len(dir)] != dir || p[len(dir)] != '/' {
		return fact.No
	}
	prog, p := g.rest, p[len(dir)+1:]
	if prog.lastOnly() {
		prog, p = prog[3:], p[strings.LastIndexByte(p, '/')+1:]
	}
	var buf [128]rune
	return known(prog.run(literal(buf[:0], p), false, g.fold))
}

// relatePattern is relateTo for a path that stands for several.
func (g *glob) relatePattern(dir, p string, from int, below bool) fact.Tri {
	if last := strings.LastIndexByte(p, '/') + 1; dir == "" && from >= 0 && !below &&
		g.rest.lastOnly() && !strings.Contains(p[last:], "**") {
		return g.relateLast(p[last:], last < from, strings.Contains(p[:last], "**"))
	}
	dir = begin(dir, p)
	if n := min(len(dir), literalLen(p, from)); p[:n] != dir[:n] {
		return fact.No
	}
	if g.amongTrees(dir, p, from) {
		return fact.Maybe
	}
	var head [128]rune
	whole := program(literal(head[:0], dir))
	if len(g.rest) > 0 {
		whole = append(append(whole, '/'), g.rest...)
	}
	var buf [256]rune
	text := literal(buf[:0], p[:literalLen(p, from)])
	if from >= 0 {
		text = shellPattern(text, p[from:])
	}
	if below {
		if p != "/" {
			text = append(text, '/')
		}
		text = append(text, deep)
	} else if (g.need == "" || strings.Contains(p, g.need)) && whole.run(text, false, g.fold) {
		return fact.Yes
	}
	if k := slices.IndexFunc(text, ofTrees); k > 0 && dir == "" && len(g.rest) > 0 &&
		g.rest[0] == enter {
		text = text[k:] // both may be any directories: it does not matter which stand before
	}
	if whole.run(text, true, g.fold) {
		return fact.Maybe
	}
	return fact.No
}

// ofTrees reports whether a wildcard stands for any directories.
func ofTrees(c rune) bool { return c == deep || c == dirs }

// amongTrees answers DIR/**/NAME/** for DIR/src/**/*.o without running it: NAME may be one of the
// directories that the stars of the path stand for. It holds no name that would be in all of them.
func (g *glob) amongTrees(dir, p string, from int) bool {
	last := len(g.rest) - 1
	if from <= len(dir) || last < 1 || g.rest[0] != enter || g.rest[last] != deep || g.need == "" {
		return false
	}
	within := dir == "" || p[:len(dir)] == dir && p[len(dir)] == '/'
	return within && strings.Contains(p[from-1:], "/**/") && !strings.Contains(p, g.need)
}

// literalLen is the length of what stands before a path's pattern, which begins at from; of all of
// it where from is negative.
func literalLen(p string, from int) int {
	if from < 0 {
		return len(p)
	}
	return from
}

// relateLast compares the last component with a glob that speaks of nothing else: where the file
// lies, as behind the stars of a/**/.env, does not matter. named is true where the component is a
// name and no pattern. tree is true where it stands behind **, as in what find finds: a star of
// find matches a leading dot as well.
func (g *glob) relateLast(name string, named, tree bool) fact.Tri {
	var buf [128]rune
	text := buf[:0]
	if named {
		text = literal(text, name)
	} else {
		text = shellPattern(text, name)
	}
	if tree && len(text) > 0 && (text[0] == shown || text[0] == shownOrNone) {
		text[0] = star
	}
	switch last := g.rest[3:]; {
	case last.run(text, false, g.fold):
		return fact.Yes
	case last.run(text, true, g.fold):
		return fact.Maybe
	}
	return fact.No
}

// begin returns what stands before the separator at which the glob's pattern begins.
func begin(dir, p string) string {
	if dir == "" {
		return volume(p)
	}
	return strings.TrimSuffix(dir, "/")
}

func known(b bool) fact.Tri {
	if b {
		return fact.Yes
	}
	return fact.No
}

// glob returns the glob of a rule, prepared once per call.
func (r *Resolver) glob(pattern string, folded bool) *glob {
	key := globKey{pattern, folded}
	if g, ok := r.globs[key]; ok {
		return g
	}
	g := r.newGlob(native(pattern), folded)
	if r.globs == nil {
		r.globs = make(map[globKey]*glob)
	}
	r.globs[key] = g
	return g
}

func (r *Resolver) newGlob(pattern string, folded bool) *glob {
	if len(r.globRoom) == 0 {
		r.globRoom = make([]glob, min(len(r.globs)+1, 16)) // a path that is a pattern asks for many
	}
	g := &r.globRoom[0]
	g.fold, r.globRoom = folded, r.globRoom[1:]
	rest := pattern
	if pattern != "**" && !strings.HasPrefix(pattern, "**/") {
		var dir string
		dir, rest = r.base(pattern)
		if dir == "" || !folded && !r.isProject && r.relative(pattern) {
			g.never = true
			return g
		}
		lit, tail := literalDir(rest)
		g.written, rest = clean(join(dir, lit)), tail
		g.target = g.written
		if to, ok := r.resolve(g.written); ok {
			g.target = to
		}
	}
	if folded {
		g.written, g.target, rest = subpath.Fold(g.written), subpath.Fold(g.target), subpath.Fold(rest)
	}
	g.rest, g.need = compile(rest), needed(rest)
	return g
}

// literalDir cuts a glob before its first component with a wildcard.
func literalDir(p string) (dir, rest string) {
	i := strings.IndexAny(p, "*?")
	if i < 0 {
		return p, ""
	}
	i = strings.LastIndexByte(p[:i], '/') + 1
	return p[:i], p[i:]
}
