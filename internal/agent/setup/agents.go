package setup

import (
	"github.com/fencepost/fencepost/internal/agent/hookfile"
	"github.com/fencepost/fencepost/internal/agent/opencode"
)

// denies is what a person has to know of an agent in which nobody can be asked.
func denies(prompt string) string {
	return prompt + ": what fencepost asks about is denied, and the reason says how to allow it"
}

// versioned is the text of a new file of an agent that wants one with a version.
const versioned = "{\n  \"version\": 1\n}\n"

// usual is a call of an agent that gives its hooks what Claude Code does: an event and a tool follow.
const usual = `{"session_id":"doctor","tool_use_id":"doctor","cwd":CWD,"permission_mode":"default",` +
	`"tool_input":{"command":COMMAND},`

// Agents are the agents besides Claude Code for which fencepost can be installed. LINE stands for the
// line of the hook, CWD and COMMAND for what a call is about.
var Agents = []Agent{
	{
		Name: "codex", config: [2]string{"CODEX_HOME", ".codex"}, user: "hooks.json",
		project: ".codex/hooks.json",
		entries: []entry{{`{"hooks":[{"type":"command","command":LINE,"timeout":10}]}`,
			[]string{"PreToolUse"}}}, // no matcher: every tool
		Notes: []string{
			"start codex and choose \"Trust all and continue\" where it says \"Hooks need review\", or " +
				"trust the hook in /hooks: until then codex passes over it",
			denies("codex has no prompt for a hook"),
		},
		probe: usual + `"turn_id":"1","hook_event_name":"PreToolUse","tool_name":"Bash"}`,
	},
	{
		Name: "gemini", user: ".gemini/settings.json", project: ".gemini/settings.json",
		entries: []entry{{`{"matcher":".*","hooks":[{"type":"command","name":"fencepost",` +
			`"command":LINE,"timeout":10000}]}`, []string{"BeforeTool"}}},
		Notes: []string{denies("gemini has no prompt for a hook")},
		probe: usual + `"hook_event_name":"BeforeTool","tool_name":"run_shell_command"}`,
		off: []string{"hooksConfig.enabled=false", "hooksConfig.disabled=fencepost",
			"hooks.disabled=fencepost", "hooks.enabled=false", "tools.enableHooks=false"},
	},
	{
		Name: "cursor", user: ".cursor/hooks.json", project: ".cursor/hooks.json",
		Tree: hookfile.Tree{Flat: true, New: versioned},
		entries: []entry{
			{`{"command":LINE,"timeout":10,"failClosed":true}`, []string{"beforeShellExecution",
				"beforeMCPExecution", "beforeReadFile"}},
			// An ask reaches a person at the first two events only, so preToolUse is for the tools that
			// have no event of their own.
			{`{"matcher":"^(?!Shell$|MCP:)","command":LINE,"timeout":10,"failClosed":true}`,
				[]string{"preToolUse"}},
		},
		probe: `{"conversation_id":"doctor","hook_event_name":"beforeShellExecution",` +
			`"cursor_version":"1","workspace_roots":[CWD],"command":COMMAND,"cwd":CWD}`,
	},
	{
		// A file of its own among the hooks. A time-out lets the call pass, so that the line has to
		// block before it.
		Name: "copilot", user: ".copilot/hooks/fencepost.json",
		project: ".github/hooks/fencepost.json", key: "bash",
		Tree: hookfile.Tree{Flat: true, New: versioned},
		entries: []entry{{`{"type":"command","bash":LINE,"timeoutSec":10}`,
			[]string{"preToolUse"}}},
		Notes: []string{"copilot blocks on exit status 2 from version 1.0.70 on"},
		probe: `{"sessionId":"doctor","cwd":CWD,"toolName":"bash","toolArgs":{"command":COMMAND}}`,
		off:   []string{"disableAllHooks=true"},
	},
	{
		Name: "windsurf", user: ".codeium/windsurf/hooks.json", project: ".windsurf/hooks.json",
		Tree: hookfile.Tree{Flat: true},
		// The reason of a denial is the output.
		entries: []entry{{`{"command":LINE,"show_output":true}`, []string{"pre_run_command",
			"pre_read_code", "pre_write_code", "pre_mcp_tool_use"}}},
		Notes: []string{denies("windsurf has no prompt for a hook")},
		probe: `{"agent_action_name":"pre_run_command","trajectory_id":"doctor",` +
			`"tool_info":{"command_line":COMMAND,"cwd":CWD}}`,
	},
	{
		// A plugin that starts the hook for each call. It throws when the hook gives no answer, and the
		// call does not run then.
		Name: "opencode", config: [2]string{"XDG_CONFIG_HOME", ".config"},
		user: "opencode/plugins/fencepost.js", project: ".opencode/plugins/fencepost.js",
		Whole: func(exe, home string) []byte {
			return []byte(opencode.Plugin(append([]string{exe}, args(exe, "opencode", home)...)...))
		},
		Notes: []string{
			denies("opencode has no prompt for a plugin"),
			"calls of opencode's subagents may pass without the plugin: opencode's own matter",
		},
		probe: usual + `"hook_event_name":"tool.execute.before","tool_name":"bash"}`,
	},
	{
		Name: "qwen", user: ".qwen/settings.json", project: ".qwen/settings.json",
		entries: []entry{{`{"matcher":"*","hooks":[{"type":"command","name":"fencepost",` +
			`"command":LINE,"timeout":10000}]}`, []string{"PreToolUse"}}},
		Notes: []string{"qwen asks nobody in the mode yolo or without a terminal: what fencepost asks " +
			"about is then denied, and the reason says how to allow it"},
		probe: usual + `"hook_event_name":"PreToolUse","tool_name":"run_shell_command"}`,
		off:   []string{"disableAllHooks=true", "hooksConfig.enabled=false"},
	},
}
