package fence

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/fencepost/fencepost/internal/policy"
)

// TestWorkDirs: what the person has added to a session is inside, what a repository adds to its
// settings is not, and neither the home directory nor what is protected becomes a part of the
// project.
func TestWorkDirs(t *testing.T) {
	s := newSandbox(t, "import: [recommended]\n")
	base := filepath.Dir(s.home)
	for _, dir := range []string{
		"lib/src", "lib/.git", "theirs", "home/.claude", "home/project/src/deep", "home/notes", "other",
	} {
		if err := os.MkdirAll(filepath.Join(base, dir), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	write := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(base, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	adds := func(dirs string) string {
		return `{"permissions":{"additionalDirectories":[` + dirs + `]}}`
	}
	write("home/.claude/settings.json", adds(`"../../../../lib","~/notes","~","/","`+base+`"`))
	for _, name := range []string{"settings.json", "settings.local.json"} {
		write("home/project/.claude/"+name, adds(`"../../theirs"`))
	}
	if err := os.Symlink(base+"/other", base+"/lib/link"); err != nil {
		t.Fatal(err)
	}
	started := filepath.Join(s.project, "src", "deep")
	s.gate = New(Options{Home: s.home, Shell: "/bin/bash", Started: started, Client: true})
	for _, tt := range []struct{ path, want string }{
		{s.project + "/top.go", "allow"}, // above the directory of the start
		{started + "/x.go", "allow"},
		{base + "/lib/src/x.go", "allow"},
		{s.home + "/notes/x.md", "allow"},
		{base + "/theirs/x.go", "deny"}, // the write effect of `filesystem`
		{base + "/other/x.go", "deny"},
		{base + "/lib/link/x.go", "deny"},
		{base + "/lib/../other/x.go", "deny"},
		{s.home + "/x.go", "deny"},
		{base + "/lib/.git/hooks/x", "deny"},
		{base + "/lib/.claude/settings.json", "deny"},
		{base + "/lib/.mcp.json", "ask"},
		{"/srv/x", "deny"},
	} {
		s.expect(t, "added", "Write", map[string]any{"file_path": tt.path, "content": "x"}, tt.want)
	}
	for cmd, want := range map[string]string{
		"cp a.go " + base + "/lib/src/a.go":            "allow",
		"rm " + base + "/lib/src/a.go":                 "allow",
		"cd " + base + "/lib && go test ./...":         "allow",
		"echo x > " + base + "/lib/x":                  "allow",
		"rm -r " + base + "/lib":                       "deny", // a root does not hold itself
		"mv " + base + "/lib " + s.project + "/l":      "deny",
		"rm -r " + base + "/lib/link/":                 "deny",
		"rm " + base + "/lib/link":                     "allow",
		"cd " + base + "/theirs && go test ./...":      "deny", // a chain that asks
		"echo x > " + base + "/theirs/x":               "deny",
		"cp a.go " + s.home + "/.ssh/authorized_keys2": "deny",
	} {
		s.expectBash(t, "added", cmd, want)
	}

	record := &policy.Trust{Project: policy.ResolveProject(s.project), Config: strings.Repeat("0", 64),
		Directories: []string{base + "/theirs", s.home}}
	if err := policy.WriteTrust(s.home, record); err != nil {
		t.Fatal(err)
	}
	s.gate = New(Options{Home: s.home, Shell: "/bin/bash", Started: started, Client: true})
	s.expect(t, "trusted", "Write", map[string]any{"file_path": base + "/theirs/x.go"}, "allow")
	s.expect(t, "trusted home", "Write", map[string]any{"file_path": s.home + "/x.go"}, "deny")

	s.gate = New(Options{Home: s.home, Shell: "/bin/bash"}) // an embedding program
	s.expect(t, "no client", "Write", map[string]any{"file_path": base + "/lib/src/x.go"}, "deny")

	write("home/.claude/settings.json", adds(`"`+base+`/lib"`)+"}")
	s.gate = New(Options{Home: s.home, Shell: "/bin/bash", Started: started, Client: true})
	s.expect(t, "a broken file", "Write", map[string]any{"file_path": base + "/lib/src/x.go"}, "deny")
}

// TestOwnTempDir: the client's own directory below /tmp is the scratch directory, too, but for its
// skills.
func TestOwnTempDir(t *testing.T) {
	s := newSandbox(t, "import: [recommended]\nredirect: {tmp: false}\n")
	s.gate = New(Options{Trusted: true, Home: s.home, Shell: "/bin/bash", Started: s.project,
		Client: true})
	own := "/tmp/claude-" + strconv.Itoa(os.Getuid())
	task := own + "/-home-p/7d/tasks/b1.output"
	for cmd, want := range map[string]string{
		"cat " + task:                         "allow",
		"tail -f " + task:                     "allow",
		"grep -c error " + task:               "allow",
		"echo x > " + own + "/notes.txt":      "allow",
		"mkdir -p " + own + "/w":              "allow",
		"rm -rf " + own + "/w":                "allow",
		"rm -rf " + own:                       "deny",
		"echo x > " + own + "/../x":           "deny",
		"echo x > " + own + "0/x":             "deny",
		"echo x > /tmp/x":                     "deny",
		"echo x > " + own + "/.git/hooks/x":   "deny",
		"cp x " + own + "/bundled-skills/2/a": "ask",
	} {
		s.expectBash(t, "client", cmd, want)
	}
	for tool, in := range map[string]map[string]any{
		"Read":  {"file_path": task},
		"Grep":  {"path": own, "pattern": "x"},
		"Write": {"file_path": own + "/notes.md", "content": "x"},
	} {
		s.expect(t, "client", tool, in, "allow")
	}
}
