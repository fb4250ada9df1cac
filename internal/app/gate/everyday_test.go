package gate_test

import (
	"fmt"
	"os"
	"regexp"
	"sort"
	"strings"
	"testing"

	"github.com/fencepost/fencepost/internal/rule"
	"github.com/fencepost/fencepost/internal/test/testkit/gatetest"
)

// mostEverydayStops is how many of the rows labelled pass may stop. It only falls; the bar
// is one in a hundred.
const mostEverydayStops = 30

// TestEverydayRows holds that the rows say what they have to, and that none is another one with
// other names and numbers.
func TestEverydayRows(t *testing.T) {
	t.Parallel()
	rows := gatetest.ReadEveryday(t)
	if len(rows) < 3000 {
		t.Errorf("%d rows, want 3,000", len(rows))
	}
	seen, count := map[string]int{}, map[string]int{}
	for i, r := range rows {
		count[r.Label]++
		if r.Cmd == "" || r.Cause == "" || r.Reason == "" ||
			r.Label != "pass" && r.Label != "ask" && r.Label != "debatable" {
			t.Errorf("everyday.jsonl:%d: %+v", i+1, r)
		}
		shape := r.Label + " " + r.Dir + " " + everydayShape(r.Cmd)
		if before, ok := seen[shape]; ok {
			t.Errorf("everyday.jsonl:%d: %s: as line %d", i+1, r.Cmd, before)
		}
		seen[shape] = i + 1
	}
	if 100*count["pass"] < 70*len(rows) || 100*count["ask"] < 8*len(rows) {
		t.Errorf("labels %v", count)
	}
}

var (
	everydayNumber = regexp.MustCompile(`\d+`)
	// A path or a file below the project; one that leads elsewhere is no mere name.
	everydayName = regexp.MustCompile(`([\s'"=:])(?:[A-Za-z*][\w.@*-]*/[\w./` +
		`@*-]*|[A-Za-z][\w-]*\.[a-z]{1,5}\b)`)
	everydayQuoted = regexp.MustCompile(`'[\w .:-]*'|"[\w .:-]*"`)
)

// everydayShape is a command without its names and numbers.
func everydayShape(cmd string) string {
	cmd = everydayNumber.ReplaceAllString(cmd, "0")
	cmd = everydayName.ReplaceAllString(cmd, "${1}F")
	return everydayQuoted.ReplaceAllString(cmd, "Q")
}

// TestEveryday judges what agents run all day. Rows labelled pass that stop are listed by cause, so
// that the next cause is seen:
//
//	go test -run 'TestEveryday$' -v .
func TestEveryday(t *testing.T) {
	t.Parallel()
	s := gatetest.Everyday(t)
	stops, by, open := map[string][]string{}, map[string][]string{}, everydayOpen(t)
	pass, stopped, debatable, debatableStops := 0, 0, 0, 0
	for i, r := range gatetest.ReadEveryday(t) {
		v := s.Judge(t, "Bash", map[string]any{"command": s.Fill(r.Cmd)})
		switch {
		case r.Label == "pass":
			pass++
			if v.Decision == rule.Allow {
				continue
			}
			stopped++
			stops[r.Cause] = append(stops[r.Cause], fmt.Sprintf("%d: %s: %s (%s: %s)", i+1, v.Decision,
				strings.ReplaceAll(r.Cmd, "\n", "⏎"), v.Rule, v.Description))
			by[v.Rule] = append(by[v.Rule], fmt.Sprint(i+1))
		case r.Label == "ask" && (v.Decision == rule.Allow) != open[r.Cmd]:
			t.Errorf("everyday.jsonl:%d: %s: %s: got %v (%s), listed in everyday-open.txt: %v", i+1,
				r.Cause, r.Cmd, v.Decision, v.Rule, open[r.Cmd])
		case r.Label == "debatable":
			debatable++
			if v.Decision != rule.Allow {
				debatableStops++
			}
		}
	}
	logEveryday(t, "\n\t", stops)
	t.Log("by what stops them, and the lines:")
	logEveryday(t, " ", by)
	t.Logf("%d of %d rows labelled pass stop: %.2f %% pass", stopped, pass,
		100*float64(pass-stopped)/float64(pass))
	t.Logf("%d of %d debatable rows stop", debatableStops, debatable)
	if stopped > mostEverydayStops {
		t.Errorf("%d rows that should pass stop, want at most %d", stopped, mostEverydayStops)
	}
	if stopped < mostEverydayStops {
		t.Errorf("%d rows that should pass stop: lower mostEverydayStops", stopped)
	}
}

// everydayOpen are the rows labelled ask that pass as yet. The list only shrinks.
func everydayOpen(t *testing.T) map[string]bool {
	t.Helper()
	data, err := os.ReadFile("../../../testdata/corpora/everyday-open.txt")
	if err != nil {
		t.Fatal(err)
	}
	open := map[string]bool{}
	for _, line := range strings.Split(string(data), "\n") {
		if cmd, _, ok := strings.Cut(line, "\t"); ok {
			open[cmd] = true
		}
	}
	return open
}

// logEveryday lists what stops, the most frequent first.
func logEveryday(t *testing.T, between string, stops map[string][]string) {
	t.Helper()
	var causes []string
	for c := range stops {
		causes = append(causes, c)
	}
	sort.Slice(causes, func(i, j int) bool {
		a, b := causes[i], causes[j]
		return len(stops[a]) > len(stops[b]) || len(stops[a]) == len(stops[b]) && a < b
	})
	for _, c := range causes {
		t.Logf("%4d %s%s%s", len(stops[c]), c, between, strings.Join(stops[c], between))
	}
}
