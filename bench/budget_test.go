package bench

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
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
		if c.Process && (l.Go == 0 || l.True == 0) {
			t.Errorf("budget.yaml has no ratios for the class %s", c.Name)
		}
		if l.Goal > 0 && l.Go == 0 {
			t.Errorf("%s has a goal, but no budget on the way there", c.Name)
		}
	}
	for _, name := range b.Names() {
		if !slices.Contains(names, name) {
			t.Errorf("budget.yaml names %s, which is no class", name)
		}
	}
	for _, r := range b.Relations {
		if !slices.Contains(names, r.Class) || !slices.Contains(names, r.Of) {
			t.Errorf("budget.yaml relates %s to %s: one of them is no class", r.Class, r.Of)
		}
	}
}

func TestBudgetMistakes(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"noise: {process: 1, inProcess: 1, memory: 1}\nclases: {}\n", "clases"},
		{"noise: {process: 1, inProcess: 1, memory: 1}\nclasses: {plain: {golang: 2}}\n", "golang"},
		{"noise: {process: 0.5, inProcess: 1, memory: 1}\n", "noise"},
		{"", "EOF"},
	} {
		if _, err := parseBudget(tt.text); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%q: error %v, want one with %q", tt.text, err, tt.want)
		}
	}
}

// made is a report with one class whose process takes that many times as long as the empty Go
// program.
func made(process, parse, allocs float64) *Report {
	spread := func(v float64) Spread { return Spread{N: 1, P05: v, P25: v, P50: v, P95: v, P99: v} }
	return &Report{Rounds: 1, Floors: map[string]*Process{FloorGo: {Ns: spread(1000)}},
		Classes: []*Figures{
			{Name: "plain", Process: &Process{Ns: spread(1000 * process),
				Ratio: map[string]float64{FloorGo: process}},
				InProcess: &InProcess{Ns: spread(100 * parse), Parse: parse, Allocs: allocs,
					Bytes: 10 * allocs}},
			{Name: "other", InProcess: &InProcess{Ns: spread(100)}},
		}}
}

func TestCheck(t *testing.T) {
	b, err := parseBudget(`noise: {process: 1.2, inProcess: 1.5, memory: 1}
classes: {plain: {go: 2, true: 3, goal: 1.3, parse: 4, allocs: 100, bytes: 1000}}
relations: [{class: plain, of: other, max: 8}, {class: plain, of: absent, max: 1}]
`)
	if err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		name   string
		report *Report
		over   string
	}{
		{"all within", made(1.9, 3, 100), ""},
		{"what noise may add", made(2.3, 5.9, 100), ""},
		{"slow process", made(2.5, 3, 100), "go"},
		{"slow in process", made(1, 7, 100), "parse"},
		{"slow as another class", made(1, 13, 100), "parse time of other"},
		{"one allocation more", made(1, 3, 101), "allocs bytes"},
	}
	for _, tt := range tests {
		checks := b.Check(tt.report)
		var over []string
		for _, c := range Over(checks) {
			over = append(over, c.Metric)
		}
		if got := strings.Join(over, " "); got != tt.over {
			t.Errorf("%s: over are %q, want %q", tt.name, got, tt.over)
		}
		// There is no floor true, and no class absent.
		if len(checks) != 5 {
			t.Errorf("%s: %d checks, want 5: %+v", tt.name, len(checks), checks)
		}
	}
}

func TestCompare(t *testing.T) {
	process := func(factor int64) *Report {
		r := made(1, 1, 100)
		var floor, own []int64
		for i := range int64(60) {
			floor = append(floor, 1000+100*(i%7)) // as busy as the machine is
			own = append(own, (1000+100*(i%7))*factor/100+i%3)
		}
		r.Floors[FloorGo].Samples, r.Classes[0].Process.Samples = floor, own
		r.Classes[0].InProcess.Samples = slices.Clone(own)
		return r
	}
	differs := func(old, new *Report) string {
		var out []string
		for _, d := range Compare(old, new) {
			if d.Class == "plain" && d.Differs {
				out = append(out, d.Metric)
			}
		}
		return strings.Join(out, " ")
	}
	if got := differs(process(170), process(170)); got != "" {
		t.Errorf("a report differs from itself in %s", got)
	}
	if got := differs(process(170), process(180)); got != "process/go ns" && got != "process/go" {
		t.Errorf("6 %% more time: %q differs", got)
	}
	more := process(170)
	more.Classes[0].InProcess.Allocs++
	if got := differs(process(170), more); got != "allocs" {
		t.Errorf("one allocation more: %q differs", got)
	}
	// A machine that is twice as slow: the process has not changed.
	slow := process(170)
	for i := range slow.Floors[FloorGo].Samples {
		slow.Floors[FloorGo].Samples[i] *= 2
		slow.Classes[0].Process.Samples[i] *= 2
	}
	if got := differs(process(170), slow); got != "" {
		t.Errorf("on a slower machine %s differs", got)
	}
}

func TestConfigs(t *testing.T) {
	if n := strings.Count(Lines100.text(), "\n"); n != 100 {
		t.Errorf("the config of 100 lines has %d", n)
	}
	n := 0
	for line := range strings.Lines(Rules1000.text()) {
		if strings.HasPrefix(line, "      - ") {
			n++
		}
	}
	if n != 1000 {
		t.Errorf("the config of 1,000 rules has %d", n)
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
	if !HasHelper(exe) {
		t.Error("the helper is not found beside the program")
	}
}
