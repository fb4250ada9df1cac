package fence

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/fencepost/fencepost/internal/rule"
)

// quietProject are files of the project in which the lines of quiet.jsonl are judged.
var quietProject = map[string]string{
	"src/a.ts": "export const a = 1\n", "src/m.py": "print(1)\n",
	"tests/test_a.py": "def test_a():\n    assert True\n",
	"main.go":         "package main\nfunc main(){}\n", "go.mod": "module x\ngo 1.22\n", "a": "a\n",
	"b.txt":        "b\n",
	"package.json": `{"name":"x","scripts":{"test":"vitest run"}}`, "README.md": "# x\n",
	".gitignore": "node_modules\n.venv\n",
	"docs/a.md":  "# a\n", "scripts/a.sh": "echo hi\n", "lib/a.go": "package lib\n",
	"node_modules/.bin/tsc": "#!/usr/bin/env node\n", ".venv/bin/activate": "#!/bin/sh\n",
	"pyproject.toml": "[project]\nname=\"x\"\n",
}

// TestQuiet holds lines that real agents write, which pass, beside their dangerous neighbours,
// which do not: the rows of each class are the two sides of one border.
func TestQuiet(t *testing.T) {
	s := newSandbox(t, corporaConfig)
	for name, text := range quietProject {
		file := filepath.Join(s.project, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	os.Remove(filepath.Join(s.project, ".git"))
	for _, args := range []string{"init -q", "add src tests lib docs a b.txt main.go package.json"} {
		git := exec.Command("git", strings.Fields(args)...)
		git.Dir = s.project
		if out, err := git.CombinedOutput(); err != nil {
			t.Skipf("git: %v %s", err, out)
		}
	}
	for i, r := range readCorpus(t, "../../testdata/corpora/quiet.jsonl", 100) {
		v := s.judge(t, "Bash", map[string]any{"command": r.Cmd})
		least, attack := rule.ParseDecision(r.Min)
		if attack && v.Decision < least || !attack && v.Decision != rule.Allow {
			t.Errorf("quiet.jsonl:%d: %s: %s: got %v (%s %s), want %s", i+1, r.Class,
				strings.ReplaceAll(r.Cmd, "\n", "⏎"), v.Decision, v.Rule, v.Description, r.Want+r.Min)
		}
	}
}

// TestQuietTempDir: what TMPDIR of the agent names is a scratch directory where it is the user's
// own below one of the system's, and does not hold the project.
func TestQuietTempDir(t *testing.T) {
	s := newSandbox(t, corporaConfig)
	own := filepath.Join(filepath.Dir(s.home), "tmp")
	open := filepath.Join(filepath.Dir(s.home), "open")
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
		{filepath.Dir(s.home), `cp a "$TMPDIR/a"`, false},
		{s.home, `cp a "$TMPDIR/a"`, false},
		{own + "/none", `cp a "$TMPDIR/a"`, false},
	}
	for _, r := range rows {
		g := *s
		g.gate = New(Options{Trusted: true, Home: s.home, Shell: "/bin/bash", TempDir: r.tmpdir})
		v := g.judge(t, "Bash", map[string]any{"command": r.cmd})
		if (v.Decision == rule.Allow) != r.allow {
			t.Errorf("TMPDIR=%s: %s: got %v (%s)", r.tmpdir, r.cmd, v.Decision, v.Description)
		}
	}
}

// TestQuietNames: names on the disk that are not one word each end what is known of a list.
func TestQuietNames(t *testing.T) {
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
		s := newSandbox(t, corporaConfig)
		for _, name := range []string{"src/a.ts", r.file} {
			file := filepath.Join(s.project, name)
			if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(file, []byte("foo\n"), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		for _, line := range lines {
			v := s.judge(t, "Bash", map[string]any{"command": line})
			if (v.Decision == rule.Allow) != r.allow {
				t.Errorf("%q: %s: got %v (%s)", r.file, line, v.Decision, v.Description)
			}
		}
	}
}

// TestQuietMoved: what the line itself has moved to where a list looks is on the list.
func TestQuietMoved(t *testing.T) {
	s := newSandbox(t, corporaConfig)
	for _, name := range []string{"src/a.ts", "lib/b.ts", "k.pem", ".env"} {
		file := filepath.Join(s.project, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte("foo\n"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink("/etc/passwd", filepath.Join(s.project, "out")); err != nil {
		t.Fatal(err)
	}
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
		v := s.judge(t, "Bash", map[string]any{"command": r.cmd})
		if (v.Decision == rule.Allow) != r.allow {
			t.Errorf("%s: got %v (%s %s)", r.cmd, v.Decision, v.Rule, v.Description)
		}
	}
}
