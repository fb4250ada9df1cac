package trees_test

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/fencepost/fencepost/internal/test/testkit/gatetest"
)

// TestTreesBack judges operations of git that end or go on, by the files in which git notes where
// they began and what is left.
func TestTreesBack(t *testing.T) {
	t.Parallel()
	s := treeSandbox(t, "default: allow\n")
	judge := func(cmd, want string) { t.Helper(); s.Bash(t, cmd, want) }
	id := func(name string) string {
		t.Helper()
		s.Git(t, "update-ref", "refs/heads/asked", name)
		text, err := os.ReadFile(filepath.Join(s.Project, ".git/refs/heads/asked"))
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	for _, cmd := range []string{"git rebase --abort", "git merge --abort", "git am --abort",
		"git cherry-pick --abort", "git revert --abort", "git rebase --continue", "git am --skip"} {
		judge(cmd, "allow")
	}
	gatetest.Files{".git/rebase-merge/orig-head": id("good")}.Write(t, s.Project)
	judge("git rebase --abort", "allow")
	gatetest.Files{".git/rebase-merge/orig-head": id("evil")}.Write(t, s.Project)
	judge("git rebase --abort", "ask")
	judge("git -C src rebase --abort", "ask")
	judge("git rebase --quit", "allow")
	judge("git rebase --continue", "allow")
	gatetest.Files{".git/rebase-merge/git-rebase-todo": "# x\npick " +
		strings.TrimSpace(id("evil")) + " evil\n"}.Write(t, s.Project)
	judge("git rebase --continue", "ask")
	judge("git rebase --skip", "ask")
}

// TestArchiveShown: what is shown of an archive is judged by the names in it.
func TestArchiveShown(t *testing.T) {
	t.Parallel()
	s := gatetest.New(t, gatetest.Recommended)
	for file, member := range map[string]string{"some.tar": "a/.env", "none.tar": "a/b.txt"} {
		var b bytes.Buffer
		w := tar.NewWriter(&b)
		if err := w.WriteHeader(&tar.Header{Name: member, Mode: 0o600, Size: 1}); err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write([]byte("x")); err != nil {
			t.Fatal(err)
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		var packed bytes.Buffer
		z := gzip.NewWriter(&packed)
		if _, err := z.Write(b.Bytes()); err != nil {
			t.Fatal(err)
		}
		if err := z.Close(); err != nil {
			t.Fatal(err)
		}
		gatetest.Files{file: b.String(), file + ".gz": packed.String()}.Write(t, s.Project)
	}
	s.Rows(t, gatetest.Table{
		{"tar xOf some.tar", "ask"},
		{"tar -x --to-stdout -f some.tar", "ask"},
		{"tar xOf none.tar", "allow"},
		{"tar xOf some.tar a/b.txt", "allow"},
		{"tar tf some.tar", "allow"},
		{"strings some.tar", "ask"},
		{"cat some.tar | head -5", "ask"},
		{"grep -a x some.tar", "ask"},
		{"zcat some.tar.gz", "ask"},
		{"gzip -dc some.tar.gz", "ask"},
		{"zgrep x some.tar.gz", "ask"},
		{"base64 some.tar.gz", "ask"},
		{"strings none.tar", "allow"},
		{"zcat none.tar.gz", "allow"},
		{"gzip -k none.tar", "allow"},
		{"ls -l some.tar; file some.tar; sha256sum some.tar; cp some.tar x.tar", "allow"},
	})
}
