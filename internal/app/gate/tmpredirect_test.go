package gate_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/fencepost/fencepost/internal/app/gate"
	"github.com/fencepost/fencepost/internal/decision/redirect"
	"github.com/fencepost/fencepost/internal/test/testkit/gatetest"
)

const moving = "redirect: {tmp: true, tmpTarget: /tmp/fencepost-no-such-scratch}\ndefault: allow\n"

// TestRedirect is about which fields of which tools move, and about what the result says of it.
func TestRedirect(t *testing.T) {
	t.Parallel()
	const to = "/tmp/fencepost-no-such-scratch"
	there := tempFile(t, "/tmp", "")
	s := gatetest.New(t, moving)
	for _, tc := range []struct {
		tool, field, text, want string
	}{
		{"Bash", "command", "echo a > /tmp/fencepost-x", "echo a > " + to + "/fencepost-x"},
		{"Bash", "command", "bash -c 'echo a > /tmp/fencepost-x'", "bash -c 'echo a > " + to +
			"/fencepost-x'"},
		{"Bash", "command", "cat " + there, ""},
		{"Bash", "command", "rm " + there, "rm " + to + there[len("/tmp"):]},
		{"Bash", "command", "echo '/tmp/fencepost-x'", ""},
		{"Bash", "command", "cat /tmp/fencepost-x /tmp/$X", ""},
		{"Monitor", "command", "tail -f /tmp/fencepost-x", "tail -f " + to + "/fencepost-x"},
		{"Read", "file_path", "/tmp/fencepost-x", to + "/fencepost-x"},
		{"Read", "file_path", there, ""},
		{"Write", "file_path", there, to + there[len("/tmp"):]},
		{"Edit", "file_path", there, to + there[len("/tmp"):]},
		{"NotebookEdit", "notebook_path", "/tmp/fencepost-x", to + "/fencepost-x"},
		{"Grep", "path", "/tmp/fencepost-x", to + "/fencepost-x"},
		{"Glob", "path", "/tmp", to},
		{"Glob", "path", filepath.Dir(there) + "/../etc", ""},
		{"Grep", "pattern", "/tmp/fencepost-x", ""},
		{"WebFetch", "url", "https://example.org/tmp/x", ""},
	} {
		r := s.Result(t, tc.tool, map[string]any{tc.field: tc.text}, s.Project)
		got := ""
		if r.Verdict.Updated != nil {
			var in map[string]string
			if err := json.Unmarshal(r.Verdict.Updated, &in); err != nil {
				t.Fatal(err)
			}
			got = in[tc.field]
		}
		if got != tc.want || r.Normalised != tc.want || (len(r.Moved) > 0) != (tc.want != "") {
			t.Errorf("%s %s: got %q, normalised %q, moved %v, want %q", tc.tool, tc.text, got,
				r.Normalised, r.Moved, tc.want)
		}
		if r.Original.Text(tc.field) != tc.text {
			t.Errorf("%s: the original became %q", tc.text, r.Original.Text(tc.field))
		}
	}
	r := s.Result(t, "Bash",
		map[string]any{"command": "cp /tmp/fencepost-x b; cat /tmp/fencepost-x"}, s.Project)
	if want := []redirect.Move{{From: "/tmp/fencepost-x", To: to +
		"/fencepost-x"}}; !slices.Equal(r.Moved, want) {
		t.Errorf("moved %v, want %v", r.Moved, want)
	}
}

// TestRedirectKeeps: the directories of the agent and the project below /tmp stay.
func TestRedirectKeeps(t *testing.T) {
	t.Parallel()
	s := gatetest.New(t, moving)
	s.Change(func(o *gate.Options) {
		o.TempDir, o.AgentTemp = "/tmp/fencepost-tmpdir/", "/tmp/fencepost-agent"
	})
	project, err := os.MkdirTemp("/tmp", "fencepost-project-")
	if err != nil {
		t.Skip(err)
	}
	defer os.RemoveAll(project)
	for _, dir := range []string{project + "/.git", project + "/.claude", project + "/sub"} {
		if err := os.Mkdir(dir, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(project+"/.claude/fencepost.yaml", []byte(moving), 0o600); err != nil {
		t.Fatal(err)
	}
	own := "/tmp/claude-" + strconv.Itoa(os.Getuid())
	for _, tc := range []struct {
		cwd, text string
		moves     bool
	}{
		{s.Project, "touch /tmp/fencepost-x", true},
		{s.Project, "touch /tmp/fencepost-tmpdir/x", false},
		{s.Project, "touch /tmp/fencepost-agent/x", false},
		{s.Project, "touch " + own + "/x", false},
		{s.Project, "touch " + own + "0/x", true},
		{s.Project, "touch " + project + "/x", true}, // another project
		{project, "touch " + project + "/x", false},
		{project + "/sub", "touch " + project + "/x", false},
		{project + "/sub", "touch ../x sub/y", false},
		{project, "cp a /tmp/fencepost-x", true},
		{"/tmp", "touch /tmp/fencepost-x", false},
	} {
		if r := s.Result(t, "Bash", map[string]any{"command": tc.text},
			tc.cwd); (len(r.Moved) > 0) != tc.moves {
			t.Errorf("%s: %s: moved %v", tc.cwd, tc.text, r.Moved)
		}
	}
	s.Change(func(o *gate.Options) { o.TempDir = "/tmp" }) // which would keep everything
	if r := s.Result(t, "Bash", map[string]any{"command": "touch /tmp/fencepost-x"},
		s.Project); len(r.Moved) == 0 {
		t.Error("nothing moves with TMPDIR=/tmp")
	}
}

// tempFile makes a file in a directory, for the time of a test.
func tempFile(t *testing.T, dir, text string) string {
	t.Helper()
	f, err := os.CreateTemp(dir, "fencepost-")
	if err != nil {
		t.Skip(err)
	}
	f.WriteString(text)
	f.Close()
	t.Cleanup(func() { os.Remove(f.Name()) })
	return f.Name()
}

// TestAlternativeNamesScratch: what a bundled rule suggests names the scratch directory that there is,
// which is another one if the usual one belongs to another user.
func TestAlternativeNamesScratch(t *testing.T) {
	t.Parallel()
	const to = "/tmp/fencepost-no-such-scratch"
	s := gatetest.New(t, "import: [recommended]\nredirect: {tmpTarget: "+to+"}\n")
	v := s.Result(t, "Bash", map[string]any{"command": "touch /var/fencepost-x"}, s.Project).Verdict
	if !strings.Contains(v.Alternative, "below "+to+",") {
		t.Errorf("suggested is %q, want %s in it", v.Alternative, to)
	}
}
