package main

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/fencepost/fencepost/bench"
	"github.com/fencepost/fencepost/internal/version"
)

// runBench measures what a call costs, and holds it against the budget.
func runBench(s stdio, args []string) int {
	o := newOptions("bench")
	var asJSON, audit bool
	var compare, profile, class string
	o.boolean("json", &asJSON)
	o.boolean("audit", &audit)
	o.text("compare", &compare)
	o.text("profile", &profile)
	o.text("class", &class)
	operands, err := o.parse(s, args)
	if err != nil {
		return status(err)
	}
	if len(operands) > 0 {
		return s.fail("bench takes no arguments, and got %q", operands[0])
	}
	if audit {
		return benchAudit(s, asJSON)
	}
	exe, err := os.Executable()
	if err != nil {
		return s.fail("bench: the program's own file is not known: %v", err)
	}
	exe = hookBeside(exe)
	classes, err := benchClasses(class, bench.HasHelper(exe))
	if err != nil {
		return s.fail("bench: %v", err)
	}
	if profile != "" {
		if err := bench.Profile(profile, os.TempDir(), classes, time.Second); err != nil {
			return s.fail("bench: %v", err)
		}
		s.printf("%s\n", profile)
		return exitOK
	}
	var old *bench.Report
	if compare != "" {
		if old, err = readReport(compare); err != nil {
			return s.fail("bench: %v", err)
		}
	}
	r, code := benchReport(s, exe, classes)
	if r == nil {
		return code
	}
	var deltas []bench.Delta
	if old != nil {
		deltas = bench.Compare(old, r)
	}
	if asJSON {
		printBenchJSON(s, r, deltas)
		return code
	}
	t := &benchTable{stdio: s, report: r}
	t.print()
	if old != nil {
		t.deltas(compare, deltas)
	}
	t.verdict()
	return code
}

// benchClasses returns the classes with the names that a comma separates; all where there are none.
func benchClasses(names string, helper bool) ([]bench.Class, error) {
	all := bench.Classes(helper)
	if names == "" {
		return all, nil
	}
	var list []bench.Class
	for name := range strings.SplitSeq(names, ",") {
		c, ok := bench.Find(all, name)
		if !ok {
			var known []string
			for _, c := range all {
				known = append(known, c.Name)
			}
			return nil, fmt.Errorf("no such class: %q; there are %s", name, strings.Join(known, ", "))
		}
		list = append(list, c)
	}
	return list, nil
}

// benchReport measures. It returns nil and an exit status where that failed.
func benchReport(s stdio, exe string, classes []bench.Class) (*bench.Report, int) {
	budget, err := bench.ReadBudget()
	if err != nil {
		return nil, s.fail("bench: %v", err)
	}
	p := &progress{on: styleOf(os.Stderr).colour, s: s}
	r, err := bench.Run(bench.Options{Exe: exe, Classes: classes, Temp: os.TempDir(),
		Progress: p.show})
	p.clear()
	if err != nil {
		return nil, s.fail("bench: %v", err)
	}
	r.Version = version.This().Version
	r.Checks = budget.Check(r)
	if len(bench.Over(r.Checks)) > 0 {
		return r, exitFailed
	}
	return r, exitOK
}

// progress shows on a terminal how far the work is.
type progress struct {
	on   bool
	s    stdio
	last time.Time
}

func (p *progress) show(done, of int, what string) {
	if !p.on || time.Since(p.last) < 50*time.Millisecond {
		return
	}
	p.last = time.Now()
	fmt.Fprintf(p.s.err, "\r\x1b[K%s %s", bar(float64(done)/float64(of), 20), what)
}

func (p *progress) clear() {
	if p.on {
		fmt.Fprint(p.s.err, "\r\x1b[K")
	}
}

func readReport(file string) (*bench.Report, error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	var r bench.Report
	if err := json.Unmarshal(data, &r); err != nil {
		return nil, fmt.Errorf("%s: %w; it has to be what `fencepost bench --json` printed", file, err)
	}
	if len(r.Classes) == 0 {
		return nil, fmt.Errorf("%s: there are no figures in it; it has to be what `fencepost bench "+
			"--json` printed", file)
	}
	return &r, nil
}

// printBenchJSON prints the report on one line: most of it is single measurements.
func printBenchJSON(s stdio, r *bench.Report, deltas []bench.Delta) {
	out := struct {
		*bench.Report
		Deltas []bench.Delta `json:"deltas,omitempty"`
	}{r, deltas}
	data, err := encode(out, "")
	if err != nil {
		s.fail("bench: %v", err)
		return
	}
	s.out.Write(data)
}
