package environment

import (
	"path"
	"strings"

	"github.com/fencepost/fencepost/internal/analyze/record"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/project/envrisk"
)

// PlainVariables reports whether all that the line gives to its programs is a word or a number.
func (a *Environment) PlainVariables(c *fact.Command) bool {
	plain, modules := true, false
	for k := range c.Assigns {
		if as := &c.Assigns[k]; a.ownModules(c, as) {
			modules = true
		} else {
			plain = plain && !as.Append && envrisk.Plain(as.Name) && record.PlainWord(&as.Value)
		}
	}
	a.Call.Shell.Exported(func(name string, v *fact.Word) bool {
		plain = plain && (envrisk.Plain(name) && record.PlainWord(v) || modules && name == "PYTHONPATH" ||
			v.Origin.Is(fact.VariableOrigin, name) && v.Text+v.Suffix == "")
		return plain
	})
	return plain
}

// ownModules reports whether a variable has Python look for modules at the top of the project, or in
// the directory of the command, as inline code does: PYTHONPATH=. there. Which they are is looked at.
func (a *Environment) ownModules(c *fact.Command, as *fact.Assign) bool {
	if as.Name != "PYTHONPATH" || as.Append || !as.Value.Known() || !c.Is(fact.Python) {
		return false
	}
	for name := range strings.SplitSeq(as.Value.Text, ":") {
		w := fact.Lit(name)
		p := a.Call.Path(c.Dirs, &w)
		if !record.OnePath(&p) {
			return false
		}
		dir := path.Clean(p.Abs)
		if dir != a.Call.Places.Project() && !(len(c.Dirs.List) == 1 && dir == c.Dirs.List[0] && a.Call.InProject(dir)) {
			return false
		}
	}
	return true
}
