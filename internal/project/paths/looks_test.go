package paths

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/lowlevel/effort"
)

// TestLooksAreBounded holds what is looked at for all patterns of a call to a bound. What was not looked at is
// not known, and that there was more is said.
func TestLooksAreBounded(t *testing.T) {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	const dirs, files = 20, 10
	for d := range dirs {
		sub := filepath.Join(dir, fmt.Sprint("d", d))
		if err := os.Mkdir(sub, 0o755); err != nil {
			t.Fatal(err)
		}
		for f := range files {
			if err := os.WriteFile(filepath.Join(sub, fmt.Sprint("f", f)), nil, 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	at := func(pattern string) *fact.Path {
		return &fact.Path{Written: pattern, Abs: dir + "/" + pattern, Known: true, Glob: true}
	}
	const deep, flat = (dirs+1)*perDir + dirs*(files+1), perDir + dirs
	for _, tt := range []struct {
		pattern string
		looks   effort.Budget
		known   bool
	}{
		{"**/f1", deep, true}, {"**/f1", deep - 1, false}, {"**/f1", 0, false},
		{"*/f1", flat, true}, {"*/f1", flat - 1, false},
	} {
		r := New(dir, "/home/nobody", "", true)
		r.Looks = tt.looks
		found, ok := r.foundFiles(at(tt.pattern))
		if ok != tt.known || ok && len(found) != dirs || r.Over() == tt.known {
			t.Errorf("%s with %d: %d found, known %v, over %v", tt.pattern, tt.looks, len(found), ok, r.Over())
		}
	}
	r := New(dir, "/home/nobody", "", true)
	for range maxLooks / deep {
		if _, ok := r.foundFiles(at("**/f1")); !ok || r.Over() {
			t.Fatal("it is over too early")
		}
		r.found, r.lastFound = nil, nil // as another pattern would be
	}
	late := New(dir, "/home/nobody", "", true)
	late.Deadline = time.Now().Add(-time.Second)
	if _, ok := late.foundFiles(at("**/f1")); ok || !late.Over() {
		t.Errorf("too late: known %v, over %v", ok, late.Over())
	}
	e := fact.Effect{Kind: fact.Read, Path: *at("*/f2")}
	if n := len(r.Files(&e)); n != dirs {
		t.Errorf("%d files", n)
	}
	if _, ok := r.foundFiles(at("**/f1")); ok || !r.Over() || len(r.Files(&e)) > 0 {
		t.Errorf("known %v, over %v", ok, r.Over())
	}
}
