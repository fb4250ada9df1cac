package agents

import (
	"github.com/fencepost/fencepost/internal/agent"
	"github.com/fencepost/fencepost/internal/agent/claude"
	"github.com/fencepost/fencepost/internal/agent/codex"
	"github.com/fencepost/fencepost/internal/agent/copilot"
	"github.com/fencepost/fencepost/internal/agent/cursor"
	"github.com/fencepost/fencepost/internal/agent/gemini"
	"github.com/fencepost/fencepost/internal/agent/hookjson"
	"github.com/fencepost/fencepost/internal/agent/opencode"
	"github.com/fencepost/fencepost/internal/agent/qwen"
	"github.com/fencepost/fencepost/internal/agent/windsurf"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/rule"
)

// Recognise reads a hook input that comes without the name of its agent: the fields at its top
// level and its event tell. It is read as Claude Code's first, which costs that agent nothing; what
// does not decode is taken for Claude Code's.
func Recognise(data []byte) (agent.Agent, fact.Call, error) {
	call, signs, err := claude.Sniff(data)
	if err != nil || signs == 0 && call.Event != "" && claude.Has(call.Event) {
		return claude.Agent{}, call, err
	}
	who := bySigns(signs, &call)
	switch {
	case who == nil && call.Event == "" && call.Tool == "" && call.Input == nil && !empty(data):
		call.Suspicious = "The hook input is that of no agent that fencepost knows."
		return Unknown{}, call, nil
	case who == nil:
		return claude.Agent{}, call, nil
	case who == (Unknown{}):
		call.Suspicious = "The hook input has fields of several agents: " +
			"register `fencepost hook` with the agent's name."
		return who, call, nil
	}
	call, err = who.Decode(data)
	return who, call, err
}

// bySigns is the agent that an input with those signs comes from, Unknown for more than one; nil
// for none but Claude Code.
func bySigns(signs uint8, call *fact.Call) agent.Agent {
	var found agent.Agent
	is := func(yes bool, a agent.Agent) {
		switch {
		case !yes:
		case found == nil:
			found = a
		default:
			found = Unknown{}
		}
	}
	has := func(sign uint8) bool { return signs&sign != 0 }
	is(has(claude.SignWindsurf), windsurf.Agent{})
	is(has(claude.SignCursor), cursor.Agent{})
	is(has(claude.SignCodex), codex.Agent{})
	is(has(claude.SignCopilot), copilot.Agent{})
	is(!has(claude.SignCursor) && gemini.Has(call.Event) && !claude.Has(call.Event), gemini.Agent{})
	is(opencode.Has(call.Event), opencode.Agent{})
	if found == nil && has(claude.SignTime) {
		// Claude Code's events with a time beside them.
		switch {
		case call.Event == "SessionStart", call.Event == "SessionEnd", call.Event == "Notification":
			return nil // several agents have them, and Claude Code's answer suits all
		case qwen.Has(call.Tool):
			return qwen.Agent{}
		case claude.Has(call.Event) && call.Mode == "":
			return copilot.Agent{}
		case claude.Has(call.Event):
			return qwen.Agent{}
		}
	}
	return found
}

// empty reports whether the input is an object without members.
func empty(data []byte) bool {
	any := false
	_, err := hookjson.EachField(data, func(string, []byte) { any = true })
	return err == nil && !any
}

// Unknown stands for an agent that is not known. It is answered in every form in which an agent may
// be told not to run a call.
type Unknown struct{ claude.Agent }

// Name returns "unknown".
func (Unknown) Name() string { return "unknown" }

// Moment says that the input proposes a call: what it is about is not known.
func (Unknown) Moment(*fact.Call) agent.Moment { return agent.Before }

// Rewrites reports that no rewritten input is known to be taken.
func (Unknown) Rewrites(*fact.Call, rule.Decision) bool { return false }

// stops is the exit status that stops a call for Claude Code, Codex, Gemini CLI, Cursor, Copilot
// and Windsurf.
const stops = 2

// Encode asks, or denies: as Claude Code's hooks do, and with the exit status that stops a call. It
// never lets one run.
func (u Unknown) Encode(given *rule.Verdict, call *fact.Call) agent.Answer {
	v := rule.Verdict{Cause: rule.ByInput, Description: call.Suspicious}
	if given != nil {
		v = *given
	}
	if v.Decision != rule.Deny {
		v.Decision, v.Updated = rule.Ask, nil
	}
	return agent.Answer{
		Out:  claude.Encode(&v, call),
		Err:  []byte(agent.Reason(&v, call.Tool) + "\n"),
		Exit: stops,
	}
}
