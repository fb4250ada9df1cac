package agent

import (
	"strings"
	"testing"

	"github.com/fencepost/fencepost/internal/fact"
)

func text(name, value string) fact.Field {
	return fact.Field{Name: name, Raw: []byte(`"` + value + `"`), Text: value, String: true}
}

// TestTools holds what the table says of calls: whether they run shell text, and what they lack.
func TestTools(t *testing.T) {
	null := fact.Field{Name: "path", Raw: []byte("null")}
	for _, tt := range []struct {
		tool  string
		input []fact.Field
		shell bool
		lacks string // a part of the sentence; "" for nothing
	}{
		{"Bash", []fact.Field{text("command", "ls")}, true, ""},
		{"Bash", nil, true, "no field command"},
		{"Bash", []fact.Field{{Name: "command", Raw: []byte("7")}}, true, "not a string"},
		{"Monitor", []fact.Field{text("command", "tail -f a")}, true, ""},
		{"Monitor", []fact.Field{{Name: "ws", Raw: []byte("{}")}}, false, ""},
		{"Monitor", nil, false, "no field command"},
		{"PowerShell", []fact.Field{text("command", "ls")}, false, ""},
		{"Read", []fact.Field{text("path", "a")}, false, "no field file_path"},
		{"NotebookEdit", []fact.Field{text("notebook_path", "a")}, false, ""},
		{"Grep", nil, false, ""},
		{"Grep", []fact.Field{null}, false, ""},
		{"Glob", []fact.Field{{Name: "path", Raw: []byte("[]")}}, false, "not a string"},
		{"WebFetch", nil, false, "no field url"},
		{"mcp__a__b", nil, false, ""},
	} {
		call := &fact.Call{Tool: tt.tool, Input: tt.input}
		if got := RunsShell(call); got != tt.shell {
			t.Errorf("%s %v: runs shell text %v", tt.tool, tt.input, got)
		}
		if got := Lacks(call); !strings.Contains(got, tt.lacks) || tt.lacks == "" && got != "" {
			t.Errorf("%s %v: lacks %q, want %q", tt.tool, tt.input, got, tt.lacks)
		}
	}
	for _, name := range []string{"Read", "Write", "Edit", "MultiEdit", "NotebookEdit", "Glob",
		"Grep"} {
		if tool := ToolOf(name); !tool.HasPath() || tool.Reads() == tool.Writes() {
			t.Errorf("%s: reads %v, writes %v", name, tool.Reads(), tool.Writes())
		}
	}
}
