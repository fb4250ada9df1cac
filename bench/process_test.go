package bench

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"testing"
	"time"
)

// buildGate builds the program as build.sh does.
func buildGate(t testing.TB) string {
	t.Helper()
	out := filepath.Join(t.TempDir(), "fencepost-hook")
	if runtime.GOOS == "windows" {
		out += ".exe"
	}
	c := exec.Command("go", "build", "-trimpath", "-ldflags=-s -w", "-o", filepath.Dir(out),
		"./cmd/fencepost-hook", "./cmd/fencepost") // which compiles the configs
	c.Dir, c.Env = "..", append(os.Environ(), "CGO_ENABLED=0")
	if log, err := c.CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, log)
	}
	return out
}

// busy is what other tests that run at the same time may add to a ratio, on top of the budget's own
// factor.
const busy = 1.3

// TestProcessBudget holds whole processes to the ratios of the budget. The ratios are of runs in
// alternation, and a class is only over its budget if it is in each of three attempts.
func TestProcessBudget(t *testing.T) {
	if testing.Short() {
		t.Skip("it starts some hundred processes")
	}
	budget, err := ReadBudget()
	if err != nil {
		t.Fatal(err)
	}
	budget.Noise.Process *= busy
	exe := buildGate(t)
	var classes []Class
	for _, name := range []string{"file", "plain", "compound", "wrappers", "config-100",
		"presets-all"} {
		c, ok := Find(Classes(false), name)
		if !ok {
			t.Fatalf("there is no class %s", name)
		}
		classes = append(classes, c)
	}
	var over []Check
	for range 3 {
		r, err := Run(Options{Exe: exe, Classes: classes, Temp: t.TempDir(), Rounds: 40,
			Limit: 20 * time.Second, PerClass: time.Millisecond})
		if err != nil {
			t.Fatal(err)
		}
		if r.Floors[FloorGo] == nil {
			t.Fatalf("the go command is there, but %v", r.Missing)
		}
		over = over[:0]
		for _, c := range budget.Check(r) {
			if c.Over && (c.Metric == FloorGo || c.Metric == FloorTrue) {
				over = append(over, c)
			}
		}
		if len(over) == 0 {
			return
		}
	}
	for _, c := range over {
		t.Errorf("%s: %.2f × %s, the budget is %.2f, and %.2f on a busy machine", c.Class, c.Got,
			c.Metric, c.Budget, c.Budget*c.Noise)
	}
}

// TestWithoutGo: where there is no Go toolchain the report says so, and the other floor is enough.
func TestWithoutGo(t *testing.T) {
	if _, err := os.Stat("/bin/true"); err != nil {
		t.Skip("this system has no true")
	}
	exe := buildGate(t)
	t.Setenv("PATH", t.TempDir())
	c, _ := Find(Classes(false), "plain")
	r, err := Run(Options{Exe: exe, Classes: []Class{c}, Temp: t.TempDir(), Rounds: 2,
		PerClass: time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Missing) != 1 || r.Floors[FloorGo] != nil || r.Floors[FloorTrue] == nil || r.Rounds != 2 {
		t.Errorf("missing %q, floors %v, %d rounds", r.Missing, r.Floors, r.Rounds)
	}
	// Two runs say that there is a ratio, and nothing of its size: on a busy machine the gate may have
	// been the faster one.
	if p := r.Class("plain").Process; p.Ratio[FloorTrue] <= 0 || len(p.Samples) != 2 {
		t.Errorf("ratios %v of %d runs", p.Ratio, len(p.Samples))
	}
}

// TestBrokenPrograms: what does not start, or fails, is an error and no figure.
func TestBrokenPrograms(t *testing.T) {
	c, _ := Find(Classes(false), "plain")
	dir := t.TempDir()
	failing := filepath.Join(dir, "failing")
	if err := os.WriteFile(failing, []byte("#!/bin/sh\nexit 1\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	for _, exe := range []string{filepath.Join(dir, "absent"), failing} {
		if r, err := Run(Options{Exe: exe, Classes: []Class{c}, Temp: dir, Rounds: 2,
			PerClass: time.Millisecond}); err == nil {
			t.Errorf("%s: %d rounds were measured", exe, r.Rounds)
		}
	}
	if left, _ := filepath.Glob(filepath.Join(dir, "benchmark-calls-*")); len(left) > 0 {
		t.Errorf("left behind: %q", left)
	}
}
