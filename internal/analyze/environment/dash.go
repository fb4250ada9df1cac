package environment

import (
	"path"
	"strings"

	"github.com/fencepost/fencepost/gen/hazards"
	"github.com/fencepost/fencepost/internal/analyze/record"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/shparse"
)

// A pattern stands for names, and a name may be an option: in a directory with a file
// `--checkpoint-action=exec=sh x.sh` the words `tar cf a.tar *` run x.sh.

// Dashes reports a pattern of the command that a name with a dash in front matches, where the
// command has options that do more than read.
func (a *Environment) Dashes(c *fact.Command) {
	if c.ReadOnly || c.Kind != fact.Simple || len(c.Argv) < 2 ||
		shparse.IsBuiltin(c.Name) && c.Name != "." && c.Name != "source" {
		return
	}
	for i := 1; i < len(c.Argv); i++ {
		w := &c.Argv[i]
		switch {
		case w.Known() && w.Text == "--":
			return
		case !w.Glob || !mayLead(w.Text):
		case a.leadsWithDash(c, w.Text):
			c.Doubt(pass, fact.Hazard{ID: hazards.OptionName, Text: w.Text,
				Why: "the pattern " + w.Text + " may match a name that is an option to the command; ./" +
					w.Text + " does not"})
			return
		}
	}
}

// DashesInCode looks again where inline code makes a name with a dash in front, which is known
// last.
func (a *Environment) DashesInCode() {
	made := false
	for i := range a.Call.Facts.Commands {
		c := &a.Call.Facts.Commands[i]
		made = made || len(c.Code) > 0 && makesDash(c)
	}
	for i := range a.Call.Facts.Commands {
		if made {
			a.Dashes(&a.Call.Facts.Commands[i])
		}
	}
}

// mayLead reports whether what a pattern stands for can begin with a dash.
func mayLead(pattern string) bool {
	return pattern != "" && strings.IndexByte("*?[-{@+!(", pattern[0]) >= 0
}

// leadsWithDash reports whether there is a name with a dash in front that the pattern matches, or
// the line may have made one.
func (a *Environment) leadsWithDash(c *fact.Command, pattern string) bool {
	first, _, _ := strings.Cut(pattern, "/")
	for i := range a.Call.Facts.Commands {
		if k := &a.Call.Facts.Commands[i]; k != c && makesDash(k) {
			return true
		}
	}
	a.Changes.Collect()
	for i := range a.Changes.List {
		if strings.HasPrefix(path.Base(a.Changes.List[i].Path), "-") {
			return true
		}
	}
	if !c.Dirs.Known {
		return false
	}
	for _, dir := range c.Dirs.List {
		names, whole, _ := record.NamesIn(dir)
		for _, n := range names {
			if n[0] != '-' {
				continue
			}
			if ok, err := path.Match(first, n); ok || err != nil || strings.ContainsAny(first, "(){}#^~") ||
				strings.Contains(first, "**") {
				return true
			}
		}
		if !whole {
			return true
		}
	}
	return false
}

// makesDash reports whether a command makes a name with a dash in front, or one of which the
// beginning is not known, or unpacks names that nobody has looked at.
func makesDash(c *fact.Command) bool {
	for k := range c.Effects {
		e := &c.Effects[k]
		if e.Kind != fact.Write && e.Kind != fact.Append {
			continue
		}
		if strings.HasPrefix(path.Base(e.Path.Abs), "-") && e.Path.Known {
			return true
		}
		if !e.Path.Known && e.Path.Written != "" && e.Create {
			return true
		}
	}
	for k := range c.Redirects {
		r := &c.Redirects[k]
		if (r.Mode == fact.RedirWrite || r.Mode == fact.RedirAppend) &&
			strings.HasPrefix(path.Base(r.Path.Abs), "-") {
			return true
		}
	}
	return false
}
