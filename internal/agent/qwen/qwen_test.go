package qwen_test

import (
	"testing"

	"github.com/fencepost/fencepost/internal/agent/agenttest"
	"github.com/fencepost/fencepost/internal/agent/qwen"
)

func TestDecode(t *testing.T) {
	agenttest.Decodes(t, qwen.Agent{}, []struct{ Input, Want string }{
		{agenttest.Usual("PreToolUse", "run_shell_command", `{"command": "ls", "directory": "sub"}`),
			`Bash command=ls dir_path=sub in sub`},
		{agenttest.Usual("PreToolUse", "read_file", `{"absolute_path": "/etc/passwd"}`),
			`Read file_path=/etc/passwd`},
		{agenttest.Usual("PreToolUse", "edit", `{"file_path": "a"}`), `Edit file_path=a`},
		{agenttest.Usual("PreToolUse", "write_file", `{"file_path": "a", "content": ""}`),
			`Write file_path=a content=`},
		{agenttest.Usual("PreToolUse", "todo_write", `{}`), `TodoWrite`},
		{agenttest.Usual("PreToolUse", "skill", `{"skill": "x"}`), `Skill skill=x`},
		{agenttest.Usual("PreToolUse", "task", `{}`), `Agent`},
		{agenttest.Usual("PreToolUse", "mcp__wiki__read", `{}`), `mcp__wiki__read`},
		{agenttest.Usual("PreToolUse", "new_tool", `{}`), `new_tool`},
		{agenttest.Usual("PreToolUse", "run_shell_command",
			`{"command": "ls"}`, `,"permission_mode":"yolo"`),
			`Bash command=ls`},
		{agenttest.Usual("PostToolUse", "edit", `{"file_path": "a"}`), `after: ran Edit`},
		{agenttest.Usual("SessionStart", "", `{}`), `start`},
		{`{`, `error`},
		{agenttest.Usual("PreToolUse", "run_shell_command", `{"command": 7}`),
			`Bash command=7 suspicious`},
	})
}

func TestEncode(t *testing.T) {
	agenttest.Answers(t, qwen.Agent{}, "PreToolUse", []struct{ Decision, Want string }{
		{"allow", ``},
		{"ask", `{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"as` +
			`k","permissionDecisionReason":"Fencepost: 'ls' requires approval. because."}` +
			`}`},
		{"deny", `{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"de` +
			`ny","permissionDecisionReason":"Fencepost: blocked — because","additionalCon` +
			`text":"The previous command was blocked by a fencepost permission rule. Do n` +
			`ot retry the same command."}}`},
	})
}
