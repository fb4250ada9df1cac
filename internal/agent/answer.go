package agent

import (
	"github.com/fencepost/fencepost/internal/agent/hookjson"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/lowlevel/confighome"
	"github.com/fencepost/fencepost/internal/rule"
)

// This file holds what the answers to agents other than Claude Code have in common.

// Muted returns the deny that stands for an ask which would be put to nobody. why says why it would
// not, approve what can be done about it.
func Muted(ask *rule.Verdict, why, approve string) rule.Verdict {
	v := *ask
	v.Decision, v.Cause, v.Updated = rule.Deny, rule.ByMuteAsk, nil
	v.Description = "It requires approval, and " + why
	if about := Why(ask); about != "" {
		v.Description += ". " + about
	}
	v.Alternative = approve
	return v
}

// ByPerson is what Approve says where an agent cannot put a question to a person. No rule answers
// what cannot be read or checked, and none grants a change of a protected path.
func ByPerson(call *fact.Call, ask *rule.Verdict) string {
	run := "leave it to the person"
	if RunsShell(call) {
		run = "ask the person, who can run it in a terminal of their own"
	}
	switch ask.Cause {
	case rule.ByInput, rule.ByError, rule.ByProtect, rule.ByConfig:
		return run
	}
	return run + ", or allow it for you with a rule in " + confighome.Person
}

// Context is the answer to an event in the form of Claude Code: a text for the model, and a warning
// for the person. Without either it says nothing.
func Context(event, text, warning string) Answer {
	if text == "" && warning == "" {
		return Answer{}
	}
	var out, body hookjson.Object
	out.Text("systemMessage", warning)
	body.Text("hookEventName", event)
	body.Text("additionalContext", text)
	out.Raw("hookSpecificOutput", body.JSON())
	return Answer{Out: out.Line()}
}

// Final returns the verdict that an agent is told: one without a decision, or with a rewritten
// input that is no JSON object, is an ask, and an ask that nobody would be asked is a deny. A deny
// carries no input.
func Final(v *rule.Verdict, call *fact.Call, a Protocol) rule.Verdict {
	if v == nil {
		v = &rule.Verdict{Cause: rule.ByError}
	}
	out := *v
	if len(out.Updated) > 0 && !hookjson.IsObject(out.Updated) {
		out.Updated = nil
		if out.Decision != rule.Deny {
			out = rule.Verdict{Decision: rule.Ask, Cause: rule.ByError, Command: v.Command,
				Description: "The rewritten input is not valid JSON."}
		}
	}
	switch out.Decision {
	case rule.Allow, rule.Ask:
		if len(out.Updated) > 0 && !a.Rewrites(call, out.Decision) {
			out = rule.Verdict{Decision: rule.Ask, Cause: rule.ByError, Command: v.Command,
				Description: "The call was rewritten, which the agent does not support."}
		}
	case rule.Deny:
	default:
		out.Decision = rule.Ask
	}
	if out.Decision == rule.Ask {
		if why := a.Mute(call, nil, nil); why != "" {
			out = Muted(&out, why, a.Approve(call, &out))
		}
	}
	if out.Decision == rule.Deny {
		out.Updated = nil
	}
	return out
}

// Moved says what a rewriting moved: to the model, or to a person; "" for nothing.
func Moved(v *rule.Verdict) string {
	const most = 3
	s := ""
	for i := range v.Moved {
		switch {
		case i == most:
			return s + " and others"
		case i == 0:
			s = "fencepost moved "
		default:
			s += ", "
		}
		s += v.Moved[i].From + " to " + v.Moved[i].To
	}
	return s
}
