package record_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/fencepost/fencepost/gen/commands"
	"github.com/fencepost/fencepost/internal/analyze"
	"github.com/fencepost/fencepost/internal/analyze/record"
	"github.com/fencepost/fencepost/internal/project/paths"
)

// TestGitDir looks at where the commands run that git is given: git itself goes to the top of the
// work tree first. What is wanted was read off git 2.39 with pwd as the command.
func TestGitDir(t *testing.T) {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	top := filepath.Join(dir, "top")
	for _, d := range []string{"top/.git", "top/sub/deep", "plain/sub", "other/.git"} {
		if err := os.MkdirAll(filepath.Join(dir, d), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for _, tt := range []struct{ cwd, text, want string }{
		{"top", "git rebase -x 'rm a' main", "top"},
		{"top/sub/deep", "git rebase -x 'rm a' main", "top"},
		{"top/sub", "git rebase --exec 'cd deep && rm a' main", "top/deep"},
		{"top/sub", "git difftool -x 'rm a' main", "top"},
		{"top/sub", "cd deep; git rebase -x 'rm a' main", "top"},
		{"top", "git -C sub rebase -x 'rm a' main", "top"},
		{"plain/sub", "git -C ../../other rebase -x 'rm a' main", "other"},
		{"plain/sub", "git rebase -x 'rm a' main", "plain/sub"},
		{"top", "git submodule foreach 'rm a'", "?"},
		{"top/sub", "git -c alias.x='!rm a' x", "?"},
		{"top/sub", "rm a", "top/sub"},
	} {
		a := &analyze.Analyzer{Call: record.Call{Specs: commands.Table{}, Places: paths.New(top, dir, "", true), Home: dir}}
		got := "not run"
		for _, c := range a.Shell(tt.text, filepath.Join(dir, tt.cwd)).Commands {
			if c.Name != "rm" {
				continue
			}
			if got = "?"; c.Dirs.Known && len(c.Dirs.List) == 1 {
				got = strings.TrimPrefix(c.Dirs.List[0], dir+"/")
			}
		}
		if got != tt.want {
			t.Errorf("in %s: %s: rm runs in %s, want %s", tt.cwd, tt.text, got, tt.want)
		}
	}
}
