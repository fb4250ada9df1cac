// Report measures the program of this source tree and writes docs/performance.md.
//
// Usage, in the module's root:
//
//	go run ./bench/report [-history] [-o FILE]
//
// It builds the programs with the plain toolchain, runs `fencepost bench --suite`, and adds what
// needs tools that users need not have: the packages with work at start-up, the system calls of a
// call (strace), and the instructions that a call takes (valgrind). What is not installed is left out, and the page
// says so. With -history one line is appended to bench/history.jsonl.
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/fencepost/fencepost/bench"
)

func main() {
	out := flag.String("o", filepath.Join("docs", "performance.md"), "page to write")
	history := flag.Bool("history", false, "append a line to bench/history.jsonl")
	flag.Parse()
	if flag.NArg() > 0 {
		fmt.Fprintf(os.Stderr, "report: unexpected argument %q\n", flag.Arg(0))
		os.Exit(2)
	}
	if err := run(*out, *history); err != nil {
		fmt.Fprintln(os.Stderr, "report:", err)
		os.Exit(1)
	}
}

// findings is what the page is made of.
type findings struct {
	report       *bench.Report
	budget       *bench.Budget
	revision     string
	inits        []initWork
	calls        []string         // system calls of one call; nil without strace
	instructions map[string]int64 // by class, and of the empty program; nil without valgrind
}

func run(out string, history bool) error {
	tmp, err := os.MkdirTemp("", "fencepost-report-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(tmp)
	if err := build(tmp); err != nil {
		return err
	}
	f := &findings{revision: revision()}
	if f.budget, err = bench.ReadBudget(); err != nil {
		return err
	}
	if f.report, err = measure(filepath.Join(tmp, "fencepost")); err != nil {
		return err
	}
	if err := f.trace(tmp, filepath.Join(tmp, "fencepost-hook")); err != nil {
		return err
	}
	if err := os.WriteFile(out, f.page(), 0o666); err != nil {
		return err
	}
	if history {
		return f.appendHistory(filepath.Join("bench", "history.jsonl"))
	}
	return nil
}

// build has build.sh make the programs in a directory. Where there is no C compiler the helper for
// inline code is missing, and its classes are left out.
func build(dir string) error {
	c := exec.Command("sh", "build.sh", dir)
	c.Stderr = os.Stderr
	return c.Run()
}

func revision() string {
	out, err := exec.Command("git", "rev-parse", "--short=12", "HEAD").Output()
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(out))
}

// measure runs the program's own suite. That it is over its budget is for the page to say.
func measure(exe string) (*bench.Report, error) {
	c := exec.Command(exe, "bench", "--suite", "--json")
	c.Stderr = os.Stderr
	out, err := c.Output()
	if err != nil && (c.ProcessState == nil || c.ProcessState.ExitCode() != 1) {
		return nil, fmt.Errorf("fencepost bench: %w", err)
	}
	var r bench.Report
	if err := json.Unmarshal(out, &r); err != nil {
		return nil, fmt.Errorf("fencepost bench: %w", err)
	}
	return &r, nil
}

// entry is one line of the history: what can be compared between machines and over time.
type entry struct {
	Time     time.Time             `json:"time"`
	Revision string                `json:"revision"`
	Go       string                `json:"go"`
	OS       string                `json:"os"`
	Arch     string                `json:"arch"`
	Floor    int64                 `json:"floorInstructions,omitempty"` // of the empty Go program
	Empty    *Cost                 `json:"floor,omitempty"`             // likewise
	Classes  map[string]classEntry `json:"classes"`
}

// Cost is what a process took besides time. Rows from before it was measured have none.
type Cost struct {
	Faults float64 `json:"faults,omitempty"` // minor page faults: the median
	User   float64 `json:"user,omitempty"`   // processor time in microseconds: the mean
	System float64 `json:"system,omitempty"`
}

// costOf returns nil where there is nothing to say.
func costOf(p *bench.Process) *Cost {
	if p == nil {
		return nil
	}
	c := &Cost{User: math.Round(p.User / 1e3), System: math.Round(p.System / 1e3)}
	if p.Faults != nil {
		c.Faults = p.Faults.P50
	}
	return c
}

type classEntry struct {
	// whole process, as a multiple of the empty Go program
	Go   float64 `json:"go,omitempty"`
	True float64 `json:"true,omitempty"` // as a multiple of true
	*Cost
	Allocs       float64 `json:"allocs"`
	Bytes        float64 `json:"bytes"`
	Instructions int64   `json:"instructions,omitempty"` // of the whole process
}

func (f *findings) appendHistory(file string) error {
	r := f.report
	e := entry{Time: r.Time, Revision: f.revision, Go: r.Go, OS: r.OS, Arch: r.Arch,
		Floor: f.instructions[floorName], Empty: costOf(r.Floors[bench.FloorGo]),
		Classes: map[string]classEntry{}}
	for _, c := range r.Classes {
		ce := classEntry{Allocs: math.Round(c.InProcess.Allocs), Bytes: math.Round(c.InProcess.Bytes),
			Instructions: f.instructions[c.Name]}
		if c.Process != nil {
			ce.Cost = costOf(c.Process)
			ce.Go, ce.True = round(c.Process.Ratio[bench.FloorGo]), round(c.Process.Ratio[bench.FloorTrue])
		}
		e.Classes[c.Name] = ce
	}
	line, err := json.Marshal(e)
	if err != nil {
		return err
	}
	h, err := os.OpenFile(file, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o666)
	if err != nil {
		return err
	}
	if _, err := h.Write(append(line, '\n')); err != nil {
		h.Close()
		return err
	}
	return h.Close()
}

func round(v float64) float64 { return math.Round(100*v) / 100 }
