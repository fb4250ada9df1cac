//go:build unix

package clienttest

import (
	"bytes"
	"encoding/json"
	"strings"
)

// hookSettings are a person's settings with one hook for all calls, which runs a shell line.
func hookSettings(line string) string {
	handler := map[string]any{"type": "command", "command": line, "timeout": 10}
	group := map[string]any{"matcher": "*", "hooks": []any{handler}}
	text, _ := json.Marshal(map[string]any{"hooks": map[string]any{"PreToolUse": []any{group}}})
	return string(text)
}

// answerWith is a shell line that answers every call alike.
func answerWith(decision, reason string) string {
	fields := map[string]any{"permissionDecision": decision, "permissionDecisionReason": reason}
	return answer(fields)
}

// answer is a shell line that prints these fields of a hook's answer.
func answer(fields map[string]any) string {
	fields["hookEventName"] = "PreToolUse"
	text, _ := json.Marshal(map[string]any{"hookSpecificOutput": fields})
	return "cat >/dev/null; printf '%s' '" + string(text) + "'"
}

// Decide puts one call to the world's fencepost, as the client does: allow, ask or deny.
func (w *World) Decide(mode string, call Call) string {
	call = w.calls([]Call{call})[0]
	input, _ := json.Marshal(map[string]any{
		"hook_event_name": "PreToolUse", "session_id": "s",
		"cwd": w.Project, "permission_mode": mode,
		"tool_name": call.Tool, "tool_input": call.Input, "tool_use_id": "t",
	})
	cmd := w.command(w.Hook())
	cmd.Dir, cmd.Stdin = w.Project, bytes.NewReader(input)
	cmd.Env = append(w.env(), "CLAUDE_PROJECT_DIR="+w.Project)
	out, err := cmd.Output()
	if err != nil {
		return err.Error()
	}
	var reply struct {
		Output struct {
			Decision string `json:"permissionDecision"`
		} `json:"hookSpecificOutput"`
	}
	if len(bytes.TrimSpace(out)) > 0 {
		if err := json.Unmarshal(out, &reply); err != nil {
			return strings.TrimSpace(string(out))
		}
	}
	if reply.Output.Decision == "" {
		return "allow"
	}
	return reply.Output.Decision
}
