package paths_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/fencepost/fencepost/internal/rule"
	"github.com/fencepost/fencepost/internal/test/testkit/gatetest"
)

// TestPatternLinks: a pattern that goes through a link leads where the link leads.
func TestPatternLinks(t *testing.T) {
	t.Parallel()
	s := gatetest.New(t, gatetest.Recommended)
	outside := filepath.Join(s.Home, "important")
	s.Mkdir(t, "packages/a/dist", "packages/b/src", "own/c/dist")
	if err := os.MkdirAll(filepath.Join(outside, "dist"), 0o755); err != nil {
		t.Fatal(err)
	}
	for name, to := range map[string]string{"packages/l": outside, "own/l": "c"} {
		s.Link(t, to, name)
	}
	for _, tt := range []struct {
		cmd   string
		allow bool
	}{
		{"rm -rf packages/*/dist", false},
		{"rm -rf packages/?/dist", false},
		{"rm -rf packages/*/*", false},
		{"rm -rf packages/[kl]/dist", false},
		{"rm -rf */*/dist", false},
		{"rm -f packages/*/dist/*.js", false},
		{"echo x > packages/*/dist/f", false},
		{`for d in packages/*/; do touch "$d/new"; done`, false},
		{"for f in packages/*/dist/f; do echo x > $f; done", false},
		{"shopt -s nocaseglob; rm -rf packages/L*/dist", false},
		{"cp notes.txt packages/*/dist/", false},
		{"ln -s ../../x own/d; rm -rf own/*/dist", false},

		{"rm -rf own/*/dist", true},
		{"rm -rf packages/a*/dist", true},
		{"ls packages/*/dist", true},
		{"cat packages/*/src/*.ts", true},
		{"echo x > own/c/dist/f", true},
	} {
		v := s.Judge(t, "Bash", map[string]any{"command": tt.cmd})
		if (v.Decision == rule.Allow) != tt.allow {
			t.Errorf("%s: got %v (%s %s)", tt.cmd, v.Decision, v.Rule, v.Description)
		}
	}
}
