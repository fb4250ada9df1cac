package quarantine

import (
	"errors"
	"maps"
	"slices"
	"strings"

	"golang.org/x/sys/unix"

	"github.com/fencepost/fencepost/internal/lowlevel/subpath"
	"github.com/fencepost/fencepost/internal/sandbox/plan"
)

// keeps are what is read-only in a run.
type keeps struct{ fixed, holes []string }

func (k *keeps) isReadOnly(abs string) bool {
	in := func(dirs []string) bool {
		return slices.ContainsFunc(dirs, func(d string) bool { return subpath.In(abs, d) })
	}
	return in(k.fixed) && !in(k.holes)
}

// judge moves what is new or changed and not harmless, and puts back what was there.
func (s *Sweep) judge(w *walker, h *hit, rep *Report) {
	abs := h.abs()
	if w.isReadOnly(abs) || s.gone(abs) {
		return
	}
	old := w.before.Names[abs]
	lifted := h.entry.Ask && w.lifts(abs)
	switch {
	case w.same(h, old):
	case lifted && h.typ == plan.File && (old == nil || old.One) && !h.root.only(h.rel):
		s.part(h, rep)
	case lifted:
		rep.Agreed = append(rep.Agreed, Agreed{abs, h.root.sum(h.rel)})
	case h.kind.runs() && old != nil && old.Read:
		s.changed(h, old, rep)
	case s.allowed(w, h):
	case s.committed(h):
		rep.Agreed = append(rep.Agreed, Agreed{abs, h.root.sum(h.rel)})
	default:
		s.restore(h, old, rep)
	}
}

// Agree takes what stands at a path for what was there before the run: somebody has agreed to it since.
// What is another text by now is not meant.
func (s *Sweep) Agree(a Agreed) {
	s.gathered()
	for _, r := range s.roots {
		rel, in := strings.CutPrefix(a.Path, r.path+"/")
		if !in || a.Sum == "" || r.sum(rel) != a.Sum {
			continue
		}
		w := s.walker(&walker{})
		w.early, w.sure = true, true
		if st, ok := r.stat(rel); ok {
			w.know(&hit{root: r, rel: rel, typ: typeOfMode(st.Mode)})
		}
		for ; rel != ""; rel = dirOf(rel) {
			w.see(r, rel)
		}
		maps.Copy(s.before.Names, w.Names)
		maps.Copy(s.before.Places, w.Places)
	}
}

// same reports whether a name is what it was when the run began. What is not known to be is not.
func (w *walker) same(h *hit, old *known) bool {
	st, ok := h.root.stat(h.rel)
	switch {
	case !ok:
		return true // it is gone again
	case h.typ == plan.Dir:
		return w.see(h.root, h.rel).There
	case !w.see(h.root, dirOf(h.rel)).There:
		return false
	case !w.fresh(h.root, &st):
		return true
	case old == nil || old.Typ != h.typ || old.One && st.Nlink > 1 && h.typ == plan.File:
		return false
	case !old.Read:
		return old.ID == idOf(&st) && h.typ != plan.File
	}
	text, _, ok := h.root.text(h.rel)
	return ok && text == string(old.Text)
}

// part makes a file one that has no other names: by those a later run could change what a person
// agreed to for this one.
func (s *Sweep) part(h *hit, rep *Report) {
	text, mode, ok := h.root.text(h.rel)
	s.restore(h, &known{Typ: h.typ, Text: []byte(text), Mode: mode, Read: ok}, rep)
}

// restore moves a name away, and puts back what was there. A file that has no other name stays the
// same one: others may hold it read-only.
func (s *Sweep) restore(h *hit, old *known, rep *Report) {
	back := old != nil && old.Read
	stays := back && h.typ == plan.File && old.Typ == plan.File && h.root.only(h.rel)
	p := s.take(h, h.entry, stays, rep)
	if !back || p == nil || p.Moved == "" {
		return
	}
	if err := h.root.put(h.rel, old); err != nil {
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
func (s *Sweep) changed(h *hit, old *known, rep *Report) {
	text, _, ok := h.root.text(h.rel)
	was := runners(h.kind, string(old.Text))
	bad := func(key string) bool { return !slices.Contains(was, key) }
	switch {
	case !ok || slices.ContainsFunc(runners(h.kind, text), bad):
		s.restore(h, old, rep)
	case old.One && !h.root.only(h.rel):
		s.part(h, rep)
	}
}

// repositories moves what made a directory a repository.
func (s *Sweep) repositories(w *walker, rep *Report) {
	for _, dir := range slices.Sorted(maps.Keys(w.bare)) {
		has, had := w.bare[dir], w.Places[dir].Has
		if !has.complete() || had.complete() || w.lifts(dir) || w.isReadOnly(dir) || s.gone(dir) {
			continue
		}
		r := s.rootOf(dir)
		for _, n := range partNames {
			if has&^had&n.part != 0 && !s.gone(join(dir, n.name)) {
				s.take(&hit{root: r, rel: join(trim(dir, r.path), n.name)}, makesBare, false, rep)
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

// take moves a name into the quarantine, or copies what stays, and writes it down; nil if it is gone
// already.
func (s *Sweep) take(h *hit, e *plan.Protected, stays bool, rep *Report) *Plant {
	abs := h.abs()
	s.moved = append(s.moved, abs)
	p := Plant{Path: abs, Why: e.Why}
	if err := s.q.move(s, h, stays, &p); errors.Is(err, unix.ENOENT) {
		return nil
	} else if err != nil {
		p.Error = err.Error()
	}
	rep.Plants = append(rep.Plants, p)
	return &rep.Plants[len(rep.Plants)-1]
}
