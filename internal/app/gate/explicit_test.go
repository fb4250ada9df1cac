package gate_test

import (
	"strings"
	"testing"

	"github.com/fencepost/fencepost/internal/rule"
	"github.com/fencepost/fencepost/internal/test/testkit/gatetest"
)

// withUserConfig is a sandbox in which the person has a config and the project has none.
func withUserConfig(t *testing.T, config string) *gatetest.World {
	t.Helper()
	s := gatetest.New(t, "")
	s.UserConfig(t, config)
	return s
}

// TestExplicit holds when an allow is printed: never where a person could not have said yes as
// well.
func TestExplicit(t *testing.T) {
	t.Parallel()
	s := withUserConfig(t,
		"import: [recommended]\noutput: {allow: explicit}\ntools: {bash: {allow: [frob, cat]}}\n")
	open := withUserConfig(t, "default: allow\noutput: {allow: explicit}\n")
	bash := func(command string) map[string]any { return map[string]any{"command": command} }
	tests := []struct {
		in       *gatetest.World
		mode     string
		tool     string
		input    map[string]any
		explicit bool
	}{
		{s, "default", "Bash", bash("git status"), true},
		{s, "acceptEdits", "Bash", bash("frob x"), true},
		{s, "auto", "Bash", bash("ls src && git diff"), true},
		{s, "dontAsk", "Bash", bash("git status"), true},
		{s, "bypassPermissions", "Bash", bash("git status"), true},
		{s, "plan", "Bash", bash("git status"), false},
		{s, "someNewMode", "Bash", bash("git status"), false},
		{s, "default", "Bash", bash("cat src/a"), true},
		{s, "default", "Bash", bash("cat ../other/a"), false},
		{s, "default", "Bash", bash("cat < /etc/hosts"), false},
		{s, "default", "Bash", bash("cat ~/notes.txt > /tmp/x"), false},
		{s, "default", "Bash", bash("echo x > out.txt"), true},
		{s, "default", "Bash", bash("echo x 2>/dev/null"), true},
		{s, "default", "Bash", bash("echo x > /tmp/new-file"), true},
		{s, "dontAsk", "Bash", bash("echo x > /tmp/new-file"), false},
		{s, "default", "Read", map[string]any{"file_path": s.Project + "/a"}, true},
		{s, "default", "Read", map[string]any{"file_path": s.Home + "/a"}, false},
		{s, "default", "Write", map[string]any{"file_path": s.Project + "/a", "content": "x"}, true},
		{s, "plan", "Write", map[string]any{"file_path": s.Project + "/a", "content": "x"}, false},
		{s, "default", "Skill", map[string]any{"skill": "sk"}, false},
		{s, "bypassPermissions", "Skill", map[string]any{"skill": "sk"}, false},
		{s, "default", "SlashCommand", map[string]any{"command": "/sk"}, false},
		{s, "default", "WebSearch", map[string]any{"query": "abcdef"}, false},
		{s, "default", "WebFetch", map[string]any{"url": "https://go.dev/doc/"}, false},
		{s, "default", "WebFetch", map[string]any{"url": "http://127.0.0.1:3000/"}, true},
		{s, "default", "Bash", bash("curl -s https://go.dev/doc/"), false},
		{s, "default", "Bash", bash("curl -s http://127.0.0.1:3000/"), true},
		{s, "default", "Bash", bash("git fetch origin"), true},
		{s, "default", "TodoWrite", map[string]any{"todos": []any{}}, true},
		{open, "default", "Bash", bash("unknown-program"), false},
		{open, "default", "mcp__x__y", map[string]any{}, false},
	}
	for _, tt := range tests {
		v := tt.in.JudgeIn(t, tt.mode, tt.tool, tt.input)
		if v.Decision != rule.Allow || v.Explicit != tt.explicit {
			t.Errorf("%s %s %v: %v, explicit %v, want %v (%s)", tt.mode, tt.tool, tt.input, v.Decision,
				v.Explicit,
				tt.explicit, v.Description)
		}
	}
	named := withUserConfig(t, "output: {allow: explicit}\ntools: {allow: [Skill, Workflow]}\n")
	for _, tool := range []string{"Skill", "Workflow"} {
		v := named.JudgeIn(t, "default", tool, map[string]any{"skill": "sk", "name": "w"})
		if v.Decision != rule.Allow || v.Explicit {
			t.Errorf("%s by a rule for its name: %v, explicit %v", tool, v.Decision, v.Explicit)
		}
	}
	silent := withUserConfig(t, gatetest.Recommended)
	if v := silent.JudgeIn(t, "default", "Bash", bash("git status")); v.Explicit {
		t.Error("an allow is printed without output: {allow: explicit}")
	}
}

// TestMuteAsk holds that an ask which the agent would lose is a deny that says so, and no other
// ask.
func TestMuteAsk(t *testing.T) {
	t.Parallel()
	s := withUserConfig(t, "import: [recommended]\ntools: {bash: {discourageChaining: false}}\n")
	bash := func(command string) map[string]any { return map[string]any{"command": command} }
	tests := []struct {
		mode  string
		tool  string
		input map[string]any
		want  rule.Decision
	}{
		{"bypassPermissions", "Bash", bash("echo x > .mcp.json"), rule.Deny},
		{"bypassPermissions", "Bash", bash("mkdir -p .claude/skills/q"), rule.Deny},
		{"bypassPermissions", "Bash", bash("git push origin main; echo x >> .envrc"), rule.Deny},
		{"bypassPermissions", "Bash", bash("tee .VSCode/tasks.json < a"), rule.Deny},
		{"bypassPermissions", "Bash", bash("cd .claude && touch commands/x.md"), rule.Deny},
		{"bypassPermissions", "Write", map[string]any{"file_path": s.Project +
			"/.claude/skills/q/SKILL.md", "content": "x"}, rule.Deny},
		{"bypassPermissions", "Edit", map[string]any{"file_path": s.Project + "/.envrc",
			"old_string": "a", "new_string": "b"}, rule.Deny},
		{"someNewMode", "Bash", bash("echo x > .mcp.json"), rule.Deny},
		{"auto", "Bash", bash("echo x > .mcp.json"), rule.Deny},
		{"plan", "Write", map[string]any{"file_path": s.Project + "/.mcp.json", "content": "x"},
			rule.Deny},
		{"auto", "Bash", bash(`echo x > "$UNSEEN/.envrc"`), rule.Deny},
		{"auto", "Bash", bash("git push origin main"), rule.Ask},
		{"dontAsk", "Bash", bash("echo x > .mcp.json"), rule.Ask},
		{"default", "Bash", bash("echo x > .mcp.json"), rule.Ask},
		{"acceptEdits", "Write", map[string]any{"file_path": s.Project + "/.claude/agents/a.md",
			"content": "x"}, rule.Ask},
		{"bypassPermissions", "Bash", bash("git push origin main"), rule.Ask},
		{"bypassPermissions", "Bash", bash("some-unknown-program"), rule.Ask},
		{"bypassPermissions", "Write", map[string]any{"file_path": s.Project +
			"/.github/workflows/ci.yml", "content": "x"}, rule.Ask},
		{"bypassPermissions", "Bash", bash("cat .mcp.json"), rule.Allow},
		{"bypassPermissions", "Bash", bash("git commit -m x"), rule.Allow},
	}
	for _, tt := range tests {
		v := s.JudgeIn(t, tt.mode, tt.tool, tt.input)
		if v.Decision != tt.want {
			t.Errorf("%s %s %v: %v, want %v (%s)", tt.mode, tt.tool, tt.input, v.Decision, tt.want,
				v.Description)
		}
		if muted := strings.Contains(v.Description, "asks nobody"); muted != (tt.want == rule.Deny) {
			t.Errorf("%s %v: the reason is %q", tt.mode, tt.input, v.Description)
		}
	}
}
