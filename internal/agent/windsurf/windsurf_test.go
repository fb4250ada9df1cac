package windsurf_test

import (
	"testing"

	"github.com/fencepost/fencepost/internal/agent/agenttest"
	"github.com/fencepost/fencepost/internal/agent/windsurf"
)

func TestDecode(t *testing.T) {
	agenttest.Decodes(t, windsurf.Agent{}, []struct{ Input, Want string }{
		{`{"agent_action_name":"pre_run_command","tool_info":{"command_line":"ls","cwd":"/p/sub"}}`,
			`Bash command=ls cwd=/p/sub in /p/sub`},
		{`{"agent_action_name":"pre_run_command","tool_info":{"command_line":"ls"}}`,
			`Bash command=ls`},
		{`{"agent_action_name":"pre_read_code","tool_info":{"file_path":"/etc/passwd"}}`,
			`Read file_path=/etc/passwd`},
		{`{"agent_action_name":"pre_write_code","tool_info":{"file_path":"/p/a","edits":[]}}`,
			`Edit file_path=/p/a edits=[]`},
		{`{"agent_action_name":"pre_mcp_tool_use",` +
			`"tool_info":{"mcp_server_name":"wiki",` +
			`"mcp_tool_name":"read","mcp_tool_arguments":{"a":"b"}}}`,
			`mcp__wiki__read mcp_server_name=wiki mcp_tool_name=read ` +
				`mcp_tool_arguments={"a":"b"}`},
		{`{"agent_action_name":"pre_mcp_tool_use","tool_info":{"mcp_tool_name":"read"}}`,
			`mcp____read mcp_tool_name=read suspicious`},
		{`{"agent_action_name":"pre_new_action","tool_info":{}}`, `new_action`},
		{`{"agent_action_name":"new_event","tool_info":{}}`, `event`},
		{`{"agent_action_name":"post_run_command","tool_info":{"command_line":"ls"}}`,
			`after: ran Bash`},
		{`{"agent_action_name":"pre_user_prompt","tool_info":{}}`, `nothing`},
		{`{`, `error`},
		{`{"agent_action_name":"pre_run_command","tool_info":{"command_line":7}}`,
			`Bash command=7 suspicious`},
		{`{"agent_action_name":"pre_run_command","tool_info":{}}`, `Bash suspicious`},
		{`{"agent_action_name":"pre_run_command"}`, `Bash suspicious`},
	})
}

func TestEncode(t *testing.T) {
	agenttest.Answers(t, windsurf.Agent{}, "pre_run_command", []struct{ Decision, Want string }{
		{"allow", ``},
		{"ask", `exit 2: Fencepost: blocked — It requires approval, and a hook of Windsurf ca` +
			`nnot ask anybody. because. Use this instead: ask the person, who can run it ` +
			`in a terminal of their own, or allow it for you with a rule in ~/.claude/fen` +
			`cepost.yaml. Do not retry the same call or disguise it.`},
		{"deny", `exit 2: Fencepost: blocked — because. Do not retry the same call or disguise` +
			` it.`},
	})
}
