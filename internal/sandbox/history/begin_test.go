package history

import (
	"os"
	"path/filepath"
	"testing"
)

// TestBegin: the first call of a session makes its file, and no other one does.
func TestBegin(t *testing.T) {
	s, _ := store(t)
	for _, id := range []string{"a", "../x", "", "-"} {
		if s.Began(id) != nil {
			t.Errorf("%q has begun", id)
		}
		s.Begin(id)
		first := s.Began(id)
		if (first != nil) != (id != "") {
			t.Fatalf("%q: %v", id, first)
		}
		s.Begin(id)
		_ = s.Session(id).Forget()
		if id != "" && !os.SameFile(first, s.Began(id)) {
			t.Errorf("%q has begun twice", id)
		}
	}
	if list := files(filepath.Join(s.dir, "sessions")); len(list) != 3 {
		t.Errorf("files %q, want 3", list)
	}
	check(t, os.Remove(s.begun("a")))
	check(t, os.Symlink(s.begun("-"), s.begun("a")))
	if s.Began("a") != nil {
		t.Error("a link is a beginning")
	}
	t.Chdir(t.TempDir())
	if In("").Begin("b"); len(files(".claude/fencepost/sessions")) > 0 {
		t.Error("without a home a session begins in the directory of the call")
	}
}
