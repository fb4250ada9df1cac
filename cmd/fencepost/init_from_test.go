package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestTakenOver: a rule of Claude Code becomes one of a config, or it is said why not.
func TestTakenOver(t *testing.T) {
	for _, tt := range []struct{ list, rule, want string }{
		{"allow", "Bash(make lint:*)", "tools.bash.allow 'make lint'"},
		{"allow", "Bash(make  lint *)", "tools.bash.allow 'make lint'"},
		{"allow", "Bash(make lint)", "tools.bash.allowChecks '^make lint$'"},
		{"allow", "Bash(a.sh --x=1)", `tools.bash.allowChecks '^a\.sh --x=1$'`},
		{"ask", "Bash(make lint)", "tools.bash.ask 'make lint'"},
		{"deny", "Bash(npm publish:*)", "tools.bash.deny 'npm publish'"},
		{"deny", "Bash(python3:*)", "tools.bash.deny 'python3'"},
		{"allow", "Bash(python3:*)", "too wide: python3 runs any code"},
		{"allow", "Bash(sudo *)", "too wide: sudo runs any command"},
		{"allow", "Bash(npx:*)", "too wide: npx downloads"},
		{"allow", "Bash", "too wide"}, {"allow", "Bash(*)", "too wide"}, {"allow", "Bash(:*)", "no rule like it"},
		{"allow", "Bash( *)", "no rule like it"},
		{"deny", "Bash", "tools.deny {tool: 'Bash'}"},
		{"allow", "Bash(git * main)", "no rule like it"}, {"deny", "Bash(git * main)", "no rule like it"},
		{"allow", "Bash(make && rm -rf x)", "no rule like it"}, {"allow", "Bash(echo $HOME:*)", "no rule like it"},
		{"allow", "Bash(echo 'a b')", "no rule like it"},
		{"allow", "WebSearch", "tools.allow 'WebSearch'"}, {"ask", "WebSearch", "tools.ask 'WebSearch'"},
		{"allow", "mcp__linear__list_issues", "tools.allow 'mcp__linear__list_issues'"},
		{"allow", "mcp__linear", "too wide"}, {"allow", "mcp__linear__*", "too wide"},
		{"deny", "mcp__linear", "tools.deny {tool: 'mcp__linear__*'}"},
		{"allow", "WebFetch", "too wide"},
		{"allow", "WebFetch(domain:example.com)", "effects {on: [network], host: 'example.com', decision: allow"},
		{"allow", "WebFetch(domain:*)", "no rule like it"},
		{"allow", "Read", "too wide"}, {"allow", "Read(**)", "too wide"}, {"allow", "Read(//**)", "too wide"},
		{"allow", "Read(~/**)", "too wide"}, {"allow", "Edit(./**)", "too wide"},
		{"allow", "Read(~/docs/**)", "effects {on: [read], glob: '~/docs/**', decision: allow"},
		{"allow", "Read(//srv/data/**)", "effects {on: [read], glob: '/srv/data/**', decision: allow"},
		{"allow", "Edit(./src/*.go)", "effects {on: [write, append], glob: 'src/*.go', decision: allow"},
		{"deny", "Read(.env)", "effects {on: [read], glob: '**/.env/**', decision: deny"},
		{"deny", "Read(secrets/)", "effects {on: [read], glob: '**/secrets/**', decision: deny"},
		{"deny", "Read(/src/x)", "no rule like it"}, {"allow", "Read(!x)", "no rule like it"},
		{"allow", "Agent(x)", "no rule like it"}, {"allow", "Task", "tools.allow 'Task'"},
	} {
		taken := taken{}
		got := taken.rule(tt.list, tt.rule)
		if len(taken.rules) > 0 {
			got = taken.rules[0].In + " " + taken.rules[0].Text
		}
		if !strings.HasPrefix(strings.TrimPrefix(strings.TrimPrefix(got, "it is "), "fencepost has "), tt.want) {
			t.Errorf("%s %s: %s, want %s", tt.list, tt.rule, got, tt.want)
		}
	}
}

// TestInitFrom takes over what the person has allowed, in general and for the project, and nothing
// that comes with a repository.
func TestInitFrom(t *testing.T) {
	home, project := workplace(t)
	walk(t, []step{{[]string{"init", "--from", "claude"}, 3, "no permission rules", ""},
		{[]string{"init", "--from", "codex"}, 3, "--from knows claude", ""}})
	for file, text := range map[string]string{
		filepath.Join(home, ".claude", "settings.json"): `{"model": "opus", "permissions": {
			"allow": ["Bash(frob list:*)", "Bash(python3:*)"], "deny": ["Bash(acme deploy:*)", "Read(~/private/**)"]}}`,
		filepath.Join(project, ".claude", "settings.json"):       `{"permissions": {"allow": ["Bash(evil:*)"]}}`,
		filepath.Join(project, ".claude", "settings.local.json"): `{"permissions": {"allow": ["Bash(tkt list)"], "ask": ["Bash(ls:*)"]}}`,
	} {
		if err := putFile(file, text); err != nil {
			t.Fatal(err)
		}
	}
	own := filepath.Join(home, ".claude", "fencepost.yaml")
	walk(t, []step{
		{[]string{"init", "--from", "claude"}, 0, "not taken over: allow Bash(python3:*): it is too wide|wrote " + own +
			"|wrote " + filepath.Join(project, ".claude", "fencepost.yaml"), "evil"},
		{[]string{"verify"}, 0, "2 files: 0 errors, 0 warnings", ""},
		{[]string{"check", "frob list -x"}, 0, "allow", ""},
		{[]string{"check", "frob delete"}, 1, "ask", ""},
		{[]string{"check", "tkt list"}, 1, "ignored", ""}, // a repository could have brought it
		{[]string{"trust"}, 0, "tkt list", ""},
		{[]string{"check", "tkt list"}, 0, "allow", "ignored"},
		{[]string{"check", "tkt list --all"}, 1, "ask", ""},
		{[]string{"check", "ls -l"}, 1, "ask", ""},
		{[]string{"check", "acme deploy prod"}, 2, "deny", ""},
		{[]string{"check", "cat ~/private/x"}, 2, "A permission rule of Claude Code", ""},
		{[]string{"check", "evil x"}, 1, "ask", ""},
		{[]string{"check", "python3 x.py"}, 1, "ask", ""},
		{[]string{"check", "rm -rf ~"}, 2, "deny", ""},
		{[]string{"init", "--from", "claude"}, 3, own + " exists", ""},
		{[]string{"init", "--from", "claude", "--user", "--force"}, 0, "the file as it was", ""},
	})
	if text := read(t, own); !strings.Contains(text, "# Not taken over: allow Bash(python3:*)") {
		t.Error(text)
	}
	if err := os.WriteFile(filepath.Join(home, ".claude", "settings.json"), []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	walk(t, []step{{[]string{"init", "--from", "claude", "--user", "--force"}, 3, "settings.json", "wrote"}})
}
