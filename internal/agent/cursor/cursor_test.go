package cursor_test

import (
	"testing"

	"github.com/fencepost/fencepost/internal/agent/agenttest"
	"github.com/fencepost/fencepost/internal/agent/cursor"
)

func TestDecode(t *testing.T) {
	agenttest.Decodes(t, cursor.Agent{}, []struct{ Input, Want string }{
		{`{"hook_event_name":"beforeShellExecution","command":"ls","cwd":"/p/sub",` +
			`"workspace_roots":["/p"]}`, `Bash command=ls in /p/sub`},
		{`{"hook_event_name":"beforeReadFile","file_path":"/p/.env","workspace_roots":["/p"]}`,
			`Read file_path=/p/.env`},
		{`{"hook_event_name":"beforeMCPExecution","tool_name":"Shell","tool_input":"{\"a\": \"b\"}",` +
			`"workspace_roots":["/p"]}`, `mcp__unknown__Shell a=b`},
		{agenttest.Usual("preToolUse", "Shell",
			`{"command": "ls", "working_directory": "/q"}`, `,"workspace_roots":["/p", "/p/sub"]`),
			`Bash command=ls working_directory=/q in /q`},
		{agenttest.Usual("preToolUse", "Shell", `{"command": "ls", "required_permissions": ["all"]}`),
			`Bash command=ls dangerouslyDisableSandbox=["all"]`},
		{agenttest.Usual("preToolUse", "run_terminal_cmd", `{"command": "ls"}`),
			`Bash command=ls`},
		{agenttest.Usual("preToolUse", "read_file", `{"target_file": "a"}`), `Read file_path=a`},
		{agenttest.Usual("preToolUse", "Delete", `{"path": "a"}`), `Edit file_path=a (delete a)`},
		{agenttest.Usual("preToolUse", "StrReplace", `{"path": "a", "old_string": "x"}`),
			`Edit file_path=a old_string=x`},
		{agenttest.Usual("preToolUse", "ApplyPatch",
			`{"patch": "*** Begin Patch\n*** Delete File: a\n*** End Patch"}`),
			"Edit patch=*** Begin Patch\n*** Delete File: a\n*** End Patch (delete a)"},
		{agenttest.Usual("preToolUse", "LS", `{"target_directory": "/etc"}`), `Glob path=/etc`},
		{agenttest.Usual("preToolUse", "MCP:read", `{}`), `mcp__unknown__read`},
		{agenttest.Usual("preToolUse", "NewTool", `{}`), `NewTool`},
		{agenttest.Usual("newEvent", "Shell", `{"command": "ls"}`), `Bash command=ls`},
		{agenttest.Usual("postToolUseFailure", "Shell", `{"command": "ls"}`),
			`after: failed Bash`},
		{agenttest.Usual("stop", "", `{}`), `nothing`},
		{agenttest.Usual("sessionStart", "", `{}`), `start`},
		{`{`, `error`},
		{agenttest.Usual("preToolUse", "Shell", `{"command": 7}`), `Bash command=7 suspicious`},
	})
}

func TestEncode(t *testing.T) {
	agenttest.Answers(t, cursor.Agent{}, "beforeShellExecution", []struct{ Decision, Want string }{
		{"allow", `{}`},
		{"ask", `{"permission":"ask","user_message":"Fencepost: 'ls' requires approval. becau` +
			`se.","agent_message":"Fencepost: 'ls' requires approval. because."}`},
		{"deny", `{"permission":"deny","user_message":"Fencepost: blocked — because","agent_me` +
			`ssage":"Fencepost: blocked — because. Do not retry the same call or disguise` +
			` it."}`},
	})
}
