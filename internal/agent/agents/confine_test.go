package agents

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// why says why the commands of an agent are not rewritten.
func why(name, home, dir string) string {
	who, ok := Find(name)
	if !ok {
		who = Unknown
	}
	if who.Confine == nil {
		return who.Unconfined
	}
	return who.Confine(home, dir).Why
}

// TestConfine holds whose commands are rewritten, and which settings of a person keep them as they are.
func TestConfine(t *testing.T) {
	type files map[string]string
	for _, tt := range []struct {
		name, agent string
		files       files
		env         string
		want        string // part of the reason; "" where commands are rewritten
	}{
		{"no settings", "gemini", nil, "", ""},
		{"other settings", "gemini", files{"home/.gemini/settings.json": `{"ui":{"theme":"x"}}`}, "", ""},
		{"a rule of the person", "gemini", files{"home/.gemini/settings.json": `{"tools":{"exclude":["run_shell_command(rm)"]}}`},
			"", "home/.gemini/settings.json"},
		{"a policy", "gemini", files{"home/.gemini/policies/my.toml": "[[rule]]\ncommandPrefix = \"git push\"\n"},
			"", "my.toml"},
		{"a rule of the project", "gemini", files{"home/p/.gemini/settings.json": `{"excludeTools":["ShellTool(rm)"]}`},
			"", "home/p/.gemini"},
		{"one above the project", "gemini", files{"home/.gemini/x": "", "home/p/.gemini/settings.json": "{}",
			".gemini/settings.json": `{"x":"run_shell_command"}`}, "", ".gemini/settings.json"},
		{"an extension", "gemini", files{"home/.gemini/extensions/e/gemini-extension.json": `{"excludeTools":["run_shell_command(rm)"]}`},
			"", "gemini-extension.json"},
		{"a file that is too large", "gemini", files{"home/.gemini/settings.json": strings.Repeat(" ", 1<<20+1)},
			"", "cannot be read"},
		{"no settings", "opencode", nil, "", ""},
		{"other settings", "opencode", files{"home/.config/opencode/opencode.json": `{"theme":"x"}`}, "", ""},
		{"a permission", "opencode", files{"home/.config/opencode/opencode.jsonc": `{"permission":{"bash":{"rm *":"deny"}}}`},
			"", "opencode.jsonc"},
		{"one of the project", "opencode", files{"home/p/opencode.json": `{"permission":"ask"}`}, "", "opencode.json"},
		{"one of an agent", "opencode", files{"home/p/.opencode/agent/a.md": "---\npermission:\n  bash: deny\n---\n"},
			"", "a.md"},
		{"one of the environment", "opencode", nil, "OPENCODE_PERMISSION", "OPENCODE_PERMISSION"},
		{"", "codex", nil, "", "approval"},
		{"", "copilot", nil, "", "not known"},
		{"", "cursor", nil, "", "permission"},
		{"", "qwen", nil, "", "not known"},
		{"", "windsurf", nil, "", "no rewritten"},
		{"", "another", nil, "", "nothing wraps"},
	} {
		t.Run(tt.agent+" "+tt.name, func(t *testing.T) {
			root := t.TempDir()
			for name, text := range tt.files {
				path := filepath.Join(root, name)
				if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			for _, name := range []string{"XDG_CONFIG_HOME", "OPENCODE_CONFIG", "OPENCODE_PERMISSION"} {
				t.Setenv(name, "")
			}
			if tt.env != "" {
				t.Setenv(tt.env, "{}")
			}
			got := why(tt.agent, filepath.Join(root, "home"), filepath.Join(root, "home", "p"))
			if tt.want == "" && got != "" || !strings.Contains(got, tt.want) {
				t.Errorf("%q", got)
			}
		})
	}
	if why("gemini", "", "/") == "" {
		t.Error("a home that is not known has no rules")
	}
}
