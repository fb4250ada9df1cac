package shparse_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/fencepost/fencepost/gen/commands"
	"github.com/fencepost/fencepost/internal/analyze"
	"github.com/fencepost/fencepost/internal/analyze/record"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/project/paths"
	"github.com/fencepost/fencepost/internal/shparse/dialect"
)

// TestDirectories holds ways to another directory, through links and the directory stack. The
// project holds ld/lnk, which leads to another place that has a directory dev beside its own.
func TestDirectories(t *testing.T) {
	root := t.TempDir()
	project := filepath.Join(root, "p")
	for _, dir := range []string{"p/ld", "p/src", "p/dev", "home/x", "home/dev"} {
		if err := os.MkdirAll(filepath.Join(root, dir), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink(filepath.Join(root, "home/x"), filepath.Join(project, "ld/lnk")); err != nil {
		t.Fatal(err)
	}
	places := paths.New(project, filepath.Join(root, "home"), "", true)
	inside := func(text string, d dialect.Dialect) bool {
		a := &analyze.Analyzer{Call: record.Call{Specs: commands.Table{}, Places: places, Home: filepath.Join(root, "home"),
			Dialect: d}}
		f := a.Shell(text, project)
		seen := false
		for i := range f.Commands {
			for _, e := range f.Commands[i].Effects {
				if e.Kind != fact.Write {
					continue
				}
				seen = true
				written, target := places.Inside(&e.Path, ".", false)
				if written != fact.Yes || target != fact.Yes {
					return false
				}
			}
		}
		if !seen {
			t.Errorf("%s: nothing is written", text)
		}
		return true
	}
	for _, text := range []string{
		`env -C ld/lnk/../dev touch f`, `env --chdir=ld/lnk/../dev touch f`, `cd ld/lnk/../dev; touch f`,
		`cd ld/lnk/../dev && touch f`,
		`cd ld/lnk; cd ../dev; touch f`, `pushd ld/lnk/../dev; touch f`, `cd ld/lnk/..; touch dev/f`,
		`cd ld/lnk/../dev; cd .; touch f`,
		`cd ld/lnk/../dev; touch "$PWD/f"`, `(cd ld/lnk/../dev; touch f)`, `git -C ld/lnk/../dev init`,
		`tar -C ld/lnk/../dev -xf a.tar`,
		`DIRSTACK[1]=/etc; popd; touch f`, `pushd src; DIRSTACK[1]=/etc; popd; touch f`,
		`ln -s /etc q; cd q/../etc; touch f`,
		`python3 -c "import os; os.chdir('ld/lnk/../dev')"; env -C ld/lnk/.. touch dev/f`,
	} {
		if inside(text, dialect.Bash) {
			t.Errorf("%s: is said to stay in the project", text)
		}
	}
	for _, text := range []string{
		`dirstack=(/etc); cd +1; touch f`, `dirstack=(/etc); cd -1; touch f`, `dirs /etc; cd +1; touch f`,
		`dirs /etc; cd -- +1; touch f`,
	} {
		if inside(text, dialect.Zsh) {
			t.Errorf("zsh: %s: is said to stay in the project", text)
		}
	}
	for _, text := range []string{
		`touch f`, `cd src; touch f`, `cd src/../dev; touch f`, `cd src && touch f && cd .. && touch f`,
		`cd src && cd ../dev && touch f`,
		`env -C src/../dev touch f`, `git -C src/.. init`, `cd ../p/src; touch f`, `pushd src; touch f`,
		`cd ./src; touch "$PWD/f"`,
	} {
		if !inside(text, dialect.Bash) {
			t.Errorf("%s: is said to leave the project", text)
		}
	}
}
