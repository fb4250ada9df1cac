package reads_test

import (
	"testing"

	"github.com/fencepost/fencepost/internal/rule"
	"github.com/fencepost/fencepost/internal/test/testkit/gatetest"
)

// TestComparedNames: what git diff --name-only prints is names of the work tree where no commit
// that is compared has another kind of name.
func TestComparedNames(t *testing.T) {
	t.Parallel()
	s := gatetest.New(t, gatetest.Recommended)
	write := func(name, text string) {
		t.Helper()
		gatetest.Files{name: text}.Write(t, s.Project)
	}
	s.Sh(t, "git init -q -b main .")
	write("src/a.py", "x")
	write("-x evil", "x") // in the first commit alone
	s.Sh(t, "git add -A && git commit -q -m a && git rm -q -- '-x evil' && git commit -q -m b")
	s.Sh(t, "git tag odd HEAD~1")
	write(".env", "TOKEN=x") // in the third alone, and in the work tree
	s.Sh(t, "git add -f .env && git commit -q -m c && git tag env")
	s.Sh(t, "git rm -q --cached .env && echo .env > .gitignore && git add .gitignore")
	s.Sh(t, "git commit -q -m d")
	write("src/b.py", "y")
	s.Sh(t, "git add -A && git commit -q -m e")
	s.Rows(t, gatetest.Table{
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
	})
}

// TestListedNames: names on the disk that are not one word each end what is known of a list.
func TestListedNames(t *testing.T) {
	t.Parallel()
	lines := []string{
		`find src -name '*.ts' | xargs sed -i s/a/b/`,
		`sed -i s/a/b/ $(grep -rl foo src)`,
		`for f in $(find src -name '*.ts'); do sed -i s/a/b/ $f; done`,
	}
	for _, r := range []struct {
		file  string
		allow bool
	}{
		{"src/b.ts", true},
		{"src/x /etc/passwd.ts", false},
		{"src/a b.ts", false},
		{"src/it's.ts", false},
		{"src/a\nb.ts", false},
		{"src/*.ts", false},
		{"src/.ssh/a.ts", false},
		{"src/sub/.git/hooks/a.ts", false},
	} {
		s := gatetest.New(t, gatetest.Corpora)
		gatetest.Files{"src/a.ts": "foo\n", r.file: "foo\n"}.Write(t, s.Project)
		for _, line := range lines {
			v := s.Judge(t, "Bash", map[string]any{"command": line})
			if (v.Decision == rule.Allow) != r.allow {
				t.Errorf("%q: %s: got %v (%s)", r.file, line, v.Decision, v.Description)
			}
		}
	}
}

// TestListedMoved: what the line itself has moved to where a list looks is on the list.
func TestListedMoved(t *testing.T) {
	t.Parallel()
	s := gatetest.New(t, gatetest.Corpora)
	gatetest.Files{"src/a.ts": "foo\n", "lib/b.ts": "foo\n", "k.pem": "foo\n",
		".env": "foo\n"}.Write(t, s.Project)
	s.Link(t, "/etc/passwd", "out")
	const edit = "grep -rl foo src | xargs sed -i s/a/b/"
	for _, r := range []struct {
		cmd   string
		allow bool
	}{
		{"mv src/a.ts src/c.ts && " + edit, true},
		{"cp src/a.ts src/c.ts; " + edit, true},
		{"mv src lib/src && grep -rl foo lib | xargs sed -i s/a/b/", false},
		{"mv src/a.ts 'src/a b.ts'; " + edit, false},
		{"mv src/a.ts 'src/a\nb.ts'; " + edit, false},
		{"mv src/a.ts src/.ssh; " + edit, false},
		{"mv k.pem src/c.ts; " + edit, false},
		{"mv .env src/c.ts; grep -rl foo src | xargs cat", false},
		{"mv .git/hooks src/c; " + edit, false},
		{"mv out src/c.ts; " + edit, false},
		{"mv $x src/c.ts; " + edit, false},
		{"mv src/a.ts $x; " + edit, false},
		{"ln -s /etc src/c; " + edit, false},
		{"mv src/a.ts src/c.ts; tar xf x.tar; " + edit, false},
		{"git checkout other; mv src/a.ts src/c.ts; " + edit, false},
	} {
		v := s.Judge(t, "Bash", map[string]any{"command": r.cmd})
		if (v.Decision == rule.Allow) != r.allow {
			t.Errorf("%s: got %v (%s %s)", r.cmd, v.Decision, v.Rule, v.Description)
		}
	}
}
