package paths

import (
	"slices"
	"strings"
	"unicode/utf8"

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
	rest   string  // the pattern for what lies below; "" for none
	prog   program // the same, once a path that is a pattern was compared with it
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
	list := r.readings(p)
	switch {
	case len(list) == 0:
		if strings.HasPrefix(pattern, "**/") || strings.HasPrefix(pattern, "/") {
			return fact.Maybe, fact.Maybe // wherever the glob begins: it need not be prepared
		}
	case onShare(pattern) && !r.last.onShare,
		p.Glob && (fold && standsForOthers(p, pattern) || endsDifferently(list, pattern) ||
			lacksDir(list, pattern)),
		!p.Glob && fold && lacksPart(list, pattern),
		!p.Glob && !fold && lacksToAllow(list, pattern):
		return fact.No, fact.No
	case p.Glob && fold && mayHoldDir(list, pattern):
		if t, ok := r.foundMatch(p, pattern); ok {
			return t, t
		}
		return fact.Maybe, fact.Maybe
	}
	written, target = r.match(list, r.glob(pattern, fold), false)
	if fold && p.Glob && written.Or(target) == fact.Maybe && strings.HasPrefix(pattern, "**/") &&
		(strings.HasSuffix(pattern, "/**") || lastComponent(p.Abs) == everyHidden) {
		if t, ok := r.foundMatch(p, pattern); ok {
			return t, t
		}
	}
	if rest, ok := cutScratch(pattern); ok && written.And(target) != fact.Yes {
		if rest == "**" && (r.tempDir != "" || fact.HasStandIn(p.Abs)) && r.allTemp(p) {
			return fact.Yes, fact.Yes
		}
		if len(p.Dirs) > 0 || !r.farFromTemps(p.Abs) {
			for _, dir := range r.furtherDirs(scratchRoot) {
				w, t := r.match(list, r.glob(join(dir, rest), fold), false)
				written, target = written.Or(w), target.Or(t)
			}
		}
	}
	if fold && r.last.unsure {
		w, t := r.matchUnsure(p, pattern)
		written, target = written.Or(w), target.Or(t)
	}
	return written, target
}

// Holds reports whether something below the path matches the glob, so that a recursive effect on
// the path is one on the match: Yes if the glob's literal directory lies at or below the path,
// Maybe if a match could. Names are folded.
func (r *Resolver) Holds(p *fact.Path, pattern string) (written, target fact.Tri) {
	return r.match(r.readings(p), r.glob(pattern, true), true)
}

// match compares the readings of a path with a glob, as written and as their targets.
func (r *Resolver) match(list []reading, g *glob, below bool) (written, target fact.Tri) {
	switch {
	case g.never:
		return fact.No, fact.No
	case len(list) == 0:
		return fact.Maybe, fact.Maybe
	}
	for i := range list {
		rd := &list[i]
		w := g.compare(&rd.written, below)
		t := w
		if !rd.known || rd.at >= 0 && !g.fold && r.leadsAway(rd.form, rd.at) {
			t = fact.Maybe
		} else if rd.target != rd.written {
			t = g.compare(&rd.target, below)
		}
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

// compare compares a clean path with the glob. The glob's directory counts as written and with its
// links resolved.
func (g *glob) compare(t *pathText, below bool) fact.Tri {
	p, from := t.text, t.at
	if g.fold {
		p, from = t.folded, t.foldedAt
	}
	got := g.compareWith(g.written, p, from, below)
	if g.target != g.written {
		got = got.Or(g.compareWith(g.target, p, from, below))
	}
	return got
}

func (g *glob) compareWith(dir, p string, from int, below bool) fact.Tri {
	if below && from < 0 && dir != "" && (subpath.Below(dir, p) || g.rest != "" && dir == p) {
		return fact.Yes
	}
	if from >= 0 || below {
		return g.comparePattern(dir, p, from, below)
	}
	if dir != "" && p == dir {
		return triOf(g.rest == "" || g.fold && g.rest == "**")
	}
	rest, in := p[len(volume(p)):], true
	if dir != "" {
		rest, in = strings.CutPrefix(p, strings.TrimSuffix(dir, "/"))
	}
	return triOf(g.rest != "" && in && rest != "" && rest[0] == '/' && g.matches(rest[1:]))
}

// matches reports whether the pattern matches p, which lies below the glob's directory and is no
// pattern itself. A wildcard stands for as little as it can, because the next wildcard takes the
// rest. So only the last * and the last **/ are tried again.
func (g *glob) matches(p string) bool {
	at, i := 0, 0 // indexes in the pattern and in the path
	star, starAt := -1, 0
	dirs, dirsAt := -1, 0
	for {
		rest, begins := g.rest[at:], at == 0 || g.rest[at-1] == '/'
		switch {
		case begins && rest == "**", i == len(p) && (rest == "" || g.fold && rest == "/**"):
			return true
		case begins && strings.HasPrefix(rest, "**/"):
			at += len("**/")
			dirs, dirsAt, star = at, i, -1
			continue
		case strings.HasPrefix(rest, "**"): // a part of a name
			return g.program().run(literal(nil, p), false, g.fold)
		case strings.HasPrefix(rest, "*"):
			at++
			star, starAt = at, i
			continue
		case i == len(p):
			return false
		case rest != "" && rest[0] == '?' && p[i] != '/':
			_, n := utf8.DecodeRuneInString(p[i:])
			at, i = at+1, i+n
			continue
		case rest != "" && rest[0] == p[i]:
			at, i = at+1, i+1
			continue
		}
		if star >= 0 && p[starAt] != '/' {
			_, n := utf8.DecodeRuneInString(p[starAt:])
			starAt += n
			at, i = star, starAt
			continue
		}
		next := strings.IndexByte(p[dirsAt:], '/')
		if dirs < 0 || next < 0 {
			return false
		}
		dirsAt += next + 1
		at, i, star = dirs, dirsAt, -1
	}
}

// program returns the pattern as an automaton. It is needed for a path that is a pattern, and for a
// ** within a name.
func (g *glob) program() program {
	if g.prog == nil {
		g.prog = compile(g.rest)
	}
	return g.prog
}

// comparePattern is compareWith for a path that stands for several.
func (g *glob) comparePattern(dir, p string, from int, below bool) fact.Tri {
	prog := g.program()
	if last := strings.LastIndexByte(p, '/') + 1; dir == "" && from >= 0 && !below &&
		prog.lastOnly() && !strings.Contains(p[last:], "**") {
		return g.compareLast(p[last:], last < from, strings.Contains(p[:last], "**"))
	}
	dir = beforePattern(dir, p)
	if n := min(len(dir), literalLen(p, from)); p[:n] != dir[:n] {
		return fact.No
	}
	if g.amongTrees(dir, p, from) {
		return fact.Maybe
	}
	var head [128]rune
	whole := program(literal(head[:0], dir))
	if g.rest != "" {
		whole = append(append(whole, '/'), prog...)
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
	} else if need := needed(g.rest); (need == "" || strings.Contains(p, need)) &&
		whole.run(text, false, g.fold) {
		return fact.Yes
	}
	if k := slices.IndexFunc(text, ofTrees); k > 0 && dir == "" && len(prog) > 0 &&
		prog[0] == enter {
		text = text[k:] // both may be any directories: it does not matter which stand before
	}
	if whole.run(text, true, g.fold) {
		return fact.Maybe
	}
	return fact.No
}

// ofTrees reports whether a wildcard stands for any directories.
func ofTrees(c rune) bool { return c == deep || c == dirs }

// amongTrees reports whether a glob DIR/**/NAME/** may match a path such as DIR/src/**/*.o, without
// running it: the stars of the path may stand for a directory NAME. The path itself does not hold
// the text that each match of the glob holds.
func (g *glob) amongTrees(dir, p string, from int) bool {
	prog, need := g.program(), needed(g.rest)
	last := len(prog) - 1
	if from <= len(dir) || last < 1 || prog[0] != enter || prog[last] != deep || need == "" {
		return false
	}
	within := dir == "" || p[:len(dir)] == dir && p[len(dir)] == '/'
	return within && strings.Contains(p[from-1:], "/**/") && !strings.Contains(p, need)
}

// literalLen is the length of what stands before a path's pattern, which begins at from. A path
// with a negative from is literal as a whole.
func literalLen(p string, from int) int {
	if from < 0 {
		return len(p)
	}
	return from
}

// compareLast compares the last component with a glob such as **/.env, for which it does not matter
// where the file lies. named is true where the component is a name and not a pattern. tree is true
// where it follows **, as in the output of find: there a star also matches a leading dot.
func (g *glob) compareLast(name string, named, tree bool) fact.Tri {
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
	switch last := g.program()[3:]; {
	case last.run(text, false, g.fold):
		return fact.Yes
	case last.run(text, true, g.fold):
		return fact.Maybe
	}
	return fact.No
}

// beforePattern returns what stands before the separator at which the glob's pattern begins.
func beforePattern(dir, p string) string {
	if dir == "" {
		return volume(p)
	}
	return strings.TrimSuffix(dir, "/")
}

// glob returns the glob of a rule, prepared once per call.
func (r *Resolver) glob(pattern string, folded bool) *glob {
	key := globKey{pattern, folded}
	if g, ok := r.globs[key]; ok {
		return g
	}
	if r.globs == nil {
		r.globs = make(map[globKey]*glob)
	}
	if len(r.globRoom) == 0 {
		r.globRoom = make([]glob, min(len(r.globs)+1, 16)) // a path that is a pattern asks for many
	}
	g := &r.globRoom[0]
	g.fold, r.globRoom, r.globs[key] = folded, r.globRoom[1:], g
	rest := native(pattern)
	if rest != "**" && !strings.HasPrefix(rest, "**/") {
		dir, below := r.base(rest)
		if dir == "" || !folded && !r.isProject && r.relative(rest) {
			g.never = true
			return g
		}
		wild := len(below) // where the first component with a wildcard begins
		if i := strings.IndexAny(below, "*?"); i >= 0 {
			wild = strings.LastIndexByte(below[:i], '/') + 1
		}
		g.written, rest = clean(join(dir, below[:wild])), below[wild:]
		g.target = g.written
		if to, ok := r.resolve(g.written); ok {
			g.target = to
		}
	}
	if folded {
		g.written, g.target, rest = subpath.Fold(g.written), subpath.Fold(g.target), subpath.Fold(rest)
	}
	for strings.Contains(rest, "//") {
		rest = strings.ReplaceAll(rest, "//", "/")
	}
	for rest = strings.TrimSuffix(rest, "/"); strings.HasSuffix(rest, "***"); {
		rest = rest[:len(rest)-1]
	}
	g.rest = rest
	return g
}
