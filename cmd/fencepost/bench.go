package main

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/fencepost/fencepost/bench"
	"github.com/fencepost/fencepost/internal/version"
	"github.com/spf13/cobra"
)

// benching is what a person wants to have measured.
type benching struct {
	asJSON, audit           bool
	compare, profile, class string
}

// benchCommand measures what a call costs, and holds it against the budget.
func benchCommand(s stdio) *cobra.Command {
	var b benching
	c := newCommand("bench", "measure what a call costs, and hold it against the budget",
		func(operands []string) int { return runBench(s, &b, operands) })
	jsonFlag(c, &b.asJSON)
	boolFlag(c, &b.audit, "audit", "say how long real calls took, from the audit log")
	textFlag(c, &b.compare, "compare", "compare with `FILE`, which an earlier --json has printed")
	dirFlag(c, &b.profile, "profile", "write profiles into `DIR`")
	textFlag(c, &b.class, "class", "measure the classes `NAME,...` only")
	_ = c.RegisterFlagCompletionFunc("class", func(*cobra.Command, []string, string) ([]string,
		cobra.ShellCompDirective) {
		var names []string
		for _, class := range bench.Classes(true) { // their calls are long
			names = append(names, class.Name)
		}
		return names, cobra.ShellCompDirectiveNoFileComp
	})
	return c
}

func runBench(s stdio, b *benching, operands []string) int {
	if len(operands) > 0 {
		return s.fail("bench takes no arguments, and got %q", operands[0])
	}
	if b.audit {
		return benchAudit(s, b.asJSON)
	}
	exe, err := os.Executable()
	if err != nil {
		return s.fail("bench: the program's own file is not known: %v", err)
	}
	exe = hookBeside(exe)
	classes, err := benchClasses(b.class, bench.HasHelper(exe))
	if err != nil {
		return s.fail("bench: %v", err)
	}
	if b.profile != "" {
		if err := bench.Profile(b.profile, os.TempDir(), classes, time.Second); err != nil {
			return s.fail("bench: %v", err)
		}
		s.printf("%s\n", b.profile)
		return exitOK
	}
	var old *bench.Report
	if b.compare != "" {
		if old, err = readReport(b.compare); err != nil {
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
	if b.asJSON {
		printBenchJSON(s, r, deltas)
		return code
	}
	t := &benchTable{stdio: s, report: r}
	t.print()
	if old != nil {
		t.deltas(b.compare, deltas)
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
	if _, err := os.Stat(exe); err != nil {
		return nil, s.fail("bench: there is no program %s to measure; put it beside this one", exe)
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
