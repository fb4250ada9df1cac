package planted

import (
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/fencepost/fencepost/internal/agent"
	"github.com/fencepost/fencepost/internal/analyze/changes"
	"github.com/fencepost/fencepost/internal/analyze/record"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/lang"
	"github.com/fencepost/fencepost/internal/lowlevel/subpath"
	"github.com/fencepost/fencepost/internal/project/filelists"
	"github.com/fencepost/fencepost/internal/shparse/expand"
)

// A repository that the session has cloned lies in the project, and is not the project: nobody has
// seen its code. So it is with what it unpacks and downloads, and with what it copies from outside
// of the project. Whatever runs such code asks, until a person has let a run of it pass.

// markForeign marks the commands that run what earlier calls of the session have brought.
func (a *Planted) markForeign() {
	if a.Earlier == nil || !slices.ContainsFunc(a.Call.Facts.Commands, loadsCode) {
		return
	}
	a.bring()
	other := slices.ContainsFunc(a.Call.Facts.Commands, setsPath)
	for i := range a.Call.Facts.Commands {
		if c := &a.Call.Facts.Commands[i]; c.Planted == nil && c.Kind == fact.Simple {
			c.Planted = a.ownCode(c, other)
		}
	}
	for _, at := range a.foreign {
		if !record.IsDir(at) {
			a.Changes.Add(changes.Change{Path: at, Command: -1, Foreign: true})
			continue
		}
		for i := range a.Call.Facts.Commands {
			if c := &a.Call.Facts.Commands[i]; c.Planted == nil && a.runsIn(c, at) {
				c.Planted = a.planted(&changes.Change{Path: at, Command: -1, Foreign: true}, true)
			}
		}
	}
}

// bring finds what the earlier calls have brought, oldest first: what a person has let run is known
// from then on.
func (a *Planted) bring() {
	a.loadPast()
	calls := a.Earlier.Asked()
	for i := range a.past {
		calls = append(calls, Asked{Call: a.past[i]})
	}
	slices.SortStableFunc(calls, func(x, y Asked) int { return int(min(max(x.At-y.At, -1), 1)) })
	for i := range calls {
		c := &calls[i]
		text := c.Text(agent.ToolOf(c.Tool).Field)
		if !agent.RunsShell(&c.Call) || !c.Approved && !a.mayBring(text) ||
			a.Call.Budget().Earlier.Over() {
			continue
		}
		past := a.Past.PastOf(&c.Call, false)
		past.Changes.CollectAll()
		if past.foreign = a.foreign; !c.Approved {
			a.foreign = append(a.foreign, past.brought()...)
			continue
		}
		a.foreign = slices.DeleteFunc(a.foreign, func(at string) bool {
			return slices.ContainsFunc(past.Call.Facts.Commands, func(c fact.Command) bool {
				return past.runsIn(&c, at)
			})
		})
	}
	a.foreign = slices.DeleteFunc(a.foreign, func(at string) bool { return !record.Exists(at) })
}

// mayBring reports whether a text has a word that brings files, or names what was brought.
func (a *Planted) mayBring(text string) bool {
	for word := range strings.FieldsFuncSeq(text, betweenWords) {
		if lang.Word("any", "brings", word) || lang.Word("any", "copies", word) && leadsOut(text) {
			return true
		}
	}
	return slices.ContainsFunc(a.foreign, func(at string) bool {
		return strings.Contains(text, path.Base(at))
	})
}

// leadsOut reports whether a text may name a place outside of the directory where it runs: ../x, /x,
// ~/x, or a value that shows only when it is read.
func leadsOut(text string) bool {
	if strings.Contains(text, "..") || strings.ContainsAny(text, "~$`") {
		return true
	}
	for i := range len(text) {
		if text[i] == '/' && (i == 0 || text[i-1] != '.' && !expand.LetterOrDigit(text[i-1])) {
			return true
		}
	}
	return false
}

// brought are the files and directories that the call puts there, if a command of it brings some.
func (a *Planted) brought() (list []string) {
	f := a.Call.Facts
	if !slices.ContainsFunc(f.Commands, func(c fact.Command) bool { return a.brings(&c) }) {
		return nil
	}
	for k := range a.Changes.List {
		list = append(list, a.Changes.List[k].Path)
	}
	for t := f.Trees; t != nil; t = t.Before {
		if t.Into.Known && t.Kind.Unpacks() && t.Kind < fact.TreePatch {
			list = append(list, a.unpacked(t)...)
		}
	}
	for i := range f.Commands {
		c := &f.Commands[i]
		for k := range c.Effects {
			switch e := &c.Effects[k]; {
			case e.Kind != fact.Write || !e.Path.Known || e.Path.Glob:
			case c.Is(fact.Copies):
				list = append(list, copied(c, e.Path.Abs)...)
			case slices.Contains(c.Dirs.List, e.Path.Abs):
				list = append(list, named(c, e.Path.Abs)...)
			default:
				list = append(list, e.Path.Abs)
			}
		}
	}
	return slices.DeleteFunc(list, func(at string) bool { return record.Installed(at) })
}

// brings reports whether a command brings files from elsewhere, or copies such files.
func (a *Planted) brings(c *fact.Command) bool {
	for k := range min(len(c.Argv), 3) {
		if lang.Word("any", "brings", path.Base(c.Argv[k].Text)) {
			return true
		}
	}
	return c.Is(fact.Copies) && slices.ContainsFunc(c.Effects, func(e fact.Effect) bool {
		in := func(at string) bool { return subpath.In(path.Clean(e.Path.Abs), at) }
		return e.Kind == fact.Read && e.Path.Known &&
			(slices.ContainsFunc(a.foreign, in) || a.elsewhere(path.Clean(e.Path.Abs)))
	})
}

// elsewhere reports whether a path lies outside of the project and of its work tree, and in no
// directory for temporary files.
func (a *Planted) elsewhere(at string) bool {
	if a.Call.Places == nil {
		return false
	}
	project := a.Call.Places.Project()
	tree := a.Call.Places.WorkTree(project)
	return !subpath.In(at, project) && (tree == "" || !subpath.In(at, tree)) &&
		!a.Call.Places.ForTemps(at)
}

// named are the names that a command gives in its directory to what it brings: the last part of an
// address. git clone https://host.example/x.git
func named(c *fact.Command, dir string) (list []string) {
	for k := 1; k < len(c.Argv); k++ {
		text := strings.TrimRight(c.Argv[k].Text, "/")
		base := strings.TrimSuffix(text[strings.LastIndexAny(text, "/:")+1:], ".git")
		if at := path.Join(dir, base); text != "" && text[0] != '-' && at != dir && record.Exists(at) {
			list = append(list, at)
		}
	}
	return list
}

// copied are the names that a command gives to what it copies to a place: those of its sources in a
// directory; the place itself where they are not known, or the directory may be a copy of a source.
func copied(c *fact.Command, to string) (list []string) {
	for k := range c.Effects {
		e := &c.Effects[k]
		if e.Kind != fact.Read {
			continue
		}
		from := []string{e.Path.Abs}
		if e.Path.Glob {
			from, _ = filepath.Glob(e.Path.Abs)
		}
		if !e.Path.Known || len(from) == 0 || e.Recursive && !slices.Contains(c.Dirs.List, to) {
			return []string{to}
		}
		for _, name := range from {
			at := path.Join(to, path.Base(name))
			if !record.Exists(at) {
				return []string{to}
			}
			list = append(list, at)
		}
	}
	return list
}

// unpacked are the uppermost names of an archive; the directory where they are not known.
func (a *Planted) unpacked(t *fact.Tree) (list []string) {
	var names filelists.List
	if len(t.From) == 1 && t.From[0].IsPath && t.From[0].Path.Known && t.Strip == 0 && t.Loose == "" {
		switch name := t.From[0].Path.Abs; t.Kind {
		case fact.TreeZip:
			names = filelists.ZipFile(name, a.Call.TreeBudget())
		case fact.TreeTar:
			names = filelists.TarFile(name, a.Call.TreeBudget())
		}
	}
	for _, e := range names.Entries {
		top, _, _ := strings.Cut(strings.TrimLeft(path.Clean(e.Name), "/"), "/")
		if at := path.Join(t.Into.Abs, top); !slices.Contains(list, at) {
			list = append(list, at)
		}
	}
	if len(list) == 0 || names.Why != "" || slices.Contains(list, path.Clean(t.Into.Abs)) {
		return []string{t.Into.Abs}
	}
	return list
}

// runsIn reports whether a command runs code or settings, and works in a directory, or is told of
// something below it. Programs that find tests by themselves find those below their own directory,
// too.
func (a *Planted) runsIn(c *fact.Command, at string) bool {
	if !changes.RunsOthers(c) && !changes.RunsFile(c) && !lang.Word("any", "configured", c.Name) {
		return false
	}
	in := func(p *fact.Path) bool {
		return p.Known && subpath.In(path.Clean(p.Abs), at)
	}
	for _, dir := range c.Dirs.List {
		if subpath.In(dir, at) {
			return true
		}
	}
	for k := range c.Effects {
		if e := &c.Effects[k]; e.Kind != fact.Network && in(&e.Path) {
			return true
		}
	}
	for k := range c.Assigns { // PYTHONPATH=evil, and what is known of PATH=evil/bin:$PATH
		for word := range strings.SplitSeq(c.Assigns[k].Value.Text, ":") {
			w := fact.Lit(word)
			if p := a.Call.Path(c.Dirs, &w); word != "" && in(&p) {
				return true
			}
		}
	}
	told := 0
	for k := range c.Argv {
		p := a.Call.Path(c.Dirs, &c.Argv[k])
		if c.Argv[k].Known() && in(&p) {
			return true
		}
		if k > 0 && record.OnePath(&p) && record.Exists(p.Abs) {
			told++
		}
	}
	name, ok := a.ToolOf(c)
	return told == 0 && ok && lang.Word("any", "tests", name) && slices.ContainsFunc(c.Dirs.List,
		func(dir string) bool { return subpath.In(at, dir) })
}
