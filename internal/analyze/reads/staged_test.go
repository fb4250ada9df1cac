package reads_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/fencepost/fencepost/internal/test/testkit/gatetest"
)

// TestStaged: what git add and git stash take of the files that git does not know is read.
func TestStaged(t *testing.T) {
	t.Parallel()
	s := gatetest.New(t, gatetest.Recommended)
	gatetest.Files{".gitignore": "*.tfvars\n", "web/.gitignore": ".env\n", "web/.env": "A=1\n",
		"a.go": "package a\n", "infra/prod.tfvars": "a = 1\n", "src/a.js": "1\n"}.Write(t, s.Project)
	s.Git(t, "init", "-q")
	s.Rows(t, gatetest.Table{
		{"git add -A", "allow"},
		{"git add . && git commit -qm x", "allow"},
		{"git add '*.js' a.go", "allow"},
		{"git stash -u", "allow"},
		{"echo dist >> .gitignore && git add -A", "allow"},

		{"git add -f '*env'", "ask"},
		{"git add -f -- ':(glob)**'", "ask"},
		{"git stash --all", "ask"},
		{": > .gitignore; git add -A", "ask"},
		{"sed -i /tfvars/d .gitignore && git add .", "ask"},
		{"echo '!x' >> .gitignore && git add -A", "ask"},
		{"git -c core.excludesFile=/dev/null add -A", "ask"},
	})
	if err := os.WriteFile(filepath.Join(s.Project, ".env"), []byte("A=1\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	s.Rows(t, gatetest.Table{
		{"git add -A", "ask"},
		{"git add .", "ask"},
		{"git -C web/.. add .", "ask"},
		{"git add ':/'", "ask"},
		{"git add \"$DIR\"", "ask"},
		{"git stash push -u", "ask"},
		{"git add src", "allow"},
		{"git add a.go src/a.js", "allow"},
		{"git add -u", "allow"},
		{"git add -n .", "allow"},
		{"git stash", "allow"},
	})
	s.Git(t, "add", "-f", ".env")
	s.ExpectBash(t, "git knows it already", "git add -A", "allow")
}
