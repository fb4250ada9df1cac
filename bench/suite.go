package bench

import (
	"runtime"
	"time"
)

// Options say what is measured, and for how long.
type Options struct {
	Exe      string        // fencepost-hook, whose processes are measured; "" for none
	Own      *Own          // what the user has, in the place of Exe and of the suite's configs
	Confined string        // fencepost-hook, as wrapper of a confined call; "" for none
	Classes  []Class       // see Classes
	Temp     string        // where the workplace is made
	Rounds   int           // of whole processes; 0 means 400
	Limit    time.Duration // for all rounds; 0 means 32 s
	Progress func(done, of int, what string)
}

// Report is everything that was measured.
type Report struct {
	Time    time.Time `json:"time"`
	Version string    `json:"version"`
	Go      string    `json:"go"`
	FloorGo string    `json:"floorGo,omitempty"` // the release that built the empty program
	OS      string    `json:"os"`
	Arch    string    `json:"arch"`
	CPUs    int       `json:"cpus"`
	Rounds  int       `json:"rounds"`

	// of those rounds in which page faults were counted, with each process on one processor; 0 where
	// the system does not count them, or does not keep processes there
	FaultRounds int `json:"faultRounds,omitempty"`

	Own     *Own                `json:"own,omitempty"`     // what was measured; nil for the suite
	Missing []string            `json:"missing,omitempty"` // floors that there are not, and why
	Floors  map[string]*Process `json:"floors"`
	Classes []*Figures          `json:"classes"`
	// Confined is what it costs to run a call confined; nil if that was not to be measured.
	Confined *Confined `json:"confined,omitempty"`
	Checks   []Check   `json:"checks"` // against the budget
}

// Figures are those of one class.
type Figures struct {
	Name      string     `json:"name"`
	Title     string     `json:"title"`
	InProcess *InProcess `json:"inProcess,omitempty"`
	Process   *Process   `json:"process,omitempty"`
}

// Class returns the figures of a class; nil if it was not measured.
func (r *Report) Class(name string) *Figures {
	for _, f := range r.Classes {
		if f.Name == name {
			return f
		}
	}
	return nil
}

// Run measures the classes.
func Run(o Options) (*Report, error) {
	if o.Progress == nil {
		o.Progress = func(int, int, string) {}
	}
	o.Rounds = orElse(o.Rounds, 400)
	o.Limit = orElse(o.Limit, 32*time.Second)
	w, err := NewWorkplace(o.Temp, o.Classes)
	if err != nil {
		return nil, err
	}
	defer w.Remove()
	r := &Report{
		Time: time.Now().UTC().Truncate(time.Second), Go: runtime.Version(), OS: runtime.GOOS,
		Arch: runtime.GOARCH, CPUs: runtime.NumCPU(), Own: o.Own,
		Floors: map[string]*Process{},
	}
	for i := range o.Classes {
		c := &o.Classes[i]
		f := &Figures{Name: c.Name, Title: c.Title}
		if o.Own == nil {
			o.Progress(i, len(o.Classes), "in process: "+c.Name)
			allocs, bytes, err := Memory(w, c)
			if err != nil {
				return nil, err
			}
			f.InProcess = &InProcess{Allocs: allocs, Bytes: bytes}
		}
		r.Classes = append(r.Classes, f)
	}
	if o.Exe == "" && o.Own == nil {
		return r, nil
	}
	if err := r.processes(&o, w); err != nil {
		return r, err
	}
	return r, r.confined(&o, w)
}

func orElse[T comparable](v, other T) T {
	var zero T
	if v == zero {
		return other
	}
	return v
}

// processes measures whole processes in alternation with the floors.
func (r *Report) processes(o *Options, w *Workplace) error {
	s, err := newStage(o, w)
	if err != nil {
		return err
	}
	defer s.close()
	o.Progress(0, o.Rounds, "building the empty program")
	if err := s.add(); err != nil || len(s.programs) == s.floors {
		return err
	}
	r.Missing, r.FloorGo = s.missing, s.floorGo
	err = s.run.rounds(s.programs, o.Rounds, o.Limit,
		func(done int) { o.Progress(done, o.Rounds, "whole processes") })
	if err != nil {
		return err
	}
	r.Rounds = len(s.programs[0].uses)
	var figures []*Process
	for i, p := range s.programs {
		f := p.figures()
		figures = append(figures, f)
		if i < s.floors {
			r.Floors[p.name] = f
			continue
		}
		for name, floor := range r.Floors {
			f.compareWith(name, floor)
		}
		r.Class(p.name).Process = f
	}
	return r.faults(o, s, figures)
}

// faultRounds is how many runs of each program page faults are counted in.
const faultRounds = 40

// faults counts page faults in rounds of their own: with each process on one processor and, in the
// suite, of copies that lie in the page cache in single pages. How many threads a process starts,
// and in how large pieces a file lies in memory, would be chance otherwise; this number a budget
// can hold to a page or two.
func (r *Report) faults(o *Options, s *stage, figures []*Process) error {
	if _, err := s.relocate(inPages, "pages"); err != nil {
		return err
	}
	n := min(o.Rounds, faultRounds)
	pinned, err := onOneProcessor(func() error {
		return s.run.rounds(s.programs, n, o.Limit,
			func(done int) { o.Progress(done, n, "page faults") })
	})
	if err != nil {
		return err
	}
	if pinned {
		r.FaultRounds = len(s.programs[0].uses)
	}
	floor := r.Floors[FloorGo]
	for i, p := range s.programs {
		figures[i].Faults = p.faultSpread()
		if f := figures[i].Faults; i >= s.floors && f != nil && floor != nil {
			figures[i].FaultRatio = f.P50 / floor.Faults.P50
		}
	}
	return nil
}
