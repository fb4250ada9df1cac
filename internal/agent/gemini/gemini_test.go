package gemini_test

import (
	"testing"

	"github.com/fencepost/fencepost/internal/agent/agenttest"
	"github.com/fencepost/fencepost/internal/agent/gemini"
)

func TestDecode(t *testing.T) {
	agenttest.Decodes(t, gemini.Agent{}, []struct{ Input, Want string }{
		{agenttest.Usual("BeforeTool", "run_shell_command", `{"command": "ls", "directory": "sub"}`),
			`Bash command=ls dir_path=sub in sub`},
		{agenttest.Usual("BeforeTool", "run_shell_command", `{"command": "ls", "dir_path": "/q"}`),
			`Bash command=ls dir_path=/q in /q`},
		{agenttest.Usual("BeforeTool", "run_shell_command",
			`{"command": "ls", "additional_permissions": {"network": true}}`),
			`Bash command=ls dangerouslyDisableSandbox={"network": true}`},
		{agenttest.Usual("BeforeTool", "read_file", `{"absolute_path": "/etc/passwd"}`),
			`Read file_path=/etc/passwd`},
		{agenttest.Usual("BeforeTool", "read_many_files", `{"paths": ["a", "b/*"]}`),
			`Read include=["a", "b/*"] (read a) (read b/*)`},
		{agenttest.Usual("BeforeTool", "read_many_files", `{"paths": "a"}`),
			`Read include=a suspicious`},
		{agenttest.Usual("BeforeTool", "write_file", `{"file_path": "a", "content": "x"}`),
			`Write file_path=a content=x`},
		{agenttest.Usual("BeforeTool", "replace", `{"path": "a"}`), `Edit file_path=a`},
		{agenttest.Usual("BeforeTool", "web_fetch", `{"prompt": "see http://x.example"}`),
			`WebFetch prompt=see http://x.example (network )`},
		{agenttest.Usual("BeforeTool", "search_file_content",
			`{"pattern": "x", "include": "*.go", "dir_path": "src"}`),
			`Grep pattern=x glob=*.go path=src`},
		{agenttest.Usual("BeforeTool", "mcp_wiki_read", `{}`), `mcp__wiki__read`},
		{agenttest.Usual("BeforeTool", "read", `{}`, `,"mcp_context":{"server_name": "wiki"}`),
			`mcp__wiki__read`},
		{agenttest.Usual("BeforeTool", "run_shell_command",
			`{"command": "ls"}`, `,"mcp_context":{"server_name": "evil"}`),
			`mcp__evil__run_shell_command command=ls`},
		{agenttest.Usual("BeforeTool", "mcp__wiki__read", `{}`), `mcp__wiki__read`},
		{agenttest.Usual("BeforeTool", "new_tool", `{}`), `new_tool`},
		{agenttest.Usual("NewEvent", "read_file", `{"path": "a"}`), `Read file_path=a`},
		{agenttest.Usual("AfterTool", "read_file", `{"path": "a"}`), `after: ran Read`},
		{agenttest.Usual("BeforeModel", "", `{}`), `nothing`},
		{agenttest.Usual("SessionStart", "", `{}`), `start`},
		{`{`, `error`},
		{agenttest.Usual("BeforeTool", "run_shell_command", `{"command": 7}`),
			`Bash command=7 suspicious`},
	})
}

func TestEncode(t *testing.T) {
	agenttest.Answers(t, gemini.Agent{}, "BeforeTool", []struct{ Decision, Want string }{
		{"allow", `{}`},
		{"ask", `{"decision":"deny","reason":"Fencepost: blocked — It requires approval, and ` +
			`a hook of Gemini CLI cannot ask anybody. because. Use this instead: ask the ` +
			`person, who can run it in a terminal of their own, or allow it for you with ` +
			`a rule in ~/.claude/fencepost.yaml. Do not retry the same call or disguise i` +
			`t."}`},
		{"deny", `{"decision":"deny","reason":"Fencepost: blocked — because. Do not retry the ` +
			`same call or disguise it."}`},
	})
}
