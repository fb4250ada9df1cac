package analyze

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/fencepost/fencepost/gen/commands"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/paths"
	"github.com/fencepost/fencepost/internal/shparse"
	"github.com/fencepost/fencepost/internal/shparse/dialect"
)

// TestFollowLines: lines of a file become commands with their places in it.
func TestFollowLines(t *testing.T) {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(dir, "tasks.txt")
	text := "first:\n  echo $X\n  cd sub && ls\nsecond:\n  rm -rf build\n"
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	a := &Analyzer{Specs: commands.Table{}, Places: paths.New(dir, "", "", true), Follow: true}
	a.facts = newFacts(2)
	a.resolver.Specs, a.resolver.Input = a.Specs, a.input()
	followed := false
	opt := shparse.Options{Dialect: dialect.Bash, Dir: dir}
	opt.Visit = func(in *shparse.Interp, c *fact.Command) fact.Output {
		i := len(a.facts.Commands)
		out := a.visit(in, c)
		if len(c.Argv) > 0 && c.Argv[0].Text == "runner" {
			followed = a.followLines(in, i, []string{name}, []definedLine{
				{Text: "echo $X\ncd sub && ls", File: name, Line: 2, Dir: dir, Shell: "sh",
					Assigns: []fact.Assign{{Name: "X", Value: fact.Lit("1")}}},
				{Text: "rm -rf build", File: name, Line: 5, Dir: dir, Shell: "bash"},
			}, "", nil)
		}
		return out
	}
	in := shparse.New(opt)
	in.Script("runner first second")
	var got []string
	for i := range a.facts.Commands {
		if c := &a.facts.Commands[i]; c.File > 0 && c.Kind == fact.Simple {
			got = append(got, fmt.Sprintf("%s:%d %s", a.facts.Files[c.File-1].Name, c.Line, c.Text))
		}
	}
	want := "[tasks.txt:2 echo $X tasks.txt:3 cd sub tasks.txt:3 ls tasks.txt:5 rm -rf build]"
	if !followed || fmt.Sprint(got) != want {
		t.Errorf("%v %v, want %s", followed, got, want)
	}
	if len(a.facts.Commands) == 0 || a.facts.Commands[0].Runs != 1 {
		t.Error("the command that runs them does not name the file")
	}
}
