package bench

import (
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"slices"
	"time"

	"github.com/fencepost/fencepost/internal/agent/agents"
	"github.com/fencepost/fencepost/internal/app/gate"
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

// Command is a process to start.
type Command struct {
	Argv []string
	Dir  string
	Env  []string
	In   []byte // its standard input
}

// Answers compares what the command says with what a gate says in this process: how fast a program
// says that it cannot judge would mean nothing.
func (c *Command) Answers(g *gate.Gate) error {
	who, _ := agents.Find("")
	call, err := who.Decode(c.In)
	if err != nil {
		return err
	}
	r := g.Judge(&call)
	want := who.Encode(&r.Verdict, r.Call).Out
	run := exec.Cmd{Path: c.Argv[0], Args: c.Argv, Dir: c.Dir, Env: c.Env,
		Stdin: bytes.NewReader(c.In)}
	got, err := run.CombinedOutput()
	switch {
	case err != nil:
		return fmt.Errorf("%s: %w", c.Argv[0], err)
	case !bytes.Equal(bytes.TrimSpace(got), bytes.TrimSpace(want)):
		return fmt.Errorf("%s answers %.200q, and %.200q is right", c.Argv[0], got, want)
	}
	return nil
}

// program is something that is started again and again.
type program struct {
	Command
	name    string
	in      *os.File     // what In says; nil: nothing
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

// run starts a program once, waits for it and returns what this took.
func (p *program) run() (u use, err error) {
	c := exec.Cmd{Path: p.Argv[0], Args: p.Argv, Dir: p.Dir, Env: p.Env}
	if p.in != nil {
		if _, err = p.in.Seek(0, io.SeekStart); err != nil {
			return u, err
		}
		c.Stdin = p.in
	}
	if p.prepare != nil {
		if err = p.prepare(); err != nil {
			return u, err
		}
	}
	start := time.Now()
	err = c.Run()
	u.took = time.Since(start)
	if err != nil {
		return u, fmt.Errorf("%s: %w", p.name, err)
	}
	u.user, u.system = c.ProcessState.UserTime(), c.ProcessState.SystemTime()
	u.faults, u.counted = faultsOf(c.ProcessState)
	return u, nil
}

// rounds runs every program once in each round, in an order that changes, until there are enough
// rounds or the time is over. A machine that is slow for a while is slow for all of them.
func (o *Options) rounds(programs []*program, most int, what string) error {
	for _, p := range programs { // into the page cache, and whatever else is done only once
		p.uses = nil
		for range 2 {
			if _, err := p.run(); err != nil {
				return err
			}
		}
	}
	const least = 20
	n, order := min(o.Rounds, most), slices.Clone(programs)
	end := time.Now().Add(o.Limit)
	for round := 0; round < n && (round < least || time.Now().Before(end)); round++ {
		rand.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
		for _, p := range order {
			u, err := p.run()
			if err != nil {
				return err
			}
			p.uses = append(p.uses, u)
		}
		o.Progress(round+1, n, what)
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
