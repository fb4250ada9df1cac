package analyze

import (
	"os"
	"path"
	"slices"
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/shparse"
)

// A script that the call itself writes stands in the call. It is judged as a script of the project
// is, by its text, and never passes for what the last commit has.

// scriptOf looks at a script that command i runs: one that the call has written, or one of the
// project.
func (a *Analyzer) scriptOf(in *shparse.Interp, i int, w *fact.Word,
	loads func(string) bool) *script {
	if s := a.writtenScript(in, i, w, loads); s != nil {
		return s
	}
	return a.follow(in, i, w)
}

// writtenScript takes a script of which the call has certainly written all that is in it when
// command i runs it. loads says of a name whether its interpreter may load the file unasked.
func (a *Analyzer) writtenScript(in *shparse.Interp, i int, w *fact.Word,
	loads func(string) bool) *script {
	s := a.writtenText(in, i, w, loads)
	if s != nil && s.read {
		a.runsText(i, s.number, a.Path(a.facts.Commands[i].Dirs, w).Abs)
	}
	return s
}

// writtenText is writtenScript for a file that need not be all that command i runs.
func (a *Analyzer) writtenText(in *shparse.Interp, i int, w *fact.Word,
	loads func(string) bool) *script {
	c := &a.facts.Commands[i]
	if !a.Follow || a.brief || a.Places == nil || c.Remote || !w.Known() || !c.Dirs.Known ||
		len(c.Dirs.List) != 1 || len(a.links) > 0 || in.Deferred() || in.File() != 0 {
		return nil
	}
	p := a.Path(c.Dirs, w)
	if !single(&p) {
		return nil
	}
	texts, written, known := in.WrittenFile(path.Clean(p.Abs))
	if !written || len(texts) != 1 || len(a.facts.Files) >= maxFiles || concurrent(a.text) ||
		!a.Missing(&p) && !(known && a.replaceable(&p)) {
		return nil
	}
	by := a.writtenOnce(i, &p, loads, true)
	abs, ok := a.Places.Target(p.Abs)
	if by < 0 || !ok {
		return nil
	}
	at := fact.File{Name: w.Text, Abs: abs, Writer: by + 1, Given: "the call itself writes it",
		Reader: c.Name}
	at.Root = len(a.facts.Files) + 1
	s := &script{number: at.Root, text: texts[0]}
	f := &a.followed
	if f.depth == nil {
		f.left, f.depth = maxAllText, map[int]int{}
	}
	f.depth[s.number] = 1
	at.Why = f.tooMuch(s.text, s.number)
	s.read = at.Why == ""
	a.facts.Files = append(a.facts.Files, at)
	f.texts = append(f.texts, s.text)
	return s
}

// runsText notes that what command i runs is the text of a file, which is judged.
func (a *Analyzer) runsText(i, number int, abs string) {
	c := &a.facts.Commands[i]
	c.Runs = number
	kept := c.Effects[:0]
	for _, e := range c.Effects {
		if e.Kind != fact.Exec || e.Path.Abs != abs {
			kept = append(kept, e)
		}
	}
	c.Effects = kept
}

// judgedText reports whether what command i runs is the text of a file that the call writes, and
// all of that is judged.
func (a *Analyzer) judgedText(i int) bool {
	if n := a.facts.Commands[i].Runs; n > 0 && a.facts.Files[n-1].Writer > 0 {
		return a.facts.Files[n-1].Why == ""
	}
	return slices.Contains(a.understood, i)
}

// judgedWritten reports whether a path is that of a script that the call writes and runs, and all of
// whose text is judged: to load it does no more.
func (a *Analyzer) judgedWritten(name string) bool {
	for k := range a.facts.Files {
		if f := &a.facts.Files[k]; f.Writer > 0 && f.Why == "" && f.Abs == name {
			return true
		}
	}
	return false
}

// judgedFile reports whether a path is that of a file which the call writes and command i runs, and
// all of its text is judged.
func (a *Analyzer) judgedFile(i int, name string) bool {
	c := &a.facts.Commands[i]
	for k := range c.Code {
		if n := c.Code[k].File; n > 0 && n != c.Runs {
			if f := &a.facts.Files[n-1]; f.Writer > 0 && f.Why == "" && f.Abs == name {
				return true // a test
			}
		}
	}
	n := c.Runs
	return n > 0 && a.judgedText(i) && a.facts.Files[n-1].Writer > 0 && a.facts.Files[n-1].Abs == name
}

// ownScript reports whether a piece of code is all of a file that the call itself writes.
func (a *Analyzer) ownScript(p *pending) bool {
	return p.file > 0 && a.facts.Files[p.file-1].Writer > 0
}

// runsWritten reports whether command i runs a file of which the call has written all.
func (a *Analyzer) runsWritten(i int) bool {
	n := a.facts.Commands[i].Runs
	return n > 0 && a.facts.Files[n-1].Writer > 0
}

// replaceable reports whether a redirection to an existing file certainly takes the place of what
// is in it: otherwise the old text runs where the new one could not be written.
func (a *Analyzer) replaceable(p *fact.Path) bool {
	info, err := os.Lstat(p.Abs)
	if err != nil || !info.Mode().IsRegular() || hardLinks(info) != 1 {
		return false
	}
	f, err := os.OpenFile(p.Abs, os.O_WRONLY, 0)
	if err != nil {
		return false
	}
	f.Close()
	return true
}

// settleWritten looks for what could make a script that the call writes another one than the text
// that was judged: a second command that writes it, or the script itself.
func (a *Analyzer) settleWritten(i, n int, unordered bool) {
	f := &a.facts.Files[n-1]
	if f.Why == "" && runsShell(f.Reader) && a.stays(f, i) {
		f.Why = "it is new, and stays in the project"
	}
	loads := a.loadedBy(f.Reader)
	switch kind := a.codeLanguage(f.Reader); {
	case kind == "javascript", f.Reader == "javascript", f.Reader == "typescript":
		loads = loadedByName
	case f.Reader == "python":
		loads = loadedByPython
	}
	for k := range a.changes {
		ch := &a.changes[k]
		if ch.command < 0 || ch.command == f.Writer-1 || !a.mayPrecede(ch.command, i, n, unordered) {
			continue
		}
		if loads(ch.path) && ch.command != i && a.rootOf(ch.command) != n && !a.judgedWritten(ch.path) {
			a.changing(i, n, path.Base(ch.path)+" may be loaded in place of what "+f.Name+" names")
			return
		}
		if strings.EqualFold(ch.path, f.Abs) || a.leadsTo(ch.path, f.Abs) {
			a.changing(i, n, "the call may write "+f.Name+" again before or while it runs")
			return
		}
	}
	for k := range a.facts.Commands {
		if k != i && k != f.Writer-1 && a.mayPrecede(k, i, n, unordered) && a.mayWrite(k, f.Abs) {
			a.changing(i, n, "the call may write "+f.Name+" again before or while it runs")
			return
		}
	}
}

// stays reports whether a script is still in the project when the call is over: one of the project
// that nobody has seen, for whatever runs it next. One among temporary files, or that the call
// deletes again, is not.
func (a *Analyzer) stays(f *fact.File, i int) bool {
	at := fact.Path{Abs: f.Abs, Known: true}
	if a.inScratch(&at) || !a.inProject(f.Abs) {
		return false
	}
	project, _ := a.Places.Target(a.Places.Project())
	for part := range strings.SplitSeq(strings.TrimPrefix(path.Dir(f.Abs), project), "/") {
		switch part {
		case "tmp", "temp", ".tmp", ".temp", "scratch", ".scratch":
			return false
		}
	}
	for k := i + 1; k < len(a.facts.Commands); k++ {
		for _, e := range a.facts.Commands[k].Effects {
			if e.Kind == fact.Delete && single(&e.Path) && a.leadsTo(e.Path.Abs, f.Abs) {
				return false
			}
		}
	}
	return true
}

// mayPrecede reports whether command k may do something before all of file n has run for command i.
func (a *Analyzer) mayPrecede(k, i, n int, unordered bool) bool {
	return k <= i || unordered || a.rootOf(k) == a.facts.Files[n-1].Root
}

// loadsNone is for interpreters that read no other files by themselves.
func loadsNone(string) bool { return false }

// loadedBy is for the interpreter of a script by the name of the interpreter.
func (a *Analyzer) loadedBy(name string) func(string) bool {
	switch a.codeLanguage(name) {
	case "python":
		return loadedByPython
	case "javascript":
		return loadable
	}
	return loadsNone
}

// loadedByName reports whether JavaScript is led to a file without being told its path. Those that
// it is told are judged by themselves.
func loadedByName(name string) bool {
	return path.Base(name) == "package.json" || path.Base(name) == "node_modules" ||
		strings.Contains(name, "/node_modules/")
}

// loadedByPython reports whether a name is one of files that Python loads without being told their
// path.
func loadedByPython(name string) bool {
	switch path.Ext(name) {
	case ".py", ".pyc", ".so", ".pth", ".cfg", ".pyd", ".zip":
		return true
	}
	return false
}
