package changes

import (
	"path"
	"strings"

	"github.com/fencepost/fencepost/internal/analyze/record"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/lowlevel/subpath"
	"github.com/fencepost/fencepost/internal/project/paths"
	"github.com/fencepost/fencepost/internal/shparse"
)

// maxChanges bounds the changes of one line. Beyond it the directory around all of them counts.
const MaxChanges = 2048

// maxJudged bounds the different changes that are compared with each command.
const maxJudged = 256

// FollowChanges adds the files to which changes lead through links that are on the disk already.
func (a *Changes) FollowChanges() {
	if a.Call.Places == nil {
		return
	}
	for i := range min(len(a.List), record.MaxOnDisk) {
		c := a.List[i]
		if to, ok := a.Call.Places.Target(c.Path); ok && to != c.Path {
			c.Path = to
			a.Add(c)
		}
	}
}

// written collects what command i may write under names that stand in its words.
func (a *Changes) written(i int) {
	c := &a.Call.Facts.Commands[i]
	for k := range c.Redirects {
		r := &c.Redirects[k]
		if !r.Exempt && !r.Net && (r.Mode == fact.RedirWrite || r.Mode == fact.RedirAppend) {
			a.writes(&r.Path, Change{Command: i})
		}
	}
	switch {
	case c.Is(fact.Copies):
		a.copied(i)
		return
	case c.Is(fact.Inert):
		return
	}
	runs := RunsOthers(c)
	for k := range c.Effects {
		e := &c.Effects[k]
		switch {
		case e.Kind != fact.Write && e.Kind != fact.Append, e.Tree, e.Mkdir:
		case runs && (e.Create || record.InstalledDir(path.Base(e.Path.Abs))):
			// what an installer or `python3 -m venv` makes is its own
		case edits(c, e) && (e.Recursive || a.Call.IsDirectory(e.Path.Abs)): // gofmt -w src
		case !e.InCode && !a.named(c, e): // formatters and git write below their own directory
		default:
			a.writes(&e.Path, Change{Command: i, Edited: edits(c, e), Compiled: a.Compiler.Compiles(i, e)})
		}
	}
}

// named reports whether an effect is on a path that stands in the words of the command, or on a
// file that its options make.
func (a *Changes) named(c *fact.Command, e *fact.Effect) bool {
	for k := range c.Operands {
		if o := &c.Operands[k]; o.IsPath && o.Path.Abs == e.Path.Abs && o.Path.Written == e.Path.Written {
			return true
		}
	}
	return e.Path.Abs != "" && !a.Call.IsDirectory(e.Path.Abs)
}

// writes adds the files that a path may mean.
func (a *Changes) writes(p *fact.Path, c Change) {
	if !p.Known || p.Abs == "" {
		return // asked about as such
	}
	if p.Glob {
		names, ok := a.Call.ExpandPattern(p.Abs)
		if !ok || len(names) > MaxChanges/8 {
			names = []string{path.Clean(p.Abs[:strings.IndexAny(p.Abs+"*", "*?[")])}
		}
		for _, name := range names {
			c.Path = name
			a.Add(c)
		}
		return
	}
	for _, form := range record.Forms(p) {
		c.Path = form
		a.Add(c)
	}
}

// copied adds the names that cp, mv, ln and their like give to what they are told.
func (a *Changes) copied(i int) {
	c := &a.Call.Facts.Commands[i]
	sources, dest := record.CopyOperands(c)
	if len(sources) == 0 || dest == nil {
		return
	}
	into := a.Call.Spelled(c.Dirs, dest)
	if !into.Known {
		return
	}
	for _, form := range record.Forms(&into) {
		form = path.Clean(form)
		if a.isSource(c, sources, form) {
			continue // a copy stands for what it was made of, and is not written over that
		}
		if len(sources) == 1 && !sources[0].Glob && !a.Call.IsDirectory(form) && !a.Made(i, form) {
			whole := record.InstalledDir(path.Base(form)) && path.Base(sources[0].Text) == path.Base(form)
			a.Add(Change{Path: form, Command: i, Whole: whole})
			continue
		}
		for k := range sources {
			a.copiedInto(i, form, &sources[k])
		}
	}
}

// isSource reports whether a path is that of a file which is copied itself.
func (a *Changes) isSource(c *fact.Command, sources []fact.Word, name string) bool {
	for k := range sources {
		if p := paths.Path(c.Dirs, &sources[k]); p.Known && !p.Glob && len(p.Dirs) <= 1 &&
			path.Clean(p.Abs) == name {
			return true
		}
	}
	return false
}

// copiedInto adds the names that a source gets in a directory.
func (a *Changes) copiedInto(i int, dir string, source *fact.Word) {
	c := &a.Call.Facts.Commands[i]
	from := a.Call.Spelled(c.Dirs, source)
	switch {
	case !from.Known:
		a.Add(Change{Path: dir, Command: i})
	case from.Glob:
		names, ok := a.Call.ExpandPattern(from.Abs)
		if !ok || len(names) == 0 || len(names) > MaxChanges/8 {
			names = nil
			a.Add(Change{Path: dir, Command: i})
		}
		for _, name := range names {
			a.Add(Change{Path: path.Join(dir, path.Base(name)), Command: i})
		}
	default:
		switch base := path.Base(source.Text); base {
		case ".", "..", "/": // its entries are names of a tree
		default:
			a.Add(Change{Path: path.Join(dir, base), Command: i, Whole: record.InstalledDir(base)})
		}
	}
}

// RunsOthers reports whether a command runs code that its words need not name, as a build does.
func RunsOthers(c *fact.Command) bool {
	if c.Kind != fact.Simple || len(c.Argv) == 0 {
		return false
	}
	if !c.Known {
		return c.Name != "" && !shparse.IsBuiltin(c.Name)
	}
	for k := range c.Effects {
		if e := &c.Effects[k]; e.Kind == fact.Exec && !e.InCode {
			return true
		}
	}
	return false
}

func edits(c *fact.Command, e *fact.Effect) bool {
	for k := range c.Effects {
		if r := &c.Effects[k]; r.Kind == fact.Read && r.Path.Abs == e.Path.Abs {
			return true
		}
	}
	return false
}

// Made reports whether an earlier command may have made a directory.
func (a *Changes) Made(i int, dir string) bool {
	for k := range a.Call.Facts.Commands[:i] {
		c := &a.Call.Facts.Commands[k]
		for e := range c.Effects {
			if w := &c.Effects[e]; w.Mkdir && (!w.Path.Known || subpath.In(w.Path.Abs, dir)) {
				return true
			}
		}
	}
	return false
}

// Changes is what the commands of a call may write.
type Changes struct {
	Call       *record.Call
	List       []Change  // files that may be written
	collected  int       // commands whose changes are known
	Understood []int     // commands that run a file whose text the call holds, and that was judged
	Unordered  bool      // a command may run before one that stands before it
	Spawned    bool      // inline code starts programs, which stand behind all other commands
	Here       fact.Dirs // of the command that was visited last
	noted      []shparse.Written
	Compiler   interface {
		// Compiles reports whether an effect is on what a compiler makes of sources that the last commit
		// has.
		Compiles(i int, e *fact.Effect) bool
	}
}
