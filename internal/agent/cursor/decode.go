package cursor

import (
	"path/filepath"
	"strings"

	"github.com/fencepost/fencepost/internal/agent"
	"github.com/fencepost/fencepost/internal/fact"
)

// Decode reads one hook input.
func (a Agent) Decode(data []byte) (fact.Call, error) {
	slots := append([]agent.Place{{Name: "conversation_id", Slot: agent.Session}}, agent.UsualSlots...)
	call, err := agent.Decode(data, &agent.Shape{Slots: slots, Decides: decides, Encoded: true})
	if err != nil {
		return call, err
	}
	switch call.Event {
	case preShell, preRead, preTab:
		err = fromTop(&call, data)
	case preMCP:
		// The server has no name here. The name of its tool must not be taken for one of Cursor's
		// own.
		call.Native = "MCP:" + call.Tool
		call.Tool = unknownServer + call.Tool
	}
	if err != nil {
		return call, err
	}
	inWorkspace(&call, data)
	if m := a.Moment(&call); m == agent.Start || m == agent.Nothing {
		return call, nil
	}
	if call.Event != preMCP {
		translate(&call)
	}
	agent.PlainPaths(&call)
	agent.Check(&call)
	return call, nil
}

// unknownServer begins the names of MCP tools whose server Cursor does not tell.
const unknownServer = "mcp__unknown__"

// fromTop takes the call from the fields beside which its event stands.
func fromTop(c *fact.Call, data []byte) error {
	field, tool := "file_path", "Read"
	if c.Event == preShell {
		field, tool = "command", "Bash"
	}
	top, err := agent.Decode(data, &agent.Shape{Decides: decides,
		Slots: []agent.Place{{Name: field, Slot: agent.Part}}})
	c.Tool, c.Input = tool, top.Input
	if c.Input == nil {
		c.Input = []fact.Field{}
	}
	return err
}

// inWorkspace takes the folder of the workspace for the place of the call, and the directory that
// Cursor names for the one in which a command runs: the model may choose that.
func inWorkspace(c *fact.Call, data []byte) {
	top, err := agent.Decode(data, &agent.Shape{Decides: decides,
		Slots: []agent.Place{{Name: "workspace_roots", Slot: agent.Part}}})
	f, ok := top.Get("workspace_roots")
	roots, isList := agent.Strings(f.Raw)
	if err != nil || !ok || !isList || len(roots) == 0 {
		return
	}
	c.Dir, c.Cwd = c.Cwd, workspaceOf(roots, c.Cwd)
}

// workspaceOf returns the folder in which a directory lies, else the first.
func workspaceOf(roots []string, dir string) string {
	best := roots[0]
	found := false
	for _, root := range roots {
		if (dir == root || strings.HasPrefix(dir, strings.TrimSuffix(root, "/")+"/")) &&
			(!found || len(root) > len(best)) && filepath.IsAbs(root) {
			best, found = root, true
		}
	}
	return best
}

// translate gives a call of preToolUse the names of the table of tools.
func translate(c *fact.Call) {
	switch c.Tool {
	case "Shell", "Bash", "run_terminal_cmd":
		agent.Named(c, "Bash")
		agent.RunsIn(c, "working_directory")
		leavesSandbox(c)
	case "Read", "ReadFile", "read_file":
		agent.NamedWith(c, "Read", "file_path", "path", "target_file")
	case "Write":
		agent.NamedWith(c, "Write", "file_path", "path", "target_file")
		agent.Rename(c, "content", "contents")
	case "Edit", "StrReplace", "MultiEdit", "edit_file", "search_replace":
		agent.NamedWith(c, "Edit", "file_path", "path", "target_file")
	case "EditNotebook":
		agent.NamedWith(c, "NotebookEdit", "notebook_path", "target_notebook", "path")
	case "ApplyPatch", "apply_patch":
		agent.NamedWith(c, "Edit", "patch", "input", "")
		agent.Patch(c, c.Text("patch"))
	case "Delete", "delete_file":
		agent.NamedWith(c, "Edit", "file_path", "path", "target_file")
		if p := c.Text("file_path"); p != "" {
			agent.Acts(c, "", fact.Delete, p)
		}
	case "Grep":
		agent.Rename(c, "path", "target_directory")
	case "Glob":
		agent.Rename(c, "path", "target_directory")
		agent.Rename(c, "pattern", "glob_pattern")
	case "LS", "list_dir":
		agent.NamedWith(c, "Glob", "path", "target_directory")
	case "AskQuestion":
		agent.Named(c, "AskUserQuestion")
	case "Subagent":
		agent.Named(c, "Task")
	case "SwitchMode":
		agent.Named(c, "EnterPlanMode")
	case "Await":
		agent.Named(c, "TaskOutput")
	default:
		if tool, ok := strings.CutPrefix(c.Tool, "MCP:"); ok {
			agent.Named(c, unknownServer+tool)
		}
	}
}

// leavesSandbox looks for the wish to run with all permissions.
func leavesSandbox(c *fact.Call) {
	f, ok := c.Get("required_permissions")
	if ok && strings.Contains(string(f.Raw), `"all"`) {
		agent.Leaves(c, "required_permissions")
	}
}

// decides are the fields whose values take part in the decision.
var decides = []string{"", "tool_name", "cwd", "command", "working_directory", "file_path", "path",
	"target_file", "target_directory", "target_notebook", "notebook_path", "glob_pattern",
	"pattern", "glob", "patch", "input", "url"}
