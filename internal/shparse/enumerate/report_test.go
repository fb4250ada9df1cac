//go:build unix

package enumerate

import (
	"cmp"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/fencepost/fencepost"
)

// shown is the number of lines that a failure shows of each shell.
const shown = 40

// tally counts what came of the lines.
type tally struct {
	lines, ran   int // of those that count in any case
	asked        int // of these: the twin is not allowed
	quiet, noisy int // of those without an entry that asks by itself: it is allowed, or not
	unsound      int
	byEntry      map[string]int // unsound lines that an entry is part of
	byNoise      map[string]int // noisy twins that an entry is part of
	texts        []string
	failed       []string // lines at which the gate itself failed
}

// gateFailed is what the gate says when it fails itself, which the answer hides.
const gateFailed = "fencepost failed"

func count(found []finding) *tally {
	n := &tally{byEntry: map[string]int{}, byNoise: map[string]int{}}
	for i := range found {
		f := &found[i]
		if f.inAll {
			n.lines++
		}
		if strings.Contains(f.reason+f.twin.Reason, gateFailed) {
			n.failed = append(n.failed, fmt.Sprintf("%s: %q", shells[f.shell], f.text))
		}
		if !f.ran {
			continue
		}
		if f.answer == fencepost.Allow {
			n.unsound++
			n.texts = append(n.texts, fmt.Sprintf("%s: %q", shells[f.shell], f.text))
			for _, e := range f.shape {
				n.byEntry[e.text]++
			}
		}
		if f.inAll {
			n.twin(f)
		}
	}
	return n
}

// twin counts what was said about the harmless twin of a line.
func (n *tally) twin(f *finding) {
	n.ran++
	asks := f.twin.Decision != fencepost.Allow
	if asks {
		n.asked++
	}
	switch {
	case f.asksByItself():
	case asks:
		n.noisy++
		for _, e := range f.shape {
			n.byNoise[e.text]++
		}
	default:
		n.quiet++
	}
}

// asksByItself reports whether an entry of the line is one that asks on purpose, whatever it holds.
func (f *finding) asksByItself() bool {
	return slices.ContainsFunc(f.shape, func(e entry) bool { return e.asks })
}

// precision is the share of harmless lines that are allowed, in percent.
func (n *tally) precision() float64 {
	return 100 * float64(n.quiet) / float64(max(n.quiet+n.noisy, 1))
}

func most(counts map[string]int, least int) (lines []string) {
	keys := make([]string, 0, len(counts))
	for k := range counts {
		keys = append(keys, k)
	}
	slices.SortFunc(keys, func(a, b string) int {
		return cmp.Or(counts[b]-counts[a], strings.Compare(a, b))
	})
	for _, k := range keys {
		if counts[k] >= least && len(lines) < shown {
			lines = append(lines, fmt.Sprintf("%6d %q", counts[k], k))
		}
	}
	return lines
}

// report prints what was found and compares it with what was reached before.
func (n *tally) report(t *testing.T, run string, r *reached) {
	t.Logf("%d lines that count: %d ran the marker. Of the %d harmless twins without an entry that "+
		"asks by itself %d are allowed: %.1f %% (goal: 95 %%); of all twins %d of %d. "+
		"The entries of what asks:\n%s", n.lines, n.ran, n.quiet+n.noisy, n.quiet, n.precision(),
		n.ran-n.asked, n.ran, strings.Join(most(n.byNoise, 3), "\n"))
	if n.ran*5 < n.lines {
		t.Errorf("only %d of %d lines ran the marker: the tables do not fit the shell", n.ran, n.lines)
	}
	if n.unsound > 0 {
		t.Logf("%d lines ran the marker and are allowed. Of these:\n%s\nThe entries that they have in "+
			"common:\n%s", n.unsound, strings.Join(n.texts[:min(shown, len(n.texts))], "\n"),
			strings.Join(most(n.byEntry, 2), "\n"))
	}
	if len(n.failed) > 0 {
		t.Errorf("the gate failed while it looked at %d lines:\n%s", len(n.failed),
			strings.Join(n.failed[:min(shown, len(n.failed))], "\n"))
	}
	r.hold(t, run, n.unsound, n.precision())
}

// write appends every finding to a file, for one who looks for the causes.
func write(t *testing.T, name string, found []finding) {
	t.Helper()
	w, err := os.OpenFile(name, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	for i := range found {
		f := &found[i]
		kind := ""
		switch {
		case f.ran && f.answer == fencepost.Allow:
			kind = "UNSOUND"
		case f.ran && f.inAll && f.twin.Decision != fencepost.Allow:
			kind = "NOISE"
			if f.asksByItself() {
				kind = "ASKS"
			}
		case f.ran && f.inAll:
			kind = "FINE"
		default:
			continue
		}
		var shape []string
		for _, e := range f.shape {
			shape = append(shape, e.text)
		}
		fmt.Fprintf(w, "%s\t%s\t%q\t%q\t%q\n", kind, shells[f.shell], f.text, shape, f.twin.Reason)
	}
}
