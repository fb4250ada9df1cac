package main

import (
	"slices"
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
	switch {
	case r.Own != nil:
		t.own(r.Own)
		t.calls()
	case r.Rounds > 0:
		t.processes()
		t.faults()
		t.confined()
	}
}

// own says what was measured.
func (t *benchTable) own(o *bench.Own) {
	from := "beside this program; no settings name a hook"
	if o.From != "" {
		from = "named by " + oneLine(o.From)
	}
	t.row("program", strings.Join(o.Program, " "), from)
	t.row("build", o.Build, "")
	t.row("project", o.Project, "")
	for _, p := range o.Policies {
		t.row("policy", p, "built in")
	}
	for _, l := range o.Layers {
		t.row(l.Layer, l.File, "")
	}
	if len(o.Layers) == 0 {
		t.row("config", "none: the bundled presets", "")
	}
	t.row("state", o.State, "")
}

// felt is from when on a person may notice that a call waits for its hook, in nanoseconds.
const felt = 50e6

// calls shows what each kind of call takes with what the user has.
func (t *benchTable) calls() {
	r := t.report
	t.printf("\nFrom the start of the hook to its answer, %s of each\n", plural(r.Rounds, "run"))
	line := func(name string, s bench.Spread) {
		t.printf("%s%s%s\n", pad(name, 46), right(duration(s.P50), 10), right(duration(s.P95), 10))
	}
	t.printf("%s\n", t.style.bold(pad("call", 46)+right("half", 10)+right("95 %", 10)))
	for _, f := range r.Classes {
		if f.Process != nil {
			line(f.Title, f.Process.Ns)
		}
	}
	if c := r.Confined; c != nil && c.Missing == "" {
		line("a confined command starts later by", c.Over)
	}
}

// feels says in one line whether the hook can be felt: by the everyday calls, or those that were
// measured.
func (t *benchTable) feels() {
	slowest, everyday := 0.0, []string{"file", "plain", "compound"}
	for _, f := range t.report.Classes {
		if f.Process != nil && (slices.Contains(everyday, f.Name) || t.report.Class("plain") == nil) {
			slowest = max(slowest, f.Process.Ns.P95)
		}
	}
	says := t.style.green("ok") + "  The hook is fast enough not to be felt"
	if slowest > felt {
		says = t.style.yellow("slow") + "  The hook may be felt; try again while the machine is idle"
	}
	t.printf("\n%s: 95 of 100 everyday calls are answered within %s\n", says, duration(slowest))
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

// floorNames are the names of the floors, in a row and in a sentence.
var floorNames = [...]struct{ name, row, text string }{
	{bench.FloorGo, "empty Go", "an empty Go program"}, {bench.FloorTrue, "true", "true"},
}

func (t *benchTable) processes() {
	r := t.report
	floors := "nothing"
	for _, n := range floorNames {
		if f := r.Floors[n.name]; f != nil {
			floors = strings.TrimPrefix(floors+" and "+n.text+" "+duration(f.Ns.P50), "nothing and ")
		}
	}
	t.printf("\nWhole processes, %s in alternation with %s; user and system are means\n",
		plural(r.Rounds, "run"), floors)
	if r.FloorGo != "" && r.FloorGo != r.Go {
		t.printf("The empty program is built by %s, this one by %s\n", r.FloorGo, r.Go)
	}
	for _, m := range r.Missing {
		t.printf("Not compared with %s\n", m)
	}
	t.head(right("p50", 9), right("p95", 9), right("× go", 8), right("budget", 8), "            ",
		right("× true", 8), right("budget", 8), right("user", 10), right("system", 10))
	line := func(name string, p *bench.Process, ratios ...string) {
		t.line(name, append(append([]string{right(duration(p.Ns.P50), 9), right(duration(p.Ns.P95), 9)},
			ratios...), right(duration(p.User), 10), right(duration(p.System), 10))...)
	}
	for _, n := range floorNames {
		if f := r.Floors[n.name]; f != nil {
			line(n.row, f, strings.Repeat(" ", 44))
		}
	}
	for _, f := range r.Classes {
		if p := f.Process; p != nil {
			line(f.Name, p, t.ratio(f.Name, bench.FloorGo, p.Ratio[bench.FloorGo], true),
				t.ratio(f.Name, bench.FloorTrue, p.Ratio[bench.FloorTrue], false))
		}
	}
}

// ratio is a ratio with its budget, and with a bar of what it takes of that.
func (t *benchTable) ratio(class, metric string, v float64, withBar bool) string {
	c := t.check(class, metric)
	text := t.figure(c, right(times(v), 8)) + right(times(c.Budget), 8)
	if withBar {
		text += "  " + t.bar(c)
	}
	return text
}

// faults shows page faults, where the system counts them.
func (t *benchTable) faults() {
	r := t.report
	how := "in the same runs, with as many threads as there happened to be"
	if r.FaultRounds > 0 {
		how = plural(r.FaultRounds, "run") + " of each on one processor"
	}
	if !slices.ContainsFunc(r.Classes, func(f *bench.Figures) bool {
		return f.Process != nil && f.Process.Faults != nil
	}) {
		t.printf("\nThis system does not count page faults for one process\n")
		return
	}
	t.printf("\nMinor page faults: pages that a process touches for the first time; %s\n", how)
	t.head(right("median", 9), right("p95", 9), right("× go", 8), right("budget", 8))
	line := func(name string, p *bench.Process, ratio string) {
		if p != nil && p.Faults != nil {
			t.line(name, right(whole(p.Faults.P50), 9), right(whole(p.Faults.P95), 9), ratio)
		}
	}
	for _, n := range floorNames {
		line(n.row, r.Floors[n.name], "")
	}
	for _, f := range r.Classes {
		if p := f.Process; p != nil {
			line(f.Name, p, t.ratio(f.Name, bench.FaultsMetric, p.FaultRatio, true))
		}
	}
}

// confined shows what it costs to run a call confined.
func (t *benchTable) confined() {
	c := t.report.Confined
	switch {
	case c == nil:
		return
	case c.Missing != "":
		t.printf("\nConfined calls: not measured, because %s\n", oneLine(c.Missing))
		return
	}
	t.printf("\nA call that does nothing, confined and in the shell alone, %s in alternation\n",
		plural(c.Over.N, "run"))
	t.head(right("p50", 9), right("p95", 9), right("× go", 8), right("budget", 8))
	line := func(name string, s bench.Spread, ratio string) {
		t.line(name, right(duration(s.P50), 9), right(duration(s.P95), 9), ratio)
	}
	line("shell", c.Shell.Ns, "")
	line("confined", c.Run.Ns, "")
	line("over", c.Over, t.ratio(bench.ConfinedClass, bench.OverMetric, c.Ratio, true))
}

// verdict says whether the hook can be felt, or of the suite whether the budget is kept.
func (t *benchTable) verdict() {
	if t.report.Own != nil {
		t.feels()
		return
	}
	t.printf("\n")
	over := bench.Over(t.report.Checks)
	for _, c := range over {
		mark := t.style.yellow("slow  ")
		if !c.Time {
			mark = t.style.red("OVER  ")
		}
		t.printf("%s  %s: %s is %s, the budget %s\n", mark, c.Class, metrics[c.Metric], times(c.Got),
			times(c.Budget))
	}
	failed := bench.Failed(t.report.Checks)
	if n := len(over) - len(failed); n > 0 {
		t.printf("note    times vary from hour to hour, so nothing fails for them\n")
	}
	if t.report.Rounds > 0 && (t.report.FaultRounds == 0 || t.report.Floors[bench.FloorGo] == nil) {
		t.printf("note    page faults have no budget here: that needs Linux and a Go toolchain\n")
	}
	if len(failed) == 0 {
		t.printf("%s  %s within the budget\n", t.style.green("ok    "),
			plural(len(t.report.Checks)-len(over), "figure"))
	}
}

// metrics are what was measured, in words.
var metrics = map[string]string{
	bench.FaultsMetric: "the page faults as a multiple of those of an empty Go program",
	bench.FloorGo:      "the process as a multiple of an empty Go program",
	bench.FloorTrue:    "the process as a multiple of true",
	bench.OverMetric:   "what it takes over the shell, as a multiple of an empty Go program,",
}

func (t *benchTable) head(cells ...string) {
	t.printf("%s\n", t.style.bold(tableLine("class", cells)))
}

func (t *benchTable) line(name string, cells ...string) { t.printf("%s\n", tableLine(name, cells)) }

func tableLine(name string, cells []string) string {
	return strings.TrimRight(pad(name, nameWidth)+strings.Join(cells, ""), " ")
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
