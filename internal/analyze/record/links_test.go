package record_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/fencepost/fencepost/internal/test/testkit/gatetest"
)

// TestLinksAreDeleted: a link in the project that leads out of it can be deleted and renamed, as
// long as the program acts on the link; with a slash behind it, or for a program that follows it,
// it stands for what it leads to.
func TestLinksAreDeleted(t *testing.T) {
	t.Parallel()
	s := gatetest.WithHelper(t, gatetest.Recommended)
	out := filepath.Join(filepath.Dir(s.Home), "out")
	for _, dir := range []string{out, filepath.Join(s.Project, "real")} {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(s.Home, ".bashrc"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	links := map[string]string{"link": out, "rc": s.Home + "/.bashrc", "gone": "/nowhere/x", "up": "/"}
	for name, to := range links {
		s.Link(t, to, name)
	}
	s.Rows(t, gatetest.Table{
		{"rm link", "allow"},
		{"rm ./link", "allow"},
		{"rm -f link gone rc up", "allow"},
		{"unlink link", "allow"},
		{"mv link other", "allow"},
		{"mv link real/", "allow"},
		{"git rm --cached link", "allow"},
		{`python3 -c "import os; os.remove('link')"`, "allow"},
		{`node -e "fs.unlinkSync('link')"`, "allow"},
		{"rm -r link", "ask"}, // and every tree

		{"rm -r link/", "deny"},
		{"rm -r link/.", "deny"},
		{"rm -rf link/..", "deny"},
		{"rm link/x", "deny"},
		{"rm -r link/*", "deny"},
		{"rmdir link/", "deny"},
		{"mv link/ other", "deny"},
		{"find link/ -delete", "deny"},
		{"find -L link -delete", "deny"},
		{"find -H link -delete", "deny"},
		{"rm -r up/home", "deny"},
		{"shred -u link", "deny"},
		{"truncate -s 0 rc", "deny"},
		{"echo x > link/a", "deny"},
		{`python3 -c "import os; os.remove('link/x')"`, "deny"},
		{"rm ~/.bashrc", "deny"},
		{"rm .claude/settings.json", "deny"},
	})
}
