package quarantine

import (
	"cmp"
	"maps"
	"path"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/fencepost/fencepost/internal/lowlevel/confighome"
	"github.com/fencepost/fencepost/internal/lowlevel/subpath"
	"github.com/fencepost/fencepost/internal/sandbox/plan"

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

// known is a name as it was when the run began.
type known struct {
	Typ  plan.Type
	ID   id
	Read bool
	Text []byte // of a file
	Mode uint32
	One  bool // a file that has only this name
}

// id tells a file from others.
type id struct{ Dev, Ino uint64 }

func idOf(st *unix.Stat_t) id { return id{st.Dev, st.Ino} }

// place is what a look has seen of a directory. It was at its path when the run began if it has not
// changed since, or if the one above it has not: a name that comes or goes changes the directory,
// and what is moved changes itself. Where both have, only an earlier look tells.
type place struct {
	ID      id
	There   bool
	Has     parts // of a repository, when the run began
	fresh   bool  // changed since the run began
	looked  bool
	read    bool // entries are what is in it
	entries []entry
}

// snapshot is what one look found.
type snapshot struct {
	Places map[string]*place
	Names  map[string]*known
}

// learn takes what another process has found when the run began.
func (s *snapshot) learn(from *snapshot) {
	maps.Copy(s.Names, from.Names)
	for abs, p := range from.Places {
		if own := s.Places[abs]; own == nil || own.ID != p.ID {
			s.Places[abs] = p
		} else if p.There {
			own.There, own.Has = true, own.Has|p.Has
		}
	}
}

// see looks at a directory, once.
func (w *walker) see(r *root, rel string) *place { return w.seeAt(r, rel, r.fd, cmp.Or(rel, ".")) }

func (w *walker) seeAt(r *root, rel string, fd int, name string) *place {
	abs := r.abs(rel)
	w.mu.Lock()
	p := w.Places[abs]
	w.mu.Unlock()
	if p != nil {
		return p
	}
	p = &place{There: w.sure || rel == ""}
	var st unix.Stat_t
	if unix.Fstatat(fd, name, &st, nofollow) == nil && st.Mode&unix.S_IFMT == unix.S_IFDIR {
		p.ID, p.fresh = idOf(&st), w.fresh(r, &st)
	}
	if !p.There && !w.early {
		up, old := w.see(r, dirOf(rel)), w.before.Places[abs]
		p.There = up.There && (!p.fresh || !up.fresh || old != nil && old.There && old.ID == p.ID)
	}
	w.mu.Lock()
	w.Places[abs] = p
	w.mu.Unlock()
	return p
}

// opened compares a directory that was opened with what was seen of it, as others may exchange what
// lies on the way. While the run goes on, one was there before if it has not been moved since, and
// lies in one that was.
func (w *walker) opened(r *root, rel string, fd int, p *place) {
	var st, up unix.Stat_t
	if !w.early || unix.Fstat(fd, &st) != nil || w.fresh(r, &st) || p.ID != idOf(&st) {
		return
	}
	p.read = true
	if !p.There && unix.Fstatat(fd, "..", &up, 0) == nil {
		above := w.see(r, dirOf(rel))
		p.There = above.There && above.ID == idOf(&up)
	}
}

// fresh reports whether something has changed since the run began. Times are coarse: what has that
// of the beginning itself counts as changed.
func (w *walker) fresh(r *root, st *unix.Stat_t) bool {
	at := st.Ctim.Nano()
	return at >= r.start-w.back && (w.until == 0 || at < w.until)
}

func dirOf(rel string) string { return rel[:max(strings.LastIndexByte(rel, '/'), 0)] }

// item is a directory that is still to be read.
type item struct {
	root  *root
	rel   string
	begun []name
	cover *plan.Protected // all in it has a protected name
	deep  bool            // names count that begin in it
	late  bool            // it was among the later ones, or is below one
}

// walker looks at all writable directories: for what is there when the run begins, and while it goes
// on, which counts only if it has not changed since; and after it.
type walker struct {
	snapshot
	keeps
	t      *table
	lifted []string
	git    *history
	before *snapshot // what was there before
	early  bool      // it looks at that
	sure   bool      // and the run has not begun
	ready  chan struct{}
	back   int64 // how far the clock was set back meanwhile
	until  int64 // what has changed later is not of the run; 0 for no end
	stop   atomic.Bool

	mu       sync.Mutex
	hits     []hit
	bare     map[string]parts // what directories have of a repository
	queue    []item
	later    []item   // directories that were not there when the run began
	loosened []func() // give a directory its rights back
	dirs     int
	seen     int // names
	bytes    int // of texts
	unread   int
}

// first is how many directories, or a tenth of the names, are read before the run begins.
const first = 400

// maxGathered is how many names are kept in memory. What is not known to have been there counts as new
// if it has changed.
const maxGathered = 1_000_000

// gather looks at what is there before the run, and while it goes on at what the run has not changed.
func (w *walker) gather(roots []*root) {
	w.look(roots, 1)
	w.begun()
}

// begun lets the run begin.
func (w *walker) begun() {
	if w.sure {
		w.sure = false
		close(w.ready)
	}
}

// look reads the writable directories, breadth first: what is near the top counts most.
func (w *walker) look(roots []*root, workers int) {
	for _, r := range roots {
		w.queue = append(w.queue, item{root: r, begun: r.begun, deep: true})
	}
	for len(w.queue)+len(w.later) > 0 && !w.stop.Load() {
		level := w.queue
		if w.queue = nil; len(level) == 0 {
			level, w.later = w.later, nil
		}
		w.level(level, workers)
	}
}

// level reads directories of one depth.
func (w *walker) level(items []item, workers int) {
	var at atomic.Int64
	work := func() {
		for i := at.Add(1) - 1; int(i) < len(items) && !w.stop.Load(); i = at.Add(1) - 1 {
			w.dir(&items[i])
		}
	}
	var all sync.WaitGroup
	for range min(workers-1, len(items)/first) {
		all.Go(work)
	}
	work()
	all.Wait()
}

// count bounds a look.
func (w *walker) count(dirs, names int) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.dirs, w.seen = w.dirs+dirs, w.seen+names
	return w.dirs <= maxDirs && w.seen <= maxNames
}

// skip counts a directory that is not read.
func (w *walker) skip() {
	w.mu.Lock()
	w.unread++
	w.mu.Unlock()
}

func (w *walker) dir(it *item) {
	r := it.root
	if w.early && (w.dirs >= first || w.seen >= 10*first) {
		w.begun()
	}
	if w.early && w.seen > maxGathered {
		w.stop.Store(true)
	}
	if !w.early && !it.late && w.see(r, dirOf(it.rel)).fresh && !w.see(r, it.rel).There {
		it.late = true
		w.push(&w.later, it)
		return
	}
	entries, ok := w.list(r, it.rel)
	if !ok {
		return
	}
	p := w.see(r, it.rel)
	skip := false
	if has := partsOf(entries); has != 0 && it.cover == nil {
		w.had(r, it.rel, p, has)
		if has.complete() && (p.Has.complete() || w.lifts(r.abs(it.rel))) {
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

func (w *walker) push(to *[]item, it *item) {
	w.mu.Lock()
	*to = append(*to, *it)
	w.mu.Unlock()
}

// unscanned are directories that package managers and compilers fill.
var unscanned = plan.Unscanned()

// exempt are what the agent itself keeps below .claude.
func exempt(dir, name string) bool {
	return (dir == confighome.Dir || strings.HasSuffix(dir, "/"+confighome.Dir)) &&
		(name == "plans" || name == "worktrees")
}

// entry looks at a name in a directory.
func (w *walker) entry(r *root, it *item, e *entry) {
	rel := join(it.rel, e.name)
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
	next := item{root: r, rel: rel, begun: f.rest, cover: stricter(it.cover, f.cover), late: it.late}
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
			w.found(hit{r, next.rel, e.typ, plain, f.rest[0].entry})
		}
		return
	case entry == nil:
	case e.typ == plan.Dir && (e.name == confighome.Dir || w.liftsBelow(r.abs(next.rel)) ||
		w.git.moves(r.abs(next.rel))):
		// What is in it counts one by one.
	default:
		w.found(hit{r, next.rel, e.typ, plain, entry})
	}
	w.enqueue(e, next)
}

// found takes a protected name. When the run begins it is written down as it is.
func (w *walker) found(h hit) {
	if w.early {
		w.know(&h)
		return
	}
	w.mu.Lock()
	w.hits = append(w.hits, h)
	w.mu.Unlock()
}

// maxTexts bounds what is kept of files, to be put back.
const maxTexts = 32 << 20

// know writes down a name that has not changed since the run began, nor the directory it stands in.
func (w *walker) know(h *hit) {
	p, dir := w.see(h.root, dirOf(h.rel)), &root{}
	var err error
	if dir.fd, err = h.root.open(dirOf(h.rel), unix.O_PATH|unix.O_DIRECTORY); err != nil {
		return
	}
	defer unix.Close(dir.fd)
	k, name := &known{Typ: h.typ}, path.Base(h.rel)
	if h.typ == plan.File && (h.kind == config || !w.isReadOnly(h.abs())) && w.bytes < maxTexts {
		var text string
		text, k.Mode, k.Read = dir.text(name)
		k.Text = []byte(text)
	}
	up, _ := dir.stat("")
	st, ok := dir.stat(name)
	if ok && p.There && p.ID == idOf(&up) && (w.sure || !w.fresh(h.root, &st)) {
		k.ID, k.One = idOf(&st), st.Nlink == 1
		w.Names[h.abs()], w.bytes = k, w.bytes+len(k.Text)
	}
}

func (w *walker) enqueue(e *entry, next item) {
	if e.typ != plan.Dir || !next.deep && next.cover == nil && len(next.begun) == 0 {
		return
	}
	w.push(&w.queue, &next)
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
