package fence

import (
	"os"
	"path/filepath"
	"testing"
)

// TestLinksAreDeleted: a link in the project that leads out of it can be deleted and renamed, as
// long as the program acts on the link; with a slash behind it, or for a program that follows it,
// it stands for what it leads to.
func TestLinksAreDeleted(t *testing.T) {
	s := withHelper(t, "import: [recommended]\n")
	out := filepath.Join(filepath.Dir(s.home), "out")
	for _, dir := range []string{out, filepath.Join(s.project, "real")} {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(s.home, ".bashrc"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	links := map[string]string{"link": out, "rc": s.home + "/.bashrc", "gone": "/nowhere/x", "up": "/"}
	for name, to := range links {
		if err := os.Symlink(to, filepath.Join(s.project, name)); err != nil {
			t.Fatal(err)
		}
	}
	for _, tt := range []struct{ cmd, want string }{
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
	} {
		s.expectBash(t, "recommended", tt.cmd, tt.want)
	}
}
