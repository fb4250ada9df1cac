// Package agenttest holds what agents read and answer to tables.
package agenttest

import (
	"fmt"
	"strings"
	"testing"

	"github.com/fencepost/fencepost/internal/agent"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/rule"
)

// Decodes holds the calls that an agent's inputs are read as to a table: the input, and the call as
// Show writes it, or "error".
func Decodes(t *testing.T, a agent.Protocol, rows []struct{ Input, Want string }) {
	t.Helper()
	for _, r := range rows {
		got := "error"
		if call, err := a.Decode([]byte(r.Input)); err == nil {
			got = Show(a, &call)
		}
		if got != r.Want {
			t.Errorf("%s\ngot  %s\nwant %s", r.Input, got, r.Want)
		}
	}
}

// Usual is an input in the form that most agents have. more is put at its end.
func Usual(event, tool, input string, more ...string) string {
	return fmt.Sprintf(`{"session_id":"s","cwd":"/p","hook_event_name":%q,"tool_name":%q,`+
		`"tool_input":%s%s}`, event, tool, input, strings.Join(more, ""))
}

// Show writes a call: the tool and its fields, where it runs, what it touches beside them, and whether
// something is wrong with it.
func Show(a agent.Protocol, c *fact.Call) string {
	switch a.Moment(c) {
	case agent.Start:
		return "start"
	case agent.After:
		return "after: " + a.Outcome(c) + " " + c.Tool
	case agent.Nothing:
		return "nothing"
	}
	out := []string{c.Tool}
	for _, f := range c.Input {
		text := f.Text
		if !f.String {
			text = string(f.Raw)
		}
		out = append(out, f.Name+"="+text)
	}
	if c.Dir != "" {
		out = append(out, "in "+c.Dir)
	}
	for _, touch := range c.Touches {
		out = append(out, fmt.Sprintf("(%v %s)", touch.Kind, touch.Path))
	}
	if c.Suspicious != "" {
		out = append(out, "suspicious")
	}
	return strings.Join(out, " ")
}

// Answers holds the answers of an agent to decisions about a call of an event.
func Answers(t *testing.T, a agent.Protocol, event string, rows []struct{ Decision, Want string }) {
	t.Helper()
	for _, r := range rows {
		d, ok := rule.ParseDecision(r.Decision)
		if !ok {
			t.Fatal(r.Decision)
		}
		call := fact.Call{Tool: "Bash", Event: event,
			Input: []fact.Field{{Name: "command", Text: "ls", String: true}}}
		v := rule.Verdict{Decision: d, Cause: rule.ByRule, Rule: "r", Command: "ls",
			Description: "because"}
		out := a.Encode(&v, &call)
		got := strings.TrimSpace(string(out.Out) + string(out.Err))
		if out.Exit != 0 {
			got = fmt.Sprintf("exit %d: %s", out.Exit, got)
		}
		if got != r.Want {
			t.Errorf("%s\ngot  %s\nwant %s", r.Decision, got, r.Want)
		}
	}
}
