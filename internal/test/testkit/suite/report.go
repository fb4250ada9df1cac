package main

import (
	"bufio"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
)

// event is a line that `go test -json` prints.
type event struct {
	Action, Package, ImportPath, Test, Output string
	Elapsed                                   float64 // seconds
}

// report gathers what tests did.
type report struct {
	out      io.Writer
	packages []*result
	skips    map[string][]string // by reason, the tests
	buffered map[string][]string // by package and test, what it has printed
}

// result is what became of the tests of a package in one step.
type result struct {
	step, name              string
	seconds                 float64
	passed, failed, skipped int
	broken                  bool // it does not build, or ended early
}

func newReport(out io.Writer) *report {
	return &report{out: out, skips: map[string][]string{}, buffered: map[string][]string{}}
}

// test runs `go test -json` with arguments.
func (p *report) test(step string, args ...string) error {
	c := exec.Command("go", append([]string{"test", "-json", "-vet=off"}, args...)...)
	c.Stderr = os.Stderr
	pipe, err := c.StdoutPipe()
	if err != nil {
		return err
	}
	if err := c.Start(); err != nil {
		return err
	}
	p.read(step, pipe)
	return c.Wait()
}

// read reads what `go test -json` prints.
func (p *report) read(step string, in io.Reader) {
	lines := bufio.NewReader(in)
	open := map[string]*result{}
	for {
		line, err := lines.ReadBytes('\n')
		var e event
		switch {
		case len(line) > 0 && json.Unmarshal(line, &e) == nil:
			p.add(step, open, &e)
		case len(line) > 0:
			p.out.Write(line)
		}
		if err != nil {
			return
		}
	}
}

func (p *report) add(step string, open map[string]*result, e *event) {
	switch e.Action {
	case "build-output":
		fmt.Fprint(p.out, e.Output)
		return
	case "build-fail":
		return
	}
	r := open[e.Package]
	if r == nil {
		r = &result{step: step, name: e.Package}
		open[e.Package] = r
	}
	key := e.Package + " " + e.Test
	switch e.Action {
	case "output":
		p.buffered[key] = append(p.buffered[key], e.Output)
	case "pass", "fail", "skip":
		p.ended(r, key, e)
		delete(p.buffered, key)
	}
}

// ended notes the end of a test, or of a package.
func (p *report) ended(r *result, key string, e *event) {
	said := p.buffered[key]
	if e.Action == "fail" {
		fmt.Fprint(p.out, strings.Join(said, ""))
	}
	if e.Test == "" {
		if e.Action == "fail" {
			p.tellUnended(e.Package)
		}
		r.seconds, r.broken = e.Elapsed, e.Action == "fail" && r.failed == 0
		p.packages = append(p.packages, r)
		if r.passed+r.failed+r.skipped > 0 || r.broken {
			fmt.Fprintf(p.out, "%-4s %s %.1fs\n", map[bool]string{true: "FAIL", false: "ok"}[e.Action ==
				"fail"], short(r.name), r.seconds)
		}
		return
	}
	switch e.Action {
	case "pass":
		r.passed++
	case "fail":
		r.failed++
	case "skip":
		r.skipped++
		why := reason(said)
		p.skips[why] = append(p.skips[why], short(r.name)+" "+e.Test)
	}
}

// tellUnended prints what tests of a package have printed that never ended: one of them has ended
// the test program.
func (p *report) tellUnended(pkg string) {
	for _, key := range slices.Sorted(maps.Keys(p.buffered)) {
		if name, ok := strings.CutPrefix(key, pkg+" "); ok && name != "" {
			fmt.Fprint(p.out, strings.Join(p.buffered[key], ""))
			delete(p.buffered, key)
		}
	}
}

var place = regexp.MustCompile(`^\s*\w+\.go:\d+: `)

// reason is why a test was skipped: its last line that says where it was written.
func reason(said []string) string {
	for _, line := range slices.Backward(said) {
		if at := place.FindString(line); at != "" {
			return strings.TrimSpace(line[len(at):])
		}
	}
	return "no reason is given"
}

func short(pkg string) string {
	return strings.TrimPrefix(strings.TrimPrefix(pkg, "github.com/fencepost/fencepost"), "/")
}

// tables prints what ran and what was skipped, and reports whether something failed.
func (p *report) tables() (failed bool) {
	if len(p.packages) == 0 {
		return false
	}
	slices.SortStableFunc(p.packages, func(a, b *result) int {
		return int(1000 * (b.seconds - a.seconds))
	})
	fmt.Fprintf(p.out, "\n%-40s %8s %8s %8s %8s  %s\n", "package", "seconds", "passed", "failed",
		"skipped", "step")
	for _, r := range p.packages {
		failed = failed || r.failed > 0 || r.broken
		if r.passed+r.failed+r.skipped == 0 && !r.broken {
			continue
		}
		name := short(r.name)
		if name == "" {
			name = "."
		}
		fmt.Fprintf(p.out, "%-40s %8.1f %8d %8d %8d  %s\n", name, r.seconds, r.passed, r.failed,
			r.skipped, r.step)
	}
	p.tellSkips()
	return failed
}

func (p *report) tellSkips() {
	if len(p.skips) == 0 {
		return
	}
	reasons := slices.SortedFunc(maps.Keys(p.skips), func(a, b string) int {
		return cmp.Or(len(p.skips[b])-len(p.skips[a]), strings.Compare(a, b))
	})
	fmt.Fprintln(p.out, "\nskipped  why (the first of them)")
	for _, why := range reasons {
		fmt.Fprintf(p.out, "%7d  %s (%s)\n", len(p.skips[why]), why, p.skips[why][0])
	}
}

// sum prints how many tests there were, in the form that other programs read.
func (p *report) sum() {
	var passed, failed, skipped int
	for _, r := range p.packages {
		passed, failed, skipped = passed+r.passed, failed+r.failed, skipped+r.skipped
		if r.broken {
			failed++
		}
	}
	if passed+failed+skipped > 0 {
		fmt.Fprintf(p.out, "%d passed, %d failed, %d skipped\n", passed, failed, skipped)
	}
}
