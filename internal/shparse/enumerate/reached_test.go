//go:build unix

package enumerate

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/fencepost/fencepost/internal/test/testkit"
)

const reachedFile = "testdata/reached.txt"

const reachedHead = `# What the enumeration has reached: shell, run, unsound lines at most, harmless lines that are
# allowed at least (percent). It only gets better: 0, and 95 or more, are the goal.
# Written with FENCEPOST_UPDATE=1 (docs/testing.md).
`

// reached is what was reached before, by shell and run.
type reached struct {
	lines map[string]string
}

func readReached(t *testing.T) *reached {
	t.Helper()
	data, err := os.ReadFile(reachedFile)
	if err != nil {
		t.Fatal(err)
	}
	r := &reached{lines: map[string]string{}}
	for line := range strings.Lines(string(data)) {
		if f := strings.Fields(line); len(f) == 4 && f[0] != "#" {
			r.lines[f[0]+" "+f[1]] = f[2] + " " + f[3]
		}
	}
	return r
}

// slack is what the precision may lose because a busy machine ends some lines before they run.
const slack = 0.5

// hold fails where a run is worse than what was reached.
func (r *reached) hold(t *testing.T, run string, unsound int, precision float64) {
	t.Helper()
	if run == "other" {
		return // a part that somebody looks at, of which nothing is recorded
	}
	key := shellOf(t) + " " + run
	if testkit.Updating() {
		r.lines[key] = fmt.Sprintf("%d %.1f", unsound, precision)
		r.write(t)
		return
	}
	most, least := 0, 95.0 // the goal, where nothing is recorded
	if line := r.lines[key]; line != "" {
		if _, err := fmt.Sscan(line, &most, &least); err != nil {
			t.Fatalf("%s: %q: %v", reachedFile, key, err)
		}
	}
	if unsound > most {
		t.Errorf("%d lines ran the marker and are allowed, want at most %d", unsound, most)
	}
	if precision < least-slack {
		t.Errorf("%.1f %% of the harmless lines are allowed, want at least %.1f %%", precision, least)
	}
}

func shellOf(t *testing.T) string { return t.Name()[strings.LastIndexByte(t.Name(), '/')+1:] }

func (r *reached) write(t *testing.T) {
	t.Helper()
	var lines []string
	for key, value := range r.lines {
		lines = append(lines, key+" "+value+"\n")
	}
	slices.Sort(lines)
	text := []byte(reachedHead + strings.Join(lines, ""))
	if err := os.WriteFile(reachedFile, text, 0o644); err != nil {
		t.Fatal(err)
	}
}
