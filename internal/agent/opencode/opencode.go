// Package opencode is OpenCode. It has no hooks that are programs: a plugin in JavaScript, which
// this package holds, asks fencepost and stops a call by throwing. Input and answers are those of
// the plugin.
package opencode

import (
	"strings"

	"github.com/fencepost/fencepost/internal/agent"
	"github.com/fencepost/fencepost/internal/agent/hookjson"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/rule"
)

// Agent is OpenCode.
type Agent struct{ agent.Base }

var _ agent.Protocol = Agent{}

// Traits are what is known of the agent before any call.
var Traits = agent.Traits{
	Name: "opencode",
	Signs: []agent.Sign{{Certainty: agent.Sure,
		Events: []string{"tool.execute.before", "tool.execute.after", "session.start"}}},
	Confine: confine,
}

// Moment says what the event of a call is about.
func (Agent) Moment(call *fact.Call) agent.Moment {
	switch call.Event {
	case "session.start":
		return agent.Start
	case "tool.execute.after":
		return agent.After
	}
	return agent.Before
}

// Mute says that OpenCode puts no ask of a plugin to anybody: it knows an event for that, and does
// not call it.
func (Agent) Mute(*fact.Call, *fact.Facts, fact.Places) string {
	return "a plugin of OpenCode cannot ask anybody"
}

// Rewrites reports whether the plugin replaces the input: of a call that runs.
func (Agent) Rewrites(call *fact.Call, d rule.Decision) bool {
	return d == rule.Allow && len(call.Touches) == 0
}

// Encode returns the answer to a call, which always holds a decision.
func (a Agent) Encode(given *rule.Verdict, call *fact.Call) agent.Answer {
	v := agent.Final(given, call, a)
	var out hookjson.Object
	if v.Decision == rule.Allow {
		out.Text("decision", "allow")
		out.Raw("args", v.Updated)
	} else {
		out.Text("decision", "deny")
		out.Text("reason", agent.Told(&v, call.Tool))
	}
	return agent.Answer{Out: out.Line()}
}

// Welcome returns the answer at the start of a session: lines for the system prompt.
func (Agent) Welcome(lines []string, warning string) agent.Answer {
	if warning != "" {
		lines = append([]string{warning}, lines...)
	}
	list := make([]string, len(lines))
	for i, line := range lines {
		list[i] = string(hookjson.String(line))
	}
	var out hookjson.Object
	out.Raw("lines", []byte("["+strings.Join(list, ",")+"]"))
	return agent.Answer{Out: out.Line()}
}

// Decode reads one input of the plugin.
func (a Agent) Decode(data []byte) (fact.Call, error) {
	call, err := agent.Decode(data, &agent.Shape{Slots: agent.UsualSlots, Decides: decides})
	if err != nil || a.Moment(&call) == agent.Start {
		return call, err
	}
	translate(&call)
	agent.Check(&call)
	return call, nil
}

// translate gives a call the names of the table of tools. OpenCode takes paths as they stand. Tools
// of MCP servers have names such as wiki_read, which no rule for mcp__ matches.
func translate(c *fact.Call) {
	switch c.Tool {
	case "bash":
		agent.Named(c, "Bash")
		agent.RunsIn(c, "workdir")
	case "read":
		agent.NamedWith(c, "Read", "file_path", "filePath")
	case "write":
		agent.NamedWith(c, "Write", "file_path", "filePath")
	case "edit", "multiedit":
		agent.NamedWith(c, "Edit", "file_path", "filePath")
	case "patch", "apply_patch":
		agent.Named(c, "Edit")
		agent.Patch(c, c.Text("patchText"))
	case "grep":
		agent.NamedWith(c, "Grep", "glob", "include")
	case "glob":
		agent.Named(c, "Glob")
	case "list", "ls":
		agent.Named(c, "Glob")
	case "lsp":
		agent.Named(c, "LSP")
	case "webfetch":
		agent.Named(c, "WebFetch")
	case "websearch", "codesearch":
		agent.Named(c, "WebSearch")
	case "todowrite", "todoread", "invalid":
		agent.Named(c, "TodoWrite")
	case "task":
		agent.Named(c, "Task")
	case "skill":
		agent.Named(c, "Skill")
	case "question":
		agent.Named(c, "AskUserQuestion")
	case "plan_enter":
		agent.Named(c, "EnterPlanMode")
	case "plan_exit":
		agent.Named(c, "ExitPlanMode")
	}
}

// decides are the fields whose values take part in the decision.
var decides = []string{"tool_name", "cwd", "command", "workdir", "filePath", "path", "include",
	"pattern", "url", "patchText"}
