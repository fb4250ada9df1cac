package filelists

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/fencepost/fencepost/internal/lowlevel/effort"
)

// repository is one with a commit of so many files with long names, all of them changed since.
func repository(t *testing.T, files int) string {
	t.Helper()
	if systemProgram("git") == "" {
		t.Skip("there is no git among the programs of the system")
	}
	dir := t.TempDir()
	write := func(text string) {
		for i := range files {
			name := filepath.Join(dir, fmt.Sprintf("%s-%d.txt", strings.Repeat("long", 50), i))
			if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	write("first\n")
	for _, words := range [][]string{{"init", "-q"}, {"add", "."}, {"-c", "user.name=a", "-c",
		"user.email=a@example.com", "commit", "-q", "-m", "first"}} {
		c := exec.Command("git", words...)
		c.Dir, c.Env = dir, append(os.Environ(), "GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_SYSTEM=/dev/null")
		if out, err := c.CombinedOutput(); err != nil {
			t.Fatalf("git %v: %v %s", words, err, out)
		}
	}
	write("second\n")
	return dir
}

// TestQuestions holds the questions that git is asked for one call to a bound, behind which nothing
// is known, and that git hears of names for which a pipe has no room.
func TestQuestions(t *testing.T) {
	const files = maxCompare - 10
	dir := repository(t, files)
	every := func(string) bool { return true }
	for _, tt := range []struct {
		name      string
		questions int
		all       bool
	}{{"enough", 20, true}, {"one, for the directory", 1, false}, {"none", 0, false}} {
		b := fresh()
		b.steps = effort.Budget(tt.questions * perRun)
		repo, why := OpenRepo(dir, b)
		if repo == nil {
			if tt.questions > 0 || why == "" {
				t.Errorf("%s: no repository: %q", tt.name, why)
			}
			continue
		}
		if l := repo.Dirty(b, every); (l.Why == "") != tt.all || tt.all && len(l.Entries) != files {
			t.Errorf("%s: %d files differ, %q", tt.name, len(l.Entries), l.Why)
		}
		if l := repo.Lacking(b, []string{"HEAD", "nothing"}); (l.Why == "") != tt.all {
			t.Errorf("%s: what names nothing: %q", tt.name, l.Why)
		}
	}
}

// TestLastResort: with no time left git says nothing and no directory is read, and that is said.
func TestLastResort(t *testing.T) {
	dir := repository(t, 1)
	b := NewBudget(time.Now().Add(-time.Second))
	if repo, why := OpenRepo(dir, b); repo != nil || why == "" {
		t.Errorf("got %v, %q", repo, why)
	}
	if l := Walk(dir, NewBudget(time.Now().Add(-time.Second))); l.Why == "" {
		t.Errorf("a walk: %v", l)
	}
}
