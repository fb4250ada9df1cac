package fence

import (
	"bufio"
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/fencepost/fencepost/internal/agent/claude"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/rule"
)

// sandbox is a home and a project of their own, with a config that holds nothing but what the test
// says.
type sandbox struct {
	home, project string
	gate          *Gate
}

func newSandbox(t testing.TB, config string) *sandbox {
	t.Helper()
	// Not below /tmp, which rules treat specially.
	base, err := os.MkdirTemp(scratchBase(), "fencepost-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(base) })
	s := &sandbox{home: filepath.Join(base, "home"), project: filepath.Join(base, "home", "project")}
	for _, dir := range []string{s.home, filepath.Join(s.project, ".git"),
		filepath.Join(s.project, ".claude")} {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if config != "" {
		if err := os.WriteFile(filepath.Join(s.project, ".claude", "fencepost.yaml"), []byte(config),
			0o644); err != nil {
			t.Fatal(err)
		}
	}
	s.gate = New(Options{Trusted: true, Home: s.home, Shell: "/bin/bash"})
	return s
}

func scratchBase() string {
	if info, err := os.Stat("/var/tmp"); err == nil && info.IsDir() {
		return "/var/tmp"
	}
	return ""
}

// judge decides about one call of a tool with an input that is given as JSON.
func (s *sandbox) judge(t testing.TB, tool string, input any) rule.Verdict {
	t.Helper()
	data, err := json.Marshal(map[string]any{"session_id": "s", "cwd": s.project,
		"hook_event_name": "PreToolUse",
		"tool_name":       tool, "tool_input": input, "tool_use_id": "t"})
	if err != nil {
		t.Fatal(err)
	}
	var call fact.Call
	if call, err = claude.Decode(data); err != nil {
		t.Fatal(err)
	}
	return s.gate.Judge(&call).Verdict
}

// row is one line of a table of commands or calls.
type row struct {
	Cmd   string         `json:"cmd"`
	Tool  string         `json:"tool"`
	Input map[string]any `json:"input"`
	Want  string         `json:"want"`
	Shell string         `json:"shell"`
}

func readRows(t testing.TB, file string, each func(n int, r row)) {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(bytes.NewReader(data))
	lines.Buffer(nil, 1<<20)
	for n := 1; lines.Scan(); n++ {
		if strings.TrimSpace(lines.Text()) == "" {
			continue
		}
		var r row
		if err := json.Unmarshal(lines.Bytes(), &r); err != nil {
			t.Fatalf("%s:%d: %v", file, n, err)
		}
		each(n, r)
	}
}

// TestPresets holds every preset, imported alone, to its table.
func TestPresets(t *testing.T) {
	files, err := filepath.Glob("../../testdata/presets/*.jsonl")
	if err != nil || len(files) == 0 {
		t.Fatal("no tables in testdata/presets", err)
	}
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".jsonl")
		t.Run(name, func(t *testing.T) {
			s := newSandbox(t, "import: ["+name+"]\n")
			rows := 0
			readRows(t, file, func(n int, r row) {
				rows++
				tool, input := r.Tool, r.Input
				if tool == "" {
					tool, input = "Bash", map[string]any{"command": strings.ReplaceAll(r.Cmd, "{HOME}", s.home)}
				}
				for k, v := range input {
					if text, ok := v.(string); ok {
						input[k] = strings.NewReplacer("{HOME}", s.home, "{PROJ}", s.project).Replace(text)
					}
				}
				if v := s.judge(t, tool, input); v.Decision.String() != r.Want {
					t.Errorf("%s:%d: %s %v: got %v (%s), want %s", file, n, tool, input, v.Decision, v.Rule+" "+
						v.Description, r.Want)
				}
			})
			if rows < 20 {
				t.Errorf("%s has %d rows, want at least 20", file, rows)
			}
		})
	}
}

// TestReadme: the example shows where the rule stands now.
func TestReadme(t *testing.T) {
	text, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	s := newSandbox(t, "")
	v := s.judge(t, "Bash", map[string]any{"command": `X=r; timeout 5 env A=1 bash -c "$X''m -rf ~"`})
	if v.Src == "" || strings.Count(string(text), v.Src) != 2 {
		t.Errorf("the rule stands at %q, and README.md names %d times that place, not twice", v.Src,
			strings.Count(string(text), v.Src))
	}
}
