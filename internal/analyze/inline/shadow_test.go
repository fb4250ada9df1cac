package inline

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/fencepost/fencepost/internal/analyze/changes"
	"github.com/fencepost/fencepost/internal/analyze/record"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/interp"
)

// A file beside the code is imported in place of a module of the same name.
func TestShadowed(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"textwrap.py", "sub/yaml/__init__.py", "lib/re.py",
		"lib/sitecustomize.py", "own/sys.py", "own/helper.py",
		"pkg/keyword.py"} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, nil, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	a := &Shadows{Call: &record.Call{Facts: &fact.Facts{Commands: []fact.Command{
		{Invocation: fact.Invocation{Dirs: fact.Dirs{List: []string{dir}, Known: true}}},
		{Invocation: fact.Invocation{Dirs: fact.Dirs{List: []string{dir}, Known: true},
			Assigns: []fact.Assign{{Name: "PYTHONPATH", Value: fact.Lit("lib:/none")}}}},
	}}}}
	a.Changes = &changes.Changes{Call: a.Call}
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
		p := &pending{command: tt.command, lang: "python", dirs: a.Call.Facts.Commands[tt.command].Dirs}
		m := &interp.Import{Name: tt.module}
		if tt.dir != "" {
			m.Dir = interp.Dir{Set: true, Word: fact.Lit(tt.dir)}
		}
		if got := a.shadowed(p, m, nil); got != tt.want {
			t.Errorf("command %d, %s in %q: got %v", tt.command, tt.module, tt.dir, got)
		}
	}
	for i, want := range []bool{false, true} {
		if got := a.customized(&pending{command: i}); got != want {
			t.Errorf("command %d: customized is %v", i, got)
		}
	}
}

// A file in node_modules, written in the line or by the code, is loaded in place of the package
// that the tables know.
func TestHoldsPackage(t *testing.T) {
	for _, tt := range []struct {
		path, name string
		want       bool
	}{
		{"/p/node_modules/semver/index.js", "semver", true},
		{"/p/node_modules/semver", "semver", true},
		{"/p/node_modules", "semver", true},
		{"/p/node_modules/@babel", "@babel/parser", true},
		{"/p/node_modules/semver-x/index.js", "semver", false},
		{"/p/semver/index.js", "semver", false},
	} {
		if got := holdsPackage(tt.path, tt.name); got != tt.want {
			t.Errorf("%s for %s: got %v", tt.path, tt.name, got)
		}
	}
}

func TestWritesModule(t *testing.T) {
	call := &record.Call{Facts: &fact.Facts{}}
	a := &Shadows{Call: call, Changes: &changes.Changes{Call: call}}
	p := &pending{dirs: fact.Dirs{List: []string{"/p"}, Known: true}}
	for _, tt := range []struct {
		file, module string
		want         bool
	}{
		{"calendar.py", "calendar", true},
		{"calendar.py", "json", true}, // others import it
		{"mine.py", "mine", true},
		{"mine/__init__.py", "mine", true},
		{"mine.py", "json", false},
		{"json/out.json", "json", false},
		{"out.txt", "json", false},
	} {
		f := &interp.Facts{Calls: []interp.Call{{Effects: []interp.Effect{{Kind: fact.Write,
			Word: fact.Lit(tt.file), HasWord: true}}}}}
		if got := a.writesModule(p, f, tt.module); got != tt.want {
			t.Errorf("%s for %s: got %v", tt.file, tt.module, got)
		}
	}
}
