package bench

import (
	"fmt"
	"os"
	"time"
)

// Process is what a whole process of a class costs, from its start until it has been waited for.
// What it starts itself and waits for is a part of it.
type Process struct {
	Ns Spread `json:"ns"`
	// by name of the floor: the median of the ratios to the run of the floor in the same round
	Ratio map[string]float64 `json:"ratio,omitempty"`

	// Processor time in nanoseconds. These are means: a kernel that divides a short run between the
	// two by its ticks is right about many of them, and wrong about each.
	User   float64 `json:"user"`
	System float64 `json:"system"`

	Faults     *Spread `json:"faults,omitempty"`     // minor page faults; nil where none are counted
	FaultRatio float64 `json:"faultRatio,omitempty"` // their median to that of the empty Go program

	Samples []int64 `json:"samples"` // nanoseconds, in the order of the rounds
}

// program is something that is started again and again.
type program struct {
	name    string
	argv    []string
	dir     string
	env     []string
	in      *os.File     // nil: nothing
	prepare func() error // before each run, which does not count it; nil for nothing
	uses    []use
}

// use is what one run took.
type use struct {
	took, user, system time.Duration
	faults             int64
	counted            bool // faults were
}

// each returns one figure of every run.
func (p *program) each(figure func(u *use) int64) []int64 {
	list := make([]int64, len(p.uses))
	for i := range p.uses {
		list[i] = figure(&p.uses[i])
	}
	return list
}

// runner starts programs with nothing left open that they need not have.
type runner struct{ null *os.File }

func newRunner() (*runner, error) {
	null, err := os.OpenFile(os.DevNull, os.O_RDWR, 0)
	if err != nil {
		return nil, err
	}
	return &runner{null}, nil
}

// run starts a program once, waits for it and returns what this took.
func (r *runner) run(p *program) (use, error) {
	in := r.null
	if p.in != nil {
		if _, err := p.in.Seek(0, 0); err != nil {
			return use{}, err
		}
		in = p.in
	}
	if p.prepare != nil {
		if err := p.prepare(); err != nil {
			return use{}, err
		}
	}
	attr := &os.ProcAttr{Dir: p.dir, Env: p.env, Files: []*os.File{in, r.null, r.null}}
	start := time.Now()
	proc, err := os.StartProcess(p.argv[0], p.argv, attr)
	if err != nil {
		return use{}, err
	}
	state, err := proc.Wait()
	u := use{took: time.Since(start)}
	switch {
	case err != nil:
		return use{}, err
	case !state.Success():
		return use{}, fmt.Errorf("%s: %s", p.argv[0], state)
	}
	u.user, u.system = state.UserTime(), state.SystemTime()
	u.faults, u.counted = faultsOf(state)
	return u, nil
}

// rounds runs every program once in each round, in an order that changes, until there are enough
// rounds or the time is over. A machine that is slow for a while is slow for all of them.
func (r *runner) rounds(programs []*program, n int, limit time.Duration,
	progress func(done int)) error {
	for _, p := range programs { // into the page cache, and whatever else is done only once
		p.uses = nil
		for range 2 {
			if _, err := r.run(p); err != nil {
				return fmt.Errorf("%s: %w", p.name, err)
			}
		}
	}
	const least = 20
	order := make([]int, len(programs))
	for i := range order {
		order[i] = i
	}
	random := uint64(1)
	end := time.Now().Add(limit)
	for round := 0; round < n && (round < least || time.Now().Before(end)); round++ {
		for i := len(order) - 1; i > 0; i-- {
			random = random*6364136223846793005 + 1442695040888963407
			j := int(random>>33) % (i + 1)
			order[i], order[j] = order[j], order[i]
		}
		for _, i := range order {
			u, err := r.run(programs[i])
			if err != nil {
				return fmt.Errorf("%s: %w", programs[i].name, err)
			}
			programs[i].uses = append(programs[i].uses, u)
		}
		progress(round + 1)
	}
	return nil
}

// figures are those of the last rounds but for the page faults.
func (p *program) figures() *Process {
	took := p.each(func(u *use) int64 { return int64(u.took) })
	return &Process{Ns: SpreadOf(took), Samples: took,
		User:   mean(p.each(func(u *use) int64 { return int64(u.user) })),
		System: mean(p.each(func(u *use) int64 { return int64(u.system) }))}
}

// compareWith adds the ratio to a floor.
func (f *Process) compareWith(name string, floor *Process) {
	if f.Ratio == nil {
		f.Ratio = map[string]float64{}
	}
	f.Ratio[name] = ratio(f.Samples, floor.Samples)
}

// faultSpread is how many page faults the last rounds took; nil where none are counted.
func (p *program) faultSpread() *Spread {
	if len(p.uses) == 0 || !p.uses[0].counted {
		return nil
	}
	s := SpreadOf(p.each(func(u *use) int64 { return u.faults }))
	return &s
}
