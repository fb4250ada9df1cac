package bench

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"
)

// Process is what a whole process of a class costs, from its start until it has been waited for.
type Process struct {
	Ns      Spread             `json:"ns"`
	Ratio   map[string]float64 `json:"ratio,omitempty"` // by name of the floor
	Samples []int64            `json:"samples"`         // nanoseconds, in the order of the rounds
}

// Names of the floors.
const (
	// an empty Go program, built with the flags of this one and the standard library as it is
	FloorGo   = "go"
	FloorTrue = "true" // the system's true
)

// program is something that is started again and again.
type program struct {
	name    string
	argv    []string
	dir     string
	env     []string
	in      *os.File // nil: nothing
	samples []int64
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

// run starts a program once, waits for it and returns the time that this took.
func (r *runner) run(p *program) (time.Duration, error) {
	in := r.null
	if p.in != nil {
		if _, err := p.in.Seek(0, 0); err != nil {
			return 0, err
		}
		in = p.in
	}
	attr := &os.ProcAttr{Dir: p.dir, Env: p.env, Files: []*os.File{in, r.null, r.null}}
	start := time.Now()
	proc, err := os.StartProcess(p.argv[0], p.argv, attr)
	if err != nil {
		return 0, err
	}
	state, err := proc.Wait()
	took := time.Since(start)
	switch {
	case err != nil:
		return 0, err
	case !state.Success():
		return 0, fmt.Errorf("%s: %s", p.argv[0], state)
	}
	return took, nil
}

// rounds runs every program once in each round, in an order that changes, until there are enough
// rounds or the time is over. A machine that is slow for a while is slow for all of them.
func (r *runner) rounds(programs []*program, n int, limit time.Duration,
	progress func(done int)) error {
	for _, p := range programs { // into the page cache, and whatever else is done only once
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
			took, err := r.run(programs[i])
			if err != nil {
				return fmt.Errorf("%s: %w", programs[i].name, err)
			}
			programs[i].samples = append(programs[i].samples, int64(took))
		}
		progress(round + 1)
	}
	return nil
}

// Command is a process to start.
type Command struct {
	Argv []string
	Dir  string
	Env  []string
	In   []byte // its standard input
}

// Hook returns the gate, fencepost-hook, as the agent starts it for a call of the class.
func (w *Workplace) Hook(exe string, c *Class) Command {
	dir := w.Project(c.Config)
	env := []string{"HOME=" + w.Home, "FENCEPOST_HOME=" + w.ConfigHome(c.Config), "SHELL=/bin/bash",
		"PATH=/usr/local/bin:/usr/bin:/bin"}
	if root := os.Getenv("SystemRoot"); root != "" {
		env = append(env, "SystemRoot="+root) // without it Windows starts no program
	}
	return Command{Argv: []string{exe}, Dir: dir, Env: env, In: c.input(dir)}
}

// hookProgram keeps the standard input in a file.
func hookProgram(exe string, w *Workplace, c *Class) (*program, error) {
	cmd := w.Hook(exe, c)
	name := filepath.Join(w.Dir, c.Name+".json")
	if err := os.WriteFile(name, cmd.In, 0o600); err != nil {
		return nil, err
	}
	in, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	return &program{name: c.Name, argv: cmd.Argv, dir: cmd.Dir, env: cmd.Env, in: in}, nil
}

// floors returns the programs to compare with, and why one is missing.
func floors(w *Workplace) (list []*program, missing []string) {
	env := []string{"PATH=/usr/bin:/bin"}
	if path, err := BuildFloor(w.Dir); err == nil {
		list = append(list, &program{name: FloorGo, argv: []string{path}, dir: w.Home, env: env})
	} else {
		missing = append(missing, FloorGo+": "+err.Error())
	}
	for _, path := range [...]string{"/bin/true", "/usr/bin/true"} {
		if _, err := os.Stat(path); err == nil {
			return append(list, &program{name: FloorTrue, argv: []string{path}, dir: w.Home, env: env}),
				missing
		}
	}
	return list, append(missing, FloorTrue+": this system has none")
}

// installed copies the program, and the helper if there is one, into a directory and returns the
// program's path there.
//
// Every program is measured as a copy, because that is what people install. A file that a linker
// has written through a memory mapping lies in the page cache in single pages, and each start of it
// takes a fifth longer than that of its copy.
func installed(exe, dir string) (string, error) {
	if HasHelper(exe) {
		helper := helperOf(exe)
		if err := copyProgram(helper, filepath.Join(dir, filepath.Base(helper))); err != nil {
			return "", err
		}
	}
	to := filepath.Join(dir, filepath.Base(exe))
	return to, copyProgram(exe, to)
}

func copyProgram(from, to string) error {
	data, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	return os.WriteFile(to, data, 0o755)
}

// BuildFloor builds the empty program in a directory with the flags of build.sh, and returns its
// path. The toolchain is not allowed to fetch another.
func BuildFloor(dir string) (string, error) {
	tool, err := lookPath("go")
	if err != nil {
		return "", err
	}
	src, linked, out := filepath.Join(dir, "floor.go"), filepath.Join(dir, "linked.exe"),
		filepath.Join(dir, "floor.exe")
	if err := os.WriteFile(src, []byte("package main\n\nfunc main() {}\n"), 0o600); err != nil {
		return "", err
	}
	env := []string{"CGO_ENABLED=0", "GO111MODULE=off", "GOFLAGS=", "GOTOOLCHAIN=local", "GOWORK=off",
		"GOOS=", "GOARCH="}
	for _, v := range os.Environ() {
		switch name, _, _ := strings.Cut(v, "="); name {
		case "CGO_ENABLED", "GO111MODULE", "GOFLAGS", "GOTOOLCHAIN", "GOWORK", "GOOS", "GOARCH":
		default:
			env = append(env, v)
		}
	}
	r, err := newRunner()
	if err != nil {
		return "", err
	}
	defer r.null.Close()
	argv := []string{tool, "build", "-trimpath", "-ldflags=-s -w", "-o", linked, src}
	if _, err := r.run(&program{argv: argv, dir: dir, env: env}); err != nil {
		return "", fmt.Errorf("the empty program could not be built: %w", err)
	}
	return out, copyProgram(linked, out)
}

// lookPath finds a program in the absolute directories of PATH.
func lookPath(name string) (string, error) {
	if runtime.GOOS == "windows" {
		name += ".exe"
	}
	for _, dir := range filepath.SplitList(os.Getenv("PATH")) {
		path := filepath.Join(dir, name)
		if info, err := os.Stat(path); filepath.IsAbs(dir) && err == nil && info.Mode().IsRegular() &&
			(runtime.GOOS == "windows" || info.Mode()&0o111 != 0) {
			return path, nil
		}
	}
	return "", errors.New("there is no " + name + " in PATH")
}

// HasHelper reports whether the helper for inline code lies beside the program.
func HasHelper(exe string) bool {
	info, err := os.Stat(helperOf(exe))
	return err == nil && info.Mode().IsRegular()
}

func helperOf(exe string) string {
	return filepath.Join(filepath.Dir(exe), "fencepost-interp"+filepath.Ext(exe))
}
