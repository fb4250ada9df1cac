package fence

import (
	"os"
	"path/filepath"
	"testing"
)

// TestComparedNames: what git diff --name-only prints is names of the work tree where no commit
// that is compared has another kind of name.
func TestComparedNames(t *testing.T) {
	s := newSandbox(t, "import: [recommended]\n")
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	write := func(name, text string) {
		t.Helper()
		file := filepath.Join(s.project, name)
		must(os.MkdirAll(filepath.Dir(file), 0o755))
		must(os.WriteFile(file, []byte(text), 0o644))
	}
	s.run(t, "git init -q -b main .")
	write("src/a.py", "x")
	write("-x evil", "x") // in the first commit alone
	s.run(t, "git add -A && git commit -q -m a && git rm -q -- '-x evil' && git commit -q -m b")
	s.run(t, "git tag odd HEAD~1")
	write(".env", "TOKEN=x") // in the third alone, and in the work tree
	s.run(t, "git add -f .env && git commit -q -m c && git tag env")
	s.run(t, "git rm -q --cached .env && echo .env > .gitignore && git add .gitignore")
	s.run(t, "git commit -q -m d")
	write("src/b.py", "y")
	s.run(t, "git add -A && git commit -q -m e")
	for _, tt := range []struct{ cmd, want string }{
		{"git diff --name-only HEAD~1 | xargs ruff check", "allow"},
		{`ruff check $(git diff --name-only HEAD~1 -- '*.py')`, "allow"},
		{`F=$(git diff --name-only HEAD~1 | grep '\.py$'); ruff check $F`, "allow"},
		{`git diff --name-only HEAD~1 | while read f; do wc -l < "$f"; done`, "allow"},
		{"git diff --name-only HEAD~1 | xargs cat", "allow"},
		{`git diff --name-only env..HEAD | grep '\.py$' | xargs cat`, "allow"},
		{`mapfile -t F < <(git diff --name-only HEAD~1); ruff check "${F[@]}"`, "allow"},
		{`for f in $(git diff --name-only HEAD~1); do ruff check "$f"; done`, "allow"},

		{"git diff --name-only odd | xargs ruff check", "ask"},
		{"git diff --name-only odd..HEAD | xargs ruff check", "ask"},
		{"git diff --name-only odd...HEAD~1 | xargs ruff check", "ask"},
		{`F=$(git diff --name-only odd); ruff check $F`, "ask"},
		{`for f in $(git diff --name-only odd); do ruff check $f; done`, "ask"},
		{`git diff --name-only 'odd^{tree}' | xargs ruff check`, "ask"},
		{"git diff --name-only env | xargs cat", "ask"},
		{`git diff --name-only env | while read f; do cat "$f"; done`, "ask"},
		{`git diff --name-only env | grep 'env$' | xargs cat`, "ask"},
		{`git diff --name-only env | grep -v '\.py$' | xargs cat`, "ask"},
		{`git diff --name-only env | grep -E 'x|\.py$' | xargs cat`, "ask"},
		{"git diff --name-only $X | xargs ruff check", "ask"},
		{"git diff --name-only ../a ../b | xargs ruff check", "ask"},
		{"git -C .. diff --name-only HEAD~1 | xargs ruff check", "ask"},
		{"git diff --name-only HEAD~1 | sed 's/^/-/' | xargs ruff check", "ask"},
		{"git diff --name-only HEAD~1 | xargs sh", "ask"},
		{`touch -- '-x y'; git add -A; git diff --name-only HEAD | xargs ruff check`, "ask"},
		{`git tag -f HEAD~1 odd; git diff --name-only HEAD~1 | xargs ruff check`, "ask"},
		{`F=$(git diff --name-only HEAD~1; cat x); ruff check $F`, "ask"},
		{`F=$(git diff --name-only HEAD~1); [ -f a ] && F=$(cat x); ruff check $F`, "ask"},
		{`F="-x $(git diff --name-only HEAD~1)"; sh $F`, "ask"},
	} {
		v := s.judge(t, "Bash", map[string]any{"command": tt.cmd})
		if got := v.Decision.String(); got != tt.want {
			t.Errorf("%s: got %s (%s), want %s", tt.cmd, got, v.Rule+" "+v.Description, tt.want)
		}
	}
}
