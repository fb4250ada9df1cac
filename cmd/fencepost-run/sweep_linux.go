package main

import (
	"errors"
	"fmt"
	"os"

	"github.com/fencepost/fencepost/internal/sandbox/plan"
	"github.com/fencepost/fencepost/internal/sweep"
)

// sweeper moves away and tells which protected names were made in a run. An engine that becomes the
// command leaves nobody to do that.
type sweeper struct {
	sweep *sweep.Sweep
	file  *os.File // for the report
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
		return nil
	}
	if o.report != "" {
		if s.file, err = sweep.OpenReport(o.report); err != nil {
			return err
		}
	}
	s.sweep = sweep.Begin(r, p, o.run)
	return nil
}

// end looks again. Left says that processes of the run go on.
func (s *sweeper) end(left bool) *sweep.Report {
	report := s.sweep.End(left)
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
