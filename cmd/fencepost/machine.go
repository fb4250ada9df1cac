package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/fencepost/fencepost/internal/sandbox"
	probe "github.com/fencepost/fencepost/internal/sandbox/probe/report"
)

// runner is the program that confines a command.
const runner = "fencepost-run"

// engineOfRuns is the engine that a run uses, as no other one takes its place unless it is named.
const engineOfRuns = "native"

// runnerBeside is the path of the runner in the directory of a program. It has to be of the same
// build as this one; else the error says what to do.
func runnerBeside(exe string) (string, error) {
	path := filepath.Join(filepath.Dir(exe), runner+filepath.Ext(exe))
	if why := otherThan(runner, path); why != "" {
		return "", fmt.Errorf("%s; install all programs again, beside %s", why, filepath.Base(exe))
	}
	return path, nil
}

// machine is what this machine can keep, and the engine that runs on it use.
type machine struct {
	path   string // of the runner
	report *probe.Report
	engine *probe.Engine
}

// machineHere asks the runner beside this program what this machine can keep. fresh does not take an
// earlier answer.
func machineHere(fresh bool) (*machine, error) {
	exe, err := os.Executable()
	if err != nil {
		return nil, err
	}
	return machineOf(exe, fresh)
}

// machineOf is machineHere for another program.
func machineOf(exe string, fresh bool) (*machine, error) {
	path, err := runnerBeside(exe)
	if err != nil {
		return nil, err
	}
	return probeMachine(path, fresh)
}

func probeMachine(path string, fresh bool) (*machine, error) {
	argv := []string{path, "--probe", "--json"}
	if fresh {
		argv = append(argv, "--fresh")
	}
	got := runProgram(process{argv: argv, dir: filepath.Dir(path), limit: probe.Limit +
		2*time.Second})
	m := &machine{path: path, report: &probe.Report{}}
	err := got.err
	if err == nil {
		err = json.Unmarshal(got.out, m.report)
	}
	if err != nil {
		return nil, fmt.Errorf("%s --probe: %w", path, err)
	}
	m.engine = engineOf(m.report)
	return m, nil
}

func (m *machine) text() string {
	return fmt.Sprintf("this machine keeps the level %s: %s to get out failed", m.engine.Level,
		plural(len(m.engine.Checks), "attempt"))
}

// engineOf is the engine that runs on this machine use.
func engineOf(r *probe.Report) *probe.Engine {
	for i := range r.Engines {
		if e := &r.Engines[i]; e.Name == engineOfRuns || len(r.Engines) == 1 {
			return e
		}
	}
	return &probe.Engine{Name: engineOfRuns, Error: "fencepost-run has no engine for " + r.System}
}

// keeps says why a run cannot be confined at least to a level; nil where it can.
func keeps(e *probe.Engine, level string) error {
	switch {
	case e.Works && probe.Keeps(e.Level, sandbox.Level(level)):
		return nil
	case e.Works:
		return fmt.Errorf("this machine keeps the level %s, and the config requires %s", e.Level,
			level)
	}
	why := "no command can be confined on this machine"
	for _, c := range e.Checks {
		if !c.Held {
			why += "; the sandbox does not hold: " + c.Name
		}
	}
	switch {
	case e.Cause != nil:
		why += ": " + e.Cause.Said + ". What to do: " + e.Cause.Mend
	case e.Error != "":
		why += ": " + e.Error
	}
	return errors.New(why)
}
