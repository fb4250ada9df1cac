// Package qwen is Qwen Code: Gemini CLI's tools behind hooks with the events and answers of Claude
// Code.
package qwen

import (
	"github.com/fencepost/fencepost/internal/agent"
	"github.com/fencepost/fencepost/internal/agent/claude"
	"github.com/fencepost/fencepost/internal/agent/gemini"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/rule"
)

// Agent is Qwen Code. It denies by itself what a hook asks where nobody can be asked; in its early
// versions always.
type Agent struct{ claude.Agent }

var _ agent.Protocol = Agent{}

// Traits are what is known of the agent before any call.
var Traits = agent.Traits{
	Name:  "qwen",
	Shell: "bash",
	Signs: []agent.Sign{
		{Certainty: agent.Known, Fields: []string{"timestamp"}, Tools: []string{"run_shell_command",
			"write_file", "read_file", "replace", "list_directory", "grep_search", "search_file_content",
			"read_many_files"}},
		{Certainty: agent.Likely, Fields: []string{"timestamp"}, Usual: true}, // Copilot's has no mode
	},
	Unconfined: "Qwen Code is not known to take a rewritten command",
}

// Decode reads one hook input.
func (a Agent) Decode(data []byte) (fact.Call, error) {
	call, err := a.Agent.Decode(data)
	if err != nil {
		return call, err
	}
	switch a.Moment(&call) {
	case agent.Start, agent.End, agent.Nothing:
		return call, nil
	}
	mode := call.Mode
	if call, err = (gemini.Agent{}).Decode(data); err != nil {
		return call, err
	}
	call.Mode = mode
	translate(&call)
	agent.PlainPaths(&call)
	agent.Check(&call)
	return call, nil
}

// translate names the tools that Gemini CLI does not have, or has under other names.
func translate(c *fact.Call) {
	switch c.Tool {
	case "edit":
		agent.Named(c, "Edit")
	case "web_search":
		agent.Named(c, "WebSearch")
	case "todo_write":
		agent.Named(c, "TodoWrite")
	case "ask_user_question":
		agent.Named(c, "AskUserQuestion")
	case "task", "agent":
		agent.Named(c, "Agent")
	case "skill":
		agent.Named(c, "Skill")
	}
}

// Mute says why Qwen Code would put an ask to nobody: in the mode in which it approves everything.
func (Agent) Mute(call *fact.Call, _ *fact.Facts, _ fact.Places) string {
	if call.Mode == "yolo" {
		return "in the mode yolo Qwen Code approves everything by itself"
	}
	return ""
}

// Approve says what can be done about a call that needs approval.
func (Agent) Approve(call *fact.Call, ask *rule.Verdict) string { return agent.ByPerson(call, ask) }

// Rewrites reports that no rewritten input is known to be taken.
func (Agent) Rewrites(*fact.Call, rule.Decision) bool { return false }
