package shparse_test

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"
	"testing"
	"time"

	"mvdan.cc/sh/v3/syntax"

	"github.com/fencepost/fencepost/gen/commands"
	"github.com/fencepost/fencepost/internal/analyze"
	"github.com/fencepost/fencepost/internal/analyze/record"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/project/paths"
	"github.com/fencepost/fencepost/internal/test/testkit"
)

const twoCommands = "git status && npm test 2>&1 | head -50"

// analyzed is the analysis as the gate does it, specs of the commands included.
func analyzed(text string) *fact.Facts {
	a := &analyze.Analyzer{Call: record.Call{Specs: commands.Table{}, Places: paths.New("/home/u/p", "/home/u", "", true),
		Home: "/home/u"}}
	return a.Shell(text, "/home/u/p")
}

func BenchmarkAnalyze(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		analyzed(twoCommands)
	}
}

func BenchmarkParse(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		parse(b, twoCommands)
	}
}

func parse(t testing.TB, text string) {
	if _, err := syntax.NewParser().Parse(strings.NewReader(text), ""); err != nil {
		t.Fatal(err)
	}
}

// BenchmarkCommands shows the slope over the number of commands.
func BenchmarkCommands(b *testing.B) {
	for _, n := range []int{1, 10, 100, 1000, 10000} {
		text := strings.Repeat("git log -n 5 && x=1; ls \"$x\" src\n", n)
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			for b.Loop() {
				analyzed(text)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/command")
		})
	}
}

// maxAllocs bounds the allocations for a line of two commands.
const maxAllocs = 80

func TestAllocations(t *testing.T) {
	if n := testing.AllocsPerRun(100, func() { analyzed(twoCommands) }); n > maxAllocs {
		t.Errorf("%q takes %.0f allocations, want at most %d", twoCommands, n, maxAllocs)
	} else {
		t.Logf("%q takes %.0f allocations", twoCommands, n)
	}
}

// TestLinear holds the time per command nearly constant.
func TestLinear(t *testing.T) {
	testkit.All(t, "it compares times")
	// Without collecting garbage meanwhile: what that costs depends on what else the machine does.
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	once := func(n int) time.Duration {
		text := strings.Repeat("git log -n 5 && x=1; ls \"$x\" src\n", n)
		runtime.GC()
		start := time.Now()
		analyzed(text)
		return time.Since(start) / time.Duration(n)
	}
	// The least of both: on a busy machine the long text is interrupted in nearly every round.
	few, many := time.Hour, time.Hour
	for round := 0; round < 9 || round < 90 && many > 3*few; round++ {
		few, many = min(few, once(100)), min(many, once(3000))
	}
	t.Logf("%v a command for 100, %v for 3000", few, many)
	if many > 3*few {
		t.Errorf("%v a command for 3000 commands, %v for 100", many, few)
	}
}
