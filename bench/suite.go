package bench

import (
	"cmp"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"time"

	"github.com/fencepost/fencepost/internal/policy/store"
)

// Options say what is measured, and for how long.
type Options struct {
	Exe      string        // fencepost-hook, whose processes are measured
	Own      *Own          // what the user has, in the place of Exe and of the suite's configs
	Confined string        // fencepost-hook, as wrapper of a confined call; "" for none
	Classes  []Class       // see Processes
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
	Name    string   `json:"name"`
	Title   string   `json:"title"`
	Process *Process `json:"process,omitempty"`
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
	o.Rounds = cmp.Or(o.Rounds, 400)
	o.Limit = cmp.Or(o.Limit, 32*time.Second)
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
	for _, c := range o.Classes {
		r.Classes = append(r.Classes, &Figures{Name: c.Name, Title: c.Title})
	}
	if err := r.processes(&o, w); err != nil {
		return r, err
	}
	return r, r.confined(&o, w)
}

// processes measures whole processes, those of the suite in alternation with the floors.
func (r *Report) processes(o *Options, w *Workplace) error {
	s := &stage{Options: o, w: w}
	defer s.close()
	if o.Own == nil {
		o.Progress(0, o.Rounds, "building the empty program")
		r.Missing = s.addFloors()
	}
	if err := s.addClasses(); err != nil {
		return err
	}
	if s.floors > 0 && s.programs[0].name == FloorGo {
		r.FloorGo = builtBy(s.programs[0].Argv[0])
	}
	if err := s.rounds(s.programs, o.Rounds, "whole processes"); err != nil {
		return err
	}
	r.Rounds = len(s.programs[0].uses)
	for i, p := range s.programs {
		f := p.figures()
		if i < s.floors {
			r.Floors[p.name] = f
			continue
		}
		for name, floor := range r.Floors {
			f.compareWith(name, floor)
		}
		r.Class(p.name).Process = f
	}
	if o.Own != nil {
		return nil
	}
	return r.faults(s)
}

// faultRounds is how many runs of each program page faults are counted in.
const faultRounds = 40

// faults counts page faults in rounds of their own: with each process on one processor, and of
// copies that lie in the page cache in single pages. How many threads a process starts,
// and in how large pieces a file lies in memory, would be chance otherwise; this number a budget
// can hold to a page or two.
func (r *Report) faults(s *stage) error {
	if err := s.relocate(inPages, "pages"); err != nil {
		return err
	}
	pinned, err := onOneProcessor(func() error {
		return s.rounds(s.programs, faultRounds, "page faults")
	})
	if err != nil {
		return err
	}
	if pinned {
		r.FaultRounds = len(s.programs[0].uses)
	}
	for i, p := range s.programs {
		if i < s.floors {
			r.Floors[p.name].Faults = p.faultSpread()
			continue
		}
		f, floor := r.Class(p.name).Process, r.Floors[FloorGo]
		f.Faults = p.faultSpread()
		if f.Faults != nil && floor != nil {
			f.FaultRatio = f.Faults.P50 / floor.Faults.P50
		}
	}
	return nil
}

// stage is where whole processes are measured: the programs, the floors first.
type stage struct {
	*Options
	w        *Workplace
	programs []*program
	floors   int // so many of them
}

func (s *stage) close() {
	for _, p := range s.programs {
		if p.in != nil {
			p.in.Close()
		}
	}
}

// addFloors finds the floors, and returns why one is missing. The environment is that of a call: it
// costs each process something, and not little.
func (s *stage) addFloors() (missing []string) {
	s.programs, missing = floors(s.w, s.w.Hook(s.Exe, &Class{}).Env)
	s.floors = len(s.programs)
	return missing
}

// addClasses makes a program of each class, and compares its answer with that of this process.
func (s *stage) addClasses() error {
	for i := range s.Classes {
		p, err := s.program(&s.Classes[i])
		if err != nil {
			return err
		}
		s.programs = append(s.programs, p)
	}
	if s.Own != nil {
		return nil
	}
	if err := s.relocate(inOnePiece, "piece"); err != nil {
		return err
	}
	for i := range s.Classes {
		if err := s.programs[s.floors+i].Answers(s.w.gate(&s.Classes[i])); err != nil {
			return err
		}
	}
	return nil
}

// program is the call of a class, with the standard input in a file.
func (s *stage) program(c *Class) (*program, error) {
	p := &program{Command: s.w.Hook(s.Exe, c), name: c.Name}
	if s.Own != nil {
		p.Command = s.Own.Call(c)
	}
	if c.Config.edited() {
		dir := store.StoreDir(s.w.ConfigHome(c.Config))
		p.prepare = func() error { return os.RemoveAll(dir) }
	}
	name := filepath.Join(s.w.Dir, c.Name+".json")
	err := os.WriteFile(name, p.In, 0o600)
	if err == nil {
		p.in, err = os.Open(name)
	}
	return p, err
}

// relocate has the programs run from copies in a directory of the workplace.
func (s *stage) relocate(copied func(from, to string) error, name string) error {
	dir := filepath.Join(s.w.Dir, name)
	exe, err := installed(s.Exe, dir, copied)
	if err != nil {
		return err
	}
	for i, p := range s.programs {
		switch {
		case i >= s.floors:
			p.Argv[0] = exe
		case p.name == FloorGo:
			to := filepath.Join(dir, filepath.Base(p.Argv[0]))
			if err := errors.Join(os.MkdirAll(dir, 0o700), copied(p.Argv[0], to)); err != nil {
				return err
			}
			p.Argv[0] = to
		}
	}
	return nil
}
