package main

import (
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/fencepost/fencepost/bench"
	"github.com/fencepost/fencepost/internal/version"
)

// benching is what a person wants to have measured.
type benching struct {
	asJSON, audit, suite bool
	class                string
}

// benchCommand measures what a call costs, and holds it against the budget: with what the user has,
// or the suite that developers hold the programs to.
func benchCommand(s stdio) *cobra.Command {
	var b benching
	c := newCommand("bench", "measure what a call costs, and hold it against the budget",
		func(operands []string) int { return runBench(s, &b, operands) })
	c.Long = "Measures the hook that the agent's settings name, or else the one beside this " +
		"program, with the config that applies here, in alternation with an empty Go program where a " +
		"Go toolchain is there, and the system's true; and what a confined call takes over one that is not." +
		" It reads and writes a copy of your config, so " +
		"that nothing comes into your log. The exit status is 1 where page faults (with --suite: " +
		"or allocations) are over the budget; times are reported."
	jsonFlag(c, &b.asJSON)
	boolFlag(c, &b.suite, "suite", "measure the hook beside this program with the configs of the "+
		"suite, and what judging allocates, too")
	boolFlag(c, &b.audit, "audit", "say how long real calls took, from the audit log")
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
	subject := suiteSubject
	if !b.suite {
		subject = ownSubject
	}
	o, done, err := subject(b.class)
	if err != nil {
		return s.fail("bench: %v", err)
	}
	defer done()
	if exe, err := os.Executable(); err == nil && b.class == "" {
		o.Confined = hookBeside(exe)
	}
	r, code := benchReport(s, o)
	if r == nil {
		return code
	}
	if b.asJSON {
		s.json(r)
		return code
	}
	t := &benchTable{stdio: s, report: r}
	t.print()
	t.verdict()
	return code
}

// suiteSubject is the hook beside this program in the places of the suite.
func suiteSubject(class string) (o bench.Options, done func(), err error) {
	exe, err := os.Executable()
	if err != nil {
		return o, nil, fmt.Errorf("the program's own file is not known: %w", err)
	}
	o = bench.Options{Exe: hookBeside(exe), Temp: bench.Temp()}
	if o.Classes, err = benchClasses(class, bench.Classes(bench.HasHelper(o.Exe))); err != nil {
		return o, nil, err
	}
	return o, func() {}, nil
}

// ownSubject is what the user has.
func ownSubject(class string) (o bench.Options, done func(), err error) {
	o.Temp = bench.Temp()
	// Names are looked at first: it is said at once that one is wrong.
	if _, err := benchClasses(class, bench.OwnClasses(true)); err != nil {
		return o, nil, err
	}
	var exe string
	if o.Own, exe, done, err = prepareOwn(o.Temp); err != nil {
		return o, nil, err
	}
	if o.Classes, err = benchClasses(class, bench.OwnClasses(bench.HasHelper(exe))); err != nil {
		done()
		return o, nil, err
	}
	return o, done, nil
}

// benchClasses returns those of all classes with the names that a comma separates; all where there
// are none.
func benchClasses(names string, all []bench.Class) ([]bench.Class, error) {
	if names == "" {
		return all, nil
	}
	var list []bench.Class
	for name := range strings.SplitSeq(names, ",") {
		c, ok := bench.Find(all, name)
		if !ok {
			return nil, unknownClass(name, all)
		}
		list = append(list, c)
	}
	return list, nil
}

func unknownClass(name string, all []bench.Class) error {
	var known []string
	for _, c := range all {
		known = append(known, c.Name)
	}
	more := ""
	if c, ok := bench.Find(bench.Classes(true), name); ok {
		more = "; " + name + " is of the suite (--suite)"
		if c.Helper {
			more = "; " + name + " takes the helper fencepost-interp, which is not there"
		}
	}
	return fmt.Errorf("no such class: %q; there are %s%s", name, strings.Join(known, ", "), more)
}

// benchReport measures. It returns nil and an exit status where that failed.
func benchReport(s stdio, o bench.Options) (*bench.Report, int) {
	budget, err := bench.ReadBudget()
	if err != nil {
		return nil, s.fail("bench: %v", err)
	}
	if _, err := os.Stat(o.Exe); o.Own == nil && err != nil {
		return nil, s.fail("bench: there is no program %s to measure; put it beside this one", o.Exe)
	}
	p := &progress{on: styleOf(os.Stderr).colour, s: s}
	o.Progress = p.show
	r, err := bench.Run(o)
	p.clear()
	if err != nil {
		return nil, s.fail("bench: %v", err)
	}
	r.Version = version.This().Version
	r.Checks = budget.Check(r)
	if len(bench.Failed(r.Checks)) > 0 {
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
