package analyze

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/interp"
)

// A file beside the code is imported in place of a module of the same name.
func TestShadowed(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"textwrap.py", "sub/yaml/__init__.py", "lib/re.py", "lib/sitecustomize.py", "own/sys.py", "own/helper.py",
		"pkg/keyword.py"} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, nil, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	a := &Analyzer{facts: &fact.Facts{Commands: []fact.Command{
		{Dirs: fact.Dirs{List: []string{dir}, Known: true}},
		{Dirs: fact.Dirs{List: []string{dir}, Known: true}, Assigns: []fact.Assign{{Name: "PYTHONPATH", Value: fact.Lit("lib:/none")}}},
	}}}
	tests := []struct {
		command int
		module  string
		dir     string
		want    bool
	}{
		{0, "textwrap", "", true},
		{0, "textwrap.x", "", true},
		{0, "json", "", true}, // it may load textwrap
		{0, "json", "own", false},
		{0, "sys", "own", false},
		{0, "yaml", "own", false},
		{0, "collections", "pkg", true},
		{0, "time", "pkg", false},
		{0, "yaml", "sub", true},
		{0, "re", "own", false},
		{1, "re", "", true},
	}
	for _, tt := range tests {
		p := &pending{command: tt.command, lang: "python", dirs: a.facts.Commands[tt.command].Dirs}
		m := &interp.Import{Name: tt.module}
		if tt.dir != "" {
			m.Dir = interp.Dir{Set: true, Word: fact.Lit(tt.dir)}
		}
		if got := a.shadowed(p, m); got != tt.want {
			t.Errorf("command %d, %s in %q: got %v", tt.command, tt.module, tt.dir, got)
		}
	}
	for i, want := range []bool{false, true} {
		if got := a.customized(&pending{command: i}); got != want {
			t.Errorf("command %d: customized is %v", i, got)
		}
	}
}
