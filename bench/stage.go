package bench

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"

	"github.com/fencepost/fencepost/internal/policy/packed"
)

// stage is where whole processes are measured: the programs, the floors first.
type stage struct {
	o        *Options
	w        *Workplace
	run      *runner
	programs []*program
	floors   int // so many of them
	missing  []string
	floorGo  string
}

func newStage(o *Options, w *Workplace) (*stage, error) {
	run, err := newRunner()
	if err != nil {
		return nil, err
	}
	return &stage{o: o, w: w, run: run}, nil
}

func (s *stage) close() {
	for _, p := range s.programs {
		if p.in != nil {
			p.in.Close()
		}
	}
	s.run.null.Close()
}

// add finds the floors, and makes a program of each class that is measured so.
func (s *stage) add() error {
	// The environment is that of a call: it costs each process something, and not little.
	env := s.w.Hook(s.o.Exe, &Class{}).Env
	if s.o.Own != nil {
		env = s.o.Own.Env
	}
	s.programs, s.missing = floors(s.w, env)
	s.floors = len(s.programs)
	if s.floors > 0 && s.programs[0].name == FloorGo {
		s.floorGo = builtBy(s.programs[0].argv[0])
	}
	for i := range s.o.Classes {
		c := &s.o.Classes[i]
		if !c.Process {
			continue
		}
		p, err := s.program(c)
		if err != nil {
			return err
		}
		s.programs = append(s.programs, p)
	}
	exe, err := s.relocate(inOnePiece, "piece")
	if err != nil || s.o.Own != nil {
		return err
	}
	for i := range s.o.Classes {
		if c := &s.o.Classes[i]; c.Process {
			if err := s.w.checkAnswer(exe, c); err != nil {
				return err
			}
		}
	}
	return nil
}

// program is the call of a class, with the standard input in a file.
func (s *stage) program(c *Class) (*program, error) {
	cmd := s.w.Hook(s.o.Exe, c)
	if s.o.Own != nil {
		cmd = s.o.Own.Call(c)
	}
	name := filepath.Join(s.w.Dir, c.Name+".json")
	if err := os.WriteFile(name, cmd.In, 0o600); err != nil {
		return nil, err
	}
	in, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	p := &program{name: c.Name, argv: cmd.Argv, dir: cmd.Dir, env: cmd.Env, in: in}
	if c.Config.edited() {
		dir := packed.StoreDir(s.w.ConfigHome(c.Config))
		p.prepare = func() error { return os.RemoveAll(dir) }
	}
	return p, nil
}

// relocate has the programs run from copies in a directory of the workplace; what the user has runs
// where it lies, and is compared with a copy of the floor. It returns the copy of the gate.
func (s *stage) relocate(copied func(from, to string) error, name string) (exe string, err error) {
	dir := filepath.Join(s.w.Dir, name)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return "", err
	}
	if s.o.Own == nil {
		if exe, err = installed(s.o.Exe, dir, copied); err != nil {
			return "", err
		}
	}
	for i, p := range s.programs {
		switch {
		case i >= s.floors && s.o.Own == nil:
			p.argv[0] = exe
		case p.name == FloorGo:
			to := filepath.Join(dir, filepath.Base(p.argv[0]))
			if err := copied(p.argv[0], to); err != nil {
				return "", err
			}
			p.argv[0] = to
		}
	}
	return exe, nil
}

// checkAnswer starts the gate once and compares what it says with the answer of this process: the
// speed of a program that cannot judge would mean nothing.
func (w *Workplace) checkAnswer(exe string, c *Class) error {
	want, err := answerOf(w, c)
	if err != nil {
		return err
	}
	cmd := w.Hook(exe, c)
	in := filepath.Join(w.Dir, "answer.json")
	out := filepath.Join(w.Dir, "answer.out")
	if err := os.WriteFile(in, cmd.In, 0o600); err != nil {
		return err
	}
	got, err := outputOf(&cmd, in, out)
	if err != nil {
		return fmt.Errorf("class %s: %w", c.Name, err)
	}
	if !bytes.Equal(bytes.TrimSpace(got), bytes.TrimSpace(want)) {
		return fmt.Errorf("class %s: %s answers %.200q, and %.200q is right", c.Name,
			filepath.Base(exe), got, want)
	}
	return nil
}

// outputOf is what a command prints.
func outputOf(c *Command, in, out string) ([]byte, error) {
	from, err := os.Open(in)
	if err != nil {
		return nil, err
	}
	defer from.Close()
	to, err := os.Create(out)
	if err != nil {
		return nil, err
	}
	defer to.Close()
	p, err := os.StartProcess(c.Argv[0], c.Argv, &os.ProcAttr{Dir: c.Dir, Env: c.Env,
		Files: []*os.File{from, to, to}})
	if err != nil {
		return nil, err
	}
	if state, err := p.Wait(); err != nil || !state.Success() {
		return nil, fmt.Errorf("%s: %v (%v)", c.Argv[0], state, err)
	}
	return os.ReadFile(out)
}
