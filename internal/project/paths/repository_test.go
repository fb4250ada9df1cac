package paths_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/fencepost/fencepost/internal/app/gate"
	"github.com/fencepost/fencepost/internal/test/testkit/gatetest"
)

// TestBareRepository: a directory that git takes for a repository by what it holds is protected as
// .git is, and git that would run in it asks.
func TestBareRepository(t *testing.T) {
	t.Parallel()
	s := gatetest.New(t, gatetest.Recommended)
	for _, dir := range []string{
		"r/objects", "r/refs/heads", "r/hooks", "r/inner/.git", "common", "fresh", "src/hooks", "wt",
		"deep/a/b",
	} {
		if err := os.MkdirAll(filepath.Join(s.Project, dir), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for name, text := range map[string]string{
		"r/HEAD": "ref: refs/heads/main\n", "common/HEAD": "x", "common/commondir": "../r",
		"wt/.git": "gitdir: ../.git/worktrees/wt\n", "src/config": "x", "deep/HEAD": "x",
	} {
		if err := os.WriteFile(filepath.Join(s.Project, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	s.Link(t, "r/refs", "link")
	s.Rows(t, gatetest.Table{
		{"git status", "allow"},
		{"git -C src log -1", "allow"},
		{"cd src && git diff", "allow"},
		{"git -C wt status", "allow"},
		{"git -C r/inner status", "allow"}, // an ordinary one that lies in it
		{"git -C deep/a/b status", "allow"},
		{"cd .git && git log -1", "allow"},
		{"GIT_DIR=.git git status", "allow"},
		{"git init", "allow"},
		{"git init fresh", "allow"},
		{"echo x > src/config", "allow"},
		{"touch src/hooks/useX.ts", "allow"},
		{"mkdir -p fresh/objects fresh/refs", "allow"}, // no repository without HEAD
		{"echo x > deep/x", "allow"},

		{"git -C r status", "ask"},
		{"git -C r/refs/heads log", "ask"},
		{"git -C link log", "ask"},
		{"git -C common log", "ask"},
		{"(cd r; git status)", "ask"}, // a chain that asks
		{"bash -c 'cd r; git log'", "ask"},
		{"GIT_DIR=r git status", "ask"},
		{"export GIT_DIR=r", "ask"},
		{"git --git-dir=r status", "ask"},
		{"git init --bare fresh", "ask"},
		{"git init --bare .", "ask"},
		{"git init --bare", "ask"},
		{"git init --bar fresh", "ask"},
		{`git init --bare "$X"`, "ask"},
		{"git clone --bare . fresh/x", "ask"},
		{"git clone --mirror src", "ask"},
		{"git init --separate-git-dir=fresh/g w", "ask"},
		{"git init --separate-git-dir fresh/g", "ask"},
		{"echo x > fresh/HEAD", "ask"},
		{"ln -s refs/heads/main fresh/HEAD", "ask"},
		{"mkdir deep/objects", "ask"},
		{"echo x > deep/config", "ask"},
		{"echo x > r/packed-refs", "ask"},
		{"rm r/refs/heads/main", "ask"},
		{"cp a r/conf*", "ask"},
		{"echo gitdir: ../r > fresh/.git", "ask"},
		{"echo x > r/config", "deny"},
		{"echo x > r/hooks/pre-commit", "deny"},
		{"sed -i s/a/b/ r/config", "deny"},
		{"chmod +x r/hooks/post-index-change", "deny"},
		{"echo x > r/info/attributes", "deny"},
	})
	for name, want := range map[string]string{
		"r/config": "deny", "r/hooks/x": "deny", "r/HEAD": "ask", "fresh/HEAD": "ask",
		"fresh/.git": "ask", "fresh/config": "allow", "deep/config": "ask", "link/heads/x": "ask",
	} {
		in := map[string]any{"file_path": filepath.Join(s.Project, name), "content": "x"}
		s.Expect(t, "recommended", "Write", in, want)
	}
}

// TestProjectMoves: the nearest repository is the project, so that one which is made between it and
// the directory in which the agent was started would take its config away.
func TestProjectMoves(t *testing.T) {
	t.Parallel()
	s := gatetest.New(t, gatetest.Recommended)
	started := filepath.Join(s.Project, "sub", "deep")
	for _, dir := range []string{started, filepath.Join(s.Home, "plain", "sub")} {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	s.Link(t, "sub", "link")
	for _, tt := range []struct{ start, cmd, want string }{
		{started, "git init " + started, "ask"},
		{started, "git init sub/deep", "ask"},
		{started, "git init sub", "ask"},
		{started, "git init link/deep", "ask"},
		{started, "git -C sub init", "ask"},
		{started, "bash -c 'cd sub/deep && git init'", "ask"},
		{started, "git init", "allow"}, // the project's own directory
		{started, "git init sub/deep/new", "allow"},
		{started, "git init new", "allow"},
		{s.Project, "git init sub", "allow"},
		{"", "git init sub", "allow"},
	} {
		s.Use(gate.Options{Started: tt.start, Client: true})
		s.ExpectBash(t, "started in "+tt.start, tt.cmd, tt.want)
	}
	// Where there is no repository, the first one that is made is the project's.
	s.Project = filepath.Join(s.Home, "plain")
	s.Use(gate.Options{Started: s.Project, Client: true})
	s.ExpectBash(t, "no repository", "git init", "allow")
	s.ExpectBash(t, "no repository", "git init sub", "allow")
	s.ExpectBash(t, "no repository", "git init ..", "deny")
}
