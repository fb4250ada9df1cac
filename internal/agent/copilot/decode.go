package copilot

import (
	"runtime"

	"github.com/fencepost/fencepost/internal/agent"
	"github.com/fencepost/fencepost/internal/fact"
)

// otherEvent stands for the events without a capital that propose no call: their input does not
// name them.
const otherEvent = "other"

// top is what stands at the top level of an input.
type top struct {
	camel, snake           bool // a name of the tool in that spelling
	result, failed, source bool
	other                  bool // a field that only events around a turn have
}

// Decode reads one hook input.
func (a Agent) Decode(data []byte) (fact.Call, error) {
	var is top
	call, err := agent.Decode(data, &agent.Shape{Slot: is.slot, Decides: decides, Encoded: true})
	if err != nil {
		return call, err
	}
	if is.camel && is.snake {
		agent.Suspect(&call, "The input names the tool twice: toolName and tool_name.")
	}
	if call.Event == "" {
		call.Event = is.event()
	}
	if m := a.Moment(&call); m == agent.Start || m == agent.Nothing {
		return call, nil
	}
	translate(&call)
	agent.PlainPaths(&call)
	agent.Check(&call)
	return call, nil
}

// event is the event of an input that does not name it. Only what no call that is proposed holds
// makes it another one.
func (is *top) event() string {
	tool := is.camel || is.snake
	switch {
	case tool && is.result:
		return "postToolUse"
	case tool && is.failed:
		return "postToolUseFailure"
	case tool:
		return "preToolUse"
	case is.source:
		return "sessionStart"
	case is.other:
		return otherEvent
	}
	return "preToolUse"
}

func (is *top) slot(name string) agent.Slot {
	switch name {
	case "toolArgs", "tool_input":
		return agent.Input
	case "hook_event_name":
		return agent.Event
	case "toolName":
		is.camel = true
		return agent.ToolName
	case "tool_name":
		is.snake = true
		return agent.ToolName
	case "sessionId", "session_id":
		return agent.Session
	case "tool_use_id", "toolUseId":
		return agent.ToolUse
	case "cwd":
		return agent.Cwd
	case "toolResult", "tool_result", "tool_response":
		is.result = true
	case "error":
		is.failed = true
		is.other = true
	case "source":
		is.source = true
	case "prompt", "transformedPrompt", "reason", "stopReason", "agentName", "trigger":
		is.other = true
	}
	return agent.Ignored
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
			patch(c)
		}
	case "apply_patch":
		agent.Named(c, "Edit")
		patch(c)
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

// patch takes the files from the patch of a call: its only field, or text that stands for the
// input.
func patch(c *fact.Call) {
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

// decides reports whether the value of a field takes part in the decision.
func decides(name string) bool {
	switch name {
	case "", "toolName", "tool_name", "hook_event_name", "cwd", "command", "path", "paths", "filePath",
		"file_path", "glob", "pattern", "url", "patch", "input":
		return true
	}
	return false
}
