package reads

import (
	"strings"

	"github.com/fencepost/fencepost/internal/analyze/record"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/project/filelists"
	"github.com/fencepost/fencepost/internal/project/paths"
)

// plainList reports whether the names that the patterns of a list stand for are words to a shell
// and to xargs: no blank divides them, and none begins with a dash. What is on the disk is looked
// at, so no earlier command of the line may have made others.
func plainList(a *record.Call, i int, o *fact.Output) bool {
	n := o.Listed
	if a.Places == nil {
		return false
	}
	for k := range a.Facts.Commands[:i] {
		if a.MakesNames(&a.Facts.Commands[k]) {
			return false
		}
	}
	c := &a.Facts.Commands[i]
	if !c.Dirs.Known || len(c.Dirs.List) != 1 || c.Remote {
		return false
	}
	for k := range n.List {
		p := a.Path(c.Dirs, &n.List[k])
		if !a.Places.PlainBelow(&p) {
			return false
		}
	}
	if !withMoved(a, c, n) {
		return false
	}
	if !o.Tracked {
		return true
	}
	hidden, ok := plainIndex(a, c.Dirs.List[0])
	if ok && comparesCommits(a, c, o) {
		hidden, ok = plainCommits(a, c, o.Compared, hidden)
	}
	if ok {
		n.List = tracked(n.List, hidden)
	}
	return ok && len(n.List) < fact.MaxNames
}

// plainIndex reports whether the names that git knows in a directory's repository are plain, those
// of files that are gone included. Of a format of the index that is not read that is not known.
// hidden are patterns for those with a leading dot in that directory.
func plainIndex(a *record.Call, dir string) (hidden []string, ok bool) {
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

// PlainOutput is plainList for all that a command prints, the names in directories included.
func PlainOutput(a *record.Call, i int, o *fact.Output) bool {
	if !o.Within {
		return plainList(a, i, o)
	}
	c := &a.Facts.Commands[i]
	if a.Shell.Repeats() || len(a.Links) > 0 || len(o.Listed.List) != 1 || !onlyLooks(a, i) || c.Remote {
		return false
	}
	p := a.Path(c.Dirs, &o.Listed.List[0])
	if !p.Known || p.Glob || len(p.Dirs) > 1 || !a.InProject(p.Abs) {
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

// WholeLines reports whether xargs, called like that, takes each line of a list of plain names as
// one word.
func WholeLines(c *fact.Command, lines bool) bool {
	for _, f := range c.Flags {
		if f.Name == "-d" || f.Name == "--delimiter" {
			return false
		}
	}
	_, ok := InputWords(c, "x", lines)
	return ok
}
