package analyze

import (
	"bytes"
	"os"
	"path"
	"strings"
	"unicode/utf8"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/project/filelists"
	"github.com/fencepost/fencepost/internal/project/paths"
	"github.com/fencepost/fencepost/internal/shparse"
)

// plainList reports whether the names that the patterns of a list stand for are words to a shell
// and to xargs: no blank divides them, and none begins with a dash. What is on the disk is looked
// at, so no earlier command of the line may have made others.
func (a *Analyzer) plainList(i int, o *fact.Output) bool {
	n := o.Listed
	if a.Places == nil {
		return false
	}
	for k := range a.facts.Commands[:i] {
		if a.makesNames(&a.facts.Commands[k]) {
			return false
		}
	}
	c := &a.facts.Commands[i]
	if !c.Dirs.Known || len(c.Dirs.List) != 1 || c.Remote {
		return false
	}
	for k := range n.List {
		p := a.Path(c.Dirs, &n.List[k])
		if !a.Places.PlainBelow(&p) {
			return false
		}
	}
	if !a.withMoved(c, n) {
		return false
	}
	if !o.Tracked {
		return true
	}
	hidden, ok := a.plainIndex(c.Dirs.List[0])
	if ok && a.comparesCommits(c, o) {
		hidden, ok = a.plainCommits(c, o.Compared, hidden)
	}
	if ok {
		n.List = tracked(n.List, hidden)
	}
	return ok && len(n.List) < fact.MaxNames
}

// plainIndex reports whether the names that git knows in a directory's repository are plain, those
// of files that are gone included. Of a format of the index that is not read that is not known.
// hidden are patterns for those with a leading dot in that directory.
func (a *Analyzer) plainIndex(dir string) (hidden []string, ok bool) {
	if dir != a.Places.Project() {
		return nil, false
	}
	index, ok := filelists.OpenIndex(dir)
	if !ok {
		return nil, false
	}
	for e := range index.Entries() {
		if hidden = paths.AddHidden(hidden, e.Name); !paths.PlainNames(e.Name) {
			return nil, false
		}
	}
	return hidden, true
}

// plainOutput is plainList for all that a command prints, the names in directories included.
func (a *Analyzer) plainOutput(in *shparse.Interp, i int, o *fact.Output) bool {
	if !o.Within {
		return a.plainList(i, o)
	}
	c := &a.facts.Commands[i]
	if in.Repeats() || len(a.links) > 0 || len(o.Listed.List) != 1 || !a.onlyLooks(i) || c.Remote {
		return false
	}
	p := a.Path(c.Dirs, &o.Listed.List[0])
	if !p.Known || p.Glob || len(p.Dirs) > 1 || !a.inProject(p.Abs) {
		return false
	}
	n := fact.NewNames()
	list, _ := a.Places.List(p.Abs)
	for _, e := range list {
		switch name := e.Name(); {
		case name[0] == '.':
		case !paths.PlainName(name):
			return false
		default:
			n.Add(name, false)
		}
	}
	if len(n.List) == 0 || len(n.List) >= fact.MaxNames {
		return false
	}
	o.Listed = n
	return true
}

// tracked says of a pattern for everything that git lists none of its own files.
func tracked(list []fact.Word, hidden []string) (out []fact.Word) {
	for _, w := range list {
		if w.Text != "./**" {
			out = append(out, w)
			continue
		}
		for _, text := range append([]string{"*", "*/**"}, hidden...) {
			out = append(out, fact.Word{Text: "./" + text, Glob: strings.Contains(text, "*")})
		}
	}
	return out
}

// IsDir reports whether a path is that of a directory which is there.
func (a *Analyzer) IsDir(p *fact.Path) bool {
	return p.Known && !p.Glob && len(p.Dirs) <= 1 && a.isDir(p.Abs)
}

// maxText bounds the files that are looked at.
const maxText = 1 << 20

// IsText reports whether a path is that of a file which holds text in UTF-8, or of none, and that
// no command before the one that is visited writes.
func (a *Analyzer) IsText(p *fact.Path) bool {
	if !p.Known || p.Glob || len(p.Dirs) > 1 || len(a.links) > 0 || strings.Contains(a.text, "done") {
		return false // what stands behind it in a loop may run before
	}
	for k := range a.facts.Commands {
		c := &a.facts.Commands[k]
		if a.makesNames(c) {
			return false
		}
		for e := range c.Effects {
			if w := &c.Effects[e]; (w.Kind == fact.Write || w.Kind == fact.Append) && w.Path.Abs == p.Abs {
				return false
			}
		}
		for e := range c.Redirects {
			if w := &c.Redirects[e]; w.Mode != fact.RedirRead && w.Path.Abs == p.Abs {
				return false
			}
		}
	}
	info, err := os.Stat(p.Abs)
	if os.IsNotExist(err) {
		return true // nothing is said of it but an error
	}
	if err != nil || !info.Mode().IsRegular() || info.Size() > maxText {
		return false
	}
	data, err := os.ReadFile(p.Abs)
	return err == nil && utf8.Valid(data) && bytes.IndexByte(data, 0) < 0
}

// makesNames reports whether a command may make files whose names are not known, or not plain.
func (a *Analyzer) makesNames(c *fact.Command) bool {
	for k := range c.Redirects {
		if r := &c.Redirects[k]; !r.Exempt && r.Mode != fact.RedirRead && r.Mode != fact.RedirHere &&
			r.Mode != fact.RedirDup && oddPath(&r.Path) {
			return true
		}
	}
	for k := range c.Effects {
		switch e := &c.Effects[k]; e.Kind {
		case fact.Write, fact.Append:
			if e.Tree && !a.namesFiles(c) || oddPath(&e.Path) {
				return true
			}
		case fact.Exec:
			return true
		}
	}
	return c.Kind == fact.Simple && !c.Known && !shparse.IsBuiltin(c.Name)
}

// namesFiles reports whether a command that copies or moves names each file that it takes, and under
// a plain name: none of them is a directory, whose files get names that the line does not say.
func (a *Analyzer) namesFiles(c *fact.Command) bool {
	sources, _ := copyOperands(c)
	for k := range sources {
		p := a.Path(c.Dirs, &sources[k])
		if p.Glob || len(p.Dirs) > 1 || oddPath(&p) || strings.HasPrefix(path.Base(p.Abs), "-") {
			return false
		}
		if info, err := os.Lstat(p.Abs); !os.IsNotExist(err) && (err != nil || !info.Mode().IsRegular()) {
			return false
		}
	}
	return len(sources) > 0 && c.Is(fact.Copies)
}

// oddPath reports whether a path may have a name that is no word, or begins with a dash.
func oddPath(p *fact.Path) bool {
	return !p.Known || strings.ContainsAny(p.Abs, " \t\n'\"\\$`;&|<>()!") ||
		!p.Glob && strings.ContainsAny(p.Abs, "*?[{}~#=") || strings.Contains(p.Abs, "/-")
}

// wholeLines reports whether xargs, called like that, takes each line of a list of plain names as
// one word.
func wholeLines(c *fact.Command, lines bool) bool {
	for _, f := range c.Flags {
		if f.Name == "-d" || f.Name == "--delimiter" {
			return false
		}
	}
	_, ok := inputWords(c, "x", lines)
	return ok
}

// PlainRefs reports whether the branches and tags of a directory's repository have names that are
// words, and no earlier command of the line may have made others.
func (a *Analyzer) PlainRefs(dirs fact.Dirs) bool {
	if a.Places == nil || len(a.links) > 0 || !dirs.Known || len(dirs.List) != 1 {
		return false
	}
	for k := range a.facts.Commands {
		if a.makesNames(&a.facts.Commands[k]) {
			return false
		}
	}
	for t := a.facts.Trees; t != nil; t = t.Before {
		if t.Kind == fact.TreeRefs && !a.facts.Commands[t.Command].ReadOnly {
			return false
		}
	}
	top := a.Places.WorkTree(dirs.List[0])
	if top == "" {
		return false
	}
	head := filelists.OpenHead(top, a.trees())
	return head != nil && head.PlainRefs()
}
