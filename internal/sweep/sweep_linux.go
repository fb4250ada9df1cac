package sweep

import (
	"cmp"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"time"

	"github.com/fencepost/fencepost/internal/sandbox/plan"
	"github.com/fencepost/fencepost/internal/subpath"

	"golang.org/x/sys/unix"
)

// Sweep is what was there before a run.
type Sweep struct {
	table  *table
	lifted []string
	before snapshot
	roots  []*root
	fixed  []string // what is read-only: a change there is not of this run
	holes  []string // but may be, below these
	home   string
	unread int
	failed string
	moved  []string
	q      *quarantine
}

// Begin looks at the writable directories of a plan, for the run of that name. It does not fail: why it could not look is in
// the report.
func Begin(r *plan.Request, p *plan.Plan, run string) *Sweep {
	home := r.Home
	if to, err := filepath.EvalSymlinks(home); err == nil {
		home = to
	}
	s := &Sweep{table: newTable(slices.Concat(r.Protect, p.Named), home), home: home,
		q: &quarantine{run: run, fd: -1}}
	for _, l := range r.Lift {
		s.lifted = append(s.lifted, absolute(r, l))
	}
	for _, p := range r.ReadOnly {
		s.table.addReadOnly(absolute(r, p))
	}
	for i := range p.Steps {
		if step := &p.Steps[i]; step.Do == plan.Writable {
			s.addRoot(r, step)
		}
	}
	s.Follow(p)
	w := s.walker(nil, 1)
	w.look(s.roots)
	for i := range w.hits {
		h := &w.hits[i]
		k := known{typ: h.typ, one: h.typ == plan.File && h.root.only(h.rel)}
		if h.kind.runs() && !s.isReadOnly(h.abs()) {
			k.text, k.mode, _ = h.root.text(h.rel)
		}
		w.names[h.abs()] = k
	}
	s.before, s.unread = w.snapshot, w.unread
	return s
}

// Follow takes what a plan makes read-only: the one that is carried out, where it had to be made anew.
func (s *Sweep) Follow(p *plan.Plan) {
	s.fixed, s.holes = nil, nil
	for i := range p.Steps {
		switch step := &p.Steps[i]; step.Do {
		case plan.ReadOnly:
			s.fixed = append(s.fixed, step.Path)
		case plan.Hole:
			s.holes = append(s.holes, step.Path)
		}
	}
}

// absolute is a path of a flag, which may not be there yet.
func absolute(r *plan.Request, p string) string {
	switch {
	case p == "~" || len(p) > 1 && p[:2] == "~/":
		p = r.Home + p[1:]
	case !path.IsAbs(p):
		p = r.Dir + "/" + p
	}
	p = path.Clean(p)
	for dir, rest := p, ""; ; dir, rest = path.Dir(dir), join(path.Base(dir), rest) {
		if to, err := filepath.EvalSymlinks(dir); err == nil {
			return path.Join(to, rest)
		}
		if dir == "/" {
			return p
		}
	}
}

func (s *Sweep) addRoot(r *plan.Request, step *plan.Step) {
	fd, ok, err := openRoot(step.Path)
	if err != nil {
		s.failed = "open " + step.Path + ": " + err.Error()
	}
	if !ok {
		return
	}
	root := &root{path: step.Path, fd: fd, begun: s.table.begun(step.Path)}
	var st unix.Stat_t
	root.deep = subpath.In(r.Dir, step.Path) ||
		unix.Fstatat(fd, ".git", &st, unix.AT_SYMLINK_NOFOLLOW) == nil
	s.roots = append(s.roots, root)
}

func (s *Sweep) walker(before *snapshot, times int) *walker {
	return &walker{t: s.table, lifted: s.lifted, before: before, buffer: make([]byte, 64<<10),
		until:   time.Now().Add(time.Duration(times) * maxTime),
		maxDirs: times * maxDirs, maxNames: times * maxNames,
		snapshot: snapshot{dirs: map[string]bool{},
			names: map[string]known{}, bare: map[string]parts{}}}
}

// End looks again, and moves what is new. Left says that processes of the run go on.
func (s *Sweep) End(left bool) *Report {
	rep := &Report{Run: s.q.run, Left: left, Failed: s.failed}
	w := s.walker(&s.before, longer)
	w.look(s.roots)
	slices.SortStableFunc(w.hits, func(a, b hit) int { return cmp.Compare(a.abs(), b.abs()) })
	for i := range w.hits {
		s.judge(w, &w.hits[i], rep)
	}
	s.repositories(w, rep)
	for _, restore := range slices.Backward(w.loosened) {
		restore()
	}
	rep.Unread, rep.Hidden = s.unread+w.unread, w.unread > s.unread
	for _, r := range s.roots {
		unix.Close(r.fd)
	}
	s.q.close(rep)
	return rep
}

// isReadOnly reports whether a path is read-only in the run.
func (s *Sweep) isReadOnly(abs string) bool {
	in := func(dirs []string) bool {
		return slices.ContainsFunc(dirs, func(d string) bool { return subpath.In(abs, d) })
	}
	return in(s.fixed) && !in(s.holes)
}

// judge moves what is new and not harmless.
func (s *Sweep) judge(w *walker, h *hit, rep *Report) {
	abs := h.abs()
	if s.isReadOnly(abs) || s.gone(abs) {
		return
	}
	lifted := h.entry.Ask && w.lifts(abs)
	is, sure := s.before.isNew(abs, h.typ)
	switch {
	case !sure:
		w.unread++
	case lifted && h.typ == plan.File && (is || s.before.names[abs].one) && !h.root.only(h.rel):
		s.part(h, rep)
	case lifted:
	case is && !s.allowed(w, h):
		s.take(h, h.entry, rep)
	case !is && h.kind.runs():
		s.changed(h, rep)
	}
}

// part makes a file one that has no other names: by those a later run could change what a person
// agreed to for this one.
func (s *Sweep) part(h *hit, rep *Report) {
	text, mode, ok := h.root.text(h.rel)
	p := s.take(h, h.entry, rep)
	if ok {
		s.put(h, p, text, mode)
	}
}

// put writes a file anew that has been moved away.
func (s *Sweep) put(h *hit, p *Plant, text string, mode uint32) {
	if p.Moved == "" {
		return
	}
	if err := h.root.put(h.rel, text, mode); err != nil {
		p.Error = "put it back: " + err.Error()
		return
	}
	p.Restored = true
}

// gone reports whether a path lies in what has been moved.
func (s *Sweep) gone(abs string) bool {
	return slices.ContainsFunc(s.moved, func(m string) bool { return subpath.In(abs, m) })
}

// changed puts settings of git back that run something now and did not before.
func (s *Sweep) changed(h *hit, rep *Report) {
	old := s.before.names[h.abs()]
	text, mode, ok := h.root.text(h.rel)
	one := !old.one || h.root.only(h.rel)
	if old.mode == 0 || ok && text == old.text && one {
		return
	}
	was := runners(h.kind, old.text)
	bad := func(key string) bool { return !slices.Contains(was, key) }
	switch {
	case !ok || slices.ContainsFunc(runners(h.kind, text), bad):
		s.put(h, s.take(h, h.entry, rep), old.text, old.mode)
	case !one:
		s.put(h, s.take(h, h.entry, rep), text, mode)
	}
}

// repositories moves what made a directory a repository.
func (s *Sweep) repositories(w *walker, rep *Report) {
	dirs := make([]string, 0, len(w.bare))
	for dir, has := range w.bare {
		if has.complete() && !s.before.bare[dir].complete() && !w.lifts(dir) && !s.isReadOnly(dir) {
			dirs = append(dirs, dir)
		}
	}
	slices.Sort(dirs)
	for _, dir := range dirs {
		if s.gone(dir) {
			continue
		}
		is, sure := s.before.isNew(join(dir, "HEAD"), plan.File)
		if !is || !sure {
			w.unread++
			continue
		}
		r := s.rootOf(dir)
		for _, n := range partNames {
			if w.bare[dir]&^s.before.bare[dir]&n.part != 0 && !s.gone(join(dir, n.name)) {
				rel := join(trim(dir, r.path), n.name)
				s.take(&hit{root: r, rel: rel}, makesBare, rep)
			}
		}
	}
}

func (s *Sweep) rootOf(dir string) *root {
	i := slices.IndexFunc(s.roots, func(r *root) bool { return subpath.In(dir, r.path) })
	return s.roots[i]
}

func trim(p, root string) string {
	if p == root {
		return ""
	}
	return p[len(root)+1:]
}

// take moves a name into the quarantine and writes it down.
func (s *Sweep) take(h *hit, e *plan.Protected, rep *Report) *Plant {
	abs := h.abs()
	s.moved = append(s.moved, abs)
	p := Plant{Path: abs, Why: e.Why}
	if err := s.q.move(s, h, &p); err != nil {
		p.Error = err.Error()
	}
	rep.Plants = append(rep.Plants, p)
	return &rep.Plants[len(rep.Plants)-1]
}

// OpenReport makes the file that a report is written to, before the run.
func OpenReport(name string) (*os.File, error) {
	const flags = os.O_WRONLY | os.O_CREATE | os.O_TRUNC | unix.O_NOFOLLOW
	f, err := os.OpenFile(name, flags, 0o600)
	if err != nil {
		return nil, fmt.Errorf("--report: %w", err)
	}
	return f, nil
}
