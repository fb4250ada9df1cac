package reads

import (
	"strings"

	"github.com/fencepost/fencepost/internal/analyze/record"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/lowlevel/subpath"
)

// FromProject gives a command that is run by the path of a file in the project a form with the name
// that rules have for it: ./gradlew for /home/x/project/gradlew, .venv/bin/pytest for
// ./.venv/bin/pytest. So it does with the file that a shell reads:
// source /home/x/p/.venv/bin/activate.
func FromProject(a *record.Call, c *fact.Command) {
	if a.Places == nil || c.Kind != fact.Simple || len(c.Argv) == 0 || c.Remote || len(a.Links) > 0 ||
		!c.Dirs.Known || len(c.Dirs.List) != 1 {
		return
	}
	at := 0
	if len(c.Argv) == 2 && len(c.Nested) == 1 && c.Nested[0].Kind == fact.NestedFile &&
		c.Nested[0].State {
		at = 1
	} else if c.System {
		return
	}
	w := &c.Argv[at]
	if !w.Known() || w.Glob || w.Many || !strings.Contains(w.Text, "/") {
		return
	}
	p := a.Path(c.Dirs, w)
	project := a.Places.Project()
	if !record.OnePath(&p) || !subpath.In(p.Abs, project) || len(p.Abs) <= len(project)+1 {
		return
	}
	name := p.Abs[len(project)+1:]
	if !strings.Contains(name, "/") {
		name = "./" + name
	}
	if name == w.Text {
		return
	}
	words := append([]fact.Word(nil), c.Argv...)
	words[at] = fact.Lit(name)
	c.FromProject = &words
}
