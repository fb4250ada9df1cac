package scripts

import (
	"os"
	"path"
	"strings"

	"github.com/fencepost/fencepost/internal/analyze/record"
	"github.com/fencepost/fencepost/internal/fact"
)

// ScriptOf looks at a script that command i runs: one that the call has written, or one of the
// project.
func (a *Scripts) ScriptOf(i int, w *fact.Word, loads func(string) bool) *Script {
	s := a.WrittenText(i, w, loads)
	if s == nil {
		return a.Follow(i, w)
	}
	if s.Read {
		a.runsText(i, s.Number, a.Call.Path(a.Call.Facts.Commands[i].Dirs, w).Abs)
	}
	return s
}

// WrittenText takes a script of which the call has certainly written all that is in it when command i
// runs, be it to run that or another file. loads says of a name whether its interpreter may load the
// file unasked.
func (a *Scripts) WrittenText(i int, w *fact.Word, loads func(string) bool) *Script {
	c := &a.Call.Facts.Commands[i]
	if !a.Call.Follow || a.Call.Past || a.Call.Places == nil || c.Remote || !w.Known() || !c.Dirs.Known ||
		len(c.Dirs.List) != 1 || len(a.Call.Links) > 0 || a.Call.Shell.Deferred() || a.Call.Shell.File() != 0 {
		return nil
	}
	p := a.Call.Path(c.Dirs, w)
	if !record.OnePath(&p) {
		return nil
	}
	texts, written, known := a.Call.Shell.WrittenFile(path.Clean(p.Abs))
	if !written || len(texts) != 1 || len(a.Call.Facts.Files) >= MaxFiles || record.Concurrent(a.Call.Text) ||
		!a.Call.Missing(&p) && !(known && a.replaceable(&p)) {
		return nil
	}
	by := a.Changes.WrittenOnce(i, &p, loads, true)
	abs, ok := a.Call.Places.Target(p.Abs)
	if by < 0 || !ok {
		return nil
	}
	s := &Script{Text: texts[0]}
	s.Number = a.Add(fact.File{Name: w.Text, Abs: abs, Writer: by + 1, Reader: c.Name,
		Given: "the call itself writes it"}, s.Text)
	why := a.tooMuch(s)
	a.Call.Facts.Files[s.Number-1].Why, s.Read = why, why == ""
	return s
}

// runsText notes that what command i runs is the text of a file, which is judged.
func (a *Scripts) runsText(i, number int, abs string) {
	c := &a.Call.Facts.Commands[i]
	c.Runs = number
	kept := c.Effects[:0]
	for _, e := range c.Effects {
		if e.Kind != fact.Exec || e.Path.Abs != abs {
			kept = append(kept, e)
		}
	}
	c.Effects = kept
}

// replaceable reports whether a redirection to an existing file certainly takes the place of what
// is in it: otherwise the old text runs where the new one could not be written.
func (a *Scripts) replaceable(p *fact.Path) bool {
	info, err := os.Lstat(p.Abs)
	if err != nil || !info.Mode().IsRegular() || record.HardLinks(info) != 1 {
		return false
	}
	f, err := os.OpenFile(p.Abs, os.O_WRONLY, 0)
	if err != nil {
		return false
	}
	f.Close()
	return true
}

// Stays reports whether a script is still in the project when the call is over: one of the project
// that nobody has seen, for whatever runs it next. One among temporary files, or that the call
// deletes again, is not.
func (a *Scripts) Stays(f *fact.File, i int) bool {
	at := fact.Path{Abs: f.Abs, Known: true}
	if a.Call.InScratch(&at) || !a.Call.InProject(f.Abs) {
		return false
	}
	project, _ := a.Call.Places.Target(a.Call.Places.Project())
	for part := range strings.SplitSeq(strings.TrimPrefix(path.Dir(f.Abs), project), "/") {
		switch part {
		case "tmp", "temp", ".tmp", ".temp", "scratch", ".scratch":
			return false
		}
	}
	for k := i + 1; k < len(a.Call.Facts.Commands); k++ {
		for _, e := range a.Call.Facts.Commands[k].Effects {
			if e.Kind == fact.Delete && record.OnePath(&e.Path) && a.Changes.LeadsTo(e.Path.Abs, f.Abs) {
				return false
			}
		}
	}
	return true
}

// MayPrecede reports whether command k may do something before all of file n has run for command i.
func (a *Scripts) MayPrecede(k, i, n int, unordered bool) bool {
	return k <= i || unordered || a.Changes.RootOf(k) == a.Call.Facts.Files[n-1].Root
}

// LoadsNone is for interpreters that read no other files by themselves.
func LoadsNone(string) bool { return false }

// LoadedByName reports whether JavaScript is led to a file without being told its path. Those that
// it is told are judged by themselves.
func LoadedByName(name string) bool {
	return path.Base(name) == "package.json" || path.Base(name) == "node_modules" ||
		strings.Contains(name, "/node_modules/")
}

// LoadedByPython reports whether a name is one of files that Python loads without being told their
// path.
func LoadedByPython(name string) bool {
	switch path.Ext(name) {
	case ".py", ".pyc", ".so", ".pth", ".cfg", ".pyd", ".zip":
		return true
	}
	return false
}
