package paths

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/fencepost/fencepost/internal/fact"
)

// added counts how often it is asked.
type added struct {
	work, temp   []string
	works, temps int
}

func (a *added) WorkDirs(string) []string { a.works++; return a.work }
func (a *added) TempDirs() []string       { a.temps++; return a.temp }

func TestFurtherDirsCountAsInside(t *testing.T) {
	base, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, dir := range []string{"p/src", "s", "w/src", "t", "real"} {
		if err := os.MkdirAll(filepath.Join(base, dir), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	links := map[string]string{"w/out": base + "/real", "wl": base + "/w", "p/in": base + "/w"}
	for name, to := range links {
		if err := os.Symlink(to, filepath.Join(base, name)); err != nil {
			t.Fatal(err)
		}
	}
	also := &added{work: []string{base + "/wl", base + "/x*", "rel"}, temp: []string{base + "/t"}}
	r := New(base+"/p", base+"/home", base+"/s", true)
	r.Also = also
	inside := func(name, root string, strict bool) fact.Tri {
		p := Absolute(base+"/p", name)
		written, target := r.Inside(&p, root, strict)
		return written.And(target)
	}
	in, out := inside("src/a", ".", false), inside(base+"/s/a", ".", false)
	if in != fact.Yes || out != fact.No || also.works != 0 {
		t.Errorf("asked %d times about the project and the scratch directory", also.works)
	}
	for _, tt := range []struct {
		name, root string
		strict     bool
		want       fact.Tri
	}{
		{base + "/w/src/a", ".", false, fact.Yes},
		{base + "/wl/src/a", ".", false, fact.Yes},
		{"in/a", ".", false, fact.Yes}, // written in the one, leads to the other
		{base + "/w", ".", false, fact.Yes},
		{base + "/w", ".", true, fact.No},
		{base + "/w/out/a", ".", false, fact.No},
		{base + "/w/../real", ".", false, fact.No},
		{base + "/xy/a", ".", false, fact.No},
		{base + "/real/a", ".", false, fact.No},
		{base + "/w/a", "$SCRATCH", false, fact.No},
		{base + "/t/a", ".", false, fact.No},
		{base + "/t/a", "$SCRATCH", false, fact.Yes},
		{base + "/t", "$SCRATCH", true, fact.No},
		{base + "/w/a", base + "/p", false, fact.No}, // the root by another name
	} {
		if got := inside(tt.name, tt.root, tt.strict); got != tt.want {
			t.Errorf("%s in %s, %v: got %v, want %v", tt.name, tt.root, tt.strict, got, tt.want)
		}
	}
	if also.works != 1 || also.temps != 1 {
		t.Errorf("asked %d and %d times", also.works, also.temps)
	}
	for name, want := range map[string]fact.Tri{"t/a": fact.Yes, "s/a": fact.Yes, "real/a": fact.No} {
		p := Absolute(base, name)
		if written, target := r.Glob(&p, "$SCRATCH/**", false); written.And(target) != want {
			t.Errorf("glob %s: got %v %v, want %v", name, written, target, want)
		}
	}
	r = New(base+"/home", base+"/home", "", false) // started in the home directory
	r.Also = also
	in, out = inside(base+"/w/a", ".", false), inside(base+"/home/a", ".", false)
	if in != fact.Yes || out != fact.No {
		t.Error("without a project")
	}
}

// TestRootPattern: each directory that a root with wildcards matches is a root.
func TestRootPattern(t *testing.T) {
	base, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(base+"/.claude/projects/a/memory", 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("/etc", base+"/.claude/projects/a/memory/out"); err != nil {
		t.Fatal(err)
	}
	r := New("/p", base, "", true)
	for _, tt := range []struct {
		name   string
		strict bool
		want   fact.Tri
	}{
		{"/.claude/projects/a/memory/x.md", false, fact.Yes},
		{"/.claude/projects/a/memory/sub/x.md", true, fact.Yes},
		{"/.claude/projects/a/memory", false, fact.Yes},
		{"/.claude/projects/a/memory", true, fact.No},
		{"/.claude/projects/b/memory/x.md", false, fact.Yes},
		{"/.claude/projects/a/b/memory/x.md", false, fact.No},
		{"/.claude/projects/memory/x.md", false, fact.No},
		{"/.claude/projects/a/x.jsonl", false, fact.No},
		{"/.claude/projects/a/memory/../x", false, fact.No},
		{"/.claude/projects/a/memory/out/passwd", false, fact.No},
		{"/.claude/projects/a/memoryx/y", false, fact.No},
	} {
		p := Absolute("/p", base+tt.name)
		written, target := r.Inside(&p, "~/.claude/projects/*/memory", tt.strict)
		if got := written.And(target); got != tt.want {
			t.Errorf("%s, strict %v: got %v, want %v", tt.name, tt.strict, got, tt.want)
		}
	}
	unknown := fact.Path{Written: "$X"}
	if written, target := r.Inside(&unknown, "~/*/x", false); written.And(target) != fact.Maybe {
		t.Error("an unknown path")
	}
}
