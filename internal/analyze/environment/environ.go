package environment

import (
	"path"
	"strings"

	"github.com/fencepost/fencepost/gen/hazards"
	"github.com/fencepost/fencepost/internal/analyze/changes"
	"github.com/fencepost/fencepost/internal/analyze/record"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/project/envrisk"
	"github.com/fencepost/fencepost/internal/shparse"
)

// pass names the findings of this package.
const pass fact.Pass = "environment"

// Judge reports assignments that make a program run other code, and notes a variable that may.
func (a *Environment) Judge(c *fact.Command) {
	a.suspect(c, c.Assigns, c.Name, false)
	for k := range c.Nested {
		program := ""
		if w := c.Nested[k].Words; len(w) > 0 && w[0].Known() {
			program = w[0].Text
		}
		a.suspect(c, c.Nested[k].Assigns, program, true)
	}
	builtin := len(c.Argv) > 0 && shparse.IsBuiltin(c.Argv[0].Text)
	if c.Kind == fact.Simple && a.Call.Shell.Exports() && !builtin {
		c.Unjudged = a.unjudged(c)
	}
}

// suspect judges assignments for a program: those of the shell, or those with which a wrapper starts
// it.
func (a *Environment) suspect(c *fact.Command, list []fact.Assign, program string, wrapped bool) {
	for k := range list {
		as := a.assignment(list[k].Name, &list[k].Value, program)
		a.beside(c, &as)
		switch s, why := envrisk.Judge(as); {
		case s == envrisk.Suspect:
			if wrapped || !envrisk.OnlyExported(as.Name) || a.Call.Shell.ExportsVariable(as.Name) {
				c.Doubt(pass, fact.Hazard{ID: hazards.Environment, Text: as.Name, Why: why})
			}
		case s == envrisk.Unjudged && len(c.Argv) > 0 && a.Changes.Changed(as.Value.Text):
			c.Unjudged = as.Name // its value names what the line has written
		}
	}
}

// beside leaves the script that a command runs out of what the call has changed below a directory of
// modules: it is judged by its text, and no other program is led to it.
func (a *Environment) beside(c *fact.Command, as *envrisk.Assignment) {
	if as.Name != "PYTHONPATH" || !c.Is(fact.Python) || len(a.Call.Facts.Commands) < 2 ||
		len(c.Nested) != 1 || len(c.Nested[0].Words) == 0 || c.Nested[0].Kind != fact.NestedFile {
		return
	}
	if p := a.Call.Path(c.Dirs, &c.Nested[0].Words[0]); record.OnePath(&p) {
		as.Files = &besideScript{a, path.Clean(p.Abs)}
	}
}

// Changed implements envrisk.Files.
func (a *Environment) Changed(name string) bool { return a.Changes.Changed(name) }

// besideScript are the files of a call but for a script.
type besideScript struct {
	*Environment
	script string
}

// Changed implements envrisk.Files.
func (b *besideScript) Changed(name string) bool { return b.Changes.ChangedBut(name, b.script) }

func (a *Environment) assignment(name string, value *fact.Word, program string) envrisk.Assignment {
	return envrisk.Assignment{Name: name, Value: value, Program: program, Inside: a.Call.Within(),
		Home: a.Call.Home, Files: a}
}

// Steers says why an environment variable with a value can make programs run other code.
func (a *Environment) Steers(name string, value *fact.Word) string {
	if j, why := envrisk.Judge(a.assignment(name, value, "")); j == envrisk.Suspect {
		return why
	}
	return ""
}

// maxVariables bounds the variables that are judged for one command.
const maxVariables = 64

// unjudged returns the name of a variable that the script has set for its programs and that could
// name code, as far as is known; of several one that is named after the program, else the first by
// name.
func (a *Environment) unjudged(c *fact.Command) (name string) {
	left := maxVariables
	a.Call.Shell.Exported(func(n string, v *fact.Word) bool {
		if left--; left < 0 {
			name = n
			return false
		}
		if v.Origin.Is(fact.VariableOrigin, n) && v.Text+v.Suffix == "" {
			return true // the value that it had in the environment
		}
		as := a.assignment(n, v, c.Name)
		a.beside(c, &as)
		s, _ := envrisk.Judge(as)
		stays := relative(v) || envrisk.OnlyExported(n) // what was not said where it was set
		counts := s == envrisk.Unjudged || s == envrisk.Suspect && stays
		if counts && (name == "" || before(c.Name, n, name)) {
			name = n
		}
		return true
	})
	return name
}

// before reports whether a variable says more of a program than another one.
func before(program, a, b string) bool {
	prefix := strings.ToUpper(program) + "_"
	if own := strings.HasPrefix(a, prefix); own != strings.HasPrefix(b, prefix) {
		return own
	}
	return a < b
}

// relative reports whether a value names another file in each directory: what was found of it when
// it was set does not hold later.
func relative(v *fact.Word) bool { return v.IsLiteral() && v.Text != "" && v.Text[0] != '/' }

// Environment judges variables of the environment.
type Environment struct {
	Call    *record.Call
	Changes *changes.Changes
}
