package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/fencepost/fencepost/internal/agent"
	"github.com/fencepost/fencepost/internal/agent/agents"
	"github.com/fencepost/fencepost/internal/agent/setup"
	"github.com/fencepost/fencepost/internal/rule"
)

// understood is what an agent understands of an answer, as its agent.yaml says. An agent that is not
// known is answered as the default one, and stopped by the exit status as well.
func understood(who agent.Agent) (u setup.Answers, always int) {
	name := who.Name
	if who == agents.Unknown {
		name, always = agents.Default, 2
	}
	a, err := setup.Of(name)
	if err != nil {
		panic(err)
	}
	return a.Answers, always
}

// said are the fields of an answer with their paths, in JSON; nil is silence. A value that is no
// object, or none of the first two levels, is one field.
func said(out []byte) (map[string]string, error) {
	if len(out) == 0 {
		return nil, nil
	}
	if out[0] != '{' || !bytes.HasSuffix(out, []byte("}\n")) || bytes.Count(out, []byte("\n")) != 1 {
		return nil, errors.New("the answer is not one object on one line")
	}
	var top map[string]json.RawMessage
	if err := json.Unmarshal(out, &top); err != nil {
		return nil, err
	}
	fields := map[string]string{}
	for key, value := range top {
		var inner map[string]json.RawMessage
		if key != "hookSpecificOutput" || json.Unmarshal(value, &inner) != nil {
			fields[key] = string(value)
		}
		for name, v := range inner {
			fields[key+"."+name] = string(v)
		}
	}
	return fields, nil
}

// has reports whether an answer has what a need names: FIELD with something in it, FIELD=WORD, or one
// of several.
func has(fields map[string]string, need string) bool {
	for _, one := range strings.Split(need, "|") {
		name, word, isWord := strings.Cut(one, "=")
		value, ok := fields[name]
		if ok && (isWord && value == `"`+word+`"` || !isWord && value != `""`) {
			return true
		}
	}
	return false
}

// validAnswer says what an agent would not understand of an answer.
func validAnswer(who agent.Agent, a agent.Answer) error {
	u, always := understood(who)
	told := strings.TrimSpace(string(a.Err)) != ""
	switch {
	case a.Exit != always && (a.Exit != u.Stops || len(a.Out) > 0), told != (a.Exit != 0):
		return fmt.Errorf("exit status %d with %q", a.Exit, a.Err)
	case a.Exit != 0 && always == 0:
		return nil
	}
	fields, err := said(a.Out)
	switch {
	case err != nil:
		return err
	case fields == nil && u.Silence != "runs":
		return errors.New("silence, which is a failure")
	case fields == nil:
		return nil
	}
	for name, value := range fields {
		if !slices.Contains(u.Fields, name) {
			return fmt.Errorf("%s knows no field %s", who.Name, name)
		}
		if words := u.Words[name]; words != nil && !slices.Contains(words, strings.Trim(value, `"`)) {
			return fmt.Errorf("%s: the word %s is none of %q", name, value, words)
		}
	}
	for _, needs := range u.Needs {
		last := len(needs) - 1
		all := !slices.ContainsFunc(needs[:last], func(n string) bool { return !has(fields, n) })
		if all && !has(fields, needs[last]) {
			return fmt.Errorf("%q without %s", needs[:last], needs[last])
		}
	}
	return nil
}

// letsRun reports whether a call runs after an answer as far as fencepost is concerned.
func letsRun(a agent.Answer) bool {
	if a.Exit == 2 {
		return false
	}
	fields, _ := said(a.Out)
	for _, value := range fields {
		if value == `"deny"` || value == `"ask"` {
			return false
		}
	}
	return true
}

// TestAnswersOfAll gives every agent each kind of verdict at each of its events, one without a
// decision and one with broken input among them.
func TestAnswersOfAll(t *testing.T) {
	verdicts := []*rule.Verdict{
		nil, {}, {Decision: rule.Allow}, {Decision: rule.Allow, Explicit: true}, {Decision: rule.Ask},
		{Decision: rule.Deny}, {Decision: rule.Deny, Cause: rule.ByConfig},
		{Decision: rule.Ask, Cause: rule.ByInput, Description: "x"},
		{Decision: rule.Allow, Updated: []byte(`{"command":"ls"}`)},
		{Decision: rule.Ask, Updated: []byte(`{"command":"ls"}`)},
		{Decision: rule.Deny, Updated: []byte(`{"command":"ls"}`)},
		{Decision: rule.Allow, Updated: []byte(`{"command":`)},
	}
	inputs := []string{
		`{"hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"command":"ls"}}`,
		`{"hook_event_name":"preToolUse","tool_name":"Shell","tool_input":{"command":"ls"}}`,
		`{"hook_event_name":"beforeShellExecution","command":"ls"}`,
		`{"hook_event_name":"beforeReadFile","file_path":"/a"}`,
		`{"toolName":"bash","toolArgs":{"command":"ls"}}`,
		`{"agent_action_name":"pre_run_command","tool_info":{"command_line":"ls"}}`, `{}`,
	}
	for _, who := range append(agents.All(), agents.Unknown) {
		for _, in := range inputs {
			call, err := who.Decode([]byte(in))
			if err != nil {
				t.Fatal(err)
			}
			for _, v := range verdicts {
				a := who.Encode(v, &call)
				if err := validAnswer(who, a); err != nil {
					t.Errorf("%s, %s, %+v: %v: %s", who.Name, in, v, err, a.Out)
				}
				if mustStop := v == nil || v.Decision != rule.Allow; mustStop && letsRun(a) {
					t.Errorf("%s, %s: %+v lets it run: %s", who.Name, in, v, a.Out)
				}
			}
		}
	}
}
