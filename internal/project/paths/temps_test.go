package paths_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/fencepost/fencepost/internal/app/gate"
	"github.com/fencepost/fencepost/internal/rule"
	"github.com/fencepost/fencepost/internal/test/testkit/gatetest"
)

// TestTempDir: what TMPDIR of the agent names is a scratch directory where it is the user's
// own below one of the system's, and does not hold the project.
func TestTempDir(t *testing.T) {
	t.Parallel()
	s := gatetest.New(t, gatetest.Corpora)
	own := filepath.Join(filepath.Dir(s.Home), "tmp")
	open := filepath.Join(filepath.Dir(s.Home), "open")
	for dir, mode := range map[string]os.FileMode{own: 0o700, open: 0o777} {
		if err := os.Mkdir(dir, mode); err != nil {
			t.Fatal(err)
		}
		os.Chmod(dir, mode)
	}
	rows := []struct {
		tmpdir, cmd string
		allow       bool
	}{
		{own, `cp a "$TMPDIR/a" && cat "$TMPDIR/a"`, true},
		{own, `echo x > $TMPDIR/x; rm -f $TMPDIR/x`, true},
		{own, `mkdir -p $TMPDIR/b; rm -rf $TMPDIR/b`, true},
		{own, `d=$(mktemp -d); cp a "$d"; rm -rf "$d"`, true},
		{own, `cp a ${TMPDIR:-/tmp/claude}/x`, true},
		{own, `rm -rf $TMPDIR`, false},
		{own, `rm -rf $TMPDIR/*`, false},
		{own, `rm -rf $TMPDIR/../x`, false},
		{own, `TMPDIR=/etc; cp a $TMPDIR/x`, false},
		{own, `unset TMPDIR; rm -rf $TMPDIR/etc`, false},
		{own, `rm -rf ${TMPDIR:-/etc}/x`, false},
		{own, `env -i sh -c 'rm -rf $TMPDIR/etc'`, false},
		{own, `ln -s /etc $TMPDIR/e; echo x > $TMPDIR/e/passwd`, false},
		{open, `cp a "$TMPDIR/a"`, false},
		{"", `cp a "$TMPDIR/a"`, false},
		{"/tmp", `cp a "$TMPDIR/a"`, false},
		{"/etc", `cp a "$TMPDIR/a"`, false},
		{filepath.Dir(s.Home), `cp a "$TMPDIR/a"`, false},
		{s.Home, `cp a "$TMPDIR/a"`, false},
		{own + "/none", `cp a "$TMPDIR/a"`, false},
	}
	for _, r := range rows {
		g := *s
		g.Use(gate.Options{Trusted: true, TempDir: r.tmpdir})
		v := g.Judge(t, "Bash", map[string]any{"command": r.cmd})
		if (v.Decision == rule.Allow) != r.allow {
			t.Errorf("TMPDIR=%s: %s: got %v (%s)", r.tmpdir, r.cmd, v.Decision, v.Description)
		}
	}
}
