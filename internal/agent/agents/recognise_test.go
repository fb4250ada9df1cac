package agents

import (
	"testing"

	"github.com/fencepost/fencepost/internal/agent/claude"
)

const typical = `{"session_id":"00893aaf-19fa-41d2-8238-13269b9b3ca0",` +
	`"transcript_path":"/home/u/.claude/p.jsonl",` +
	`"cwd":"/home/u/src/project","permission_mode":"default","effort":{"level":"high"},` +
	`"hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"command":"git status"},` +
	`"tool_use_id":"toolu_01A09q90qw90lq917835lq9"}`

// TestRecogniseCostsNothing holds that an input of Claude Code is read once, with or without a
// name.
func TestRecogniseCostsNothing(t *testing.T) {
	data := []byte(typical)
	named := testing.AllocsPerRun(100, func() {
		if _, err := (claude.Agent{}).Decode(data); err != nil {
			t.Fatal(err)
		}
	})
	unnamed := testing.AllocsPerRun(100, func() {
		if _, _, err := Recognise(data); err != nil {
			t.Fatal(err)
		}
	})
	if unnamed > named {
		t.Errorf("%v allocations without a name, %v with it", unnamed, named)
	}
}

func TestRecognise(t *testing.T) {
	const tool = `"tool_name":"Bash","tool_input":{"command":"ls"}`
	for _, tt := range []struct{ in, want string }{
		{typical, "claude"},
		{`{}`, "claude"},
		{``, "claude"},
		{`[]`, "claude"},
		{`{"hook_event_name":"SomethingNew",` + tool + `}`, "claude"},
		{`{` + tool + `}`, "claude"},
		{`{"hook_event_name":"PreToolUse","turn_id":"1",` + tool + `}`, "codex"},
		{`{"hook_event_name":"BeforeTool","timestamp":"x",` + tool + `}`, "gemini"},
		{`{"hook_event_name":"SessionStart","timestamp":"x"}`, "claude"},
		{`{"hook_event_name":"beforeReadFile","conversation_id":"1","file_path":"/a"}`, "cursor"},
		{`{"hook_event_name":"preToolUse","cursor_version":"1",` + tool + `}`, "cursor"},
		{`{"toolName":"bash","toolArgs":"{}"}`, "copilot"},
		{`{"hook_event_name":"PreToolUse","timestamp":"x",` + tool + `}`, "copilot"},
		{`{"agent_action_name":"pre_run_command","timestamp":"x","tool_info":{}}`, "windsurf"},
		{`{"hook_event_name":"tool.execute.before",` + tool + `}`, "opencode"},
		{`{"hook_event_name":"PreToolUse","timestamp":"x","permission_mode":"yolo",` + tool + `}`,
			"qwen"},
		{`{"hook_event_name":"PreToolUse","timestamp":"x","tool_name":"write_file"}`, "qwen"},
		{`{"turn_id":"1","toolName":"bash"}`, "unknown"},
		{`{"clineVersion":"3"}`, "unknown"},
		// What stands inside a tool's input tells nothing.
		{`{"hook_event_name":"PreToolUse","tool_name":"X","tool_input":{"turn_id":1}}`, "claude"},
	} {
		if who, _, _ := Recognise([]byte(tt.in)); who.Name != tt.want {
			t.Errorf("Recognise(%s) is %s, want %s", tt.in, who.Name, tt.want)
		}
	}
}

func TestFind(t *testing.T) {
	seen := map[string]bool{}
	for _, a := range All() {
		if got, ok := Find(a.Name); !ok || got != a || seen[a.Name] {
			t.Errorf("%s is not found by its name alone", a.Name)
		}
		seen[a.Name] = true
	}
	if a, ok := Find(""); !ok || a.Name != "claude" {
		t.Error("without a name it is not Claude Code")
	}
	if _, ok := Find("no-such-agent"); ok {
		t.Error("an agent that does not exist is found")
	}
}

// TestEachAgentHasSigns: only the default agent is meant where no sign says another.
func TestEachAgentHasSigns(t *testing.T) {
	for _, who := range All() {
		if who.Name != Default && len(who.Signs) == 0 {
			t.Errorf("%s has no signs: its inputs are taken for those of %s", who.Name, DefaultTitle)
		}
	}
}
