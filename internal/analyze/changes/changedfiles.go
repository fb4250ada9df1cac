package changes

import (
	"path"
	"slices"
	"strings"

	"github.com/fencepost/fencepost/internal/analyze/record"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/lowlevel/subpath"
)

// Changed implements environ.Files. What is plainly data does not count.
func (a *Changes) Changed(name string) bool { return a.ChangedBut(name, "") }

// ChangedBut is Changed for all files but one.
func (a *Changes) ChangedBut(name, but string) bool {
	if len(a.Call.Facts.Commands) < 2 || name == "" || record.IsData(name) {
		return false
	}
	if a.Collect(); len(a.List) == 0 {
		return false
	}
	files, ok := a.ValuePaths(name)
	if !ok {
		return false
	}
	for i := range a.List {
		ch := &a.List[i]
		if ch.Path == but && !ch.Around {
			continue
		}
		for _, file := range files {
			below := strings.HasPrefix(ch.Path, file+"/") && !record.IsData(ch.Path)
			if HoldsOne(ch, []string{file}) && !ch.Around || below {
				return true
			}
		}
	}
	return false
}

// NewNames are the names that the line puts into directories.
func (a *Changes) NewNames(dirs []string) (names []string) {
	a.Collect()
	for i := range a.List {
		for _, dir := range dirs {
			if rest, below := strings.CutPrefix(a.List[i].Path, strings.TrimSuffix(dir, "/")+"/"); below {
				name, _, _ := strings.Cut(rest, "/")
				names = append(names, name)
			}
		}
	}
	return names
}

// Collect adds the changes of the commands before the one that was visited last.
func (a *Changes) Collect() {
	for ; a.collected < len(a.Call.Facts.Commands)-1; a.collected++ {
		a.written(a.collected)
	}
}

// CollectAll adds the changes of all commands, those of inline code included, which are known last.
func (a *Changes) CollectAll() {
	for i := range a.collected {
		if c := &a.Call.Facts.Commands[i]; len(c.Code) > 0 {
			for k := range c.Effects {
				if e := &c.Effects[k]; e.InCode && !e.Tree && !e.Mkdir &&
					(e.Kind == fact.Write || e.Kind == fact.Append) {
					a.writes(&e.Path, Change{Command: i, Edited: edits(c, e)})
				}
			}
		}
	}
	for ; a.collected < len(a.Call.Facts.Commands); a.collected++ {
		a.written(a.collected)
	}
}

// ValuePaths are the absolute paths that a value may name.
func (a *Changes) ValuePaths(name string) (list []string, ok bool) {
	w := fact.Lit(name)
	p := a.Call.Spelled(a.Here, &w)
	if !p.Known {
		return nil, false
	}
	for _, form := range record.Forms(&p) {
		list = append(list, path.Clean(form))
	}
	return list, true
}

// HoldsOne reports whether a change is one of the files, or a directory or link above one.
func HoldsOne(ch *Change, files []string) bool {
	return slices.ContainsFunc(files, func(file string) bool { return subpath.In(file, ch.Path) })
}

// FillsBin reports whether a command writes to a directory of programs, from which others may run.
func FillsBin(c *fact.Command) bool {
	for k := range c.Effects {
		if e := &c.Effects[k]; e.Kind == fact.Write && strings.Contains(e.Path.Abs, "bin/") {
			return true
		}
	}
	for k := range c.Redirects {
		if strings.Contains(c.Redirects[k].Path.Abs, "bin/") {
			return true
		}
	}
	return false
}

// RunsFile reports whether a command runs a file that it names.
func RunsFile(c *fact.Command) bool {
	if c.Kind != fact.Simple || len(c.Argv) == 0 {
		return false
	}
	if strings.Contains(c.Argv[0].Text, "/") {
		return true
	}
	for k := range c.Nested {
		if c.Nested[k].Kind == fact.NestedFile {
			return true
		}
	}
	return false
}
