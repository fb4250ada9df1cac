package buildtasks

import (
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/fencepost/fencepost/gen/loads"
	"github.com/fencepost/fencepost/internal/analyze/changes"
	"github.com/fencepost/fencepost/internal/analyze/planted"
	"github.com/fencepost/fencepost/internal/analyze/record"
	"github.com/fencepost/fencepost/internal/analyze/scripts"
	"github.com/fencepost/fencepost/internal/command"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/lang"
	"github.com/fencepost/fencepost/internal/project/tasks"
	"github.com/fencepost/fencepost/internal/shparse"
)

// Builds, tests and their like load files of the project by themselves: tests, conftest.py,
// vite.config.js. Those that the agent wrote in this session are read, as scripts are, and what
// they certainly do is judged as if it stood in the call. What is not known of them passes in builds and
// tests: to edit and to test is everyday work. Elsewhere it is unseen code.

// Bounds of what is read for one command.
const (
	maxLoaded   = 24 // files that are judged as code
	maxRead     = 48 // files of any kind
	maxLoadRuns = 64 // lines of one
)

// Loaded reads what the agent has written of the files that command i loads as code.
func (a *Tasks) Loaded(i int) (steps []shparse.Step) {
	c := &a.Call.Facts.Commands[i]
	if a.Call.Past || !a.Call.Follow || a.Call.Places == nil || c.Remote || c.Kind != fact.Simple ||
		!c.Dirs.Known || len(c.Dirs.List) != 1 || len(a.Call.Links) > 0 {
		return nil
	}
	kinds, looks := a.loadsOf(c)
	if kinds == "" {
		return nil
	}
	unseen := slices.ContainsFunc(strings.Fields(looks), func(w string) bool {
		return w == "*" || planted.Says(c, w)
	})
	own, disk := a.Planted.Own(), &taskFiles{a: a}
	for k, left := len(own)-1, maxLoaded; k >= 0 && left > 0 && len(disk.read) < maxRead; k-- {
		if slices.Contains(own[k+1:], own[k]) {
			continue
		}
		list := a.languages(i, kinds, own[k])
		for _, l := range list {
			l.build = !unseen && !l.text
			steps = append(steps, a.load(i, disk, own[k], l)...)
		}
		left -= min(len(list), 1)
		a.reaches(i, disk, own[k])
	}
	return steps
}

// loadsOf are the kinds of files that a command loads, and the words with which it builds and tests
// nothing. A program of the project's environment of which nothing is known may load files of all
// kinds. One of the project that is no script was built of its sources.
func (a *Tasks) loadsOf(c *fact.Command) (kinds, looks string) {
	if kinds, _ = loads.Of(c.Name); kinds == "" && !c.Is(fact.Python) && !changes.RunsOthers(c) &&
		!changes.RunsFile(c) {
		return "", ""
	}
	tool, ok := a.Planted.ToolOf(c)
	for k := range c.Nested { // a script that others load with it: python3 manage.py test
		if n := &c.Nested[k]; !ok && n.Kind == fact.NestedFile && len(n.Words) > 0 {
			return loads.Of(path.Base(n.Words[0].Text))
		}
	}
	if !ok && len(c.Argv) > 1 {
		return loads.Of(c.Name + " " + c.Argv[1].Text) // pipenv run
	} else if !ok || len(c.Argv) == 0 {
		return "", ""
	}
	if kinds, looks = loads.Of(tool + " " + c.Argv[min(1, len(c.Argv)-1)].Text); kinds == "" {
		kinds, looks = loads.Of(tool)
	}
	switch name := c.Argv[0].Text; {
	case kinds != "" || lang.Word("any", "checks", tool):
	case tool != c.Name || c.Is(fact.Installed) || record.Installed(name):
		kinds = loads.All
	case !c.System && c.Runs == 0 && strings.Contains(name, "/"):
		return loads.Of("built")
	}
	return kinds, looks
}

// languages are those in which command i reads a file, by the kinds of files that it loads.
func (a *Tasks) languages(i int, kinds, name string) (list []loading) {
	c, told := &a.Call.Facts.Commands[i], false
	for k := range c.Argv {
		told = told || k > 0 && a.tells(c, &c.Argv[k], name)
	}
	for kind := range strings.FieldsSeq(kinds) {
		for entry := range strings.FieldsSeq(loads.Files(kind)) {
			pattern, operand, l := entryOf(entry)
			if fitsEnd(pattern, name) && (told || !operand) &&
				(!l.text || len(list) == 0) &&
				!slices.ContainsFunc(list, func(x loading) bool { return x.lang == l.lang }) {
				list = append(list, l)
			}
		}
	}
	return list
}

// tells reports whether a word of a command names a file: as a path, or as a module of Python.
func (a *Tasks) tells(c *fact.Command, w *fact.Word, name string) bool {
	if !w.Known() {
		return false
	}
	text, _, _ := strings.Cut(w.Text[strings.IndexByte(w.Text, '=')+1:], ":")
	for _, text := range [...]string{text, strings.ReplaceAll(text, ".", "/") + ".py"} {
		word := fact.Lit(text)
		if p := a.Call.Path(c.Dirs, &word); p.Known && path.Clean(p.Abs) == name {
			return true
		}
	}
	return false
}

// load has a file judged in a language.
func (a *Tasks) load(i int, disk *taskFiles, name string, l loading) (steps []shparse.Step) {
	text, state := disk.Read(name)
	if state != tasks.Found || len(a.Call.Facts.Files) >= scripts.MaxFiles {
		return nil
	}
	d := disk.file(name)
	at := fact.File{Name: d.abs[len(d.project)+1:], Abs: d.abs, By: a.Call.Shell.File()}
	if finds, _, _, _ := loads.Reader(l.lang); finds == nil {
		at.Abs = path.Dir(d.abs) // the interpreter opens the file itself
	}
	number, dir := a.Scripts.Add(at, text), fact.Lit(path.Dir(name))
	f := &a.Call.Facts.Files[number-1]
	f.Vouched, f.Source = l.build, l.source
	for _, line := range a.linesOf(l.lang, name, text) {
		a.Scripts.Followed.Texts[number-1] += "\n" + line.Text // it is as good as the text
		run := shparse.Payload{Text: line.Text, Via: a.Call.Facts.Commands[i].Name, Shell: tasks.Shell,
			NewShell: true, Dir: &dir,
			File: shparse.Excerpt{Number: number, Line: line.Line, Limits: &scripts.Limits}}
		steps = append(steps, run.Alone()...)
	}
	if _, _, into, _ := loads.Reader(l.lang); !l.build && into == "" && l.lang != "python" {
		a.unseen(i, a.Call.Facts.Files[number-1].Name)
	}
	return steps
}

// linesOf are the lines of shell that stand for what a file in a language does.
func (a *Tasks) linesOf(kind, name, text string) (lines []tasks.Line) {
	finds, drops, into, whole := loads.Reader(kind)
	option := command.CodeOption(a.Call.Specs, kind)
	if finds == nil && path.Base(name)[0] == '.' && option != "" {
		return []tasks.Line{{Text: kind + " " + option + " " + quoted(text)}} // a script has no such name
	} else if finds == nil {
		return []tasks.Line{{Text: kind + " " + quoted(path.Base(name))}}
	}
	for _, find := range finds {
		re, err := regexp.Compile(find[0])
		if err != nil {
			continue
		}
		if whole {
			text = re.ReplaceAllString(text, find[1])
			continue
		}
		for _, at := range re.FindAllStringSubmatchIndex(text, maxLoadRuns) {
			line := string(re.ExpandString(nil, find[1], text, at))
			for _, d := range drops {
				line = strings.ReplaceAll(line, d, " ")
			}
			lines = append(lines, tasks.Line{Text: line, Line: 1 + strings.Count(text[:at[0]], "\n")})
		}
	}
	switch {
	case whole:
		return []tasks.Line{{Text: text, Line: 1}}
	case into != "" && len(lines) > 0:
		code := ""
		for _, l := range lines {
			code += l.Text + "\n"
		}
		return []tasks.Line{{Text: into + " " + quoted(code), Line: lines[0].Line}}
	}
	return lines[:min(len(lines), maxLoadRuns)]
}

// unseen marks a command that runs a file which the agent has written, and of which not all is read.
func (a *Tasks) unseen(i int, name string) {
	a.Call.Facts.Commands[i].Planted = &fact.Planted{Name: name, Source: true, Before: true}
}

// unseenDry marks a command that only shows what a task would run, if the agent has written the
// file and it runs code as it is read that is not known: nothing is built or tested.
func (a *Tasks) unseenDry(i int, files []string) {
	for _, name := range files {
		if slices.Contains(a.Planted.Own(), name) {
			a.unseen(i, path.Base(name))
		}
	}
}

// quoted is a text as one word of a shell.
func quoted(text string) string { return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'" }
