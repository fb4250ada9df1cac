package changes

import (
	"github.com/fencepost/fencepost/internal/analyze/record"
	"github.com/fencepost/fencepost/internal/command"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/shparse"
)

// Note returns what a command changes: the files that it writes, and whether it gives names to other
// places. The next call overwrites the list.
func (a *Changes) Note(c *fact.Command) (writes []shparse.Written, links bool) {
	writes = a.noted[:0]
	for k := range c.Effects {
		e := &c.Effects[k]
		switch {
		case !e.Path.Known || e.Path.Glob:
		case c.Is(fact.CopiesInput) && c.Stdin.Kind == fact.StdinText &&
			c.Stdin.Text.Kind == fact.Literal:
			writes = append(writes, shparse.Written{Path: e.Path.Abs, Text: c.Stdin.Text.Text, Known: true,
				Appends: e.Kind == fact.Append})
		case e.Kind == fact.Write || e.Kind == fact.Append || e.Kind == fact.Delete:
			writes = append(writes, shparse.Written{Path: e.Path.Abs})
		}
	}
	if s, ok := command.SettingMade(c); ok && len(a.Call.Settings) < record.MaxLinks {
		a.Call.Settings = append(a.Call.Settings, s)
	}
	if links = record.MakesLinks(c); links {
		a.Call.Unsettle()
	}
	if c.Is(fact.Copies) || c.Is(fact.Links) || c.Name == "symlink" {
		a.Call.Link(c)
	}
	a.noted = writes
	return writes, links
}
