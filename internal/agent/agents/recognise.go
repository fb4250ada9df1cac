package agents

import (
	"github.com/fencepost/fencepost/internal/agent"
	"github.com/fencepost/fencepost/internal/agent/claude"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/rule"
)

// Recognise reads a hook input that comes without the name of its agent: the fields at its top
// level and its event tell. It is read as Claude Code's first, which costs that agent nothing; what
// does not decode is taken for Claude Code's.
func Recognise(data []byte) (agent.Agent, fact.Call, error) {
	call, in, err := claude.Sniff(data)
	if err != nil {
		return all[0], call, err
	}
	var who *agent.Agent // the surest one
	best := agent.No
	for i := range all {
		surest := agent.No
		for k := range all[i].Signs {
			if g := &all[i].Signs[k]; g.Certainty > surest && in.Shows(g) {
				surest = g.Certainty
			}
		}
		switch {
		case surest == agent.Sure && best == agent.Sure:
			call.Suspicious = "The hook input has fields of several agents: " +
				"register `fencepost hook` with the agent's name."
			return Unknown, call, nil
		case surest > best:
			who, best = &all[i], surest
		}
	}
	switch in.Event {
	case "SessionStart", "SessionEnd", "Notification":
		if best < agent.Sure {
			who = nil // several agents have them, and Claude Code's answer suits all
		}
	}
	switch {
	case who != nil:
		call, err = who.Decode(data)
		return *who, call, err
	case call.Event == "" && call.Tool == "" && call.Input == nil && len(in.Fields) > 0:
		call.Suspicious = "The hook input is that of no agent that fencepost knows."
		return Unknown, call, nil
	}
	return all[0], call, nil
}

// Unknown stands for an agent that is not known. It is answered in every form in which an agent may
// be told not to run a call.
var Unknown = agent.Agent{Protocol: unknown{}, Client: &claude.Client, Traits: &agent.Traits{
	Name: "unknown", Unconfined: "nothing wraps the commands of unknown"}}

type unknown struct{ claude.Agent }

// Moment says that the input proposes a call: what it is about is not known.
func (unknown) Moment(*fact.Call) agent.Moment { return agent.Before }

// Rewrites reports that no rewritten input is known to be taken.
func (unknown) Rewrites(*fact.Call, rule.Decision) bool { return false }

// stops is the exit status that stops a call for Claude Code, Codex, Gemini CLI, Cursor, Copilot
// and Windsurf.
const stops = 2

// Encode asks, or denies: as Claude Code's hooks do, and with the exit status that stops a call. It
// never lets one run.
func (u unknown) Encode(given *rule.Verdict, call *fact.Call) agent.Answer {
	v := rule.Verdict{Cause: rule.ByInput, Description: call.Suspicious}
	if given != nil {
		v = *given
	}
	if v.Decision != rule.Deny {
		v.Decision, v.Updated = rule.Ask, nil
	}
	a := u.Agent.Encode(&v, call)
	a.Err, a.Exit = []byte(agent.Reason(&v, call.Tool)+"\n"), stops
	return a
}
