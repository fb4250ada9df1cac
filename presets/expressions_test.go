package presets_test

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/fencepost/fencepost/internal/rule"
	"github.com/fencepost/fencepost/internal/test/testkit/gatetest"
)

// sampleRows are the commands of the tables of presets and of the corpus of everyday calls.
func sampleRows(t *testing.T) (list []string) {
	t.Helper()
	files, _ := filepath.Glob("../testdata/presets/*.jsonl")
	for _, file := range files {
		for _, r := range gatetest.ReadLines[row](t, "presets/"+filepath.Base(file)) {
			list = append(list, r.Cmd)
		}
	}
	for _, r := range gatetest.ReadLines[map[string]any](t, "corpora/everyday.jsonl") {
		cmd, _ := r["cmd"].(string)
		list = append(list, cmd)
	}
	return slices.DeleteFunc(list, func(cmd string) bool {
		return cmd == "" || strings.ContainsAny(cmd, "|&;<>$`(\n#") // one command
	})
}

// TestExpressionsCoverWhatIsKnown gives each expression by which a preset allows a call options that
// no program has, behind a row of the tables that passes by it.
func TestExpressionsCoverWhatIsKnown(t *testing.T) {
	t.Parallel()
	w, listed := gatetest.New(t, gatetest.Corpora), anyWords(t)
	begins := func(cmd string) bool {
		for key := range listed {
			if strings.HasPrefix(cmd+" ", key+" ") {
				return true
			}
		}
		return false
	}
	seen := map[string]int{}
	for _, cmd := range sampleRows(t) {
		v := w.Judge(t, "Bash", map[string]any{"command": w.Fill(cmd)})
		if v.Decision != rule.Allow || !strings.HasPrefix(v.Rule, "bash.allowChecks") {
			continue
		}
		if seen[v.Src]++; seen[v.Src] > 2 || begins(cmd) {
			continue
		}
		for _, words := range strangeWords {
			v := w.Judge(t, "Bash", map[string]any{"command": w.Fill(cmd) + " " + words})
			if v.Decision == rule.Allow {
				t.Errorf("%s: %s %s passes", v.Src, cmd, words)
				break
			}
		}
	}
	if len(seen) < 300 {
		t.Errorf("rows pass by %d expressions, want at least 300", len(seen))
	}
}
