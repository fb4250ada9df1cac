package paths

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/fencepost/fencepost/internal/fact"
)

// TestScratchIsNoLink shows that what a link at the scratch directory leads to is no scratch, unless
// the call asks for that anyway.
func TestScratchIsNoLink(t *testing.T) {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	there, link := filepath.Join(dir, "there"), filepath.Join(dir, "link")
	if err := os.Mkdir(there, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(there, link); err != nil {
		t.Skip(err)
	}
	for _, c := range []struct {
		scratch string
		moved   bool
		want    fact.Tri
	}{{there, false, fact.Yes}, {link, false, fact.No}, {link, true, fact.Yes}} {
		r := New(filepath.Join(dir, "project"), "/root", c.scratch, true)
		p := fact.Path{Written: c.scratch + "/a", Abs: c.scratch + "/a", Known: true}
		for range 2 { // what was asked before does not count
			if written, target := r.Inside(&p, "$SCRATCH", false); written.And(target) != c.want &&
				r.moved == c.moved {
				t.Errorf("%s, moved %v: inside %v, want %v", c.scratch, c.moved, written.And(target),
					c.want)
			}
			if written, target := r.Glob(&p, "$SCRATCH/**", false); written.And(target) != c.want &&
				r.moved == c.moved {
				t.Errorf("%s, moved %v: matches %v, want %v", c.scratch, c.moved, written.And(target),
					c.want)
			}
			if c.moved {
				r.Moved()
			}
		}
	}
}
