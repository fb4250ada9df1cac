package bench

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/fencepost/fencepost/internal/test/testkit"
)

// TestBudgetNamesClasses: every class has a budget, and every budget a class.
func TestBudgetNamesClasses(t *testing.T) {
	b, err := ReadBudget()
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, c := range Classes(true) {
		names = append(names, c.Name)
		l, ok := b.Classes[c.Name]
		if !ok {
			t.Errorf("budget.yaml has nothing for the class %s", c.Name)
		}
		if c.Process && (l.Go == 0 || l.True == 0 || l.Faults == 0) {
			t.Errorf("budget.yaml has no ratios for the class %s", c.Name)
		}
	}
	for name := range b.Classes {
		if !slices.Contains(names, name) {
			t.Errorf("budget.yaml names %s, which is no class", name)
		}
	}
}

func TestBudgetMistakes(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"noise: 1\nclases: {}\n", "clases"},
		{"noise: 1\nclasses: {plain: {golang: 2}}\n", "golang"},
		{"noise: 0.5\n", "noise"},
		{"", "EOF"},
	} {
		if _, err := parseBudget(tt.text); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%q: error %v, want one with %q", tt.text, err, tt.want)
		}
	}
}

// made is a report with one class whose process takes that many times as long, and that many times
// as many page faults, as the empty Go program.
func made(process, faults float64) *Report {
	spread := func(v float64) Spread { return Spread{N: 1, P50: v, P95: v, P99: v} }
	floor, own := spread(150), spread(150*faults)
	return &Report{Rounds: 1, FaultRounds: 1,
		Floors: map[string]*Process{FloorGo: {Ns: spread(1000), Faults: &floor}},
		Classes: []*Figures{
			{Name: "plain", Process: &Process{Ns: spread(1000 * process), Faults: &own,
				FaultRatio: faults, Ratio: map[string]float64{FloorGo: process}}},
		}}
}

func TestCheck(t *testing.T) {
	b, err := parseBudget(`noise: 1.2
classes: {plain: {faults: 1.4, go: 2, true: 3}}
`)
	if err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		name         string
		report       *Report
		over, failed string
	}{
		{"all within", made(1.9, 1.4), "", ""},
		{"what noise may add", made(2.3, 1.4), "", ""},
		{"slow process", made(2.5, 1), "go", ""},
		{"a page fault more", made(1, 1.407), "faults", "faults"},
	}
	metrics := func(list []Check) string {
		var names []string
		for _, c := range list {
			names = append(names, c.Metric)
		}
		return strings.Join(names, " ")
	}
	for _, tt := range tests {
		checks := b.Check(tt.report)
		if got := metrics(Over(checks)); got != tt.over {
			t.Errorf("%s: over are %q, want %q", tt.name, got, tt.over)
		}
		if got := metrics(Failed(checks)); got != tt.failed {
			t.Errorf("%s: failed are %q, want %q", tt.name, got, tt.failed)
		}
		// There is no floor true.
		if len(checks) != 2 {
			t.Errorf("%s: %d checks, want 2: %+v", tt.name, len(checks), checks)
		}
		// Where processes run on many processors nothing is said of their page faults.
		tt.report.FaultRounds = 0
		if n := len(b.Check(tt.report)); n != 1 {
			t.Errorf("%s, on many processors: %d checks, want 1", tt.name, n)
		}
	}
}

func TestConfigs(t *testing.T) {
	if n := strings.Count(Lines100.text(), "\n"); n != 100 {
		t.Errorf("the config of 100 lines has %d", n)
	}
	for config, want := range map[Config]int{Rules1000: 1000, Rules2000: 2000, Edited2000: 2000} {
		n := 0
		for line := range strings.Lines(config.text()) {
			if strings.HasPrefix(line, "      - ") {
				n++
			}
		}
		if n != want {
			t.Errorf("the config of %d rules has %d", want, n)
		}
	}
	for _, c := range Classes(true) {
		if c.Name == "100k" || c.Name == "100k-script" {
			if n := len(c.text); n < 95<<10 || n > 110<<10 {
				t.Errorf("%s has %d bytes", c.Name, n)
			}
		}
	}
}

func TestHelperClasses(t *testing.T) {
	with, without := Classes(true), Classes(false)
	if len(with) != len(without)+2 {
		t.Errorf("%d classes with the helper, %d without", len(with), len(without))
	}
	dir := t.TempDir()
	exe := filepath.Join(dir, "fencepost-hook")
	if HasHelper(exe) {
		t.Error("there is no helper yet")
	}
	if err := os.WriteFile(filepath.Join(dir, "fencepost-interp"), nil, 0o755); err != nil {
		t.Fatal(err)
	}
	if HasHelper(exe) {
		t.Error("an empty file is taken for the helper")
	}
	if helper := testkit.HelperProgram(t); !HasHelper(helper) {
		t.Error("the helper is not found beside the program")
	}
}
