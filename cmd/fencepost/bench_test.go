package main

import (
	"encoding/json"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/fencepost/fencepost/bench"
	"github.com/fencepost/fencepost/internal/app/audit"
	"github.com/fencepost/fencepost/internal/test/testkit"
)

func TestBenchMistakes(t *testing.T) {
	workplace(t)
	tests := []struct {
		args []string
		want string
	}{
		{[]string{"bench", "x"}, "no arguments"},
		{[]string{"bench", "--class", "plian"}, "plain"},
		{[]string{"bench", "--class", "config-100"}, "config-100 is of the suite (--suite)"},
		{[]string{"bench", "--suite", "--class", "plian"}, "config-100"},
		{[]string{"bench"}, "there is no program"},
	}
	for _, tt := range tests {
		code, out, errs := cli("", tt.args...)
		if code != exitUsage || out != "" || !strings.Contains(errs, tt.want) {
			t.Errorf("fencepost %q: exit status %d, %q, error %q; want %d and an error with %q", tt.args,
				code, out, errs, exitUsage, tt.want)
		}
	}
}

// TestBenchCommand runs the real program on one class of the suite, as JSON and as a table.
func TestBenchCommand(t *testing.T) {
	testkit.All(t, "it starts some hundred processes")
	workplace(t)
	exe := binary(t)
	out, failed := benchOutput(t, exe, "--suite", "--json", "--class", "plain")
	var r bench.Report
	if err := json.Unmarshal(out, &r); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	plain := r.Class("plain")
	if plain == nil || plain.Process == nil || len(r.Checks) == 0 {
		t.Fatalf("figures are missing:\n%s", out)
	}
	if failed != (len(bench.Failed(r.Checks)) > 0) {
		t.Errorf("over the budget by the exit status: %v, by the checks: %+v", failed, r.Checks)
	}
	if r.Own != nil {
		t.Errorf("the suite is not what somebody has: %+v", r.Own)
	}
	for _, floor := range r.Floors {
		if len(floor.Samples) != r.Rounds || len(plain.Process.Samples) != r.Rounds {
			t.Errorf("%d rounds, %d runs of a floor, %d of the class", r.Rounds, len(floor.Samples),
				len(plain.Process.Samples))
		}
	}
	out, failed = benchOutput(t, exe, "--suite", "--class", "plain")
	verdict := "within the budget"
	if failed {
		verdict = "OVER"
	}
	for _, want := range []string{"Whole processes", verdict,
		"page faults"} {
		if !strings.Contains(string(out), want) {
			t.Errorf("the table lacks %q:\n%s", want, out)
		}
	}
	if strings.Contains(string(out), "\x1b") || strings.Contains(string(out), "\r") {
		t.Errorf("what is for terminals went to a file: %q", out)
	}
}

// benchOutput returns what the real program prints, and whether it says by its exit status that it
// is over the budget, which it may be while other tests run.
func benchOutput(t *testing.T, exe string, args ...string) (out []byte, over bool) {
	t.Helper()
	c := exec.Command(exe, append([]string{"bench"}, args...)...)
	var errs strings.Builder
	c.Stderr = &errs
	out, err := c.Output()
	if code := c.ProcessState.ExitCode(); code != exitOK && code != exitFailed || errs.Len() > 0 {
		t.Fatalf("fencepost bench %q: %v\n%s%s", args, err, out, errs.String())
	}
	return out, err != nil
}

func TestBenchTable(t *testing.T) {
	spread := func(v float64) bench.Spread {
		return bench.Spread{N: 1, P50: v, P95: 2 * v, P99: 3 * v}
	}
	floor, faults := spread(150), spread(300)
	r := &bench.Report{Rounds: 400, FaultRounds: 40, CPUs: 2, Version: "v1", Go: "go1.26",
		FloorGo: "go1.25", OS: "linux", Arch: "amd64",
		Missing: []string{"true: this system has none"},
		Floors: map[string]*bench.Process{bench.FloorGo: {Ns: spread(1e6), User: 7e5, System: 2e5,
			Faults: &floor}},
		Classes: []*bench.Figures{
			{Name: "plain", Process: &bench.Process{Ns: spread(2e6), User: 12e5, System: 3e5,
				Faults: &faults, FaultRatio: 2, Ratio: map[string]float64{bench.FloorGo: 2}}},
			{Name: "presets-2"},
		},
		Checks: []bench.Check{
			{Class: "plain", Metric: bench.FaultsMetric, Got: 2, Budget: 1.9, Noise: 1, Over: true},
			{Class: "plain", Metric: bench.FloorGo, Got: 2, Budget: 1.5, Noise: 1.1, Over: true,
				Time: true},
		},
	}
	show := func() string {
		var b strings.Builder
		table := &benchTable{stdio: stdio{out: &b}, report: r}
		table.print()
		table.verdict()
		return b.String()
	}
	suite := show()
	r.Own = &bench.Own{Program: []string{"/opt/fencepost-hook", "claude"}, From: "/h/settings.json",
		Build: "/opt/fencepost-hook is of another build", Project: "/p", Policies: []string{"acme 3"},
		Layers: []bench.OwnLayer{{Layer: "user", File: "/h/.claude/fencepost.yaml"}},
		State:  "a copy"}
	r.Classes[0].Title = "plain command"
	r.Confined = &bench.Confined{Over: spread(11e6)}
	own := show()
	r.Classes[0].Process.Ns = spread(30e6)
	slow := show()
	r.Classes[0].Process.Ns, r.Confined = spread(2e6), nil
	r.Own, r.FaultRounds, r.Checks = nil, 0, nil
	tests := []struct {
		name, text string
		want       []string
	}{
		{"suite", suite, []string{
			"400 runs in alternation with an empty Go program 1.00 ms",
			"The empty program is built by go1.25, this one by go1.26",
			"Not compared with true: this system has none",
			"empty Go       1.00 ms  2.00 ms                                                700 µs    200 µs",
			"plain          2.00 ms  4.00 ms    2.00    1.50  ██████████       -       -   1.20 ms    300 µs",
			"40 runs of each on one processor",
			"empty Go           150      300\n",
			"plain              300      600    2.00    1.90  ██████████\n",
			"OVER    plain: the page faults as a multiple of those of an empty Go program is 2.00, the " +
				"budget 1.90\n",
			"slow    plain: the process as a multiple of an empty Go program is 2.00, the budget 1.50\n",
			"note    times vary",
		}},
		{"own", own, []string{
			"program   /opt/fencepost-hook claude  named by /h/settings.json\n",
			"build     /opt/fencepost-hook is of another build\n",
			"policy    acme 3  built in\n",
			"user      /h/.claude/fencepost.yaml\n",
			"state     a copy\n",
			"plain command                                    2.00 ms   4.00 ms\n",
			"a confined command starts later by              11.00 ms  22.00 ms\n",
			"ok  The hook is fast enough not to be felt: 95 of 100 everyday calls are answered within 4.00 ms\n",
		}},
		{"slow", slow, []string{"slow  The hook may be felt; try again while the machine is idle: 95 of 100 everyday calls"}},
		{"many processors", show(), []string{"as many threads as there happened to be",
			"note    page faults have no budget", "ok      0 figures within the budget"}},
	}
	for _, text := range []string{own, slow} {
		if strings.Contains(text, "OVER") || strings.Contains(text, "budget") {
			t.Errorf("what somebody has is held against a budget:\n%s", text)
		}
	}
	for _, tt := range tests {
		for _, want := range tt.want {
			if !strings.Contains(tt.text, want) {
				t.Errorf("%s: the table lacks %q:\n%s", tt.name, want, tt.text)
			}
		}
	}
}

func TestBar(t *testing.T) {
	for _, tt := range []struct {
		share float64
		want  string
	}{{0, "░░░░"}, {0.5, "██░░"}, {0.99, "████"}, {7, "████"}, {-1, "░░░░"}} {
		if got := bar(tt.share, 4); got != tt.want {
			t.Errorf("bar(%v) = %s, want %s", tt.share, got, tt.want)
		}
	}
}

// TestBenchAudit reads a log with known times.
func TestBenchAudit(t *testing.T) {
	home, _ := workplace(t)
	code, out, _ := cli("", "bench", "--audit")
	if code != exitOK || !strings.Contains(out, "no calls") {
		t.Errorf("without a log: exit status %d, %s", code, out)
	}
	log := filepath.Join(home, ".claude", "fencepost", "logs", "audit.jsonl")
	write := func(tool, decision string, us int) {
		e := audit.Entry{Time: time.Now(), Tool: tool, Decision: decision,
			Took: time.Duration(us) * time.Microsecond}
		if decision == "" {
			e.Outcome = "success"
		}
		if err := audit.Append(audit.Options{Path: log, MaxBytes: 6000, Keep: 3}, &e); err != nil {
			t.Fatal(err)
		}
	}
	for us := 1; us <= 100; us++ {
		write("Bash", "allow", us) // with a rotation on the way
	}
	write("Bash", "", 99999) // an outcome, which took no judging
	write("Edit", "ask", 300)
	write("mcp__db__query", "deny", 5)
	write("Task", "allow", 7)
	code, out, _ = cli("", "bench", "--audit", "--json")
	var list []auditClass
	if err := json.Unmarshal([]byte(out), &list); err != nil || code != exitOK {
		t.Fatalf("exit status %d, %v\n%s", code, err, out)
	}
	want := []auditClass{
		{"shell", 100, 50.5, 95.05, 99.01, 100}, {"file", 1, 300, 300, 300, 300}, {"mcp", 1, 5, 5, 5, 5},
		{"other", 1, 7, 7, 7, 7},
		{"all", 103, 0, 0, 0, 300},
	}
	if len(list) != len(want) {
		t.Fatalf("%+v", list)
	}
	for i, w := range want {
		got := list[i]
		if w.Class == "all" {
			got.P50, got.P95, got.P99 = 0, 0, 0
		}
		near := func(a, b float64) bool { return a-b < 0.02 && b-a < 0.02 }
		if got.Class != w.Class || got.Calls != w.Calls || !near(got.P50, w.P50) ||
			!near(got.P95, w.P95) || !near(got.P99, w.P99) || got.Max != w.Max {
			t.Errorf("%+v, want %+v", got, w)
		}
	}
	if code, out, _ = cli("", "bench", "--audit"); code != exitOK ||
		!strings.Contains(out, "shell           100   50.5 µs") {
		t.Errorf("exit status %d\n%s", code, out)
	}
}
