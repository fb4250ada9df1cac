package gate_test

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/fencepost/fencepost/internal/app/gate"
	"github.com/fencepost/fencepost/internal/policy"
	"github.com/fencepost/fencepost/internal/test/testkit/gatetest"
)

// TestWorkDirs: what the person has added to a session is inside, what a repository adds to its
// settings is not, and neither the home directory nor what is protected becomes a part of the
// project.
func TestWorkDirs(t *testing.T) {
	t.Parallel()
	s := gatetest.New(t, gatetest.Recommended)
	base := filepath.Dir(s.Home)
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
	started := filepath.Join(s.Project, "src", "deep")
	s.Use(gate.Options{Started: started, Client: true})
	for _, tt := range []struct{ path, want string }{
		{s.Project + "/top.go", "allow"}, // above the directory of the start
		{started + "/x.go", "allow"},
		{base + "/lib/src/x.go", "allow"},
		{s.Home + "/notes/x.md", "allow"},
		{base + "/theirs/x.go", "deny"}, // the write effect of `filesystem`
		{base + "/other/x.go", "deny"},
		{base + "/lib/link/x.go", "deny"},
		{base + "/lib/../other/x.go", "deny"},
		{s.Home + "/x.go", "deny"},
		{base + "/lib/.git/hooks/x", "deny"},
		{base + "/lib/.claude/settings.json", "deny"},
		{base + "/lib/.mcp.json", "ask"},
		{"/srv/x", "deny"},
	} {
		s.Expect(t, "added", "Write", map[string]any{"file_path": tt.path, "content": "x"}, tt.want)
	}
	for cmd, want := range map[string]string{
		"cp a.go " + base + "/lib/src/a.go":            "allow",
		"rm " + base + "/lib/src/a.go":                 "allow",
		"cd " + base + "/lib && go test ./...":         "allow",
		"echo x > " + base + "/lib/x":                  "allow",
		"rm -r " + base + "/lib":                       "deny", // a root does not hold itself
		"mv " + base + "/lib " + s.Project + "/l":      "deny",
		"rm -r " + base + "/lib/link/":                 "deny",
		"rm " + base + "/lib/link":                     "allow",
		"cd " + base + "/theirs && go test ./...":      "deny", // a chain that asks
		"echo x > " + base + "/theirs/x":               "deny",
		"cp a.go " + s.Home + "/.ssh/authorized_keys2": "deny",
	} {
		s.Bash(t, cmd, want)
	}

	record := &policy.Trust{Project: policy.ResolveProject(s.Project), Config: strings.Repeat("0", 64),
		Directories: []string{base + "/theirs", s.Home}}
	if err := policy.WriteTrust(s.Home, record); err != nil {
		t.Fatal(err)
	}
	s.Use(gate.Options{Started: started, Client: true})
	s.Expect(t, "trusted", "Write", map[string]any{"file_path": base + "/theirs/x.go"}, "allow")
	s.Expect(t, "trusted home", "Write", map[string]any{"file_path": s.Home + "/x.go"}, "deny")

	s.Use(gate.Options{}) // an embedding program
	s.Expect(t, "no client", "Write", map[string]any{"file_path": base + "/lib/src/x.go"}, "deny")

	write("home/.claude/settings.json", adds(`"`+base+`/lib"`)+"}")
	s.Use(gate.Options{Started: started, Client: true})
	s.Expect(t, "a broken file", "Write", map[string]any{"file_path": base + "/lib/src/x.go"}, "deny")
}

// TestOwnTempDir: the client's own directory below /tmp is the scratch directory, too, but for its
// skills.
func TestOwnTempDir(t *testing.T) {
	t.Parallel()
	s := gatetest.New(t, "import: [recommended]\nredirect: {tmp: false}\n")
	s.Use(gate.Options{Trusted: true, Started: s.Project,
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
		s.ExpectBash(t, "client", cmd, want)
	}
	for tool, in := range map[string]map[string]any{
		"Read":  {"file_path": task},
		"Grep":  {"path": own, "pattern": "x"},
		"Write": {"file_path": own + "/notes.md", "content": "x"},
	} {
		s.Expect(t, "client", tool, in, "allow")
	}
}
