package hook

import (
	"bytes"
	"strings"
	"testing"
)

// TestChangedCallIsTold: after a call that another hook has changed, the model and the person are
// told what ran, and what was judged.
func TestChangedCallIsTold(t *testing.T) {
	_, project := withConfig(t, "audit: {enabled: true}\nredirect: {tmp: true}\n")
	event := func(name, id, tool, input string) string {
		var out bytes.Buffer
		Main(strings.NewReader(`{"hook_event_name":"`+name+`","session_id":"s","tool_use_id":"`+id+
			`","cwd":"`+project+`","tool_name":"`+tool+`","tool_input":`+input+`}`), &out, nil, nil)
		return out.String()
	}
	for _, tt := range []struct {
		id, tool, judged, ran string
		told                  bool
	}{
		{"1", "Bash", `{"command":"git log -1"}`, `{"command":"touch ~/x"}`, true},
		{"2", "Bash", `{"command":"git log -1"}`, `{"command":"git log -1","timeout":9}`, false},
		{"3", "Bash", `{"command":"echo > /tmp/a"}`, `{"command":"echo > /tmp/claude/a"}`, false},
		{"4", "Bash", `{"command":"echo > /tmp/a"}`, `{"command":"echo > /tmp/a"}`, false},
		{"5", "Read", `{"file_path":"a"}`, `{"file_path":"b"}`, true},
		{"6", "Write", `{"file_path":"a","content":"x"}`, `{"file_path":"a","content":"y"}`, false},
	} {
		event("PreToolUse", tt.id, tt.tool, tt.judged)
		got := event("PostToolUse", tt.id, tt.tool, tt.ran)
		if strings.Contains(got, "systemMessage") != tt.told ||
			strings.Contains(got, "additionalContext") != tt.told {
			t.Errorf("%s judged, %s ran: %s", tt.judged, tt.ran, got)
		}
	}
	if got := event("PostToolUse", "none", "Bash", `{"command":"ls"}`); got != "" {
		t.Errorf("a call that was not judged: %s", got)
	}
}
