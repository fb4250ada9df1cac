package gemini

import (
	"strings"

	"github.com/fencepost/fencepost/internal/agent"
	"github.com/fencepost/fencepost/internal/fact"
)

// Decode reads one hook input.
func (a Agent) Decode(data []byte) (fact.Call, error) {
	call, err := agent.Decode(data, &agent.Shape{Slots: agent.UsualSlots, Decides: decides})
	if err != nil || a.Moment(&call) == agent.Nothing || a.Moment(&call) == agent.Start {
		return call, err
	}
	if server := mcpServer(data); server != "" || strings.HasPrefix(call.Tool, "mcp_") {
		nameMCPTool(&call, server)
	} else {
		translate(&call)
	}
	agent.PlainPaths(&call)
	agent.Check(&call)
	return call, nil
}

// mcpServer returns the name of the MCP server of a call, which stands beside the tool's input; ""
// for none.
func mcpServer(data []byte) string {
	about, _ := agent.Decode(data, &agent.Shape{Decides: decides,
		Slots: []agent.Place{{Name: "mcp_context", Slot: agent.Input}}})
	return about.Text("server_name")
}

// translate gives a call of a built-in tool the names of the table of tools.
func translate(c *fact.Call) {
	switch c.Tool {
	case "run_shell_command":
		agent.NamedWith(c, "Bash", "dir_path", "directory")
		agent.RunsIn(c, "dir_path")
		agent.Leaves(c, "additional_permissions")
	case "read_file":
		agent.NamedWith(c, "Read", "file_path", "absolute_path", "path")
	case "read_many_files":
		agent.Named(c, "Read")
		addPatterns(c)
	case "write_file":
		agent.NamedWith(c, "Write", "file_path", "path")
	case "replace":
		agent.NamedWith(c, "Edit", "file_path", "path")
	case "glob":
		agent.NamedWith(c, "Glob", "path", "dir_path")
	case "list_directory":
		agent.NamedWith(c, "Glob", "path", "dir_path")
	case "grep_search", "search_file_content":
		agent.NamedWith(c, "Grep", "path", "dir_path")
		agent.Rename(c, "glob", "include_pattern", "include")
	case "web_fetch":
		// The addresses stand somewhere in a text for the model: the hosts are not known.
		agent.Named(c, "WebFetch")
		c.Touches = append(c.Touches, fact.Touch{Kind: fact.Network})
	case "google_web_search":
		agent.Named(c, "WebSearch")
	case "write_todos", "update_topic":
		agent.Named(c, "TodoWrite")
	case "ask_user":
		agent.Named(c, "AskUserQuestion")
	case "enter_plan_mode":
		agent.Named(c, "EnterPlanMode")
	case "exit_plan_mode":
		agent.Named(c, "ExitPlanMode")
	case "activate_skill":
		agent.Named(c, "Skill")
	case "tracker_create_task", "tracker_update_task", "tracker_get_task", "tracker_list_tasks",
		"tracker_add_dependency", "tracker_visualize":
		agent.Named(c, "TaskUpdate")
	case "codebase_investigator", "cli_help", "generalist":
		agent.Named(c, "Agent")
	}
}

// addPatterns adds the files that read_many_files reads: those that match one of its patterns.
func addPatterns(c *fact.Call) {
	agent.Rename(c, "include", "paths")
	f, ok := c.Get("include")
	list, isList := agent.Strings(f.Raw)
	if !ok || !isList || len(list) == 0 {
		agent.Suspect(c, "The field include of read_many_files is no list of patterns.")
	}
	for _, p := range list {
		c.Touches = append(c.Touches, fact.Touch{Kind: fact.Read, Path: p, Pattern: true})
	}
}

// nameMCPTool gives a tool of an MCP server the name that rules know it by: mcp_wiki_read is
// mcp__wiki__read. Where the server is not known, its name holds no underscore.
func nameMCPTool(c *fact.Call, server string) {
	rest, prefixed := strings.CutPrefix(c.Tool, "mcp_")
	switch {
	case prefixed && strings.HasPrefix(rest, "_"): // it is written like that already
	case server != "" && prefixed && strings.HasPrefix(rest, server+"_"):
		agent.Named(c, "mcp__"+server+"__"+rest[len(server)+1:])
	case server != "" && !prefixed:
		agent.Named(c, "mcp__"+server+"__"+c.Tool)
	case prefixed:
		if name, tool, ok := strings.Cut(rest, "_"); ok && name != "" && tool != "" {
			agent.Named(c, "mcp__"+name+"__"+tool)
		}
	}
}

// decides are the fields whose values take part in the decision.
var decides = []string{"tool_name", "cwd", "command", "directory", "dir_path", "file_path",
	"absolute_path", "path", "include", "include_pattern", "pattern", "server_name"}
