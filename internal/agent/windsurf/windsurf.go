// Package windsurf is Windsurf, whose agent is called Cascade. Its hooks answer with their exit
// status alone: 2 stops a call, anything else lets it run.
package windsurf

import (
	"strings"

	"github.com/fencepost/fencepost/internal/agent"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/rule"
)

// stops is the exit status that stops a call.
const stops = 2

// Agent is Windsurf.
type Agent struct{ agent.Base }

var _ agent.Protocol = Agent{}

// Traits are what is known of the agent before any call.
var Traits = agent.Traits{
	Name:       "windsurf",
	Signs:      []agent.Sign{{Certainty: agent.Sure, Fields: []string{"agent_action_name", "tool_info"}}},
	Unconfined: "Windsurf takes no rewritten command",
}

// Moment says what the event of a call is about. An event that is not known proposes a call.
func (Agent) Moment(call *fact.Call) agent.Moment {
	switch call.Event {
	case "post_run_command", "post_read_code", "post_write_code", "post_mcp_tool_use":
		return agent.After
	case "pre_user_prompt", "post_cascade_response", "post_cascade_response_with_transcript",
		"post_setup_worktree", "post_agent_stop":
		return agent.Nothing
	}
	return agent.Before
}

// Mute says that Windsurf puts no ask of a hook to anybody.
func (Agent) Mute(*fact.Call, *fact.Facts, fact.Places) string {
	return "a hook of Windsurf cannot ask anybody"
}

// Encode returns the answer to a call.
func (a Agent) Encode(given *rule.Verdict, call *fact.Call) agent.Answer {
	v := agent.Final(given, call, a)
	if v.Decision == rule.Allow {
		return agent.Answer{}
	}
	return agent.Answer{Err: []byte(agent.Told(&v, call.Tool) + "\n"), Exit: stops}
}

// Welcome says nothing: Windsurf has no event at the start of a session.
func (Agent) Welcome([]string, string) agent.Answer { return agent.Answer{} }

// Decode reads one hook input.
func (a Agent) Decode(data []byte) (fact.Call, error) {
	call, err := agent.Decode(data, &agent.Shape{Slots: slots, Decides: decides})
	if err != nil || a.Moment(&call) == agent.Nothing {
		return call, err
	}
	translate(&call)
	agent.PlainPaths(&call)
	agent.Check(&call)
	return call, nil
}

// translate names the tool, which stands in the name of the event. The hook starts in the folder of
// the workspace, so that this is where a call without a directory runs.
func translate(c *fact.Call) {
	_, event, _ := strings.Cut(c.Event, "_")
	c.Native = event
	switch event {
	case "run_command":
		c.Tool = "Bash"
		agent.Rename(c, "command", "command_line")
		agent.RunsIn(c, "cwd")
	case "read_code":
		c.Tool = "Read"
	case "write_code":
		c.Tool = "Edit"
	case "mcp_tool_use":
		server, tool := c.Text("mcp_server_name"), c.Text("mcp_tool_name")
		if c.Tool = "mcp__" + server + "__" + tool; server == "" || tool == "" {
			agent.Suspect(c, "The input does not name the MCP tool.")
		}
	default:
		c.Tool, c.Native = event, ""
	}
}

var slots = []agent.Place{
	{Name: "tool_info", Slot: agent.Input}, {Name: "agent_action_name", Slot: agent.Event},
	{Name: "trajectory_id", Slot: agent.Session}, {Name: "execution_id", Slot: agent.ToolUse},
}

// decides are the fields whose values take part in the decision.
var decides = []string{"agent_action_name", "command_line", "cwd", "file_path", "mcp_server_name",
	"mcp_tool_name"}
