package codex_test

import (
	"testing"

	"github.com/fencepost/fencepost/internal/agent/agenttest"
	"github.com/fencepost/fencepost/internal/agent/codex"
)

func TestDecode(t *testing.T) {
	agenttest.Decodes(t, codex.Agent{}, []struct{ Input, Want string }{
		{agenttest.Usual("PreToolUse", "Bash", `{"command": "ls"}`), `Bash command=ls`},
		{agenttest.Usual("PreToolUse", "shell",
			`{"command": ["bash", "-lc", "ls -l"], "workdir": "/q"}`),
			`Bash command=bash -lc 'ls -l' workdir=/q in /q`},
		{agenttest.Usual("PreToolUse", "exec_command", `{"cmd": "ls"}`), `Bash command=ls`},
		{agenttest.Usual("PreToolUse", "shell", `{"command": ["rm", "-rf", "a b"]}`),
			`Bash command=rm -rf 'a b'`},
		{agenttest.Usual("PreToolUse", "shell",
			`{"command": "ls", "sandbox_permissions": "require_escalated"}`),
			`Bash command=ls dangerouslyDisableSandbox=require_escalated`},
		{agenttest.Usual("PreToolUse", "shell",
			`{"command": "ls", "with_escalated_permissions": true}`),
			`Bash command=ls dangerouslyDisableSandbox=true`},
		{agenttest.Usual("PreToolUse", "apply_patch",
			`{"input": "*** Begin Patch\n*** Delete File: a.txt\n*** End Patch"}`),
			"Edit command=*** Begin Patch\n*** Delete File: a.txt\n*** End Patch (delete a.txt)"},
		{agenttest.Usual("PreToolUse", "apply_patch", `{"input": "no patch"}`),
			`Edit command=no patch suspicious`},
		{agenttest.Usual("PreToolUse", "view_image", `{"path": "/etc/x.png"}`),
			`Read file_path=/etc/x.png`},
		{agenttest.Usual("PreToolUse", "update_plan", `{}`), `TodoWrite`},
		{agenttest.Usual("PreToolUse", "new_tool", `{"a": 1}`), `new_tool a=1`},
		{agenttest.Usual("NewEvent", "Bash", `{"command": "ls"}`), `Bash command=ls`},
		{agenttest.Usual("PostToolUse", "Bash", `{"command": "ls"}`), `after: ran Bash`},
		{agenttest.Usual("SessionStart", "", `{}`), `start`},
		{agenttest.Usual("Stop", "", `{}`), `nothing`},
		{`{`, `error`},
		{`[]`, `error`},
		{`{"hook_event_name":"PreToolUse","tool_name":"Bash","tool_name":"Read",` +
			`"tool_input":{"command":"ls"},"cwd":"/p"}`, `Read command=ls suspicious`},
		{agenttest.Usual("PreToolUse", "Bash", `{"command": 7}`), `Bash command=7 suspicious`},
	})
}

func TestEncode(t *testing.T) {
	agenttest.Answers(t, codex.Agent{}, "PreToolUse", []struct{ Decision, Want string }{
		{"allow", ``},
		{"ask", `{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"de` +
			`ny","permissionDecisionReason":"Fencepost: blocked — It requires approval, a` +
			`nd a hook of Codex cannot ask anybody. because. Use this instead: ask the pe` +
			`rson, who can run it in a terminal of their own, or allow it for you with a ` +
			`rule in ~/.claude/fencepost.yaml","additionalContext":"Do not retry the same` +
			` call or disguise it."}}`},
		{"deny", `{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"de` +
			`ny","permissionDecisionReason":"Fencepost: blocked — because","additionalCon` +
			`text":"Do not retry the same call or disguise it."}}`},
	})
}
