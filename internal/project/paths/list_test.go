package paths

import (
	"fmt"
	"os"
	"path/filepath"
	"sync/atomic"
	"testing"
)

// TestSecondReader: a tree that is read from both its ends holds what os.ReadDir says, and whoever
// reads from the other end enters neither what was installed nor git's own files, and stops when told.
func TestSecondReader(t *testing.T) {
	root := t.TempDir()
	var dirs []string
	for i := range 60 {
		for _, sub := range []string{"a", "b/c"} {
			dir := fmt.Sprintf("%s/d%02d/%s", root, i, sub)
			if err := os.MkdirAll(dir, 0o755); err != nil {
				t.Fatal(err)
			}
			dirs = append(dirs, filepath.Dir(dir), dir)
		}
	}
	for _, name := range []string{".git/x", "node_modules/x"} {
		if err := os.MkdirAll(filepath.Join(root, name), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	r := New(root, "", "", true)
	done := r.ReadAhead(root, Forward)
	_, _ = r.List(root)
	for _, dir := range dirs {
		got, err := r.List(dir)
		want, _ := os.ReadDir(dir)
		if err != nil || fmt.Sprint(got) != fmt.Sprint(want) {
			t.Fatalf("%s: %v, %v; want %v", dir, got, err, want)
		}
	}
	done()

	var all lists
	over, left := new(atomic.Bool), maxWalked
	all.readTree(root, Backward, over, &left)
	if n := len(all.read); n != 1+60*4 {
		t.Errorf("%d directories were read from the other end", n)
	}
	over.Store(true)
	var none lists
	none.readTree(root, Forward, over, &left)
	if n := len(none.read); n != 1 {
		t.Errorf("%d directories were read after the end", n)
	}
}
