package kiro_test

import (
	"testing"

	"github.com/fencepost/fencepost/internal/agent/agenttest"
	"github.com/fencepost/fencepost/internal/agent/kiro"
)

func TestDecode(t *testing.T) {
	agenttest.Decodes(t, kiro.Agent{}, []struct{ Input, Want string }{
		{agenttest.Usual("preToolUse", "execute_bash", `{"command": "ls"}`), `Bash command=ls`},
		{agenttest.Usual("preToolUse", "shell", `{"command": "ls"}`), `Bash command=ls`},
		{agenttest.Usual("preToolUse", "execute_cmd", `{"command": "dir"}`),
			`execute_cmd command=dir suspicious`},
		{agenttest.Usual("preToolUse", "execute_bash", `{"command": 7}`), `Bash command=7 suspicious`},
		{agenttest.Usual("preToolUse", "execute_bash", `{}`), `Bash suspicious`},
		{agenttest.Usual("preToolUse", "fs_read", `{"operations":[{"mode":"Line","path":"/a"},`+
			`{"mode":"Image","image_paths":["/b.png"]}]}`),
			`Read operations=[{"mode":"Line","path":"/a"},{"mode":"Image","image_paths":["/b.png"]}] ` +
				`(read /a) (read /b.png)`},
		{agenttest.Usual("preToolUse", "fs_read", `{"operations":[{"mode":"Line","path":"~/a"}]}`),
			`Read operations=[{"mode":"Line","path":"~/a"}] (read ~/a) suspicious`},
		{agenttest.Usual("preToolUse", "fs_read", `{"operations":[{"mode":"Line"}]}`),
			`Read operations=[{"mode":"Line"}] suspicious`},
		{agenttest.Usual("preToolUse", "fs_read", `{"operations":[]}`), `Read operations=[] suspicious`},
		{agenttest.Usual("preToolUse", "fs_read", `{"operations":"x"}`), `Read operations=x suspicious`},
		{agenttest.Usual("preToolUse", "fs_read", `{"path":"/a"}`), `Read file_path=/a`},
		{agenttest.Usual("preToolUse", "fs_read", `{}`), `Read suspicious`},
		{agenttest.Usual("preToolUse", "fs_write", `{"command":"create","path":"/a","file_text":"x"}`),
			`Write command=create file_path=/a file_text=x`},
		{agenttest.Usual("preToolUse", "fs_write", `{"command":"append","path":"/a","new_str":"x"}`),
			`Edit command=append file_path=/a new_str=x`},
		{agenttest.Usual("preToolUse", "@postgres/query", `{"sql":"x"}`), `mcp__postgres__query sql=x`},
		{agenttest.Usual("preToolUse", "use_aws", `{"service_name":"s3"}`), `use_aws service_name=s3`},
		{agenttest.Usual("newEvent", "execute_bash", `{"command": "ls"}`), `Bash command=ls`},
		{agenttest.Usual("postToolUse", "execute_bash", `{"command": "ls"}`), `after: ran Bash`},
		{agenttest.Usual("agentSpawn", "", `{}`), `nothing`},
		{`{`, `error`},
	})
}

func TestEncode(t *testing.T) {
	agenttest.Answers(t, kiro.Agent{}, "preToolUse", []struct{ Decision, Want string }{
		{"allow", ``},
		{"ask", `exit 2: Fencepost: blocked — It requires approval, and a hook of Kiro cannot ask an` +
			`ybody. because. Use this instead: ask the person, who can run it in a terminal of their ` +
			`own, or allow it for you with a rule in ~/.claude/fencepost.yaml. Do not retry the same ` +
			`call or disguise it.`},
		{"deny", `exit 2: Fencepost: blocked — because. Do not retry the same call or disguise it.`},
	})
}
