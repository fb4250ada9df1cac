package main

import (
	"fmt"
	"os"
	"time"

	"github.com/fencepost/fencepost/internal/sandbox"
	"github.com/fencepost/fencepost/internal/sandbox/egress"
	"github.com/fencepost/fencepost/internal/sandbox/plan"
	"github.com/fencepost/fencepost/internal/sandbox/quarantine"
	"github.com/fencepost/fencepost/internal/sandbox/report"
)

// recorder writes what --report-run asks for: when the run begins, and when its command has ended. It
// is nil if nobody asked for a report, and does nothing then.
type recorder struct {
	file *report.File
	run  report.Run
}

// recorder opens the file, before anything runs.
func (o *options) recorder() (*recorder, error) {
	if o.reportRun == "" {
		return nil, nil
	}
	f, err := report.Create(o.reportRun)
	if err != nil {
		return nil, fmt.Errorf("--report-run: %w", err)
	}
	dir, _ := os.Getwd()
	r := &recorder{file: f, run: report.Run{Run: o.run, Session: o.Session,
		Started: time.Now().UTC(), Directory: dir, Command: bounded(o.command),
		Engine: o.engineName(), Level: string(o.keeps()), Net: string(o.Network)}}
	return r, nil
}

// mostText bounds what is said of a command.
const mostText = 4096

// bounded is a command, without the end of one that is very long.
func bounded(command []string) []string {
	out, left := make([]string, 0, len(command)), mostText
	for _, w := range command {
		if len(w) > left {
			return append(out, w[:left]+"…")
		}
		out, left = append(out, w), left-len(w)
	}
	return out
}

// engineName is the engine that is used where none is named, too.
func (o *options) engineName() string {
	if o.engine == "" {
		return "native"
	}
	return o.engine
}

// keeps is the level of the engine.
func (o *options) keeps() sandbox.Level {
	if o.engineName() == "landlock" {
		return sandbox.LevelReduced
	}
	return sandbox.LevelFull
}

// begin says that the plan is carried out from now on.
func (r *recorder) begin(p *plan.Plan) error {
	if r == nil {
		return nil
	}
	r.run.Plan = planned(p)
	if err := r.file.Write(&r.run); err != nil {
		return fmt.Errorf("--report-run: %w", err)
	}
	return nil
}

// planned is what a record has of a plan.
func planned(p *plan.Plan) report.Plan {
	out := report.Plan{Notes: p.Notes}
	for i := range p.Steps {
		s := &p.Steps[i]
		switch at := (report.Path{Path: s.Path, Why: s.Why}); s.Do {
		case plan.Writable:
			out.Write = append(out.Write, s.Path)
		case plan.Exception:
			out.Holes = append(out.Holes, s.Path)
		case plan.ReadOnly:
			out.ReadOnly = append(out.ReadOnly, at)
		case plan.Private:
			out.Private = append(out.Private, s.Path)
		case plan.Hide:
			m := report.Hidden{Path: at, Socket: s.Type == plan.Socket}
			for _, h := range s.Openings {
				m.Holes = append(m.Holes, h.Path)
			}
			out.Hide = append(out.Hide, m)
		}
	}
	return out
}

// swept takes what was found after the run.
func (r *recorder) swept(rep *quarantine.Report) {
	if r == nil || rep == nil {
		return
	}
	r.run.SweepFailed = rep.Failed
	for i := range rep.Plants {
		p := &rep.Plants[i]
		r.run.Quarantined = append(r.run.Quarantined, report.Plant{Path: p.Path, Why: p.Why, Moved: p.Moved,
			Error: p.Error})
	}
}

// end says how the command has ended.
func (r *recorder) end(code int, left bool, n *network) {
	if r == nil {
		return
	}
	r.run.Left = left
	if n != nil {
		r.run.Refused = n.server.Refused()
	}
	r.ended(code, nil)
}

// failed tells why nothing has run, and returns the status.
func (r *recorder) failed(status int, err error) int {
	fail(err)
	return r.ended(status, err)
}

// ended writes the end, and returns the status. What goes wrong with that is told, and changes nothing
// else.
func (r *recorder) ended(status int, failed error) int {
	if r == nil {
		return status
	}
	r.run.Ended, r.run.Status = time.Now().UTC(), status
	if failed != nil {
		r.run.Failed = failed.Error()
	}
	if err := r.file.Write(&r.run); err != nil {
		fmt.Fprintln(os.Stderr, "fencepost-run: --report-run: "+err.Error())
	}
	r.file.Close()
	return status
}

// recordRefused has the record of a run whose process has become the command say what is refused, at
// once: nothing else is left that knows. The end of the run is not known here.
func (o *options) recordRefused(n *network) error {
	if o.reportRun == "" {
		return nil
	}
	f, run, err := report.Reopen(o.reportRun)
	if err != nil {
		return fmt.Errorf("--report-run: %w", err)
	}
	n.refused = func(r egress.Refusal) {
		run.Refused = append(run.Refused, report.Refused{Host: r.Host, Port: r.Port, Why: r.Why,
			Count: 1, First: time.Now().UTC()})
		_ = f.Write(run)
	}
	return nil
}
