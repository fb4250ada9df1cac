package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/fencepost/fencepost/internal/app/hook"
)

// TestDemo holds the demonstration to what it is there to show.
func TestDemo(t *testing.T) {
	const dir = "../../testdata/demo"
	from, err := filepath.Abs(dir)
	if err != nil {
		t.Fatal(err)
	}
	home, project := workplace(t)
	// The scratch directory is the test's own: /tmp/claude may be another user's.
	config := strings.Replace(read(t, filepath.Join(from, "fencepost.yaml")), "{tmp: true}",
		"{tmp: true, tmpTarget: "+filepath.Join(t.TempDir(), "claude")+"}", 1)
	if err := putFile(filepath.Join(project, ".claude", "fencepost.yaml"), config); err != nil {
		t.Fatal(err)
	}
	want := map[string]struct{ decision, text string }{
		"01-read.json":           {"allow", ""},
		"02-mention.json":        {"allow", ""},
		"03-push.json":           {"ask", "git push origin main"},
		"04-home.json":           {"deny", "Use this instead"},
		"05-disguised.json":      {"deny", "Use this instead"},
		"06-hidden-in-line.json": {"deny", "find /"},
		"07-chained.json":        {"ask", "git push"},
		"08-scratch.json":        {"allow", "/claude/test.log"},
		"09-write.json":          {"deny", "inside the project"},
		"10-own-config.json":     {"deny", "the fence itself"},
		// The test program has no helper beside it, which is said; demo.sh has, and denies.
		"11-inline.json": {"ask", "fencepost-interp"},
	}
	files, err := os.ReadDir(from)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if filepath.Ext(f.Name()) != ".json" {
			continue
		}
		w, ok := want[f.Name()]
		if !ok {
			t.Errorf("%s is not expected", f.Name())
			continue
		}
		delete(want, f.Name())
		call := strings.NewReplacer("{PROJECT}", project, "{HOME}",
			home).Replace(read(t, filepath.Join(from, f.Name())))
		var out bytes.Buffer
		hook.Main(strings.NewReader(call), &out, nil, nil)
		h, err := parseOutput(out.Bytes())
		if err != nil {
			t.Fatalf("%s: %v", f.Name(), err)
		}
		if h.decision() != w.decision || !strings.Contains(out.String(), w.text) {
			t.Errorf("%s: got %s, want %s with %q:\n%s", f.Name(), h.decision(), w.decision, w.text,
				out.String())
		}
	}
	for name := range want {
		t.Errorf("%s is missing", name)
	}
}
