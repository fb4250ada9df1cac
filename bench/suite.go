package bench

import (
	"runtime"
	"time"
)

// Options say what is measured, and for how long.
type Options struct {
	Exe      string        // fencepost-hook, whose processes are measured; "" for none
	Classes  []Class       // see Classes
	Temp     string        // where the workplace is made
	Rounds   int           // of whole processes; 0 means 300
	Limit    time.Duration // for all rounds; 0 means 32 s
	PerClass time.Duration // for each class in process; 0 means 200 ms
	Progress func(done, of int, what string)
}

// Report is everything that was measured.
type Report struct {
	Time    time.Time           `json:"time"`
	Version string              `json:"version"`
	Go      string              `json:"go"`
	OS      string              `json:"os"`
	Arch    string              `json:"arch"`
	CPUs    int                 `json:"cpus"`
	Rounds  int                 `json:"rounds"`
	Missing []string            `json:"missing,omitempty"` // floors that there are not, and why
	Floors  map[string]*Process `json:"floors"`
	Classes []*Figures          `json:"classes"`
	Checks  []Check             `json:"checks"` // against the budget
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
	o.Rounds = orElse(o.Rounds, 300)
	o.Limit = orElse(o.Limit, 32*time.Second)
	o.PerClass = orElse(o.PerClass, 200*time.Millisecond)
	w, err := NewWorkplace(o.Temp, o.Classes)
	if err != nil {
		return nil, err
	}
	defer w.Remove()
	r := &Report{
		Time: time.Now().UTC().Truncate(time.Second), Go: runtime.Version(), OS: runtime.GOOS,
		Arch: runtime.GOARCH, CPUs: runtime.NumCPU(),
		Floors: map[string]*Process{},
	}
	for i := range o.Classes {
		c := &o.Classes[i]
		o.Progress(i, len(o.Classes), "in process: "+c.Name)
		in, err := newSubject(w, c).measure(o.PerClass)
		if err != nil {
			return nil, err
		}
		r.Classes = append(r.Classes, &Figures{Name: c.Name, Title: c.Title, InProcess: in})
	}
	if o.Exe == "" {
		return r, nil
	}
	return r, r.processes(&o, w)
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
	run, err := newRunner()
	if err != nil {
		return err
	}
	defer run.null.Close()
	o.Progress(0, o.Rounds, "building the empty program")
	programs, missing := floors(w)
	r.Missing = missing
	floors := len(programs)
	exe, err := installed(o.Exe, w.Dir)
	if err != nil {
		return err
	}
	for i := range o.Classes {
		c := &o.Classes[i]
		if !c.Process {
			continue
		}
		p, err := hookProgram(exe, w, c)
		if err != nil {
			return err
		}
		defer p.in.Close()
		programs = append(programs, p)
	}
	if len(programs) == floors {
		return nil
	}
	err = run.rounds(programs, o.Rounds, o.Limit,
		func(done int) { o.Progress(done, o.Rounds, "whole processes") })
	if err != nil {
		return err
	}
	r.Rounds = len(programs[0].samples)
	for i, p := range programs {
		f := &Process{Ns: SpreadOf(p.samples), Samples: p.samples}
		if i < floors {
			r.Floors[p.name] = f
			continue
		}
		f.Ratio = map[string]float64{}
		for name, floor := range r.Floors {
			f.Ratio[name] = ratio(f.Ns, floor.Ns)
		}
		r.Class(p.name).Process = f
	}
	return nil
}

// ratio compares two spreads by their medians, lower quartiles and fifth percentiles, whichever
// ratio is least: what else runs on the machine only ever makes a process slower, and rarely both
// in the same way.
func ratio(a, floor Spread) float64 {
	if floor.P05 <= 0 {
		return 0
	}
	return min(a.P50/floor.P50, a.P25/floor.P25, a.P05/floor.P05)
}
