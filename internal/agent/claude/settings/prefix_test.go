package settings

import (
	"os"
	"strings"
	"testing"

	"github.com/fencepost/fencepost/internal/agent/hookfile"
)

// TestSwitchSandbox: an installation gets a sandbox and loses it, and the file is as it was before
// that; what somebody else has put into the variable stays.
func TestSwitchSandbox(t *testing.T) {
	plain := Entry{Exe: "/usr/local/bin/fencepost-hook", Home: "/home/you"}
	with := plain
	with.Sandbox = true
	for _, text := range odd() {
		file := t.TempDir() + "/settings.json"
		before := install(t, &plain, []byte(text))
		on := install(t, &with, before)
		for _, part := range []string{`--agent-shell=/home/you"`, `"SessionEnd"`} {
			if !strings.Contains(string(on), part) {
				t.Errorf("%q lacks %s:\n%s", text, part, on)
			}
		}
		if strings.Contains(string(on), `"async"`) {
			t.Errorf("%q: asynchronous:\n%s", text, on)
		}
		tree := &hookfile.Tree{Text: on}
		if err := hookfile.Take(tree, WithoutSandbox()); err != nil {
			t.Fatal(err)
		}
		off := install(t, &plain, tree.Text)
		if err := os.WriteFile(file, off, 0o600); err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(off), "agent-shell") ||
			strings.Count(string(off), `"async"`) != 2 {
			t.Errorf("%q: without a sandbox again\n%s", text, off)
		}
	}
	tree := &hookfile.Tree{Text: []byte(`{"env": {"CLAUDE_CODE_SHELL_PREFIX": "/opt/wrap"}}`)}
	all := plans(t, &with)
	if err := hookfile.Put(tree, all); err == nil || !strings.Contains(err.Error(), "/opt/wrap") {
		t.Errorf("%v: %s", err, tree.Text)
	}
	if err := hookfile.Take(tree, all); err != nil || !strings.Contains(string(tree.Text), "wrap") {
		t.Errorf("%v: %s", err, tree.Text)
	}
}
