package quarantine

import (
	"cmp"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"

	"github.com/fencepost/fencepost/internal/lowlevel/subpath"
	"github.com/fencepost/fencepost/internal/sandbox/plan"

	"golang.org/x/sys/unix"
)

// State is what a sweep has to know of a run. It goes from the process that starts the run to the
// one that keeps what is left of it, and to the next run where both were killed.
type State struct {
	Run, Dir, Home string
	Lifted         []string
	ReadOnly       []string         // paths of --read-only
	Roots          []Root           // what can be written
	Fixed          []string         // what is read-only: a change there is not of this run
	Holes          []string         // but may be, below these
	Named          []plan.Protected // names that git's settings protect
	History        []string         // what git changes to what commits have, and nothing else does
	Clock          int64            // of this machine, against the time since it was started
	Until          int64            // when all of the run had ended; 0 if it goes on
	Known          *snapshot        `json:",omitempty"`
}

// Root is a writable directory, and when the run began by the clock of its file system.
type Root struct {
	Path  string
	Ino   uint64
	Start int64
}

// Sweep looks for what a run makes.
type Sweep struct {
	State
	table  *table
	git    history
	before *walker // what is known to have been there
	done   chan struct{}
	roots  []*root
	failed string
	moved  []string
	q      *quarantine
}

// Begin looks at the writable directories of a plan, for the run of that name: at the first before
// it returns, at the others while the run goes on. It does not fail: why it could not look is in
// the report.
func Begin(r *plan.Request, p *plan.Plan, run string) *Sweep {
	home := r.Home
	if to, err := filepath.EvalSymlinks(home); err == nil {
		home = to
	}
	st := State{Run: run, Dir: r.Dir, Home: home, Named: p.Named, Clock: clock()}
	for _, l := range r.Lift {
		st.Lifted = append(st.Lifted, absolute(r, l))
	}
	for _, h := range r.History {
		st.History = append(st.History, absolute(r, h))
	}
	for _, p := range r.ReadOnly {
		st.ReadOnly = append(st.ReadOnly, absolute(r, p))
	}
	for i := range p.Steps {
		if step := &p.Steps[i]; step.Do == plan.Writable {
			st.Roots = append(st.Roots, Root{Path: step.Path})
		}
	}
	s := newSweep(&st, r.Protect)
	s.Follow(p)
	s.git.begin(p)
	s.begin(true)
	return s
}

// Resume goes on with the sweep of a run that began earlier.
func Resume(st *State, protect []plan.Protected) *Sweep {
	s := newSweep(st, protect)
	s.begin(false)
	return s
}

func newSweep(st *State, protect []plan.Protected) *Sweep {
	s := &Sweep{State: *st, table: newTable(slices.Concat(protect, st.Named), st.Home), done: make(chan struct{}),
		q: &quarantine{fd: -1}}
	s.git.moved = st.History
	for _, p := range st.ReadOnly {
		s.table.addReadOnly(p)
	}
	for i := range s.Roots {
		s.addRoot(&s.Roots[i])
	}
	return s
}

// begin looks at what is there. It is sure of what it sees before the run.
func (s *Sweep) begin(sure bool) {
	w := s.walker(&walker{})
	s.before, w.early, w.sure, w.ready = w, true, sure, make(chan struct{})
	if !sure {
		close(w.ready)
	}
	go func() {
		defer close(s.done)
		w.gather(s.roots)
	}()
	<-w.ready
}

// clock is the time of this machine, less that since it was started: it changes where it is set.
func clock() int64 {
	var now, up, then unix.Timespec
	for range 10 { // until nothing else has run meanwhile
		_ = unix.ClockGettime(unix.CLOCK_BOOTTIME, &up)
		_ = unix.ClockGettime(unix.CLOCK_REALTIME, &now)
		_ = unix.ClockGettime(unix.CLOCK_BOOTTIME, &then)
		if then.Nano()-up.Nano() < inexact {
			break
		}
	}
	return now.Nano() - up.Nano()
}

// inexact is how far two looks at the clocks may lie apart if none was set, in nanoseconds.
const inexact = 1e6

// setBack is how far the clock was set back since the run began.
func (s *Sweep) setBack() int64 {
	if back := s.Clock - clock(); back > inexact {
		return back + inexact
	}
	return 0
}

// gathered ends the look at what was there.
func (s *Sweep) gathered() {
	s.before.stop.Store(true)
	<-s.done
	if s.Known != nil {
		s.before.learn(s.Known)
		s.Known = nil
	}
}

// Handover is the state for a process that goes on with the run: with what is known to have been there.
func (s *Sweep) Handover() *State {
	s.gathered()
	st := s.State
	st.Known = &s.before.snapshot
	return &st
}

// Stopped is the state of the sweep of a run that ended with the machine.
func (st State) Stopped() *State {
	st.Until = clock()
	return &st
}

// Follow takes what a plan makes read-only: the one that is carried out, where it had to be made anew.
func (s *Sweep) Follow(p *plan.Plan) {
	s.Fixed, s.Holes = nil, nil
	for i := range p.Steps {
		switch step := &p.Steps[i]; step.Do {
		case plan.ReadOnly:
			s.Fixed = append(s.Fixed, step.Path)
		case plan.Exception:
			s.Holes = append(s.Holes, step.Path)
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

// addRoot opens a writable directory. One in whose place another one stands is not looked at.
func (s *Sweep) addRoot(to *Root) {
	fd, ok, err := openRoot(to.Path)
	if err != nil {
		s.failed = "open " + to.Path + ": " + err.Error()
	}
	if !ok {
		return
	}
	r := &root{path: to.Path, fd: fd, begun: s.table.begun(to.Path)}
	if st, ok := r.stat(""); !ok || to.Ino != 0 && st.Ino != to.Ino {
		s.failed = to.Path + " is another directory than before"
		unix.Close(fd)
		return
	} else if to.Ino = st.Ino; to.Start == 0 {
		to.Start = r.now()
	}
	r.start = to.Start
	_, git := r.stat(".git")
	r.deep = git || subpath.In(s.Dir, to.Path)
	s.roots = append(s.roots, r)
}

func (s *Sweep) walker(before *walker) *walker {
	return &walker{t: s.table, git: &s.git, lifted: s.Lifted, bare: map[string]parts{},
		keeps: keeps{s.Fixed, s.Holes}, back: s.setBack(), until: s.Until,
		snapshot: snapshot{Places: map[string]*place{}, Names: map[string]*known{}},
		before:   &before.snapshot}
}

// Look looks for what was made or changed since the run began, and moves it. Left says that
// processes of the run go on.
func (s *Sweep) Look(left bool) *Report {
	s.gathered()
	rep := &Report{Run: s.Run, Left: left, Failed: s.failed}
	w := s.walker(s.before)
	s.moved = nil
	w.look(s.roots, lookers)
	slices.SortStableFunc(w.hits, func(a, b hit) int { return cmp.Compare(a.abs(), b.abs()) })
	for i := range w.hits {
		s.judge(w, &w.hits[i], rep)
	}
	s.repositories(w, rep)
	s.git.end(rep)
	for _, restore := range slices.Backward(w.loosened) {
		restore()
	}
	rep.Unread, rep.Hidden = w.unread, w.unread > 0
	s.q.close(rep)
	return rep
}

// lookers are how many threads look after a run.
const lookers = 2

// End looks for the last time.
func (s *Sweep) End(left bool) *Report {
	rep := s.Look(left)
	for _, r := range s.roots {
		unix.Close(r.fd)
	}
	return rep
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
