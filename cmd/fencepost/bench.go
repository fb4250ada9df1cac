package main

import (
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/fencepost/fencepost/bench"
	"github.com/fencepost/fencepost/internal/app/version"
)

// benching is what a person wants to have measured.
type benching struct {
	asJSON, audit, suite bool
	class                string
}

// benchCommand measures what a call costs: with what the user has, or the suite that developers hold
// to a budget.
func benchCommand(s stdio) *cobra.Command {
	var b benching
	c := plainCommand("bench", "measure how long the hook takes", "",
		func() int { return runBench(s, &b) })
	c.Long = "It measures the hook that the agent's settings name, with the config that applies here,\n" +
		"and says whether you can feel it. Without such a hook it measures the one beside this program.\n" +
		"It works on a copy of your config, and writes nothing into your log. It fails only if the\n" +
		"hook does not answer as your config says. With --suite it also fails if page faults are\n" +
		"over the developers' budget."
	jsonFlag(c, &b.asJSON)
	boolFlag(c, &b.suite, "suite", "measure the developers' suite against its budget")
	boolFlag(c, &b.audit, "audit", "show how long real calls took, from the audit log")
	textFlag(c, &b.class, "class", "measure only the classes `NAME,...`")
	_ = c.RegisterFlagCompletionFunc("class", func(*cobra.Command, []string, string) ([]string,
		cobra.ShellCompDirective) {
		var names []string
		for _, class := range bench.Processes(true, false) { // their calls are long
			names = append(names, class.Name)
		}
		return names, cobra.ShellCompDirectiveNoFileComp
	})
	return c
}

func runBench(s stdio, b *benching) int {
	if b.audit {
		return benchAudit(s, b.asJSON)
	}
	o, done, err := b.subject()
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

// subject is what is measured: what the user has, or the hook beside this program in the places of
// the suite.
func (b *benching) subject() (o bench.Options, done func(), err error) {
	exe, err := os.Executable()
	if err != nil {
		return o, nil, fmt.Errorf("the program's own file is not known: %w", err)
	}
	o.Temp, o.Exe, done = bench.Temp(), hookBeside(exe), func() {}
	// Names are looked at first: it is said at once that one is wrong.
	if _, err = b.classes(true); err != nil {
		return o, nil, err
	}
	if !b.suite {
		o.Rounds = 100
		if o.Own, o.Exe, done, err = prepareOwn(exe, o.Temp); err != nil {
			return o, nil, err
		}
	}
	if o.Classes, err = b.classes(bench.HasHelper(o.Exe)); err != nil {
		done()
	}
	return o, done, err
}

// classes are those with the names that a comma separates; all where there are none.
func (b *benching) classes(helper bool) ([]bench.Class, error) {
	all := bench.Processes(helper, !b.suite)
	if b.class == "" {
		return all, nil
	}
	var list []bench.Class
	for name := range strings.SplitSeq(b.class, ",") {
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
	switch c, ok := bench.Find(bench.Processes(true, false), name); {
	case ok && c.Helper:
		more = "; " + name + " needs the helper fencepost-interp, which is not there"
	case ok:
		more = "; " + name + " is of the suite (--suite)"
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
	p := newProgress(s)
	o.Progress = func(done, of int, what string) { p.show(float64(done)/float64(of), what) }
	r, err := bench.Run(o)
	p.end()
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
