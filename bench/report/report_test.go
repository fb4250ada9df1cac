package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/fencepost/fencepost/bench"
	"github.com/fencepost/fencepost/internal/testkit"
)

// TestStartupIsJustified: whatever package works before main has a line that says why. A new
// dependency that does so fails here first.
func TestStartupIsJustified(t *testing.T) {
	dir := t.TempDir()
	testkit.Place(t, dir, testkit.Hook)
	floor, err := bench.BuildFloor(dir)
	if err != nil {
		t.Fatal(err)
	}
	hook := bench.Command{Argv: []string{filepath.Join(dir, "fencepost-hook")}, Dir: dir,
		Env: append(os.Environ(), "HOME="+dir), In: []byte(`{"hook_event_name":"Stop"}`)}
	list, err := startup(hook,
		bench.Command{Argv: []string{floor}, Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	if len(list) < 5 {
		t.Fatalf("only %d packages are initialised: %v", len(list), list)
	}
	for _, w := range list {
		if !w.Floor && why(w.Package) == "" {
			t.Errorf("%s works before main (%d allocations, %d bytes), and startup.go does not say why it "+
				"has to", w.Package, w.Allocs, w.Bytes)
		}
	}
}

// TestHistory: every row of the history can be read, those from before page faults were counted as
// well as those that are written now.
func TestHistory(t *testing.T) {
	f := &findings{revision: "now", instructions: map[string]int64{floorName: 7},
		report: &bench.Report{Floors: map[string]*bench.Process{bench.FloorGo: {User: 7e5, System: 2e5,
			Faults: &bench.Spread{P50: 148}}},
			Classes: []*bench.Figures{{Name: "plain", InProcess: &bench.InProcess{Allocs: 41},
				Process: &bench.Process{Ratio: map[string]float64{bench.FloorGo: 1.391}, User: 9e5,
					System: 15e4, Faults: &bench.Spread{P50: 299}}}}}}
	file := filepath.Join(t.TempDir(), "history.jsonl")
	old, err := os.ReadFile(filepath.Join("..", "history.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, old, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := f.appendHistory(file); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var last entry
	for line := range strings.Lines(string(data)) {
		last = entry{}
		d := json.NewDecoder(strings.NewReader(line))
		d.DisallowUnknownFields()
		if err := d.Decode(&last); err != nil {
			t.Fatalf("%v\n%.200s", err, line)
		}
		if len(last.Classes) == 0 || last.Classes["plain"].Go == 0 {
			t.Errorf("no ratio of a plain call in %.200s", line)
		}
	}
	want := entry{Revision: "now", Floor: 7, Empty: &Cost{148, 700, 200},
		Classes: map[string]classEntry{"plain": {Go: 1.39, Cost: &Cost{299, 900, 150}, Allocs: 41}}}
	if !reflect.DeepEqual(last, want) {
		t.Errorf("%+v, want %+v", last, want)
	}
}

// TestPage: the page says what the floor is, and shows what was measured of it.
func TestPage(t *testing.T) {
	spread := bench.Spread{P50: 148, P95: 150}
	f := &findings{budget: &bench.Budget{Classes: map[string]bench.Limits{
		"plain": {Faults: 1.5, FaultGoal: 1.45, Go: 1.4, Goal: 1.3}}},
		report: &bench.Report{Rounds: 400, FaultRounds: 40,
			Floors: map[string]*bench.Process{bench.FloorGo: {Ns: bench.Spread{P50: 8e5, P95: 9e5},
				User: 7e5, System: 2e5, Faults: &spread}},
			Classes: []*bench.Figures{{Name: "plain", Title: "plain command",
				InProcess: &bench.InProcess{}, Process: &bench.Process{User: 9e5, System: 15e4,
					Ns:     bench.Spread{P50: 12e5, P95: 13e5},
					Ratio:  map[string]float64{bench.FloorGo: 1.5},
					Range:  map[string]bench.Middle{bench.FloorGo: {Median: 1.5, Lo: 1.4, Hi: 1.6}},
					Faults: &bench.Spread{P50: 222, P95: 230}, FaultRatio: 1.5}}},
			Checks: []bench.Check{
				{Class: "plain", Metric: bench.FaultsMetric, Got: 1.5, Budget: 1.5, Goal: 1.45},
				{Class: "plain", Metric: bench.FloorGo, Got: 1.5, Budget: 1.4, Goal: 1.3, Over: true,
					Time: true}}}}
	page := string(f.page())
	for _, want := range []string{
		"**The floor** is an empty Go program",
		"neither the Go runtime nor the standard library nor a dependency",
		"| – | an empty Go program | 0.80 ms | 0.90 ms | | | | | | 0.70 ms | 0.20 ms | – |",
		"| plain | plain command | 1.20 ms | 1.30 ms | 1.50 | 1.40–1.60 | 1.40 | 1.30 | – | 0.90 ms | " +
			"0.15 ms | – |",
		"| an empty Go program | 148 | 150 | – | – | – |",
		"| plain | 222 | 230 | 1.50 | 1.50 | 1.45 |",
		"- **plain is slow**: go is 1.50, the budget 1.40.",
		"for page faults as a multiple of that of an empty Go program: plain (1.50, goal 1.45)",
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %q:\n%s", want, page)
		}
	}
}

// TestPageIsOfThisSuite: the page was made from the classes that there are.
func TestPageIsOfThisSuite(t *testing.T) {
	page, err := os.ReadFile(filepath.Join("..", "..", "docs", "performance.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range bench.Classes(false) {
		if !strings.Contains(string(page), "\n| "+c.Name+" |") {
			t.Errorf("docs/performance.md lacks the class %s; go run ./bench/report", c.Name)
		}
	}
}

func TestParseInitTrace(t *testing.T) {
	got := parseInitTrace("init os @0.55 ms, 0.018 ms clock, 416 bytes, 9 allocs\nsomething " +
		"else\ninit gopkg.in/yaml%2ev3 @0.81 ms, 0.12 ms clock, 25720 bytes, 276 allocs\n")
	want := []initWork{{Package: "os", Clock: 0.018, Bytes: 416, Allocs: 9},
		{Package: "gopkg.in/yaml.v3", Clock: 0.12, Bytes: 25720, Allocs: 276}}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, want %+v", got, want)
	}
}

func TestCleanCalls(t *testing.T) {
	w := &bench.Workplace{Dir: "/tmp/benchmark-calls-abc", Home: "/tmp/benchmark-calls-abc/home"}
	got := cleanCalls(strings.Join([]string{
		`12    openat(AT_FDCWD, "/etc/start", O_RDONLY) = 3`,
		`12    read(0, "{\"session_id\""..., 8192) = 501`,
		`12    newfstatat(AT_FDCWD, "/tmp/benchmark-calls-abc/home/.claude",  <unfinished ...>`,
		`13    mmap(NULL, 4096, PROT_READ, MAP_ANON, -1, 0) = 0x7f0000000000`,
		`12    <... newfstatat resumed>{st_mode=S_IFDIR|0700, st_size=4096, ...}, 0)   = 0`,
		`12    newfstatat(AT_FDCWD, "/tmp/benchmark-calls-abc/x", 0xc00012345678, AT_SYMLINK_NOFOLLOW) ` +
			`= -1 ENOENT (No such file or directory)`,
		`12    +++ exited with 0 +++`,
	}, "\n")+"\n", w)
	want := []string{
		`read(0, "…", 8192) = 501`,
		`newfstatat(AT_FDCWD, "/home/you/.claude", {DIR}, 0) = 0`,
		`newfstatat(AT_FDCWD, "/tmp/bench/x", …, AT_SYMLINK_NOFOLLOW) = -1 ENOENT (No such file or ` +
			`directory)`,
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// TestInstructions counts the empty program, which takes some hundred thousand.
func TestInstructions(t *testing.T) {
	testkit.Installed(t, "valgrind")
	dir := t.TempDir()
	floor, err := bench.BuildFloor(dir)
	if err != nil {
		t.Fatal(err)
	}
	n, err := instructions(bench.Command{Argv: []string{floor}, Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	if n < 50_000 || n > 5_000_000 {
		t.Errorf("an empty program takes %d instructions", n)
	}
}
