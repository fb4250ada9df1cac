package buildtasks

import (
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/fencepost/fencepost/gen/loads"
	"github.com/fencepost/fencepost/internal/analyze/changes"
	"github.com/fencepost/fencepost/internal/analyze/planted"
	"github.com/fencepost/fencepost/internal/analyze/scripts"
	"github.com/fencepost/fencepost/internal/command"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/project/tasks"
	"github.com/fencepost/fencepost/internal/shparse"
)

// Builds, tests and their like load files of the project by themselves: tests, conftest.py,
// vite.config.js. Those that the agent wrote in this session are read, as scripts are, and what
// they certainly do is judged as if it stood in the call. What is not known of them passes in builds and
// tests: to edit and to test is everyday work. Elsewhere it is unseen code.

// Bounds of what is read for one command.
const (
	maxLoaded   = 8  // files
	maxLoadRuns = 64 // lines of one
)

// Loaded reads what the agent has written of the files that command i loads as code.
func (a *Tasks) Loaded(i int) (steps []shparse.Step) {
	c := &a.Call.Facts.Commands[i]
	if a.Call.Past || !a.Call.Follow || a.Call.Places == nil || c.Remote || c.Kind != fact.Simple ||
		!c.Dirs.Known || len(c.Dirs.List) != 1 || len(a.Call.Links) > 0 {
		return nil
	}
	if files, _ := loads.Of(c.Name); files == "" && !c.Is(fact.Python) && !changes.RunsOthers(c) {
		return nil
	}
	tool, ok := a.Planted.ToolOf(c)
	if !ok || len(c.Argv) == 0 {
		return nil
	}
	files, looks := loads.Of(tool + " " + c.Argv[min(1, len(c.Argv)-1)].Text)
	if files == "" {
		files, looks = loads.Of(tool)
	}
	if files == "" {
		return nil
	}
	unseen := slices.ContainsFunc(strings.Fields(looks), func(w string) bool {
		return w == "*" || planted.Says(c, w)
	})
	own, disk := a.Planted.Own(), &taskFiles{a: a}
	for k := len(own) - 1; k >= 0 && len(disk.read) < maxLoaded; k-- {
		if slices.Contains(own[k+1:], own[k]) {
			continue
		}
		langs, text := a.languages(i, files, own[k])
		for _, lang := range langs {
			steps = append(steps, a.load(i, disk, own[k], lang, !unseen && !text)...)
		}
	}
	return steps
}

// languages are those in which command i reads a file, by the patterns of its table.
func (a *Tasks) languages(i int, files, name string) (list []string, unseen bool) {
	c, told := &a.Call.Facts.Commands[i], false
	for k := range c.Argv {
		told = told || k > 0 && a.tells(c, &c.Argv[k], name)
	}
	for entry := range strings.FieldsSeq(files) {
		at := strings.LastIndexByte(entry, '=')
		pattern, operand := strings.CutPrefix(entry[:at], "@")
		pattern, text := strings.CutPrefix(pattern, "!")
		if fits, _ := path.Match(pattern, path.Base(name)); fits &&
			(told || !operand) && (!text || len(list) == 0) {
			list = append(list, entry[at+1:])
			unseen = unseen || text
		}
	}
	return list, unseen
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

// load has a file judged in a language. What is not known of it passes if a build loads it.
func (a *Tasks) load(i int, disk *taskFiles, name, lang string, build bool) (steps []shparse.Step) {
	text, state := disk.Read(name)
	if state != tasks.Found || len(a.Call.Facts.Files) >= scripts.MaxFiles {
		return nil
	}
	f := disk.file(name)
	at := fact.File{Name: f.abs[len(f.project)+1:], Abs: f.abs, By: a.Call.Shell.File()}
	if finds, _, _, _ := loads.Reader(lang); finds == nil {
		at.Abs = path.Dir(f.abs) // the interpreter opens the file itself
	}
	number, dir := a.Scripts.Add(at, text), fact.Lit(path.Dir(name))
	a.Call.Facts.Files[number-1].Vouched = build
	for _, l := range a.linesOf(lang, name, text) {
		a.Scripts.Followed.Texts[number-1] += "\n" + l.Text // what it stands for is as good as the text
		run := shparse.Payload{Text: l.Text, Via: a.Call.Facts.Commands[i].Name, Shell: tasks.Shell,
			NewShell: true, Dir: &dir,
			File: shparse.Excerpt{Number: number, Line: l.Line, Limits: &scripts.Limits}}
		steps = append(steps, run.Alone()...)
	}
	if _, _, into, _ := loads.Reader(lang); !build && into == "" && lang != "python" {
		a.unseen(i, a.Call.Facts.Files[number-1].Name)
	}
	return steps
}

// linesOf are the lines of shell that stand for what a file in a language does.
func (a *Tasks) linesOf(lang, name, text string) (lines []tasks.Line) {
	finds, drops, into, whole := loads.Reader(lang)
	option := command.CodeOption(a.Call.Specs, lang)
	if finds == nil && path.Base(name)[0] == '.' && option != "" {
		return []tasks.Line{{Text: lang + " " + option + " " + quoted(text)}} // a script has no such name
	} else if finds == nil {
		return []tasks.Line{{Text: lang + " " + quoted(path.Base(name))}}
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
