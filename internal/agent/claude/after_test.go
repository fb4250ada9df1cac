package claude

import (
	"strings"
	"testing"

	"github.com/fencepost/fencepost/internal/fact"
)

// TestOutput: the inputs are those of the client, shortened.
func TestOutput(t *testing.T) {
	for _, tt := range []struct{ in, want string }{
		{`{"hook_event_name":"PostToolUse","tool_name":"Bash","tool_input":{"command":"ls"},
			"tool_response":{"stdout":"a\nb","stderr":"ls: c: Permission denied","interrupted":false,
			"isImage":false}}`, "ls: c: Permission denied\na\nb\n"},
		{`{"hook_event_name":"PostToolUseFailure","tool_name":"Bash","tool_input":{"command":"x"},
			"error":"Exit code 1\ntouch: cannot touch '/x': Read-only file system"}`,
			"Exit code 1\ntouch: cannot touch '/x': Read-only file system"},
		{`{"hook_event_name":"PostToolUse","tool_response":"done"}`, "done\n"},
		{`{"hook_event_name":"PostToolUse","tool_response":[{"type":"text","text":"one"}]}`,
			"one\ntext\n"},
		{`{"hook_event_name":"PostToolUse"}`, ""},
		{`{"tool_response"`, ""},
	} {
		if got := (Agent{}).Output([]byte(tt.in)); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.in, got, tt.want)
		}
	}
}

func TestStoppedAttemptsAreTold(t *testing.T) {
	lines := []string{"The fencepost sandbox stopped this command from:", `- writing "x"`}
	for _, tt := range []struct{ event, want string }{
		{"PostToolUse", `{"hookSpecificOutput":{"hookEventName":"PostToolUse","additionalContext":` +
			`"The fencepost sandbox stopped this command from:\n- writing \"x\""}}` + "\n"},
		{"PostToolUseFailure", `{"hookSpecificOutput":{"hookEventName":"PostToolUseFailure",` +
			`"additionalContext":"The fencepost sandbox stopped this command from:\n- writing \"x\""}}` +
			"\n"},
		{"PermissionDenied", ""},
	} {
		got := string((Agent{}).Tell(&fact.Call{Event: tt.event}, lines, "").Out)
		if got != tt.want {
			t.Errorf("%s: %s, want %s", tt.event, got, tt.want)
		}
	}
	if a := (Agent{}).Tell(&fact.Call{Event: "PostToolUse"}, nil, ""); a.Out != nil {
		t.Errorf("an answer without lines: %s", a.Out)
	}
	long := string((Agent{}).Tell(&fact.Call{Event: "PostToolUse"},
		[]string{strings.Repeat("x", 2*maxText)}, "").Out)
	if len(long) > maxText+200 {
		t.Errorf("an answer of %d bytes", len(long))
	}
}

func TestQuestionsNobodyHears(t *testing.T) {
	for _, tt := range []struct {
		mode, attended string
		heard          bool
	}{
		{"", "", true}, {"default", "1", true}, {"acceptEdits", "", true}, {"plan", "", true},
		{"default", "0", false}, {"bypassPermissions", "", false}, {"auto", "", false},
		{"dontAsk", "", false}, {"another", "", false},
	} {
		t.Setenv(attended, tt.attended)
		if why := (Agent{}).Unheard(&fact.Call{Mode: tt.mode}); (why == "") != tt.heard {
			t.Errorf("mode %q, attended %q: %q", tt.mode, tt.attended, why)
		}
	}
}
