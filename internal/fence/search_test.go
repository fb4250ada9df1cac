package fence

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestSearchTools: Grep and Glob are judged by the tree that they walk and the files that they pick
// from it.
func TestSearchTools(t *testing.T) {
	s := newSandbox(t, "import: [recommended]\n")
	for _, dir := range []string{"src", ".ssh"} {
		if err := os.MkdirAll(filepath.Join(s.project, dir), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink(s.home, filepath.Join(s.project, "up")); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ tool, path, pattern, glob, want string }{
		// Everyday.
		{"Grep", "", "TODO", "", "allow"},
		{"Grep", "src", "TODO", "*.go", "allow"},
		{"Grep", "{PROJ}/src", "TODO", "*.{ts,tsx}", "allow"},
		{"Grep", "", "TODO", "**/*.go", "allow"},
		{"Grep", "", "x", "src/**/*.js", "allow"},
		{"Grep", "", "x", "*", "allow"},
		{"Grep", "", "x", "*.json", "allow"},
		{"Grep", "", "x", "!**/.env", "allow"},
		{"Grep", "", "x", "*.go,*.mod go.sum", "allow"},
		{"Grep", "/usr/include", "define", "*.h", "allow"},
		{"Glob", "", "**/*.go", "", "allow"},
		{"Glob", "src", "*.{ts,tsx}", "", "allow"},
		{"Glob", "", "**/.env*", "", "allow"}, // names, as find -name
		{"Glob", "", "../other/**/*.md", "", "allow"},
		{"Glob", "", "/usr/include/**/*.h", "", "allow"},

		{"Grep", "~", "x", "**/id_rsa", "ask"},
		{"Grep", "{HOME}", "BEGIN", "", "ask"},
		{"Grep", "..", "x", "", "ask"},
		{"Grep", "/", "x", "*.md", "ask"},
		{"Grep", "up", "x", "*.md", "ask"},
		{"Grep", "~/.ssh", "x", "", "deny"},
		{"Grep", "~/.ssh/id_rsa", "x", "", "deny"},
		{"Grep", "src/../../.ssh/id_rsa", "x", "", "deny"},
		{"Grep", "", "x", ".env", "ask"},
		{"Grep", "", "x", ".env*", "ask"},
		{"Grep", "", "x", "*.go,.env", "ask"},
		{"Grep", "", "x", "{*.go,.env}", "ask"},
		{"Grep", "", "x", "{a,.{b,env}}", "ask"},
		{"Grep", "", "x", `\.env`, "ask"},
		{"Grep", "", "x", "**/.aws/credentials", "deny"},
		{"Grep", "", "x", "{HOME}/.aws/credentials", "deny"},
		{"Grep", "", "x", "../.aws/credentials", "deny"},
		{"Grep", "", "x", "~/.netrc", "deny"},
		{"Grep", "", "x", "**/{.netrc,x}", "deny"},
		{"Grep", "", "x", strings.Repeat("{a,b}", 9), "ask"},
		{"Glob", "", "~/.ssh/*", "", "allow"}, // names alone
		{"Glob", "~/.ssh", "*", "", "allow"},
		{"Glob", "~", ".ssh/*", "", "allow"},
		{"Glob", "", "../.ssh/**", "", "allow"},
		{"Glob", "", "{src,../.ssh}/*", "", "allow"},
		{"Glob", "", "/etc/**", "", "allow"}, // as find /etc
	} {
		in := map[string]any{"pattern": s.fill(tt.pattern)}
		if tt.path != "" {
			in["path"] = s.fill(tt.path)
		}
		if tt.glob != "" {
			in["glob"] = s.fill(tt.glob)
		}
		s.expect(t, "recommended", tt.tool, in, tt.want)
	}
}

// expect reports a call that is not decided as wanted.
func (s *sandbox) expect(t *testing.T, what, tool string, in map[string]any, want string) {
	t.Helper()
	if v := s.judge(t, tool, in); v.Decision.String() != want {
		t.Errorf("%s: %s %v: got %v (%s %s), want %s",
			what, tool, in, v.Decision, v.Rule, v.Description, want)
	}
}

// expectBash is expect for a command.
func (s *sandbox) expectBash(t *testing.T, what, cmd, want string) {
	t.Helper()
	s.expect(t, what, "Bash", map[string]any{"command": cmd}, want)
}

// fill puts the directories of the sandbox into a text.
func (s *sandbox) fill(text string) string {
	return strings.NewReplacer("{HOME}", s.home, "{PROJ}", s.project).Replace(text)
}
