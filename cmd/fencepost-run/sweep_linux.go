package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"sync"
	"time"

	"github.com/fencepost/fencepost/internal/lowlevel/subpath"
	"github.com/fencepost/fencepost/internal/sandbox/liveruns"
	"github.com/fencepost/fencepost/internal/sandbox/plan"
	"github.com/fencepost/fencepost/internal/sandbox/quarantine"
)

// sweeper moves away and tells which protected names were made in a run. An engine that becomes the
// command leaves nobody to do that.
type sweeper struct {
	looker
	file  *os.File // for the report
	host  *host    // by which others ask for a look; it has what is owed written down
	alone error    // why there is none
	left  bool     // for others to make
	told  []quarantine.Plant
}

func newSweeper() *sweeper { return &sweeper{looker: looker{kept: &quarantine.Kept{}}} }

// looker looks for what a run has planted, as often as somebody asks.
type looker struct {
	mu    sync.Mutex
	sweep *quarantine.Sweep
	kept  *quarantine.Kept
}

// look looks. Left says that processes of the run go on.
func (l *looker) look(left bool) *quarantine.Report {
	l.mu.Lock()
	defer l.mu.Unlock()
	undone := l.kept.End(left)
	report := l.sweep.Look(left)
	report.Plants = append(undone, report.Plants...)
	return report
}

// agreed spares what somebody has agreed to meanwhile.
func (l *looker) agreed(order string) []string {
	l.mu.Lock()
	defer l.mu.Unlock()
	var a quarantine.Agreed
	if json.Unmarshal([]byte(order), &a) == nil {
		l.kept.Agree(a)
		l.sweep.Agree(a)
	}
	return nil
}

// begin looks at what is there before a run: once, also where the plan has to be made anew.
func (s *sweeper) begin(o *options, r *plan.Request, p *plan.Plan) (err error) {
	switch {
	case o.engine == engineLandlock && o.report != "":
		return errors.New("--report: --engine landlock leaves nobody to look for planted files. " +
			"Leave it out")
	case o.engine == engineLandlock:
		return nil
	case s.sweep != nil:
		s.sweep.Follow(p)
		s.owe(o)
		return nil
	}
	if o.report != "" {
		if s.file, err = quarantine.OpenReport(o.report); err != nil {
			return err
		}
	}
	debug.SetGCPercent(400) // a look takes memory for a short time
	s.sweep = quarantine.Begin(r, p, o.run)
	s.kept.Of(s.sweep)
	s.owe(o)
	return nil
}

// owe writes down what a sweep has to know, for the case that this process is killed, and has others
// ask for a look. Where that cannot be the run goes on: this process makes the sweep.
func (s *sweeper) owe(o *options) {
	o.sweep, _ = json.Marshal(&s.sweep.State)
	if s.host == nil {
		s.host, s.alone = o.newHost(map[string]func(string) []string{askAgreed: s.agreed, askSweep: s.early})
	} else {
		s.host.entry.Sweep = o.sweep
		_ = s.host.dir.Write(s.host.entry)
	}
}

// early looks while the command runs, for somebody who is about to run another one.
func (s *sweeper) early(string) []string {
	report := s.look(true)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.told = append(s.told, report.Plants...)
	return report.Lines()
}

// over forgets a sweep that has been made, or that nothing has run for.
func (s *sweeper) over() {
	if s.host != nil && !s.left {
		s.host.over()
	}
}

// end looks again. Left says that processes of the run go on.
func (s *sweeper) end(left bool) *quarantine.Report {
	report := s.look(left)
	s.mu.Lock()
	report.Plants = append(s.told, report.Plants...)
	s.mu.Unlock()
	if s.host != nil {
		agree(s.host.dir, s.sweep.Run, report.Agreed)
	}
	report.Print(os.Stderr)
	if s.file == nil {
		return report
	}
	if err := report.WriteJSON(s.file); err != nil {
		fmt.Fprintln(os.Stderr, "fencepost-run: --report: "+err.Error())
	}
	s.file.Close()
	return report
}

// settleFlag makes this program one that waits until nothing is owed to a directory.
const settleFlag = "--settle"

func settleStage(dirs []string) int {
	for _, dir := range dirs {
		if to, err := filepath.EvalSymlinks(dir); err == nil {
			sweepEarlier(to)
		}
	}
	return 0
}

// killed is how long what is left of a run lives whose process was killed, at most.
const killed = 100 * time.Millisecond

// The process that keeps a run is asked to look at once for what the run has planted, and not to take
// a path for that.
const (
	askSweep  = "sweep"
	askAgreed = "agreed"
)

// sweepEarlier looks for what earlier runs of a directory have planted, or are planting: those that
// go on look at once, and what the killed ones owe is done here.
func sweepEarlier(dir string) {
	d, err := liveruns.Open()
	if err != nil {
		return
	}
	defer d.Close()
	for _, e := range d.Owing() {
		st := &quarantine.State{}
		owed := json.Unmarshal(e.Sweep, st) == nil
		switch {
		case !near(dir, e.Directory, st):
			continue
		case e.Server.Alive():
			e.Found, err = d.Ask(e.Run, askSweep)
			if err != nil && !e.Server.Alive() { // it has just ended, and says what it has found
				sweepEarlier(dir)
				return
			}
			if err != nil {
				e.Found = append(e.Found, "fencepost: sandbox has not looked for what run "+e.Run+
					" plants: "+err.Error()+". fencepost-run --stop "+e.Run+" ends it")
			}
		case owed:
			if e.Server.Boot != liveruns.This(os.Getpid()).Boot {
				st = st.Stopped()
			} else {
				time.Sleep(killed)
			}
			e.Found = append(e.Found, quarantine.Resume(st, protectedPaths()).End(false).Lines()...)
			fallthrough
		default:
			d.Remove(e.Run)
		}
		for _, line := range e.Found {
			fmt.Fprintln(os.Stderr, line)
		}
	}
}

// agree tells what goes on beside a run of paths that it has not made.
func agree(dir *liveruns.Dir, run string, paths []quarantine.Agreed) {
	if len(paths) == 0 {
		return
	}
	for _, e := range dir.Owing() {
		for i := range paths {
			order, err := json.Marshal(&paths[i])
			if err == nil && e.Run != run && e.Server.Alive() {
				_, _ = dir.Ask(e.Run, askAgreed+" "+string(order))
			}
		}
	}
}

// near reports whether a run was one of a directory, or of one above or below it.
func near(dir, of string, st *quarantine.State) bool {
	if to, err := filepath.EvalSymlinks(of); err == nil {
		of = to
	}
	meets := func(r quarantine.Root) bool { return subpath.In(dir, r.Path) || subpath.In(r.Path, dir) }
	return meets(quarantine.Root{Path: of}) || slices.ContainsFunc(st.Roots, meets)
}
