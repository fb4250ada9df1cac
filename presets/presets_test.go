package presets_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/fencepost/fencepost/internal/testkit/gatetest"
)

// row is one line of a table of commands or calls.
type row struct {
	Cmd   string         `json:"cmd"`
	Tool  string         `json:"tool"`
	Input map[string]any `json:"input"`
	Want  string         `json:"want"`
}

// TestPresets holds every preset, imported alone, to its table.
func TestPresets(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("../testdata/presets/*.jsonl")
	if err != nil || len(files) == 0 {
		t.Fatal("no tables in testdata/presets", err)
	}
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".jsonl")
		t.Run(name, func(t *testing.T) {
			s := gatetest.New(t, "import: ["+name+"]\n")
			rows := gatetest.ReadLines[row](t, "presets/"+filepath.Base(file))
			for _, r := range rows {
				tool, input := r.Tool, r.Input
				if tool == "" {
					tool, input = "Bash", map[string]any{"command": r.Cmd}
				}
				for k, v := range input {
					if text, ok := v.(string); ok {
						input[k] = s.Fill(text)
					}
				}
				s.Expect(t, file, tool, input, r.Want)
			}
			if len(rows) < 20 {
				t.Errorf("%s has %d rows, want at least 20", file, len(rows))
			}
		})
	}
}

// TestReadme: the example shows where the rule stands now.
func TestReadme(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../README.md")
	if err != nil {
		t.Fatal(err)
	}
	s := gatetest.New(t, "")
	v := s.Judge(t, "Bash", map[string]any{"command": `X=r; timeout 5 env A=1 bash -c "$X''m -rf ~"`})
	if v.Src == "" || strings.Count(string(text), v.Src) != 2 {
		t.Errorf("the rule stands at %q, and README.md names %d times that place, not twice", v.Src,
			strings.Count(string(text), v.Src))
	}
}
