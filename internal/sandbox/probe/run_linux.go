package probe

import (
	"errors"
	"os"
	"slices"
	"time"

	"github.com/fencepost/fencepost/internal/sandbox"
	"github.com/fencepost/fencepost/internal/sandbox/bwrap"
	"github.com/fencepost/fencepost/internal/sandbox/probe/report"
	"github.com/fencepost/fencepost/internal/sandbox/reduced"
)

// engines are those of Linux, best first. missing says why one cannot be tried.
var engines = [...]struct {
	name    string
	level   sandbox.Level
	missing func() error
}{
	{"native", sandbox.LevelFull, func() error { return nil }},
	{"bwrap", sandbox.LevelFull, func() error { _, err := bwrap.Find(); return err }},
	{"landlock", sandbox.LevelReduced, func() error { _, err := reduced.New(); return err }},
}

// Run tries each engine of the machine, or returns what an earlier probe found. program is
// fencepost-run; fresh asks for a new one.
func Run(program string, fresh bool) (*report.Report, error) {
	store, storeErr := openStore()
	key := keyOf(program)
	if storeErr == nil && !fresh {
		if r := store.load(key); r != nil {
			return r, nil
		}
	}
	parent := ""
	if storeErr == nil {
		parent = store.dir
	}
	r, err := run(program, parent)
	if err == nil && storeErr == nil && !timedOut(r) {
		store.save(key, r)
	}
	return r, err
}

func timedOut(r *report.Report) bool {
	return slices.ContainsFunc(r.Engines, func(e report.Engine) bool {
		return e.Cause != nil && e.Cause.ID == "time"
	})
}

func run(program, parent string) (*report.Report, error) {
	w, err := newWorld(parent, program)
	if err != nil {
		return nil, err
	}
	defer w.close()
	w.deadline = time.Now().Add(report.Limit)
	m := Look()
	r := &report.Report{System: "Linux " + m.Kernel, Inside: m.Inside}
	able, err := w.attempt(nil)
	if err != nil {
		return nil, err
	}
	for _, c := range checks {
		if !able[c] {
			r.Untested = append(r.Untested, c)
		}
	}
	for _, e := range engines {
		r.Engines = append(r.Engines, w.engine(e.name, e.level, e.missing(), able, m))
	}
	return r, nil
}

// engine tries one.
func (w *world) engine(name string, level sandbox.Level, missing error, able map[string]bool,
	m *Machine) report.Engine {
	e := report.Engine{Name: name, Level: level}
	began := time.Now()
	err := missing
	var reached map[string]bool
	if err == nil {
		reached, err = w.attempt([]string{w.program, "--engine", name, "--level", string(level),
			"--net", "none", "--secrets", "open", "--background", "kill", "--hide", w.secret,
			"-w", w.dir + "/work", "--"})
	}
	e.Millis = time.Since(began).Milliseconds()
	if err != nil {
		e.Error, e.Cause = err.Error(), why(name, err, m)
		return e
	}
	e.Works = true
	for _, c := range checks {
		if able[c] {
			e.Checks = append(e.Checks, report.Check{Name: c, Held: !reached[c]})
			e.Works = e.Works && !reached[c]
		}
	}
	if name == "landlock" {
		e.Lost = lost()
	}
	return e
}

// lost is what the reduced level never keeps.
func lost() []string {
	e, err := reduced.New()
	if err != nil {
		return nil
	}
	return e.Lost()
}

// why is the cause of an engine's failure.
func why(name string, err error, m *Machine) *report.Cause {
	if errors.Is(err, errTime) {
		return Explain(Failure{Step: StepTime}, m)
	}
	f := FailureOf(err)
	switch {
	case name == "landlock" && errors.Is(err, reduced.ErrNone):
		f = Failure{Step: StepLandlock, Errno: landlockErrno(), Text: f.Text}
	case f.Step == StepOther || f.Errno == 0 && f.Step != StepProgram:
		f = refined(f)
	default:
		f = mapped(f)
	}
	return Explain(f, m)
}

// refined tries the layers one by one, for an engine whose words name no step or no error.
func refined(f Failure) Failure {
	if layer := Layers(); layer.Step != "" {
		layer.Text = f.Text
		return layer
	}
	return f
}

// mapped tells namespaces that are refused from ids that are: the start of a process in new
// namespaces does both.
func mapped(f Failure) Failure {
	if f.Step == StepClone && slices.Contains(denied, f.Errno) {
		return refined(f)
	}
	return f
}

// Diagnose says why a run could not be made, for the error message of that run.
func Diagnose(err error) *report.Cause {
	c := Explain(mapped(FailureOf(err)), Look())
	if c.ID == "unknown" {
		return nil
	}
	return c
}

// Print probes, and writes the report: as JSON, or for people.
func Print(w *os.File, asJSON, fresh bool) error {
	program, err := os.Executable()
	if err != nil {
		return err
	}
	r, err := Run(program, fresh)
	if err != nil {
		return err
	}
	if asJSON {
		return r.JSON(w)
	}
	r.Print(w)
	return nil
}
