package confine_test

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/fencepost/fencepost/internal/decision/confine"
	"github.com/fencepost/fencepost/internal/lowlevel/owner"
)

// TestPrepare: what a run is given is made before it, and never by way of a link that leads elsewhere.
func TestPrepare(t *testing.T) {
	for _, tt := range []struct {
		about, link string // to another directory
		own, plans  bool
	}{
		{"nothing is there", "", true, true},
		{"the place of all sessions is a link", "tmp/sessions", !owner.Known, true},
		{"the agent's settings are a link", "p/.claude", true, false},
	} {
		t.Run(tt.about, func(t *testing.T) {
			w := t.TempDir()
			at := func(name string) string { return filepath.Join(w, name) }
			for _, dir := range []string{"p", "tmp", "elsewhere"} {
				must(t, os.Mkdir(at(dir), 0o700))
			}
			if tt.link != "" {
				must(t, os.Symlink(at("elsewhere"), at(tt.link)))
			}
			if tt.link != "p/.claude" {
				must(t, os.Mkdir(at("p/.claude"), 0o700))
			}
			p := confine.For(&confine.Call{Home: at("home"), Project: at("p"), Dir: at("p"),
				Scratch: at("tmp"), Session: "s", Disk: &confine.OS{}})
			p.Prepare()
			own := confine.SessionScratch(at("tmp"), "s")
			if p.Own == own != tt.own || owner.Dir(own) != (tt.own && tt.link != "tmp/sessions") ||
				slices.Contains(p.Set, "TMPDIR="+at("tmp")) == tt.own {
				t.Errorf("own %q, set %q", p.Own, p.Set)
			}
			if _, err := os.Stat(at("p/.claude/plans")); err == nil != tt.plans {
				t.Errorf("plans: %v", err)
			}
			if left, _ := os.ReadDir(at("elsewhere")); owner.Known && len(left) > 0 {
				t.Errorf("made elsewhere: %v", left)
			}
		})
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
