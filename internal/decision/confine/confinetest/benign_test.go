//go:build linux

package confinetest

import (
	"encoding/json"
	"flag"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/fencepost/fencepost/internal/test/testkit"
)

const (
	benignFile      = "../../../../testdata/corpora/benign.jsonl"
	differencesFile = "../../../../testdata/sandbox/differences.txt"
)

var lineFlag = flag.String("line", "", "run this line alone, and show what it did")

// oneIn is how many lines stand for one that is run in the ordinary run.
const oneIn = 4

// TestBenignConfined: harmless lines print and do in their profiles what they do without.
func TestBenignConfined(t *testing.T) {
	var list []line
	n := 0
	readLines(t, benignFile, func(data []byte) error {
		var row struct{ Cmd, Want string }
		if err := json.Unmarshal(data, &row); err != nil {
			return err
		}
		if n++; row.Want == "allow" && (testkit.IsNightly() || n%oneIn == 0) {
			list = append(list, line{Cmd: row.Cmd, Shell: "bash"})
		}
		return nil
	})
	if *lineFlag != "" {
		list = []line{{Cmd: *lineFlag, Shell: "bash"}}
	}
	known, start := readDifferences(t), time.Now()
	ran, closed, listed := 0, 0, 0
	skipped := map[string]int{}
	for _, r := range play(t, list) {
		if *lineFlag != "" {
			t.Logf("%+v", r)
		}
		switch {
		case r.Failed != "":
			t.Errorf("%q could not be run: %s", r.Cmd, r.Failed)
			continue
		case r.Skip != "":
			skipped[r.Skip]++
			continue
		case r.Plain.Code == 127:
			skipped["a program is missing"]++
			continue
		case strings.Contains(r.Confined.Out, "fencepost: sandbox could not reach"):
			skipped["needs a network"]++
			continue
		}
		if ran++; r.Closed {
			closed++
		}
		if same(r.Cmd, &r.Plain, &r.Confined) {
			continue
		}
		if why := known.find(r.Cmd); why != "" {
			listed++
			continue
		}
		t.Errorf("%q (%s: %s)\n%s\nplain:    %d %q %q\nconfined: %d %q %q", r.Cmd, kindOf(&r), r.Profile,
			strings.Join(r.Flags, " "), r.Plain.Code, head(r.Plain.Out), r.Plain.Changed, r.Confined.Code,
			head(r.Confined.Out), r.Confined.Changed)
	}
	t.Logf("%d of %d lines ran in %v, %d of them closed; %d differ for a listed reason; not compared: %v",
		ran, len(list), time.Since(start).Round(time.Second), closed, listed, skipped)
	if *lineFlag == "" && ran < 300 {
		t.Errorf("%d lines ran, want at least 300", ran)
	}
}

func kindOf(r *result) string {
	if r.Closed {
		return "closed"
	}
	return "open"
}

// measured is a time that a program has taken, as "time" and test runners print it. It may be the
// same in two runs and another in the third.
var measured = regexp.MustCompile(`\b(\d+m)?\d+\.\d+ ?s\b|\b\d+ ?ms\b`)

// sideBySide finds what starts programs side by side: a pipe, "&", or a process substitution.
var sideBySide = regexp.MustCompile(`(^|[^|])\|([^|]|$)|(^|[^&>])&([^&>]|$)|[<>]\(`)

// same compares two runs of cmd. Times that programs have measured do not count, and neither does
// the order of lines. Programs that run side by side may write into each other's lines ("ls" writes
// one message in three pieces), so of such a command the order of bytes does not count either.
func same(cmd string, a, b *run) bool {
	unit := "\n"
	if sideBySide.MatchString(cmd) {
		unit = ""
	}
	out := func(r *run) []string {
		parts := strings.Split(measured.ReplaceAllString(r.Out, "TIME"), unit)
		slices.Sort(parts)
		return parts
	}
	return slices.Equal(out(a), out(b)) && a.Code == b.Code && a.Late == b.Late && slices.Equal(a.Changed, b.Changed)
}

func TestRunsAreCompared(t *testing.T) {
	for _, tt := range []struct {
		cmd, a, b string
		want      bool
	}{
		{"ls", "a\nb\n", "a\nb\n", true},
		{"ls", "a\nb\n", "b\na\n", true},
		{"time ls", "real 0m0.01s\n", "real 0m1.20s\n", true},
		{"ls", "a\n", "a\na\n", false},
		{"wc", "1 file\n", "2 file\n", false},
		{"comm <(ls a) <(ls b)", "ls: 'a': none\nls: 'b': none\n", "ls: 'a'ls: 'b': none\n: none\n",
			true},
		{"a & b", "ab\nc\n", "ac\nb\n", true},
		{"a | b", "ab\nc\n", "ac\nb\n", true},
		{"a && b || c 2>&1 &>d", "ab\nc\n", "ac\nb\n", false},
		{"comm <(ls a) <(ls b)", "ls: 'a': none\n", "ls: 'b': none\n", false},
		{"ls a b", "ls: 'a': none\nls: 'b': none\n", "ls: 'a'ls: 'b': none\n: none\n", false},
	} {
		if got := same(tt.cmd, &run{Out: tt.a}, &run{Out: tt.b}); got != tt.want {
			t.Errorf("%q: %q, %q: %v", tt.cmd, tt.a, tt.b, got)
		}
	}
}

func head(s string) string {
	const most = 400
	return s[:min(most, len(s))]
}

// differences are lines that do something else in the sandbox, and why that is right.
type differences []struct {
	pattern *regexp.Regexp
	why     string
}

func (d differences) find(cmd string) string {
	for _, e := range d {
		if e.pattern.MatchString(cmd) {
			return e.why
		}
	}
	return ""
}

func readDifferences(t *testing.T) (out differences) {
	t.Helper()
	text, err := os.ReadFile(differencesFile)
	if err != nil {
		t.Fatal(err)
	}
	for l := range strings.Lines(string(text)) {
		if l = strings.TrimSpace(l); l == "" || strings.HasPrefix(l, "#") {
			continue
		}
		why, pattern, ok := strings.Cut(l, "\t")
		if !ok {
			t.Fatalf("%s: %q has no tab", differencesFile, l)
		}
		out = append(out, struct {
			pattern *regexp.Regexp
			why     string
		}{regexp.MustCompile(strings.TrimSpace(pattern)), why})
	}
	return out
}
