package copilot

import (
	"runtime"

	"github.com/fencepost/fencepost/internal/agent"
	"github.com/fencepost/fencepost/internal/fact"
)

// otherEvent stands for the events without a capital that propose no call: their input does not
// name them.
const otherEvent = "other"

var slots = []agent.Place{
	{Name: "toolArgs", Slot: agent.Input}, {Name: "tool_input", Slot: agent.Input},
	{Name: "hook_event_name", Slot: agent.Event},
	{Name: "toolName", Slot: agent.ToolName}, {Name: "tool_name", Slot: agent.ToolName},
	{Name: "sessionId", Slot: agent.Session}, {Name: "session_id", Slot: agent.Session},
	{Name: "tool_use_id", Slot: agent.ToolUse}, {Name: "toolUseId", Slot: agent.ToolUse},
	{Name: "cwd", Slot: agent.Cwd},
}

// Decode reads one hook input.
func (a Agent) Decode(data []byte) (fact.Call, error) {
	var top agent.Seen
	call, err := agent.Decode(data,
		&agent.Shape{Slots: slots, Decides: decides, Encoded: true, Seen: &top})
	if err != nil {
		return call, err
	}
	if top.Has("toolName") && top.Has("tool_name") {
		agent.Suspect(&call, "The input names the tool twice: toolName and tool_name.")
	}
	if call.Event == "" {
		call.Event = eventOf(&top)
	}
	if m := a.Moment(&call); m == agent.Start || m == agent.Nothing {
		return call, nil
	}
	translate(&call)
	agent.PlainPaths(&call)
	agent.Check(&call)
	return call, nil
}

// eventOf is the event of an input that does not name it. Only what no call that is proposed holds
// makes it another one.
func eventOf(top *agent.Seen) string {
	tool := top.Has("toolName", "tool_name")
	switch {
	case tool && top.Has("toolResult", "tool_result", "tool_response"):
		return "postToolUse"
	case tool && top.Has("error"):
		return "postToolUseFailure"
	case tool:
		return "preToolUse"
	case top.Has("source"):
		return "sessionStart"
	case top.Has("error", "prompt", "transformedPrompt", "reason", "stopReason", "agentName", "trigger"):
		return otherEvent // a field that only events around a turn have
	}
	return "preToolUse"
}

// translate gives a call the names of the table of tools.
func translate(c *fact.Call) {
	switch c.Tool {
	case "bash", "Bash", "run_in_terminal", "runInTerminal":
		agent.Named(c, shellTool())
		agent.Leaves(c, "requestSandboxBypass")
	case "powershell":
		agent.Named(c, "PowerShell")
	case "view", "Read", "read_file":
		agent.NamedWith(c, "Read", "file_path", "path", "filePath")
	case "create", "Write", "create_file":
		agent.NamedWith(c, "Write", "file_path", "path", "filePath")
		agent.Rename(c, "content", "file_text")
	case "str_replace_editor":
		agent.Named(c, "Edit")
		if c.Text("command") == "view" {
			c.Tool = "Read"
		}
		agent.Rename(c, "file_path", "path")
	case "edit", "Edit", "replace_string_in_file", "insert_edit_into_file":
		agent.NamedWith(c, "Edit", "file_path", "path", "filePath")
		if _, ok := c.Get("file_path"); !ok {
			readPatch(c)
		}
	case "apply_patch":
		agent.Named(c, "Edit")
		readPatch(c)
	case "grep", "rg", "Grep":
		agent.NamedWith(c, "Grep", "path", "paths")
		agent.Trees(c, "path")
	case "glob", "Glob", "list_dir":
		agent.Named(c, "Glob")
	case "web_fetch", "WebFetch":
		agent.Named(c, "WebFetch")
		agent.Leaves(c, "requestSandboxBypass")
	case "web_search":
		agent.Named(c, "WebSearch")
	case "task":
		agent.Named(c, "Agent")
	default:
		ownTools(c)
	}
	if _, raw := c.Get(""); raw && c.Tool != "Edit" {
		agent.Suspect(c, "The input of the tool is no JSON object.")
	}
}

// ownTools names the tools that touch nothing but the session.
func ownTools(c *fact.Call) {
	switch c.Tool {
	case "ask_user":
		agent.Named(c, "AskUserQuestion")
	case "update_todo", "report_intent", "think", "task_complete":
		agent.Named(c, "TodoWrite")
	case "skill":
		agent.Named(c, "Skill")
	case "exit_plan_mode":
		agent.Named(c, "ExitPlanMode")
	case "read_bash", "list_bash", "read_powershell", "list_powershell", "read_agent", "list_agents":
		agent.Named(c, "BashOutput")
	case "stop_bash", "stop_powershell":
		agent.Named(c, "KillShell")
	}
}

// readPatch takes the files from the patch of a call: its only field, or text that stands for the
// input.
func readPatch(c *fact.Call) {
	agent.Rename(c, "patch", "input", "")
	agent.Patch(c, c.Text("patch"))
}

// shellTool is the tool that is called Bash: with a capital it stands for PowerShell, too.
func shellTool() string {
	if runtime.GOOS == "windows" {
		return "PowerShell"
	}
	return "Bash"
}

// decides are the fields whose values take part in the decision.
var decides = []string{"", "toolName", "tool_name", "hook_event_name", "cwd", "command", "path",
	"paths", "filePath", "file_path", "glob", "pattern", "url", "patch", "input"}
