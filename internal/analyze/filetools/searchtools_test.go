package filetools_test

import (
	"strings"
	"testing"

	"github.com/fencepost/fencepost/internal/test/testkit/gatetest"
)

// TestSearchTools: Grep and Glob are judged by the tree that they walk and the files that they pick
// from it.
func TestSearchTools(t *testing.T) {
	t.Parallel()
	s := gatetest.New(t, gatetest.Recommended)
	s.Mkdir(t, "src", ".ssh")
	s.Link(t, s.Home, "up")
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
		in := map[string]any{"pattern": s.Fill(tt.pattern)}
		if tt.path != "" {
			in["path"] = s.Fill(tt.path)
		}
		if tt.glob != "" {
			in["glob"] = s.Fill(tt.glob)
		}
		s.Expect(t, "recommended", tt.tool, in, tt.want)
	}
}
