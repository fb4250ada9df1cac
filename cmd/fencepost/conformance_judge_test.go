package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
)

// hookOutput is what the program printed.
type hookOutput struct {
	silent  bool
	fields  map[string]json.RawMessage
	event   string
	reason  string
	context string
}

// parseOutput reads standard output: nothing, or exactly one JSON object.
func parseOutput(out []byte) (hookOutput, error) {
	if len(out) == 0 {
		return hookOutput{silent: true}, nil
	}
	if out[0] != '{' {
		return hookOutput{}, fmt.Errorf("standard output does not begin with '{': %.80q", out)
	}
	d := json.NewDecoder(bytes.NewReader(out))
	var whole struct {
		Fields map[string]json.RawMessage `json:"hookSpecificOutput"`
	}
	if err := d.Decode(&whole); err != nil {
		return hookOutput{}, fmt.Errorf("standard output is no JSON (%v): %.80q", err, out)
	}
	if rest := string(out[d.InputOffset():]); rest != "" && rest != "\n" {
		return hookOutput{}, fmt.Errorf("text follows the JSON object: %.40q", rest)
	}
	if whole.Fields == nil {
		return hookOutput{}, fmt.Errorf("no object hookSpecificOutput: %.80q", out)
	}
	h := hookOutput{fields: whole.Fields}
	for name, to := range map[string]*string{"hookEventName": &h.event,
		"permissionDecisionReason": &h.reason, "additionalContext": &h.context} {
		if raw, ok := h.fields[name]; ok && json.Unmarshal(raw, to) != nil {
			return hookOutput{}, fmt.Errorf("%s is no string: %.80q", name, raw)
		}
	}
	return h, nil
}

func (h *hookOutput) decision() string {
	if h.silent {
		return "allow"
	}
	if _, rewritten := h.fields["updatedInput"]; rewritten && h.fields["permissionDecision"] == nil {
		return "allow" // the decision about the rewritten call is left to the agent, as silence leaves it
	}
	var d string
	_ = json.Unmarshal(h.fields["permissionDecision"], &d) // what is no string is no decision either
	return d
}

// judge returns every way in which the output differs from what is expected.
func (c *conformanceCase) judge(out []byte) []string {
	h, err := parseOutput(out)
	if err != nil {
		return []string{err.Error()}
	}
	var wrong []string
	bad := func(format string, args ...any) { wrong = append(wrong, fmt.Sprintf(format, args...)) }
	e := &c.Expect
	if e.Silent != nil && *e.Silent != h.silent {
		bad("got silence %v, want %v (%.160q)", h.silent, *e.Silent, out)
	}
	if !h.silent {
		event := "PreToolUse"
		if !c.isHook() {
			event = "SessionStart"
		}
		if h.event != event {
			bad("got hookEventName %q, want %q", h.event, event)
		}
		for name := range h.fields {
			if !slices.Contains([]string{"hookEventName", "permissionDecision", "permissionDecisionReason",
				"additionalContext", "updatedInput"}, name) {
				bad("got the key %q, which the contract does not have", name)
			}
		}
	}
	if c.isHook() {
		accepted := e.DecisionIn
		if e.Decision != "" {
			accepted = []string{e.Decision}
		}
		if got := h.decision(); !slices.Contains(accepted, got) {
			bad("got %s (%.160s), want %s", got, h.reason, strings.Join(accepted, " or "))
		} else {
			wrong = append(wrong, h.invariants(got)...)
		}
	}
	wrong = append(wrong, contains("reason", h.reason, e.ReasonContains, e.ReasonLacks)...)
	wrong = append(wrong, contains("context", h.context, e.ContextContains, e.ContextLacks)...)
	updated, has := h.fields["updatedInput"]
	if e.UpdatedInput != nil && !sameValue(updated, e.UpdatedInput) {
		bad("got updatedInput %.160s, want %.160s", updated, e.UpdatedInput)
	}
	if e.Undecided && h.fields["permissionDecision"] != nil {
		bad("got permissionDecision %s, want none", h.fields["permissionDecision"])
	}
	if e.NoUpdatedInput && has {
		bad("got updatedInput %.160s, want none", updated)
	}
	return wrong
}

// invariants hold for every answer, whatever the case says.
func (h *hookOutput) invariants(decision string) []string {
	var wrong []string
	if decision != "allow" && !strings.HasPrefix(h.reason, "Fencepost: ") {
		wrong = append(wrong, fmt.Sprintf("got the reason %.160q, want it to begin with \"Fencepost: \"",
			h.reason))
	}
	if _, ok := h.fields["updatedInput"]; ok && decision == "deny" {
		wrong = append(wrong, "got a deny with updatedInput")
	}
	if decision == "ask" && h.context != "" {
		wrong = append(wrong, fmt.Sprintf("got an ask with context %.160q", h.context))
	}
	return wrong
}

func contains(name, got string, want, lacks []string) []string {
	var wrong []string
	for _, text := range want {
		if !strings.Contains(got, text) {
			wrong = append(wrong, fmt.Sprintf("got the %s %.400q, want it to contain %q", name, got, text))
		}
	}
	for _, text := range lacks {
		if strings.Contains(got, text) {
			wrong = append(wrong, fmt.Sprintf("got the %s %.400q, want it without %q", name, got, text))
		}
	}
	return wrong
}

// sameValue compares JSON values whatever the order of their keys.
func sameValue(a, b json.RawMessage) bool {
	var x, y any
	return json.Unmarshal(a, &x) == nil && json.Unmarshal(b, &y) == nil && reflect.DeepEqual(x, y)
}
