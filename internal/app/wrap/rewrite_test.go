//go:build linux

package wrap

import (
	"encoding/json"
	"strings"
	"testing"
)

// TestRewrittenCommandsRunConfined: the hook of an agent that starts no wrapper gives it a command that
// runs confined, and denies the call where it must not give it one.
func TestRewrittenCommandsRunConfined(t *testing.T) {
	const script = "open(F, '>', \"$ENV{HOME}/outside\"); open(G, '>', 'inside'); print \"it's \", @ARGV;\n"
	for _, tt := range []struct {
		agent, event, tool string
		rule               string // file with a rule of the agent's own
		text               string
		want               bool
	}{
		{agent: "gemini", event: "BeforeTool", tool: "run_shell_command", want: true},
		{agent: "gemini", event: "BeforeTool", tool: "run_shell_command", rule: ".gemini/settings.json",
			text: `{"tools":{"exclude":["run_shell_command(rm)"]}}`},
		{agent: "opencode", event: "tool.execute.before", tool: "bash", want: true},
		{agent: "opencode", event: "tool.execute.before", tool: "bash",
			rule: ".config/opencode/opencode.json", text: `{"permission":{"bash":{"rm *":"deny"}}}`},
		{agent: "codex", event: "PreToolUse", tool: "Bash"},
		{agent: "windsurf", event: "pre_run_command"},
	} {
		t.Run(tt.agent+" "+tt.rule, func(t *testing.T) {
			w := newClient(t, "bash", "  mode: auto\n")
			w.Put("p/out.pl", script)
			if tt.rule != "" {
				w.Put(tt.rule, tt.text)
			}
			const command = "perl out.pl 'a  b'"
			input := map[string]any{"hook_event_name": tt.event, "session_id": "ses_1", "cwd": w.Project,
				"tool_name": tt.tool, "tool_input": map[string]any{"command": command, "more": 1}}
			if tt.agent == "windsurf" {
				input = map[string]any{"agent_action_name": tt.event, "trajectory_id": "ses_1",
					"tool_info": map[string]any{"command_line": command, "cwd": w.Project}}
			}
			out, status := w.Hook(input, tt.agent)
			var answer struct {
				Args     map[string]any `json:"args"`
				Specific struct {
					Input map[string]any `json:"tool_input"`
				} `json:"hookSpecificOutput"`
			}
			_ = json.Unmarshal([]byte(out), &answer)
			fields := answer.Args
			if fields == nil {
				fields = answer.Specific.Input
			}
			line, _ := fields["command"].(string)
			if !tt.want {
				if line != "" || status == 0 && !strings.Contains(out, "deny") {
					t.Errorf("%d %s", status, out)
				}
				return
			}
			if !strings.Contains(line, "fencepost-run --build ") || fields["more"] != float64(1) {
				t.Fatalf("%d %s", status, out)
			}
			if got := w.start(line, false); got.out != "it's a  b" || got.status != 0 {
				t.Errorf("%s\n%+v", line, got)
			}
			if w.There("outside") || !w.There("p/inside") {
				t.Errorf("%s: outside %v", line, w.There("outside"))
			}
			// What the agent sends by itself is judged as what it runs.
			input["tool_input"] = map[string]any{"command": "fencepost-run -w / -- rm -rf ~"}
			if out, status = w.Hook(input, tt.agent); !strings.Contains(out, "deny") {
				t.Errorf("%d %s", status, out)
			}
		})
	}
}
