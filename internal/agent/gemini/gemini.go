// Package gemini is Google's Gemini CLI. It asks for approval before its hooks run: a hook can only
// deny a call or leave it alone.
package gemini

import (
	"github.com/fencepost/fencepost/internal/agent"
	"github.com/fencepost/fencepost/internal/agent/hookjson"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/rule"
)

// Agent is Gemini CLI.
type Agent struct{ agent.Base }

var _ agent.Protocol = Agent{}

// Traits are what is known of the agent before any call.
var Traits = agent.Traits{
	Name:  "gemini",
	Shell: "bash",
	Signs: []agent.Sign{{Certainty: agent.Sure, Events: []string{"BeforeTool", "AfterTool", "BeforeAgent",
		"AfterAgent", "BeforeModel", "AfterModel", "BeforeToolSelection", "PreCompress"}}},
	Confine: confine,
}

// Moment says what the event of a call is about. An event that is not known proposes a call.
func (Agent) Moment(call *fact.Call) agent.Moment {
	switch {
	case call.Event == "SessionStart":
		return agent.Start
	case call.Event == "AfterTool":
		return agent.After
	case ownEvent(call.Event) && call.Event != "BeforeTool":
		return agent.Nothing
	}
	return agent.Before
}

// ownEvent reports whether an event is one that only Gemini CLI has, or has under that name.
func ownEvent(event string) bool {
	switch event {
	case "BeforeTool", "AfterTool", "BeforeAgent", "AfterAgent", "BeforeModel", "AfterModel",
		"BeforeToolSelection", "PreCompress", "SessionEnd", "Notification":
		return true
	}
	return false
}

// Mute says that Gemini CLI puts no ask of a hook to anybody.
func (Agent) Mute(*fact.Call, *fact.Facts, fact.Places) string {
	return "a hook of Gemini CLI cannot ask anybody"
}

// Rewrites reports whether Gemini CLI takes a rewritten input: wherever a call may run.
func (Agent) Rewrites(call *fact.Call, d rule.Decision) bool {
	return d == rule.Allow && len(call.Touches) == 0
}

// Encode returns the answer to a call: an object without a decision for an allow.
func (a Agent) Encode(given *rule.Verdict, call *fact.Call) agent.Answer {
	v := agent.Final(given, call, a)
	var out hookjson.Object
	switch {
	case v.Decision == rule.Deny:
		out.Text("decision", "deny")
		out.Text("reason", agent.Told(&v, call.Tool))
		if v.Cause == rule.ByConfig {
			out.Text("systemMessage", "fencepost: "+agent.BrokenConfig(&v))
		}
	case len(v.Updated) > 0:
		var body hookjson.Object
		body.Text("hookEventName", "BeforeTool")
		body.Raw("tool_input", v.Updated)
		out.Text("systemMessage", agent.Moved(&v))
		out.Raw("hookSpecificOutput", body.JSON())
	}
	return agent.Answer{Out: out.Line()}
}
