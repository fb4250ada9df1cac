package sweep

import (
	"slices"
	"strings"
	"time"

	"github.com/fencepost/fencepost/internal/sandbox/plan"
	"github.com/fencepost/fencepost/internal/subpath"

	"golang.org/x/sys/unix"
)

// kind says how a name that was found is judged.
type kind uint8

const (
	plain    kind = iota // by the name alone
	hook                 // something in hooks/ that is no sample
	config               // settings of git: by their text
	redirect             // commondir, gitdir: what leads git elsewhere
	borrow               // objects/info/alternates
	todo                 // what a rebase has still to do
	gitFile              // a file .git
)

// hit is a protected name that is there.
type hit struct {
	root  *root
	rel   string
	typ   plan.Type
	kind  kind
	entry *plan.Protected
}

func (h *hit) abs() string { return h.root.abs(h.rel) }

// known is what a look found of a name.
type known struct {
	typ  plan.Type
	text string // of settings of git
	mode uint32 // of the same; 0 if they were not read
	one  bool   // a file of which this is the only name
}

// snapshot is what one look found.
type snapshot struct {
	dirs  map[string]bool // false: it was seen, and not read
	names map[string]known
	bare  map[string]parts // what directories have of a repository
}

// couldRead reports whether a directory was read, or was not there.
func (s *snapshot) couldRead(dir string) bool {
	read, seen := s.dirs[dir]
	return read || !seen
}

// isNew reports whether a name was not there. It is not known to be new where nobody had looked.
func (s *snapshot) isNew(p string, typ plan.Type) (is, sure bool) {
	if old, was := s.names[p]; was {
		return (old.typ == plan.Link) != (typ == plan.Link), true
	}
	for dir := parent(p); ; dir = parent(dir) {
		if read, seen := s.dirs[dir]; seen {
			return read, read
		}
		if dir == "/" {
			return false, false
		}
	}
}

func parent(p string) string {
	if i := strings.LastIndexByte(p, '/'); i > 0 {
		return p[:i]
	}
	return "/"
}

// item is a directory that is still to be read.
type item struct {
	root  *root
	rel   string
	begun []name
	cover *plan.Protected // all in it has a protected name
	deep  bool            // names count that begin in it
}

// walker looks once at all writable directories.
type walker struct {
	snapshot
	t      *table
	lifted []string
	before *snapshot // of the look before the run; nil in that one
	hits   []hit
	queue  []item
	later  []item // directories that were not there before: after all others
	buffer []byte

	loosened []func() // give a directory its rights back

	until     time.Time
	maxDirs   int
	maxNames  int
	dirCount  int
	nameCount int
	unread    int
}

// look reads the writable directories, breadth first: what is near the top counts most.
func (w *walker) look(roots []*root) {
	for _, r := range roots {
		w.queue = append(w.queue, item{root: r, begun: r.begun, deep: true})
	}
	for len(w.queue) > 0 {
		for i := 0; i < len(w.queue); i++ {
			it := w.queue[i]
			w.queue[i] = item{}
			w.dir(it.root, &it)
		}
		w.queue, w.later = w.later, w.queue[:0]
	}
}

func (w *walker) dir(r *root, it *item) {
	entries, ok := w.list(r, it.rel)
	if !ok {
		return
	}
	skip := false
	if has := partsOf(entries); has != 0 && it.cover == nil {
		abs := r.abs(it.rel)
		w.bare[abs] = has
		if has.complete() && (w.before == nil || w.before.bare[abs].complete() || w.lifts(abs)) {
			w.gitDir(r, it.rel, 0)
			skip = true // its objects and refs hold no names
		}
	}
	for i := range entries {
		if e := &entries[i]; !skip || e.name != "objects" && e.name != "refs" {
			w.entry(r, it, e)
		}
	}
}

// unscanned are directories that package managers and compilers fill.
var unscanned = plan.Unscanned()

// exempt are what the agent itself keeps below .claude.
func exempt(dir, name string) bool {
	return (dir == ".claude" || strings.HasSuffix(dir, "/.claude")) &&
		(name == "plans" || name == "worktrees")
}

// entry looks at a name in a directory.
func (w *walker) entry(r *root, it *item, e *entry) {
	rel := join(it.rel, e.name)
	abs := r.abs(rel)
	if e.typ == plan.Dir {
		if _, seen := w.dirs[abs]; !seen {
			w.dirs[abs] = false
		}
	}
	if it.cover == nil && strings.EqualFold(e.name, ".git") {
		if it.deep {
			w.dotGit(r, rel, e.typ)
		}
		return
	}
	var f found
	if it.deep || len(it.begun) > 0 {
		f = w.t.next(it.begun, e.name)
	}
	if !it.deep { // only what has begun above
		f = found{}
		for _, n := range it.begun {
			f.take(n, strings.ToLower(e.name))
		}
	}
	next := item{root: r, rel: rel, begun: f.rest, cover: stricter(it.cover, f.cover)}
	next.deep = it.deep && r.deep && next.cover == nil && !slices.Contains(unscanned, e.name)
	if exempt(r.abs(it.rel), e.name) {
		next.cover, next.deep = nil, r.deep
		w.enqueue(e, next)
		return
	}
	w.protected(r, it, e, &f, next)
}

// protected takes a name that is protected, or leads to one.
func (w *walker) protected(r *root, it *item, e *entry, f *found, next item) {
	entry := stricter(it.cover, f.strictest())
	switch {
	case entry == nil && e.typ == plan.Link:
		if w.leads(r, next.rel, f.rest) {
			w.hits = append(w.hits, hit{r, next.rel, e.typ, plain, f.rest[0].entry})
		}
		return
	case entry == nil:
	case e.typ == plan.Dir && (e.name == ".claude" || w.liftsBelow(r.abs(next.rel))):
		// What is in it counts one by one.
	default:
		w.hits = append(w.hits, hit{r, next.rel, e.typ, plain, entry})
	}
	w.enqueue(e, next)
}

func (w *walker) enqueue(e *entry, next item) {
	if e.typ != plan.Dir || !next.deep && next.cover == nil && len(next.begun) == 0 {
		return
	}
	if w.before != nil {
		if _, was := w.before.dirs[next.root.abs(next.rel)]; !was {
			w.later = append(w.later, next)
			return
		}
	}
	w.queue = append(w.queue, next)
}

// leads reports whether a link stands in place of a directory on the way to a protected name. What
// is hidden there would not be found: the link is not followed.
func (w *walker) leads(r *root, rel string, rest []name) bool {
	base := rel[strings.LastIndexByte(rel, '/')+1:]
	for _, n := range rest {
		if base[0] == '.' {
			return true
		}
		var st unix.Stat_t // only whether it is there
		if unix.Stat(r.abs(rel)+"/"+strings.Join(n.comps, "/"), &st) == nil {
			return true
		}
	}
	return false
}

// lifts reports whether a person agreed to have a path made.
func (w *walker) lifts(abs string) bool {
	return slices.ContainsFunc(w.lifted, func(l string) bool { return subpath.In(abs, l) })
}

func (w *walker) liftsBelow(abs string) bool {
	return slices.ContainsFunc(w.lifted, func(l string) bool { return l != abs && subpath.In(l, abs) })
}
