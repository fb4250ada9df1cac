package main

import (
	"path/filepath"
	"strings"
	"testing"
)

// TestTables runs tables of policy tests, with and without a config beside them.
func TestTables(t *testing.T) {
	const own = "tools:\n  deny: [{tool: mcp__db__*}]\n  bash:\n    allow: [ls, 'cat']\n    deny: " +
		"[git push]\n" +
		"effects: [{on: [write, delete], outside: ['.'], decision: deny}]\n"
	tests := []struct {
		about  string
		config string // beside the table; "-" for none
		table  string
		code   int
		want   []string // parts of the output
	}{
		{"all as expected", own, `- {cmd: ls -la, want: allow}
- {cmd: "git push", want: deny, rule: "bash.deny: git push"}
- {cmd: make, want: ask}
- cmd: |
    ls &&
    git push
  want: deny
- {tool: mcp__db__drop, input: {table: users, deep: [1, {a: true}]}, want: deny, rule: tools.deny}
`, 0, []string{"5 passed, 0 failed\n"}},
		{"without a config the default policy applies", "-",
			`- {cmd: rm -rf ~, want: deny, rule: "effects: delete"}` + "\n", 0, []string{"1 passed"}},
		{"another decision", own, "# a comment\n\n- {cmd: ls, want: allow}\n- {cmd: ls, want: deny}\n", 1,
			[]string{"table.yaml:4: ls\n", "want deny, got allow", "bash.allow: ls (", "fencepost.yaml:4)",
				"1 passed, 1 failed\n"}},
		{"another rule", own, "- {cmd: git push, want: deny, rule: bash.checks}\n", 1,
			[]string{"table.yaml:1: git push\n", `want a rule that begins with "bash.checks"`,
				"decided by bash.deny: git push", "0 passed, 1 failed"}},
		{"a rule where none decides", own, "- {cmd: make, want: ask, rule: bash}\n", 1,
			[]string{"no rule decided"}},
		{"the current directory", own, `- {cmd: echo x > a, cwd: sub/dir, want: ask}
- {cmd: echo x > ../../../a, cwd: sub/dir, want: deny}
- {cmd: echo x > a, cwd: /etc, want: deny}
- {cmd: echo x > a, cwd: "~", want: deny}
- {cmd: "echo x > {PROJECT}/a", cwd: /etc, want: ask}
`, 0, []string{"5 passed"}},
		{"places in the input of a tool", own, `- {tool: Write, input: {file_path: "{PROJECT}/a", content: x}, want: ask}
- {tool: Write, input: {file_path: "{HOME}/a", content: x}, want: deny}
`, 0, []string{"2 passed"}},
		{"a broken config", "dney: [ls]\n", "- {cmd: ls, want: allow}\n", 1,
			[]string{"fencepost.yaml:1:1", "want allow, got deny"}},
		{"a config that closes the fence", "dney: [ls]\n", "- {cmd: ls, want: deny}\n", 0,
			[]string{"1 passed"}},

		{"no test", own, "# nothing\n", 1, []string{"table.yaml:1: there is no test"}},
		{"an empty list", own, "[]\n", 1, []string{"there is no test"}},
		{"no list", own, "cmd: ls\nwant: deny\n", 1, []string{"table.yaml:1:1: the file must be a list"}},
		{"two documents", own, "- {cmd: ls, want: allow}\n---\n- {cmd: ls, want: deny}\n", 1,
			[]string{"second YAML document"}},
		{"no YAML", own, "- {cmd: ls, want: allow\n- {cmd: ls}\n", 1,
			[]string{"table.yaml:", "not YAML"}},
		{"an unknown key", own, "- {cmd: ls, want: allow}\n- {cmd: ls, wnat: allow}\n", 1,
			[]string{`table.yaml:2:13: unknown key "wnat"`, "table.yaml:2:3: the test does not say"}},
		{"a key twice", own, "- {cmd: ls, cmd: cat, want: allow}\n", 1,
			[]string{`table.yaml:1:13: the key "cmd" stands twice`}},
		{"neither cmd nor tool", own, "- {want: allow}\n", 1,
			[]string{"table.yaml:1:3: a test needs cmd, or tool"}},
		{"both", own, "- {cmd: ls, tool: Read, input: {}, want: allow}\n", 1, []string{"not both"}},
		{"a tool without input", own, "- {tool: Read, want: allow}\n", 1,
			[]string{"tool and input go together"}},
		{"input without a tool", own, "- {cmd: ls, input: {}, want: allow}\n", 1,
			[]string{"tool and input go together"}},
		{"an input that is no mapping", own, "- {tool: Read, input: [a], want: allow}\n", 1,
			[]string{"table.yaml:1:23: input must be a mapping"}},
		{"an unknown decision", own, "- {cmd: ls, want: block}\n", 1,
			[]string{`table.yaml:1:19: want must be allow, ask or deny, not "block"`}},
		{"a command that is no string", own, "- {cmd: 5, want: allow}\n", 1,
			[]string{"table.yaml:1:9: cmd must be a string"}},
		{"a test that is no mapping", own, "- ls\n", 1,
			[]string{"table.yaml:1:3: a test must be a mapping"}},
	}
	for _, tt := range tests {
		t.Run(tt.about, func(t *testing.T) {
			// A config where the person stands must not matter.
			_, project := withConfig(t, "default: allow\n")
			table := filepath.Join(project, "policy", "table.yaml")
			if err := putFile(table, tt.table); err != nil {
				t.Fatal(err)
			}
			if tt.config != "-" {
				if err := putFile(filepath.Join(project, "policy", "fencepost.yaml"), tt.config); err != nil {
					t.Fatal(err)
				}
			}
			code, out, errs := cli("", "test", table)
			if code != tt.code || errs != "" {
				t.Errorf("exit status %d, want %d\n%s%s", code, tt.code, out, errs)
			}
			for _, want := range tt.want {
				if !strings.Contains(out, want) {
					t.Errorf("the output lacks %q:\n%s", want, out)
				}
			}
			if strings.Contains(out, "fencepost-test-") && !strings.Contains(tt.table, "{") {
				t.Errorf("the output names a file that is gone:\n%s", out)
			}
		})
	}
}

// TestTableConfig looks where the config of a table comes from.
func TestTableConfig(t *testing.T) {
	_, project := workplace(t)
	files := map[string]string{
		"deny.yaml":                "default: deny\n",
		"a/table.yaml":             "- {cmd: frobnicate, want: allow}\n",
		"a/.claude/fencepost.yaml": "default: allow\n",
		"b/table.yaml":             "- {cmd: frobnicate, want: allow}\n",
		"b/.claude/fencepost/config/1-first.yaml": "default: deny\n",
		"b/.claude/fencepost/config/2-then.yaml":  "default: allow\n",
		"c/.claude/table.yaml":                    "- {cmd: frobnicate, want: deny}\n",
		"c/.claude/fencepost.yaml":                "default: deny\n",
		"d/table.yaml":                            "- {cmd: frobnicate, want: deny}\n",
		"e/table.yaml":                            "- {cmd: frobnicate, want: ask}\n",
	}
	for name, text := range files {
		if err := putFile(filepath.Join(project, name), text); err != nil {
			t.Fatal(err)
		}
	}
	tests := []struct {
		args []string
		code int
		want string
	}{
		// nobody has trusted it, and it restricts
		{[]string{"c/.claude/table.yaml"}, 0, "1 passed, 0 failed"},
		{[]string{"a/table.yaml"}, 1,
			"a/.claude/fencepost.yaml is not trusted, 1 setting that loosens is ignored"},
		{[]string{"b/table.yaml"}, 1, "b/.claude/fencepost/config/2-then.yaml:1: default: allow"},
		{[]string{"--config", "a/.claude/fencepost.yaml", "a/table.yaml"}, 1, "want allow, got ask"},
		{[]string{"--trusted", "a/table.yaml"}, 0, "1 passed, 0 failed"},
		{nil, 0, ""}, // from here on a person trusts them
		{[]string{"a/table.yaml"}, 0, "1 passed, 0 failed"},
		{[]string{"b/table.yaml"}, 0, "1 passed, 0 failed"},
		{[]string{"c/.claude/table.yaml"}, 0, "1 passed, 0 failed"},
		{[]string{"a/table.yaml", "b/table.yaml", "c/.claude/table.yaml", "d/table.yaml"}, 1,
			"3 passed, 1 failed"},
		{[]string{"--config", "deny.yaml", "d/table.yaml"}, 0, "1 passed"},
		{[]string{"--config", "a", "d/table.yaml"}, 1, "want deny, got allow"},
		{[]string{"--user", "deny.yaml", "d/table.yaml"}, 0, "1 passed"},
		// the project's config comes after the user's
		{[]string{"--user", "deny.yaml", "a/table.yaml"}, 0, "1 passed"},
		{[]string{"--config", "e", "e/table.yaml"}, 3, "there is no fencepost.yaml in e"},
		{[]string{"--config", "nothing.yaml", "e/table.yaml"}, 3, "nothing.yaml: "},
		{[]string{"--config"}, 3, "needs a value"},
		{[]string{"nothing.yaml"}, 1, "nothing.yaml: the file cannot be read"},
	}
	for _, tt := range tests {
		if tt.args == nil {
			for _, dir := range []string{"a", "b", "c"} {
				if code, out, errs := cli("", "trust", "--cwd", dir); code != 0 {
					t.Fatalf("trust --cwd %s: exit status %d\n%s%s", dir, code, out, errs)
				}
			}
			continue
		}
		code, out, errs := cli("", append([]string{"test"}, tt.args...)...)
		if code != tt.code || !strings.Contains(out+errs, tt.want) {
			t.Errorf("fencepost test %q: exit status %d, want %d with %q\n%s%s", tt.args, code, tt.code,
				tt.want, out, errs)
		}
	}
	if code, out, errs := cli("", "test"); code != 3 ||
		!strings.Contains(errs, "name one or more files") {
		t.Errorf("fencepost test: exit status %d\n%s%s", code, out, errs)
	}
}
