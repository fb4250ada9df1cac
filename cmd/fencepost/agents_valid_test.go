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
	"github.com/fencepost/fencepost/internal/rule"
)

// said is what any agent may be told, with a field for each name.
type said struct {
	Decision                 *string           `json:"decision"`
	Reason                   string            `json:"reason"`
	Permission               *string           `json:"permission"`
	UserMessage              string            `json:"user_message"`
	AgentMessage             string            `json:"agent_message"`
	AdditionalContext        string            `json:"additionalContext"`
	AdditionalContextSnake   string            `json:"additional_context"`
	SystemMessage            string            `json:"systemMessage"`
	PermissionDecision       *string           `json:"permissionDecision"`
	PermissionDecisionReason string            `json:"permissionDecisionReason"`
	ModifiedArgs             map[string]any    `json:"modifiedArgs"`
	Args                     map[string]any    `json:"args"`
	Lines                    []string          `json:"lines"`
	HookSpecificOutput       *saidSpecifically `json:"hookSpecificOutput"`
}

type saidSpecifically struct {
	HookEventName            string         `json:"hookEventName"`
	PermissionDecision       *string        `json:"permissionDecision"`
	PermissionDecisionReason string         `json:"permissionDecisionReason"`
	AdditionalContext        string         `json:"additionalContext"`
	UpdatedInput             map[string]any `json:"updatedInput"`
	ToolInput                map[string]any `json:"tool_input"`
}

// fields are the top level names that each agent's schema knows.
func fields(name string) []string {
	switch name {
	case "claude", "qwen", "unknown", "codex":
		return []string{"systemMessage", "hookSpecificOutput"}
	case "gemini":
		return []string{"decision", "reason", "systemMessage", "hookSpecificOutput"}
	case "cursor":
		return []string{"permission", "user_message", "agent_message", "additional_context"}
	case "copilot":
		return []string{"permissionDecision", "permissionDecisionReason", "modifiedArgs",
			"additionalContext", "hookSpecificOutput"}
	case "opencode":
		return []string{"decision", "reason", "args", "lines"}
	}
	return nil
}

// parseSaid reads an answer; nil is silence.
func parseSaid(name string, out []byte) (*said, error) {
	if len(out) == 0 {
		return nil, nil
	}
	if out[0] != '{' || !bytes.HasSuffix(out, []byte("}\n")) || bytes.Count(out, []byte("\n")) != 1 {
		return nil, errors.New("the answer is not one object on one line")
	}
	var s said
	d := json.NewDecoder(bytes.NewReader(out))
	d.DisallowUnknownFields()
	if err := d.Decode(&s); err != nil {
		return nil, err
	}
	var top map[string]json.RawMessage
	if err := json.Unmarshal(out, &top); err != nil {
		return nil, err
	}
	for key := range top {
		known := false
		for _, field := range fields(name) {
			known = known || field == key
		}
		if !known {
			return nil, fmt.Errorf("%s knows no field %s", name, key)
		}
	}
	return &s, nil
}

// validAnswer says what an agent would not understand of an answer.
func validAnswer(who agent.Agent, a agent.Answer) error {
	name := who.Name()
	if name == "windsurf" {
		switch {
		case len(a.Out) > 0:
			return errors.New("windsurf shows its output and reads nothing from it")
		case a.Exit == 2 && strings.TrimSpace(string(a.Err)) != "", a.Exit == 0 && len(a.Err) == 0:
			return nil
		}
		return fmt.Errorf("exit status %d with %q", a.Exit, a.Err)
	}
	want := 0
	if name == "unknown" {
		want = 2
	}
	if a.Exit != want || want == 2 && strings.TrimSpace(string(a.Err)) == "" {
		return fmt.Errorf("exit status %d with %q", a.Exit, a.Err)
	}
	s, err := parseSaid(name, a.Out)
	if err != nil {
		return err
	}
	switch name {
	case "codex":
		return validCodex(s)
	case "gemini":
		return validGemini(s)
	case "cursor":
		return validCursor(s)
	case "copilot":
		return validCopilot(s)
	case "opencode":
		return validOpenCode(s)
	}
	return validClaude(s)
}

func oneOf(word *string, list ...string) error {
	if word == nil {
		return nil
	}
	if slices.Contains(list, *word) {
		return nil
	}
	return fmt.Errorf("the word %q is none of %q", *word, list)
}

func is(word *string, w string) bool { return word != nil && *word == w }

func validClaude(s *said) error {
	if s == nil {
		return nil
	}
	h := s.HookSpecificOutput
	if h == nil || h.HookEventName == "" || h.ToolInput != nil {
		return errors.New("no hookSpecificOutput with its event")
	}
	return oneOf(h.PermissionDecision, "allow", "ask", "deny")
}

// validCodex holds what Codex refuses, letting the call run: an ask, an allow or a rewritten input
// without the other, a deny without a reason.
func validCodex(s *said) error {
	if s == nil {
		return nil
	}
	h := s.HookSpecificOutput
	switch {
	case h == nil || h.HookEventName == "" || h.ToolInput != nil:
		return errors.New("no hookSpecificOutput with its event")
	case is(h.PermissionDecision, "allow") != (h.UpdatedInput != nil):
		return errors.New("allow and updatedInput come together or not at all")
	case h.PermissionDecisionReason != "" && h.PermissionDecision == nil:
		return errors.New("a reason without a decision")
	case is(h.PermissionDecision, "deny") && strings.TrimSpace(h.PermissionDecisionReason) == "":
		return errors.New("a deny without a reason")
	}
	return oneOf(h.PermissionDecision, "allow", "deny")
}

func validGemini(s *said) error {
	if s == nil {
		return nil // after an event that has no answer
	}
	if is(s.Decision, "deny") && s.Reason == "" {
		return errors.New("a deny without a reason")
	}
	if h := s.HookSpecificOutput; h != nil && (h.PermissionDecision != nil || h.UpdatedInput != nil) {
		return errors.New("fields of Claude Code")
	}
	return oneOf(s.Decision, "deny")
}

func validCursor(s *said) error {
	switch {
	case s == nil:
		return errors.New("silence, which counts as a failure")
	case s.Permission != nil && *s.Permission != "allow" &&
		(s.UserMessage == "" || s.AgentMessage == ""):
		return errors.New("a permission without messages")
	}
	return oneOf(s.Permission, "allow", "ask", "deny")
}

func validCopilot(s *said) error {
	if s == nil {
		return nil
	}
	if s.PermissionDecision != nil && s.PermissionDecisionReason == "" {
		return errors.New("a decision without a reason")
	}
	h := s.HookSpecificOutput
	if h != nil && h.HookEventName == "PreToolUse" &&
		(!is(h.PermissionDecision, deref(s.PermissionDecision)) && s.PermissionDecision != nil ||
			(h.UpdatedInput == nil) != (s.ModifiedArgs == nil)) {
		return errors.New("the two forms of the answer differ")
	}
	return oneOf(s.PermissionDecision, "allow", "ask", "deny")
}

func deref(word *string) string {
	if word == nil {
		return ""
	}
	return *word
}

func validOpenCode(s *said) error {
	switch {
	case s == nil:
		return errors.New("silence, which the plugin takes for a failure")
	case s.Decision == nil && s.Lines == nil:
		return errors.New("neither a decision nor lines")
	case is(s.Decision, "deny") && s.Reason == "":
		return errors.New("a deny without a reason")
	}
	return oneOf(s.Decision, "allow", "deny")
}

// letsRun reports whether a call runs after an answer as far as fencepost is concerned.
func letsRun(who agent.Agent, a agent.Answer) bool {
	if a.Exit == 2 {
		return false
	}
	s, err := parseSaid(who.Name(), a.Out)
	if err != nil || s == nil {
		return true
	}
	words := []*string{s.Decision, s.Permission, s.PermissionDecision}
	if h := s.HookSpecificOutput; h != nil {
		words = append(words, h.PermissionDecision)
	}
	for _, w := range words {
		if is(w, "deny") || is(w, "ask") {
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
	for _, who := range append(agents.All(), agents.Unknown{}) {
		for _, in := range inputs {
			call, err := who.Decode([]byte(in))
			if err != nil {
				t.Fatal(err)
			}
			for _, v := range verdicts {
				a := who.Encode(v, &call)
				if err := validAnswer(who, a); err != nil {
					t.Errorf("%s, %s, %+v: %v: %s", who.Name(), in, v, err, a.Out)
				}
				if mustStop := v == nil || v.Decision != rule.Allow; mustStop && letsRun(who, a) {
					t.Errorf("%s, %s: %+v lets it run: %s", who.Name(), in, v, a.Out)
				}
			}
		}
	}
}
