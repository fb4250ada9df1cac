package filelists

import (
	"encoding/hex"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestWithoutGit compares the index that is read here, and the top of the work tree that is found
// here, with what git says. What is not read here is left to git.
func TestWithoutGit(t *testing.T) {
	tests := []struct {
		name       string
		does       string // in a repository with one commit
		dir        string // in which the index and the top are looked for
		index, top bool   // they are read here
	}{
		{"plain", "", ".", true, true},
		{"a directory below", "", "a/b", true, true},
		{"through a link", "ln -s a/b over", "over", true, true},
		{"names with blanks and letters of all kinds", "touch 'x y' $'n\\nl' ü -- --x; git add .", ".", true, true},
		{"links, modes and long names", "ln -s a l; touch r; chmod +x r; touch $(printf %0250d 1); git add .",
			".", true, true},
		{"intent to add: version 3", "touch later; git add -N later", ".", true, true},
		{"skipped in the work tree: version 3", "git update-index --skip-worktree one", ".", true, true},
		{"version 4", "git update-index --index-version 4", ".", false, true},
		{"an index in two files", "git update-index --split-index", ".", false, true},
		{"without a sum", "head -c -20 .git/index >i; head -c 20 /dev/zero >>i; mv i .git/index", ".", false, true},
		{"a merge that is not finished", "git checkout -q -b s; echo s >one; git commit -qam s; git checkout -q main;" +
			"echo m >one; git commit -qam m; git merge -q s || true", ".", true, true},
		{"a submodule", "git -c protocol.file.allow=always submodule --quiet add ./. sub", ".", true, true},
		{"in a submodule", "git -c protocol.file.allow=always submodule --quiet add ./. sub", "sub", false, false},
		{"another hash", "cd ..; rm -rf r; git init -q --object-format=sha256 r; cd r; touch one; git add .",
			".", false, true},
		{"no index", "rm .git/index", ".", false, true},
		{"not all of an index", "head -c 200 .git/index >i; mv i .git/index", ".", false, true},
		{"a linked work tree", "git worktree add -q w", "w", false, false},
		{"the work tree elsewhere", "git config core.worktree ../../a", ".", false, false},
		{"settings of their own for a work tree", "git config extensions.worktreeConfig true", ".", false, false},
		{"an included file", "git config include.path x", ".", false, false},
		{"without a work tree", "git config core.bare true", ".", false, false},
		{"a bare one below", "git init -q --bare a/bare", "a/bare", false, false},
		{"in the repository's own directory", "", ".git/refs", false, false},
		{"one without objects", "mkdir -p a/.git/refs; echo ref: refs/heads/main >a/.git/HEAD", "a", false, false},
		{"one without a HEAD", "cp -r .git a/.git; rm a/.git/HEAD", "a", false, false},
		{"detached", "git checkout -q --detach", ".", true, true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "r")
			git := func(dir, text string) string {
				c := exec.Command("bash", "-c", "set -e; cd \"$0\"; "+text, dir)
				c.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_SYSTEM=/dev/null",
					"GIT_AUTHOR_NAME=a", "GIT_AUTHOR_EMAIL=a@b", "GIT_COMMITTER_NAME=a", "GIT_COMMITTER_EMAIL=a@b")
				out, _ := c.Output()
				return string(out)
			}
			if systemProgram("git") == "" {
				t.Skip("there is no git among the programs of the system")
			}
			git("/", "git init -q -b main '"+dir+"'; cd '"+dir+"'; mkdir -p a/b; touch one a/b/two; git add .;"+
				"git commit -q -m first; "+tt.does)
			at := filepath.Join(dir, tt.dir)
			top := topOf(at)
			if want := strings.TrimSpace(git(at, "git rev-parse --show-toplevel")); top != "" != tt.top ||
				tt.top && top != want {
				t.Errorf("the top is %q; git says %q", top, want)
			}
			if !tt.top {
				return // git is asked for all
			}
			index, ok := OpenIndex(top)
			if ok != tt.index {
				t.Fatalf("the index is read: %v", ok)
			}
			var got strings.Builder
			for e := range index.Entries() {
				fmt.Fprintf(&got, "%06o %s %s\x00", e.mode, hex.EncodeToString(e.id), e.Name)
			}
			want := git(at, `git ls-files --stage -z --full-name :/ | sed -z 's/ [0-3]\t/ /'`)
			if ok && (got.String() != want || want == "") {
				t.Errorf("read:\n%q\ngit says:\n%q", got.String(), want)
			}
		})
	}
}
