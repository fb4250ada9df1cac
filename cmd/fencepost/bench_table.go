package main

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/fencepost/fencepost/bench"
)

// benchTable shows a report to people.
type benchTable struct {
	stdio
	report *bench.Report
}

func (t *benchTable) print() {
	r := t.report
	t.printf("fencepost %s, %s, %s/%s, %s\n", r.Version, r.Go, r.OS, r.Arch,
		plural(r.CPUs, "processor"))
	if r.Own != nil {
		t.own(r.Own)
	}
	if r.Rounds > 0 {
		t.processes()
		t.faults()
		t.confined()
	}
	if r.Own == nil {
		t.inProcess()
	}
}

// own says what was measured.
func (t *benchTable) own(o *bench.Own) {
	row := func(key, text, note string) {
		if note != "" {
			note = "  " + t.style.dim(note)
		}
		t.printf("%s %s%s\n", t.style.dim(pad(key, 8)), oneLine(text), note)
	}
	from := "beside this program: no settings name a hook"
	if o.From != "" {
		from = "named by " + oneLine(o.From)
	}
	row("program", strings.Join(o.Program, " "), from)
	if o.Build != "" {
		row("", t.style.yellow(oneLine(o.Build)), "")
	}
	row("project", o.Project, "")
	for _, p := range o.Policies {
		row("policy", p, "built in")
	}
	for _, l := range o.Layers {
		row(l.Layer, l.File, "its compiled form was "+l.Compiled)
	}
	if len(o.Layers) == 0 {
		row("config", "none: the bundled presets", "")
	}
	row("state", o.State, "")
}

// check returns the check of one figure; a zero one if it has no budget.
func (t *benchTable) check(class, metric string) bench.Check {
	for _, c := range t.report.Checks {
		if c.Class == class && c.Metric == metric {
			return c
		}
	}
	return bench.Check{}
}

const nameWidth = 13

func (t *benchTable) processes() {
	r := t.report
	var floors []string
	for _, name := range [...]string{bench.FloorGo, bench.FloorTrue} {
		if f := r.Floors[name]; f != nil {
			floors = append(floors, benchFloor(name)+" "+duration(f.Ns.P50))
		}
	}
	t.printf("\nWhole processes, %s in alternation with %s; user and system are means\n",
		plural(r.Rounds, "run"), orWord(strings.Join(floors, " and "), "nothing"))
	if r.FloorGo != "" && r.FloorGo != r.Go {
		t.printf("The empty program is built by %s, this one by %s\n", r.FloorGo, r.Go)
	}
	for _, m := range r.Missing {
		t.printf("Not compared with %s\n", m)
	}
	t.head(right("p50", 9), right("p95", 9), right("× go", 8), right("budget", 8), "            ",
		right("× true", 8), right("budget", 8), right("user", 10), right("system", 10))
	for _, name := range [...]string{bench.FloorGo, bench.FloorTrue} {
		if f := r.Floors[name]; f != nil {
			t.row(floorRow(name), right(duration(f.Ns.P50), 9), right(duration(f.Ns.P95), 9),
				strings.Repeat(" ", 44), right(duration(f.User), 10), right(duration(f.System), 10))
		}
	}
	for _, f := range r.Classes {
		p := f.Process
		if p == nil {
			continue
		}
		row := []string{right(duration(p.Ns.P50), 9), right(duration(p.Ns.P95), 9)}
		for _, floor := range [...]string{bench.FloorGo, bench.FloorTrue} {
			c := t.check(f.Name, floor)
			row = append(row, t.figure(c, right(times(p.Ratio[floor]), 8)), right(times(c.Budget), 8))
			if floor == bench.FloorGo {
				row = append(row, "  "+t.bar(c))
			}
		}
		t.row(f.Name, append(row, right(duration(p.User), 10), right(duration(p.System), 10))...)
	}
}

// faults shows page faults, where the system counts them.
func (t *benchTable) faults() {
	r := t.report
	how := "in the same runs, with as many threads as there happened to be"
	if r.FaultRounds > 0 {
		how = plural(r.FaultRounds, "run") + " of each on one processor"
	}
	counted := false
	for _, f := range r.Classes {
		counted = counted || f.Process != nil && f.Process.Faults != nil
	}
	if !counted {
		t.printf("\nThis system does not count page faults for one process\n")
		return
	}
	t.printf("\nMinor page faults: pages that a process touches for the first time; %s\n", how)
	t.head(right("median", 9), right("p95", 9), right("× go", 8), right("budget", 8))
	for _, name := range [...]string{bench.FloorGo, bench.FloorTrue} {
		if p := r.Floors[name]; p != nil && p.Faults != nil {
			t.row(floorRow(name), right(whole(p.Faults.P50), 9), right(whole(p.Faults.P95), 9))
		}
	}
	for _, f := range r.Classes {
		p := f.Process
		if p == nil || p.Faults == nil {
			continue
		}
		c := t.check(f.Name, bench.FaultsMetric)
		t.row(f.Name, right(whole(p.Faults.P50), 9), right(whole(p.Faults.P95), 9),
			t.figure(c, right(times(p.FaultRatio), 8)), right(times(c.Budget), 8), "  "+t.bar(c))
	}
}

// confined shows what it costs to run a call confined.
func (t *benchTable) confined() {
	c := t.report.Confined
	switch {
	case c == nil:
		return
	case c.Missing != "":
		t.printf("\nConfined calls: not measured, as %s\n", oneLine(c.Missing))
		return
	}
	t.printf("\nA call that does nothing, confined and in the shell alone, %s in alternation with %s %s\n",
		plural(c.Over.N, "run"), benchFloor(bench.FloorGo), duration(c.Floor.Ns.P50))
	t.head(right("p50", 9), right("p95", 9), right("× go", 8), right("budget", 8))
	t.row("shell", right(duration(c.Shell.Ns.P50), 9), right(duration(c.Shell.Ns.P95), 9))
	t.row("confined", right(duration(c.Run.Ns.P50), 9), right(duration(c.Run.Ns.P95), 9))
	check := t.check(bench.ConfinedClass, bench.OverMetric)
	t.row("over", right(duration(c.Over.P50), 9), right(duration(c.Over.P95), 9),
		t.figure(check, right(times(c.Ratio), 8)), right(times(check.Budget), 8), "  "+t.bar(check))
}

// floorRow names the row of a floor.
func floorRow(name string) string {
	if name == bench.FloorGo {
		return "empty Go"
	}
	return name
}

func benchFloor(name string) string {
	if name == bench.FloorGo {
		return "an empty Go program"
	}
	return name
}

func (t *benchTable) inProcess() {
	t.printf("\nIn process, without the start of the program and the audit log\n")
	t.head(right("allocs", 9), right("budget", 8), "            ", right("bytes", 10),
		right("budget", 10))
	for _, f := range t.report.Classes {
		in := f.InProcess
		allocs, bytes := t.check(f.Name, "allocs"), t.check(f.Name, "bytes")
		t.row(f.Name, t.figure(allocs, right(whole(in.Allocs), 9)), right(whole(allocs.Budget), 8),
			"  "+t.bar(allocs), t.figure(bytes, right(whole(in.Bytes), 10)),
			right(whole(bytes.Budget), 10))
	}
}

// verdict says whether the budget is kept.
func (t *benchTable) verdict() {
	t.printf("\n")
	over := bench.Over(t.report.Checks)
	for _, c := range over {
		if c.Time {
			t.printf("%s  %s: %s is %s, the budget %s\n", t.style.yellow("slow  "), c.Class,
				metricName(c.Metric), figure(c.Metric, c.Got), figure(c.Metric, c.Budget))
			continue
		}
		t.printf("%s  %s: %s is %s, the budget %s%s\n", t.style.red("OVER  "), c.Class,
			metricName(c.Metric), figure(c.Metric, c.Got), figure(c.Metric, c.Budget), room(&c))
	}
	failed := bench.Failed(t.report.Checks)
	if n := len(over) - len(failed); n > 0 {
		t.printf("note    times are reported, and nothing fails for them: on another hour they are " +
			"others\n")
	}
	if t.report.Rounds > 0 && (t.report.FaultRounds == 0 || t.report.Floors[bench.FloorGo] == nil) {
		t.printf("note    page faults are not held against the budget: that takes Linux and a Go " +
			"toolchain, for the empty program\n")
	}
	if len(failed) == 0 {
		t.printf("%s  %s within the budget\n", t.style.green("ok    "),
			plural(len(t.report.Checks)-len(over), "figure"))
	}
}

// room says what is added to a budget before a figure is over it.
func room(c *bench.Check) string {
	if c.Noise == 1 {
		return ""
	}
	return ", and " + figure(c.Metric, c.Budget*c.Noise) + " with what chance may add"
}

func metricName(metric string) string {
	switch metric {
	case bench.FaultsMetric:
		return "the page faults as a multiple of those of an empty Go program"
	case bench.FloorGo:
		return "the process as a multiple of an empty Go program"
	case bench.FloorTrue:
		return "the process as a multiple of true"
	case bench.OverMetric:
		return "what it takes over the shell, as a multiple of an empty Go program,"
	case "allocs":
		return "the number of allocations"
	case "bytes":
		return "the number of allocated bytes"
	}
	return metric
}

func figure(metric string, v float64) string {
	if metric == "allocs" || metric == "bytes" {
		return whole(v)
	}
	return times(v)
}

func (t *benchTable) head(cells ...string) {
	t.printf("%s\n", t.style.bold(strings.TrimRight(pad("class", nameWidth)+strings.Join(cells, ""),
		" ")))
}

func (t *benchTable) row(name string, cells ...string) {
	t.printf("%s\n", strings.TrimRight(pad(name, nameWidth)+strings.Join(cells, ""), " "))
}

func (t *benchTable) figure(c bench.Check, text string) string {
	switch {
	case c.Over && !c.Time:
		return t.style.red(text)
	case c.Over:
		return t.style.yellow(text)
	}
	return text
}

// bar shows how much of its budget a figure takes.
func (t *benchTable) bar(c bench.Check) string {
	if c.Budget == 0 {
		return strings.Repeat(" ", 10)
	}
	b := bar(c.Got/c.Budget, 10)
	switch {
	case c.Over && !c.Time:
		return t.style.red(b)
	case c.Got > c.Budget:
		return t.style.yellow(b)
	}
	return t.style.green(b)
}

// bar draws a share of a width.
func bar(share float64, width int) string {
	n := min(max(int(share*float64(width)+0.5), 0), width)
	return strings.Repeat("█", n) + strings.Repeat("░", width-n)
}

func right(text string, width int) string {
	if n := width - utf8.RuneCountInString(text); n > 0 {
		return strings.Repeat(" ", n) + text
	}
	return text
}

// times shows a ratio.
func times(v float64) string {
	if v == 0 {
		return "-"
	}
	return strconv.FormatFloat(v, 'f', 2, 64)
}

func whole(v float64) string {
	if v == 0 {
		return "-"
	}
	return strconv.FormatFloat(v, 'f', 0, 64)
}

// duration shows nanoseconds with three digits or so.
func duration(ns float64) string {
	switch {
	case ns < 1e3:
		return strconv.FormatFloat(ns, 'f', 0, 64) + " ns"
	case ns < 1e5:
		return strconv.FormatFloat(ns/1e3, 'f', 1, 64) + " µs"
	case ns < 1e6:
		return strconv.FormatFloat(ns/1e3, 'f', 0, 64) + " µs"
	case ns < 1e8:
		return strconv.FormatFloat(ns/1e6, 'f', 2, 64) + " ms"
	}
	return strconv.FormatFloat(ns/1e6, 'f', 0, 64) + " ms"
}
