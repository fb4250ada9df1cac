package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strconv"
	"time"

	"github.com/fencepost/fencepost/internal/runs"
	"github.com/fencepost/fencepost/internal/sandbox/plan"
	"github.com/fencepost/fencepost/internal/subpath"
	"github.com/fencepost/fencepost/internal/sweep"
)

// sweeper moves away and tells which protected names were made in a run. An engine that becomes the
// command leaves nobody to do that.
type sweeper struct {
	sweep  *sweep.Sweep
	file   *os.File  // for the report
	dir    *runs.Dir // where it is written down
	left   bool      // for others to make
	kept   sweep.Kept
	undone []sweep.Plant // of what was replaced outside
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
		if s.file, err = sweep.OpenReport(o.report); err != nil {
			return err
		}
	}
	debug.SetGCPercent(400) // a look takes memory for a short time
	s.sweep = sweep.Begin(r, p, o.run)
	s.kept.Of(s.sweep)
	s.owe(o)
	return nil
}

// owe writes down what a sweep has to know, for the case that this process is killed. Where that
// cannot be the run goes on: this process makes the sweep.
func (s *sweeper) owe(o *options) {
	if s.dir == nil {
		s.dir, _ = runs.Open()
	}
	if o.sweep, _ = json.Marshal(&s.sweep.State); s.dir != nil {
		e := o.entry(0)
		e.Server = runs.This(os.Getpid())
		_ = s.dir.Write(e)
	}
}

// over forgets a sweep that has been made, or that nothing has run for.
func (s *sweeper) over() {
	if s.dir != nil && !s.left {
		s.dir.Remove(s.sweep.Run)
	}
}

// undo judges what was replaced outside.
func (s *sweeper) undo(left bool) { s.undone = append(s.undone, s.kept.End(left)...) }

// end looks again. Left says that processes of the run go on.
func (s *sweeper) end(left bool) *sweep.Report {
	s.undo(left)
	report := s.sweep.End(left)
	report.Plants = append(s.undone, report.Plants...)
	if len(report.Agreed) > 0 && s.dir != nil {
		for _, e := range s.dir.Owing() { // what goes on beside this run has not made it
			for _, path := range report.Agreed {
				_, _ = s.dir.Ask(e.Run, askAgreed+" "+strconv.Quote(path))
			}
		}
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
			settle(to)
		}
	}
	return 0
}

// killed is how long what is left of a run lives whose process was killed, at most.
const killed = 100 * time.Millisecond

// What is asked of who keeps a run: to look for what it has planted, at once, and not to take a path
// for that.
const (
	askSweep  = "sweep"
	askAgreed = "agreed"
)

// settle has looked for what earlier runs of a directory have planted, or are planting: those that
// go on look at once, and what the killed ones owe is done here.
func settle(dir string) {
	d, err := runs.Open()
	if err != nil {
		return
	}
	defer d.Close()
	for _, e := range d.Owing() {
		st := &sweep.State{}
		owed := json.Unmarshal(e.Sweep, st) == nil
		switch {
		case !near(dir, e.Directory, st):
			continue
		case e.Server.Alive():
			e.Found, err = d.Ask(e.Run, askSweep)
			if err != nil && !e.Server.Alive() { // it has just ended, and says what it has found
				settle(dir)
				return
			}
			if err != nil {
				e.Found = append(e.Found, "fencepost: sandbox has not looked for what run "+e.Run+
					" plants: "+err.Error()+". fencepost-run --stop "+e.Run+" ends it")
			}
		case owed:
			if e.Server.Boot != runs.This(os.Getpid()).Boot {
				st = st.Stopped()
			} else {
				time.Sleep(killed)
			}
			e.Found = append(e.Found, sweep.Resume(st, protectedPaths()).End(false).Lines()...)
			fallthrough
		default:
			d.Remove(e.Run)
		}
		for _, line := range e.Found {
			fmt.Fprintln(os.Stderr, line)
		}
	}
}

// near reports whether a run was one of a directory, or of one above or below it.
func near(dir, of string, st *sweep.State) bool {
	if to, err := filepath.EvalSymlinks(of); err == nil {
		of = to
	}
	meets := func(r sweep.Root) bool { return subpath.In(dir, r.Path) || subpath.In(r.Path, dir) }
	return meets(sweep.Root{Path: of}) || slices.ContainsFunc(st.Roots, meets)
}
