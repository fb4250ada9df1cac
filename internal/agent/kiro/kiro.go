// Package kiro is Kiro CLI, formerly Amazon Q Developer CLI. Its hooks answer with their exit
// status: 2 stops a call and gives the model the reason, anything else lets it run. All facts are
// those of its documentation; nothing was seen with the program itself.
package kiro

import (
	"encoding/json"
	"strings"

	"github.com/fencepost/fencepost/internal/agent"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/rule"
)

// Agent is Kiro CLI.
type Agent struct{ agent.Base }

// Traits are what is known of the agent before any call.
var Traits = agent.Traits{
	Name:  "kiro",
	Shell: "bash",
	Signs: []agent.Sign{{Certainty: agent.Known, Events: []string{"preToolUse", "postToolUse"},
		Tools: []string{"execute_bash", "execute_cmd", "fs_read", "fs_write", "use_aws"}}},
	Unconfined: "Kiro takes no rewritten command",
}

// Moment says what the event of a call is about. An event that is not known proposes a call.
func (Agent) Moment(call *fact.Call) agent.Moment {
	switch call.Event {
	case "postToolUse":
		return agent.After
	case "agentSpawn", "userPromptSubmit", "stop":
		return agent.Nothing
	}
	return agent.Before
}

// Mute says that Kiro puts no ask of a hook to anybody.
func (Agent) Mute(*fact.Call, *fact.Facts, fact.Places) string {
	return "a hook of Kiro cannot ask anybody"
}

// Encode returns the answer to a call.
func (a Agent) Encode(given *rule.Verdict, call *fact.Call) agent.Answer {
	v := agent.Final(given, call, a)
	if v.Decision == rule.Allow {
		return agent.Answer{}
	}
	return agent.Answer{Err: []byte(agent.Told(&v, call.Tool) + "\n"), Exit: 2}
}

// Welcome says nothing: no event at the start of a session is registered.
func (Agent) Welcome([]string, string) agent.Answer { return agent.Answer{} }

// Decode reads one hook input.
func (a Agent) Decode(data []byte) (fact.Call, error) {
	call, err := agent.Decode(data, &agent.Shape{Slots: agent.UsualSlots, Decides: decides})
	if err != nil || a.Moment(&call) == agent.Nothing {
		return call, err
	}
	translate(&call)
	agent.PlainPaths(&call)
	agent.Check(&call)
	return call, nil
}

// translate gives a call the names of the table of tools. `@server/tool` is a tool of an MCP
// server.
func translate(c *fact.Call) {
	switch c.Tool {
	case "execute_bash", "shell":
		agent.Named(c, "Bash")
	case "execute_cmd": // text of another shell
		agent.Suspect(c, "The text of "+c.Tool+" is not analysed.")
	case "fs_read", "read":
		nameFiles(c)
	case "fs_write", "write":
		tool := "Edit"
		if c.Text("command") == "create" {
			tool = "Write"
		}
		agent.NamedWith(c, tool, "file_path", "path")
	default:
		if server, tool, ok := strings.Cut(c.Tool, "/"); ok && strings.HasPrefix(server, "@") {
			agent.Named(c, "mcp__"+server[1:]+"__"+tool)
		}
	}
}

// operation is one of those that a call of fs_read consists of. Names are those of the input.
type operation struct {
	Mode   string
	Path   *string
	Images []string `json:"image_paths"`
}

// nameFiles names the files of a call of fs_read, which has a list of operations, or is one itself.
func nameFiles(c *fact.Call) {
	agent.Named(c, "Read")
	list, ok := c.Get("operations")
	if !ok {
		agent.Rename(c, "file_path", "path")
		return
	}
	var all []operation
	if json.Unmarshal(list.Raw, &all) != nil || len(all) == 0 {
		agent.Suspect(c, "The operations of "+c.Native+" cannot be read.")
		return
	}
	for _, op := range all {
		switch {
		case op.Path != nil:
			c.Touches = append(c.Touches, fact.Touch{Tool: "Read", Kind: fact.Read, Path: *op.Path,
				Tree: op.Mode != "Line"})
		case len(op.Images) == 0:
			agent.Suspect(c, "An operation of "+c.Native+" names no file.")
		}
		for _, path := range op.Images {
			agent.Acts(c, "Read", fact.Read, path)
		}
	}
}

// decides are the fields whose values take part in the decision.
var decides = []string{"tool_name", "cwd", "command", "path"}
