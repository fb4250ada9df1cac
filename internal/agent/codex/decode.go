package codex

import (
	"github.com/fencepost/fencepost/internal/agent"
	"github.com/fencepost/fencepost/internal/fact"
)

// Decode reads one hook input.
func (a Agent) Decode(data []byte) (fact.Call, error) {
	call, err := agent.Decode(data, &agent.Shape{Slots: agent.UsualSlots, Decides: decides})
	if err != nil || a.Moment(&call) == agent.Nothing || a.Moment(&call) == agent.Start {
		return call, err
	}
	translate(&call)
	agent.Check(&call)
	return call, nil
}

// translate gives a call the names of the table of tools. What runs shell text comes as Bash,
// whatever it is called to the model; paths are taken as they stand.
func translate(c *fact.Call) {
	switch c.Tool {
	case "Bash", "shell", "local_shell", "shell_command", "exec_command", "container.exec":
		agent.NamedWith(c, "Bash", "command", "cmd")
		agent.Argv(c, "command")
		agent.RunsIn(c, "workdir")
		leavesSandbox(c)
	case "apply_patch":
		agent.NamedWith(c, "Edit", "command", "input", "patch")
		agent.Argv(c, "command")
		agent.Patch(c, c.Text("command"))
	case "update_plan":
		agent.Named(c, "TodoWrite")
	case "view_image":
		agent.NamedWith(c, "Read", "file_path", "path")
	case "web_search":
		agent.Named(c, "WebSearch")
	case "request_user_input":
		agent.Named(c, "AskUserQuestion")
	}
}

// leavesSandbox looks for the wish to run outside the sandbox.
func leavesSandbox(c *fact.Call) {
	if c.Text("sandbox_permissions") == "require_escalated" {
		agent.Leaves(c, "sandbox_permissions")
	}
	agent.Leaves(c, "with_escalated_permissions")
}

// decides are the fields whose values take part in the decision.
var decides = []string{"tool_name", "cwd", "command", "cmd", "workdir", "tty", "input", "patch",
	"path", "permission_mode"}
