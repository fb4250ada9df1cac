package plan

import (
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/fencepost/fencepost/internal/lowlevel/confighome"
	"github.com/fencepost/fencepost/internal/lowlevel/subpath"
)

// How far is looked for protected names below what may be written. What lies deeper, or is made
// later, is left to the sweep after the run.
const (
	scanDepth = 3
	scanDirs  = 300
)

// unscanned are directories that package managers and compilers fill.
var unscanned = [...]string{"node_modules", ".venv", "venv", "target", "__pycache__", ".tox",
	".terraform", ".gradle", ".m2"}

// Unscanned are directories in which nobody looks for protected names.
func Unscanned() []string { return unscanned[:] }

// countDir takes one directory of those that a plan may look into.
func (b *builder) countDir() bool {
	b.spent++
	return b.spent <= scanDirs
}

// name is a protected name at any depth: what follows **/ in its glob.
type name struct {
	comps []string
	entry *Protected
}

// table are the protected names, by the first component.
type table struct {
	names map[string][]name // folded
	loose []name            // whose first component has a wildcard
	git   []name            // what follows .git/
}

// of returns the protected names that begin with a name.
func (t *table) of(elem string) []name {
	elem = strings.ToLower(elem)
	list := t.names[elem]
	for _, n := range t.loose {
		if match(strings.ToLower(n.comps[0]), elem) {
			list = append(slices.Clip(list), n)
		}
	}
	return list
}

// protect finds what is read-only below what may be written.
func (b *builder) protect() error {
	t := &table{names: map[string][]name{}}
	for i := range b.r.Protect {
		e := &b.r.Protect[i]
		if e.Open {
			continue
		}
		rest, anywhere := strings.CutPrefix(e.Glob, "**/")
		if !anywhere {
			b.protectOne(e)
			continue
		}
		n := name{split(rest), e}
		first := strings.ToLower(n.comps[0])
		if wild(first) {
			t.loose = append(t.loose, n)
		} else {
			t.names[first] = append(t.names[first], n)
		}
		if first == ".git" && len(n.comps) > 1 {
			t.git = append(t.git, name{n.comps[1:], e})
		}
	}
	if err := b.ownRoots(t); err != nil {
		return err
	}
	for _, root := range slices.Clone(b.roots) {
		if b.typeOf(root) == Dir {
			b.protectFromAbove(t, root)
			b.scan(t, root)
		}
	}
	for _, p := range b.flagged {
		b.protectAt(p, b.typeOf(p), &Protected{Why: FlagReadOnly})
	}
	if b.spent > scanDirs {
		b.note("protected names were looked for in the first " + strconv.Itoa(scanDirs) +
			" directories; those below are looked at after the run")
	}
	b.dropNested()
	return nil
}

// protectOne looks for a path of the home directory or the system.
func (b *builder) protectOne(e *Protected) {
	glob := e.Glob
	if rest, ok := strings.CutPrefix(glob, "~/"); ok {
		if b.home() == "" {
			return
		}
		glob = join(b.home(), rest)
	}
	literal := glob
	if i := strings.IndexAny(glob, "*?"); i >= 0 {
		literal = path.Dir(glob[:i] + "x")
	}
	for _, root := range b.roots {
		if subpath.In(literal, root) || subpath.In(root, literal) {
			b.glob("/", split(glob), func(p string, typ Type) { b.protectAt(p, typ, e) })
			return
		}
	}
}

// ownRoots refuses a writable path that is itself protected, and takes one as opened that a person
// was asked about.
func (b *builder) ownRoots(t *table) error {
	for _, root := range b.roots {
		comps := split(root)
		for i := range comps {
			for _, n := range t.of(comps[i]) {
				if !n.entry.Ask && covers(n.comps, comps[i:]) && !b.exempt(root) {
					return &Error{"-w " + Quote(root) + " is protected: " + n.entry.Why,
						"Nothing opens it; a person makes this change"}
				}
			}
		}
	}
	for p := range b.readOnly {
		if e := b.readOnly[p]; !e.Ask && slices.ContainsFunc(b.roots, func(root string) bool {
			return subpath.In(root, p)
		}) {
			return &Error{"-w " + Quote(p) + " is protected: " + e.Why,
				"Nothing opens it; a person makes this change"}
		}
	}
	return nil
}

// exempt reports whether a writable path is one that the agent keeps for itself.
func (b *builder) exempt(root string) bool {
	return strings.Contains(root, "/"+confighome.Dir+"/worktrees/") || strings.HasSuffix(root, "/"+confighome.Dir+"/plans")
}

// covers reports whether a name, as components, is the whole of a path's last ones, or of a
// directory among them where it ends with **.
func covers(name, comps []string) bool {
	for i, c := range name {
		if c == "**" {
			if i == len(name)-1 {
				return true
			}
			for j := i; j < len(comps); j++ {
				if covers(name[i+1:], comps[j:]) {
					return true
				}
			}
			return false
		}
		if i >= len(comps) {
			return false
		}
		if !match(strings.ToLower(c), strings.ToLower(comps[i])) {
			return false
		}
	}
	return len(name) == len(comps)
}

// scan looks for protected names below a writable path, breadth first.
func (b *builder) scan(t *table, root string) {
	if b.isGitDir(root) {
		b.gitDir(t, root)
		return
	}
	level := []string{root}
	for depth := 0; depth <= b.depth(root) && len(level) > 0; depth++ {
		var next []string
		for _, dir := range level {
			if !b.countDir() {
				return
			}
			next = b.scanDir(t, dir, next)
		}
		level = next
	}
}

// protectFromAbove looks for protected names that begin above a writable path: config.toml where .cargo is one.
func (b *builder) protectFromAbove(t *table, root string) {
	comps := split(root)
	for i := range comps {
		for _, n := range t.of(comps[i]) {
			rest := len(comps) - i
			if len(n.comps) <= rest || n.comps[0] == ".git" || n.comps[rest] == "**" ||
				!covers(n.comps[:rest], comps[i:]) {
				continue
			}
			b.glob(root, n.comps[rest:], func(p string, typ Type) { b.protectAt(p, typ, n.entry) })
		}
	}
}

// depth is how deep a writable path is searched: a project as far as names matter there, a cache
// only at its top.
func (b *builder) depth(root string) int {
	if subpath.In(b.r.Dir, root) || b.has(root, ".git") != None {
		return scanDepth
	}
	return 0
}

// scanDir looks at the names of one directory, and adds the directories in it to next.
func (b *builder) scanDir(t *table, dir string, next []string) []string {
	for _, e := range b.names(dir) {
		if e.Name == ".git" {
			b.repository(t, dir, e.Type)
			continue
		}
		if b.r.Secrets == "project" {
			b.projectSecret(dir, e)
		}
		for _, n := range t.of(e.Name) {
			b.globOne(join(dir, e.Name), e.Type, n.comps[1:], func(p string, typ Type) {
				if !b.moved(p) {
					b.protectAt(p, typ, n.entry)
				}
			})
		}
		if e.Type == Dir && !slices.Contains(unscanned[:], e.Name) {
			next = append(next, join(dir, e.Name))
		}
	}
	return next
}

// protectAt takes a protected path that is there.
func (b *builder) protectAt(p string, t Type, e *Protected) {
	if t == Link {
		b.note(Quote(p) + " is a link in place of a protected name; it can be replaced during the run")
		to, ok := b.fs.Resolve(p)
		if !ok {
			return
		}
		if b.above(to, p) {
			b.note(Quote(p) + " leads to " + Quote(to) + ", which is not kept for that")
			b.pins = append(b.pins, path.Dir(p))
			return
		}
		p, t = to, b.typeOf(to)
	}
	if t != File && t != Dir || e.Ask && b.unprotected[p] {
		return
	}
	if old := b.readOnly[p]; old == nil || old.Ask && !e.Ask {
		b.readOnly[p] = e
	}
}

// exemptDirs are what the agent itself keeps below .claude.
var exemptDirs = [...]string{"plans", "worktrees"}

// dropNested leaves out what lies below another protected path, finds what is open there again, and what
// lies outside of the writable paths.
func (b *builder) dropNested() {
	for _, p := range sortedKeys(b.readOnly) {
		if b.rootOf(p) == "" {
			delete(b.readOnly, p)
			continue
		}
		e := b.readOnly[p]
		if path.Base(p) == confighome.Dir && e.Ask || strings.HasSuffix(e.Glob, "/"+confighome.Dir) {
			for _, name := range exemptDirs {
				if b.has(p, name) == Dir {
					b.exceptions = append(b.exceptions, join(p, name))
				}
			}
		}
	}
	for _, p := range sortedKeys(b.readOnly) {
		for q := path.Dir(p); len(q) > 1; q = path.Dir(q) {
			if b.readOnly[q] != nil {
				delete(b.readOnly, p)
				break
			}
		}
	}
	for _, p := range b.rewritten {
		if dir := b.askedAbove(p); dir != "" {
			b.protectSiblings(dir, p, b.readOnly[dir])
		}
	}
	for p := range b.unprotected {
		if b.askedAbove(p) != "" {
			b.exceptions = append(b.exceptions, p)
		}
	}
	b.exceptions = slices.DeleteFunc(outermost(b.exceptions), func(p string) bool { return b.underFlag(p) != "" })
}

// askedAbove returns the directory above p that is read-only unless a person agrees, "" for none.
func (b *builder) askedAbove(p string) string {
	for q := path.Dir(p); len(q) > 1; q = path.Dir(q) {
		if e := b.readOnly[q]; e != nil && e.Ask {
			return q
		}
	}
	return ""
}

// maxSiblings is beside how many names a file is opened.
const maxSiblings = 64

// protectSiblings protects what lies in a protected directory beside a file that may be changed. Most programs do
// not write into a file but make it anew, so the directories that lead to it are writable; what is new
// in them is looked at after the run. Where that cannot be, or names that nobody opens belong into the
// directory, the file alone is writable, as it is.
func (b *builder) protectSiblings(dir, p string, e *Protected) {
	var beside []string
	for at := dir; ; {
		names := b.names(at)
		if len(names) > maxSiblings || b.denies(path.Base(at)) {
			return
		}
		next := ""
		for _, n := range names {
			switch other := join(at, n.Name); {
			case n.Type != File && n.Type != Dir:
				return
			case other != p && n.Type == Dir && subpath.In(p, other):
				next = other
			case other != p && !b.unprotected[other]:
				beside = append(beside, other)
			}
		}
		b.pins = append(b.pins, at)
		if next == "" {
			break
		}
		at = next
	}
	delete(b.readOnly, dir)
	for _, other := range beside {
		b.readOnly[other] = e
	}
}

// denies reports whether a name that nobody opens lies in directories of this one.
func (b *builder) denies(name string) bool {
	return slices.ContainsFunc(b.r.Protect, func(e Protected) bool {
		first, _, more := strings.Cut(strings.TrimPrefix(e.Glob, "**/"), "/")
		return more && !e.Ask && strings.EqualFold(first, name)
	})
}

func sortedKeys[V any](m map[string]V) []string {
	return slices.SortedFunc(maps.Keys(m), comparePaths)
}
