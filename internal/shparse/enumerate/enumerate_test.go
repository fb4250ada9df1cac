//go:build unix

// Package enumerate proves by enumeration that nothing a shell runs is passed over
// (docs/testing.md).
package enumerate

import (
	"flag"
	"os/exec"
	"testing"
	"time"

	"github.com/fencepost/fencepost/internal/test/testkit"
	"github.com/fencepost/fencepost/internal/test/testkit/world"
)

var (
	depthFlag = flag.Int("depth", 0, "1 or 2: nothing but this depth")
	oneInFlag = flag.Int("one-in", 0, "look at one line in so many; 0: as the run says")
	partFlag  = flag.Int("part", 0,
		"1 to 10: other pairs of depth 2 than those of the nightly run, a tenth of them")
	outFlag    = flag.String("out", "", "append what was found to this file, a line each")
	shellsFlag = flag.String("shells", "bzd", "b bash, z zsh, d dash")
)

var shells = map[byte]string{'b': "bash", 'z': "zsh", 'd': "dash"}

// A run is the ordinary one, of a sample, or the nightly one, of everything.
const (
	sampleOneIn  = 89 // a prime, so that every entry has its turn
	nightlyEvery = 10 // one line in so many is run there whatever the gate says
	sparse       = 11 // of the pairs that are nested, one in so many is taken
)

func TestMain(m *testing.M) { world.Main(m, inside) }

// TestEnumerate holds that a marker that ran was seen: the call is not allowed.
func TestEnumerate(t *testing.T) {
	world.Need(t)
	run, oneIn, every := "sample", sampleOneIn, 1
	if testkit.IsNightly() {
		run, oneIn, every = "nightly", 1, nightlyEvery
	}
	if *oneInFlag > 0 {
		oneIn = *oneInFlag
	}
	if *depthFlag != 0 || *oneInFlag != 0 || *partFlag != 0 {
		run = "other"
	}
	j, r := newJudges(t), readReached(t)
	for _, shell := range []byte(*shellsFlag) {
		t.Run(shells[shell], func(t *testing.T) {
			if _, err := exec.LookPath(shells[shell]); err != nil {
				t.Skipf("%s is not installed", shells[shell])
			}
			lines := generate(t, shell, oneIn)
			start := time.Now()
			found := judgeAll(j, lines, every)
			judged := time.Since(start)
			start = time.Now()
			played, slow := play(t, found)
			t.Logf("%d lines judged in %v, %d run in %v, %d of them ended as too slow", len(found),
				judged.Round(time.Second), played, time.Since(start).Round(time.Second), slow)
			if *outFlag != "" {
				write(t, *outFlag, found)
			}
			count(found).report(t, run, r)
		})
	}
}

// generate makes the lines for a shell, one in so many of them.
func generate(t *testing.T, shell byte, oneIn int) (lines []line) {
	all := readTables(t, shell)
	n := 0
	take := func(l line) {
		if n++; n%oneIn == 0 {
			lines = append(lines, l)
		}
	}
	if *depthFlag != 2 && *partFlag == 0 {
		all.depth1(shell, take)
	}
	if *depthFlag != 1 {
		all.depth2(shell, sparse, *partFlag, take)
	}
	return lines
}

// TestTables holds the tables to the sizes that the enumeration needs.
func TestTables(t *testing.T) {
	for shell, least := range map[byte]int{'b': 40, 'z': 40, 'd': 12} {
		all := readTables(t, shell)
		for what, n := range map[string][2]int{
			"places":          {len(all.words) + len(all.commands), 60},
			"forms":           {len(all.forms), 40},
			"hidings":         {len(all.hidings), 40},
			"second readings": {len(all.readings), least},
		} {
			if n[0] < n[1] {
				t.Errorf("%s: %d %s, want %d", shells[shell], n[0], what, n[1])
			}
		}
		for _, r := range all.readings {
			if len(all.texts[r.kind]) == 0 || all.plain[r.kind] == "" || all.other[r.kind] == "" {
				t.Errorf("%s: no text of the kind %q", shells[shell], r.kind)
			}
		}
	}
}
