package bench

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/fencepost/fencepost/internal/test/testkit"
)

// timing is the time of one question to a set of rules.
type timing struct {
	kind      string // of the rules: prefix or check (regular expression)
	rules     int
	technique string  // generated and interpreted rule sets; a list of regexes; a list of prefixes
	command   string  // none: no rule applies; last: the last one does
	ns        float64 // the best of several rounds
}

// timings generates rule sets of 10 to 2,000 rules, builds a program with them and runs it. The
// generated code is not checked in: an overlay shows it to the compiler as a part of this module.
func timings(tb testing.TB) []timing {
	tb.Helper()
	dir := tb.TempDir()
	presets, gen := filepath.Join(dir, "presets"), filepath.Join(dir, "gen")
	if err := os.Mkdir(presets, 0o755); err != nil {
		tb.Fatal(err)
	}
	for _, n := range []int{10, 100, 1000, 2000} {
		for kind, text := range map[string]string{"prefix": prefixRules(n), "check": checkRules(n)} {
			if err := os.WriteFile(filepath.Join(presets, kind+strconv.Itoa(n)+".yaml"), []byte(text),
				0o600); err != nil {
				tb.Fatal(err)
			}
		}
	}
	goCommand(tb, "run", "./cmd/rulegen", "-presets", presets, "-out", gen, "-docs", "")
	root, err := filepath.Abs("..")
	if err != nil {
		tb.Fatal(err)
	}
	files, err := filepath.Glob(filepath.Join(gen, "*.go"))
	if err != nil || len(files) == 0 {
		tb.Fatalf("nothing was generated (%v)", err)
	}
	replace := map[string]string{
		filepath.Join(root, "bench", "synthetic", "run", "main.go"): filepath.Join(root, "bench",
			"testdata", "rules", "main.go"),
	}
	for _, file := range files {
		replace[filepath.Join(root, "bench", "synthetic", filepath.Base(file))] = file
	}
	overlay, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		tb.Fatal(err)
	}
	overlayFile, exe := filepath.Join(dir, "overlay.json"), filepath.Join(dir, "rules.exe")
	if err := os.WriteFile(overlayFile, overlay, 0o600); err != nil {
		tb.Fatal(err)
	}
	goCommand(tb, "build", "-overlay", overlayFile, "-o", exe, "./bench/synthetic/run")
	out, err := exec.Command(exe, presets).Output()
	if err != nil {
		tb.Fatalf("%v\n%s", err, out)
	}
	return parseTimings(tb, string(out))
}

func goCommand(tb testing.TB, args ...string) {
	tb.Helper()
	c := exec.Command("go", args...)
	c.Dir = ".."
	c.Env = append(os.Environ(), "GOFLAGS=") // there is but one overlay
	if out, err := c.CombinedOutput(); err != nil {
		tb.Fatalf("go %s: %v\n%s", strings.Join(args, " "), err, out)
	}
}

func parseTimings(tb testing.TB, text string) []timing {
	tb.Helper()
	var list []timing
	for line := range strings.Lines(text) {
		var t timing
		if _, err := fmt.Sscan(line, &t.kind, &t.rules, &t.technique, &t.command, &t.ns); err != nil {
			tb.Fatalf("%q: %v", line, err)
		}
		list = append(list, t)
	}
	return list
}

func prefixRules(n int) string {
	b := []byte("meta: {title: Rules, description: Made for a measurement}\ntools:\n  bash:\n    " +
		"deny:\n")
	for i := range n {
		b = fmt.Appendf(b, "      - tool-%d destroy\n", i)
	}
	return string(b)
}

func checkRules(n int) string {
	b := []byte("meta: {title: Rules, description: Made for a measurement}\ntools:\n  bash:\n    " +
		"checks:\n")
	for i := range n {
		b = fmt.Appendf(b, "      - {test: '^tool-%d .*--purge', description: It cannot be undone, "+
			"alternative: keep it}\n", i)
	}
	return string(b)
}

// BenchmarkRules compares generated rule sets with interpreted ones, and with what other gates do,
// by number of rules.
func BenchmarkRules(b *testing.B) {
	for _, t := range timings(b) {
		b.Run(fmt.Sprintf("%s/%d/%s/%s", t.kind, t.rules, t.technique, t.command), func(b *testing.B) {
			b.ReportMetric(t.ns, "ns/op")
		})
	}
}

// TestGeneratedRulesDoNotAddUp: what a call costs under generated prefix rules does not grow with
// the number of rules that cannot apply to it, as it does under interpreted ones.
func TestGeneratedRulesDoNotAddUp(t *testing.T) {
	testkit.All(t, "it compiles some thousand rules")
	if raceEnabled {
		t.Skip("the race detector slows what is timed")
	}
	ns := map[timing]float64{}
	for _, v := range timings(t) {
		key := v
		key.ns = 0
		ns[key] = v.ns
	}
	few := ns[timing{kind: "prefix", rules: 10, technique: "generated", command: "none"}]
	many := ns[timing{kind: "prefix", rules: 2000, technique: "generated", command: "none"}]
	interpreted := ns[timing{kind: "prefix", rules: 2000, technique: "interpreted", command: "none"}]
	if few == 0 || many > 3*few {
		t.Errorf("generated: %.0f ns with 10 rules, %.0f ns with 2,000", few, many)
	}
	if many > interpreted {
		t.Errorf("2,000 rules: %.0f ns generated, %.0f ns interpreted", many, interpreted)
	}
}

// BenchmarkCommands is the slope of a call over the number of its commands.
func BenchmarkCommands(b *testing.B) {
	w := workplace(b, Classes(false)[:1])
	for _, n := range []int{1, 10, 100, 1000, 10000} {
		c := Class{Name: "slope", text: repeated(n)}
		s := newSubject(w, &c)
		if err := s.check(); err != nil { // there is no config to read
			b.Fatal(err)
		}
		b.Run(strconv.Itoa(n), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				s.call()
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/command")
		})
	}
}

// BenchmarkClasses is every class in process, for profiles and benchstat.
func BenchmarkClasses(b *testing.B) {
	classes := Classes(false)
	w := workplace(b, classes)
	for i := range classes {
		s := newSubject(w, &classes[i])
		leave := s.enter()
		if err := s.check(); err != nil {
			b.Fatal(err)
		}
		b.Run(classes[i].Name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				s.call()
			}
		})
		leave()
	}
}
