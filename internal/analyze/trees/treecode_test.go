package trees_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/fencepost/fencepost/internal/app/gate"
	"github.com/fencepost/fencepost/internal/rule"
	"github.com/fencepost/fencepost/internal/test/testkit"
	"github.com/fencepost/fencepost/internal/test/testkit/gatetest"
)

// TestTreesInCode judges trees that inline code writes.
func TestTreesInCode(t *testing.T) {
	t.Parallel()
	s := treeSandbox(t, gatetest.Recommended)
	s.Use(gate.Options{Trusted: true, Interp: testkit.HelperProgram(t)})
	s.Rows(t, gatetest.Table{
		{`python3 -c "import shutil; shutil.copytree('y', 'b')"`, "allow"},
		{`python3 -c "import shutil; shutil.copytree('x', 'b')"`, "deny"},
		{`python3 -c "import shutil; shutil.copytree('x/sub/.claude', 'cfg')"`, "allow"},
		{`python3 -c "import shutil; shutil.copy('m/.mcp.json', '.')"`, "ask"},
		{`python3 -c "import shutil; shutil.copy('a.txt', 'src')"`, "allow"},
		{`python3 -c "import os; os.link('a.txt', 'b.txt')"`, "ask"},
		{`python3 -c "import os; os.link('.claude/settings.json', 'b.txt')"`, "deny"},
		{`node -e "require('fs').linkSync('.claude/settings.json', 'b.txt')"`, "deny"},
		{`python3 -c "import shutil; shutil.move('y', 'z')"`, "allow"},
		{`python3 -c "import shutil; shutil.move('x', 'z')"`, "deny"},
		{`python3 -c "import os; os.rename('x', 'z')"`, "deny"},
		{`python3 -c "import shutil; shutil.unpack_archive('evil.zip', 'z')"`, "deny"},
		{`python3 -c "import shutil; shutil.unpack_archive('evil.tgz')"`, "deny"},
		{`python3 -c "import zipfile; zipfile.ZipFile('evil.zip').extractall('z')"`, "deny"},
		{`python3 -c "import tarfile; tarfile.open('evil.tar').extractall()"`, "deny"},
		{`node -e "require('fs').cpSync('y', 'b', {recursive: true})"`, "allow"},
		{`node -e "require('fs').cpSync('x', 'b', {recursive: true})"`, "deny"},
		{`node -e "require('fs').renameSync('x', 'b')"`, "deny"},
	})
}

// TestLargeTree finds one name among many, within the bounds that there are.
func TestLargeTree(t *testing.T) {
	t.Parallel()
	s := gatetest.New(t, gatetest.Recommended)
	big := filepath.Join(s.Project, "big")
	for dir := range 50 {
		f := gatetest.Files{}
		for n := range 200 {
			f["d"+string(rune('a'+dir%26))+strings.Repeat("x",
				dir/26)+"/f"+string(rune('a'+n%26))+strings.Repeat("y", n/26)] = ""
		}
		f.Write(t, big)
	}
	judge := func(want rule.Decision) {
		t.Helper()
		v := s.Judge(t, "Bash", map[string]any{"command": "cp -r big/. out"})
		if v.Decision != want {
			t.Errorf("got %v (%s), want %v", v.Decision, v.Description, want)
		}
	}
	judge(rule.Allow)
	gatetest.Files{"de/.claude/Settings.json": hooksOff}.Write(t, big)
	judge(rule.Deny)
}

// TestRepositoryRunsNothing gives the repository a configuration that names a program wherever git
// would start one.
func TestRepositoryRunsNothing(t *testing.T) {
	t.Parallel()
	s := treeSandbox(t, gatetest.Recommended)
	ran := filepath.Join(s.Home, "ran")
	program := filepath.Join(s.Home, "program")
	if err := os.WriteFile(program, []byte("#!/bin/sh\necho \"$0 $*\" >> "+ran+"\n"),
		0o755); err != nil {
		t.Fatal(err)
	}
	config, err := os.OpenFile(filepath.Join(s.Project, ".git", "config"), os.O_APPEND|os.O_WRONLY,
		0o644)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := config.WriteString(strings.ReplaceAll(`
[core]
	fsmonitor = PROGRAM
	sshCommand = PROGRAM
	pager = PROGRAM
	editor = PROGRAM
	askPass = PROGRAM
	alternateRefsCommand = PROGRAM
	hooksPath = HOOKS
[diff]
	external = PROGRAM
[diff "t"]
	textconv = PROGRAM
	command = PROGRAM
[filter "t"]
	clean = PROGRAM
	smudge = PROGRAM
	process = PROGRAM
	required = true
[pager]
	diff-tree = PROGRAM
[alias]
	diff-tree = !PROGRAM
	rev-parse = !PROGRAM
[credential]
	helper = !PROGRAM
[remote "origin"]
	url = ext::PROGRAM
	promisor = true
	partialclonefilter = blob:none
	uploadpack = PROGRAM
[protocol]
	allow = always
[extensions]
	partialClone = origin
`, "PROGRAM", program)); err != nil {
		t.Fatal(err)
	}
	config.Close()
	gatetest.Files{".git/info/attributes": "* filter=t diff=t\n"}.Write(t, s.Project)
	object := filepath.Join(s.Project, ".git", "refs", "heads", "lost")
	if err := os.WriteFile(object, []byte(strings.Repeat("1", 40)+"\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, cmd := range []string{"git switch good", "git merge evil", "git merge lost",
		"git switch lost", "git rebase good",
		"git cherry-pick evil", "git stash pop", "git checkout -- .", "git restore --source=evil .",
		"git apply good.diff",
		"git cherry-pick main..evil", "git reset --hard", "git switch -", "git worktree add wt",
		"git bisect start evil main", "git bisect bad evil", "git bisect reset"} {
		s.Judge(t, "Bash", map[string]any{"command": cmd})
	}
	if out, err := os.ReadFile(ran); err == nil {
		t.Errorf("the repository's programs ran:\n%s", out)
	}
}
