package main

import (
	"path/filepath"
	"strings"
	"testing"
)

// TestSwitchedRules shows a person's exceptions to the preset recommended, end to end.
func TestSwitchedRules(t *testing.T) {
	tests := []struct {
		user, project string // what they import; the project's is not trusted
		command       string
		want          string
		verify        string // what verify says of it
	}{
		{"recommended", "", "cat ~/.netrc", "deny", "0 errors, 0 warnings"},
		{"{preset: recommended, off: [read-.netrc]}", "", "cat ~/.netrc", "allow",
			"off read-.netrc of secrets-names: it no longer denies read **/.netrc"},
		{"recommended, {preset: secrets, off: [read-.netrc]}", "", "cat ~/.netrc", "allow",
			"off read-.netrc of secrets-names: it no longer denies read **/.netrc"},
		{"{preset: recommended, ask: [read-.netrc]}", "", "cat ~/.netrc", "ask",
			"ask read-.netrc of secrets-names: it asks, where it denied"},
		{"{preset: recommended, off: [read-.netrc]}", "", "cat ~/.ssh/id_rsa", "deny", "0 errors"},
		{"{preset: recommended, ask: [git-push-f-force]}", "", "git push --force", "ask",
			"ask git-push-f-force of git"},
		{"recommended", "{preset: recommended, off: [read-.netrc]}", "cat ~/.netrc", "deny",
			"import: off: read-.netrc of recommended"},
		{"{preset: recommended, off: [read-.netcr]}", "", "ls", "deny", `did you mean "read-.netrc"?`},
		{"{preset: git, off: [read-.netrc]}", "", "ls", "deny",
			"write {preset: secrets-names, off: [read-.netrc]}"},
	}
	for _, tt := range tests {
		t.Run("", func(t *testing.T) {
			home, project := workplace(t)
			for dir, imports := range map[string]string{home: tt.user, project: tt.project} {
				if imports == "" {
					continue
				}
				if err := putFile(filepath.Join(dir, ".claude", "fencepost.yaml"), "import: ["+
					imports+"]\n"); err != nil {
					t.Fatal(err)
				}
			}
			if _, out, _ := cli("", "check", tt.command); !strings.HasPrefix(out, tt.want+"\n") {
				t.Errorf("%s, %s: %s: want %s\n%s", tt.user, tt.project, tt.command, tt.want, out)
			}
			if _, out, errs := cli("", "verify"); !strings.Contains(out+errs, tt.verify) {
				t.Errorf("%s, %s: verify lacks %q:\n%s%s", tt.user, tt.project, tt.verify, out, errs)
			}
		})
	}
}

// TestRuleIDsAreShown: whoever wants to switch a rule finds its id.
func TestRuleIDsAreShown(t *testing.T) {
	workplace(t)
	for _, tt := range []struct {
		args []string
		want string
	}{
		{[]string{"presets", "show", "secrets-names"}, "# deny  read-.netrc "},
		{[]string{"explain", "cat ~/.netrc"}, "id read-.netrc]"},
		{[]string{"explain", "--json", "cat ~/.netrc"}, `"id": "read-.netrc"`},
	} {
		if _, out, _ := cli("", tt.args...); !strings.Contains(out, tt.want) {
			t.Errorf("fencepost %q lacks %q:\n%s", tt.args, tt.want, out)
		}
	}
}
