package presets_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/fencepost/fencepost/internal/test/testkit/gatetest"
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
