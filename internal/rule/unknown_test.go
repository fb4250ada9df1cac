package rule_test

import (
	"testing"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/rule"
)

// TestPartlyKnown holds paths of which a beginning or an end is known to the globs that this is
// enough for.
func TestPartlyKnown(t *testing.T) {
	for _, tt := range []struct {
		begin, end, glob string
		tells            bool
	}{
		{"/home/u/.ssh", "", "**/.ssh/**", true},
		{"/home/u/.SSH/x", "", "**/.ssh/**", true},
		{"/home/u/.sshx", "", "**/.ssh/**", false},
		{"", "/.ssh", "**/.ssh/**", true},
		{"", "/.ssh/id_rsa", "**/.ssh/**", true},
		{"", "/.netrc", "**/.netrc", true},
		{"", "/x.netrc", "**/.netrc", false},
		{"/proc", "/environ", "/proc/*/environ", true},
		{"/proc/1", "/environ", "/proc/*/environ", true},
		{"/srv", "/environ", "/proc/*/environ", false},
		{"/proc", "/status", "/proc/*/environ", false},
		{"/home/u", "", "**/.env", false},
		{"", "/a.pem", "**/*.pem", false},
		{"", "", "**/.env", false},
		{"/etc", "/shadow", "/etc/shadow", false},
	} {
		p := fact.Path{Abs: tt.begin, Tail: tt.end}
		if got := rule.IfUnknown(rule.Allow, fact.Read, &p, tt.glob) == rule.Unset; got != tt.tells {
			t.Errorf("%q…%q and %s: %v, want %v", tt.begin, tt.end, tt.glob, got, tt.tells)
		}
	}
}

// TestGlobsThatBeginAnywhere holds the names in trees: src/**/a may be that of a glob which begins
// anywhere, and is not asked about for it.
func TestGlobsThatBeginAnywhere(t *testing.T) {
	for _, tt := range []struct {
		path, glob string
		asked      bool
	}{
		{"/p/**/environ", "/proc/*/environ", false},
		{"/proc/1/**/environ", "/proc/*/environ", true},
		{"/etc/**/k", "/etc/ssl/private/**", false},
		{"/etc/ssl/private/**/k", "/etc/ssl/private/**", true},
		{"/p/**/a", "**/.ssh/**", false},
		{"/p/**/.netrc", "**/.netrc", true},
		{"/x/**/k", "/*/y/k", false},
		// A star says nothing of a directory, and the beginning of a name does.
		{"/p/*/a.json", "**/com.vercel.cli/**", false},
		{"/p/*/INBOX", "~/Mail/**", false},
		{"/p/M*/INBOX", "~/Mail/**", true},
		{"/var/www/*/*/x", "**/var/mail/**", false},
		{"/var/m*/x", "**/var/mail/**", true},
		{"/var/*/x", "**/var/mail/**", true},
		{"/h/Library/*/x", "**/Library/Safari/**", true},
		{"/h/L*/Safari/x", "**/Library/Safari/**", true},
		{"/h/.*/x", "**/.ssh/**", true},
		{"/p/*/id_rsa", "**/id_rsa", true},
	} {
		p := fact.Path{Abs: tt.path, Known: true, Glob: true}
		if got := rule.IfUnknown(rule.Allow, fact.Read, &p, tt.glob) == rule.Unset; got != tt.asked {
			t.Errorf("%s and %s: %v, want %v", tt.path, tt.glob, got, tt.asked)
		}
	}
}

// TestProjectPatternsCoverTheirNames holds a pattern in the project to the names that it stands for.
func TestProjectPatternsCoverTheirNames(t *testing.T) {
	for _, tt := range []struct {
		path, names, glob string
		asked             bool
	}{
		{"/p/s*", "/server.go/src", "**/*.pem", false},
		{"/p/s*", "/server.go/server.PEM", "**/*.pem", true},
		{"/p/s*", "", "**/*.pem", true},
		{"/p/.e*", "/.eslintrc", "**/.env", false},
		{"/p/.e*", "/.env", "**/.env", true},
		{"/p/.s*", "/.src", "**/.ssh/**", false},
		{"/p/.s*", "/.ssh", "**/.ssh/**", true},
		{"/p/**/.config.*", "", "**/*.pem", false},
		{"/p/**/.env*", "", "**/.env.*", true},
		{"/p/.*", "", "**/*.pem", true},
	} {
		p := fact.Path{Abs: tt.path, Tail: tt.names, Known: true, Glob: true}
		if got := rule.IfUnknown(rule.Allow, fact.Read, &p, tt.glob) == rule.Unset; got != tt.asked {
			t.Errorf("%s, which is %q, and %s: %v, want %v", tt.path, tt.names, tt.glob, got, tt.asked)
		}
	}
}
