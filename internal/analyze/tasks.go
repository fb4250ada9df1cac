package analyze

import (
	"os"
	"path"
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/lowlevel/subpath"
	"github.com/fencepost/fencepost/internal/project/envrisk"
	"github.com/fencepost/fencepost/internal/project/tasks"
	"github.com/fencepost/fencepost/internal/shparse"
)

// What a runner runs stands in files of the project: npm run build, make test. It is judged as a
// script of the project is, line by line.

// tasksOf returns the tasks that the command runs which was resolved last; nil for none, or where
// they are judged by their names alone.
func (a *Analyzer) tasksOf(in *shparse.Interp, c *fact.Command) *fact.Tasks {
	if !a.Follow || a.brief || a.Places == nil || c.Remote || !c.System || len(a.links) > 0 ||
		c.Unjudged != "" || !c.Dirs.Known || len(c.Dirs.List) != 1 || in.Deferred() && in.File() == 0 {
		if in.File() > 0 && a.resolver.Tasks() != nil {
			a.unseenTask(in)
		}
		return nil
	}
	return a.resolver.Tasks()
}

// unseenTask notes of a script that it runs a task that is not looked at: the script may be what
// the last commit has, and the file with the task is not.
func (a *Analyzer) unseenTask(in *shparse.Interp) {
	if n := in.File(); n > 0 {
		f := &a.facts.Files[a.facts.Files[n-1].Root-1]
		f.Given = "it runs a task that is not looked at"
	}
}

// tasks reads the tasks that command i runs, and judges their lines. It reports whether it did:
// the words may name a program, and no task: pdm run pytest.
func (a *Analyzer) tasks(in *shparse.Interp, i int, t *fact.Tasks, stdin fact.Stdin) bool {
	call, why := a.taskCall(in, &a.facts.Commands[i], t)
	if call == nil {
		a.unseenTask(in)
		return false
	}
	f := &a.followed
	if f.depth == nil {
		f.left, f.depth = maxAllText, map[int]int{}
	}
	disk := &taskFiles{a: a, in: in}
	r := tasks.Read(call, disk)
	if r.Program {
		return false
	}
	if a.facts.Commands[i].Runs != 0 && len(r.Lines) == 0 {
		return false // it is a file of that name
	}
	if disk.changed || len(r.Files) == 0 || len(a.facts.Files)+len(r.Files) > maxFiles {
		a.unseenTask(in)
		return false // judged by the name, and by what the line writes
	}
	key := call.Reader + " " + call.Dir + " " + strings.Join(call.Names, " ") + "\x00" +
		strings.Join(call.Args, " ")
	for _, open := range f.tasks {
		if open == key {
			r.Lines, why = nil, "it runs itself"
		}
	}
	numbers, ok := a.taskFiles(in, i, r, disk, why, call)
	if !ok {
		a.unseenTask(in)
		return false
	}
	f.tasks = append(f.tasks, key)
	a.taskLines(in, i, r, call, numbers, stdin)
	f.tasks = f.tasks[:len(f.tasks)-1]
	return true
}

// taskCall is the command line for the reader. It is nil where it is not known which files count.
func (a *Analyzer) taskCall(in *shparse.Interp, c *fact.Command, t *fact.Tasks) (*tasks.Call,
	string) {
	call := &tasks.Call{Reader: t.Reader, Tool: c.Name, Dir: c.Dirs.List[0], All: t.All, Dry: t.Dry,
		Env: a.taskVariable(in, c)}
	for k := range t.Dirs {
		w := &t.Dirs[k]
		if !w.Known() || w.Glob || strings.HasPrefix(w.Text, "~") {
			return nil, ""
		}
		call.Dir = joined(call.Dir, w.Text)
	}
	why := t.Why
	for _, list := range [...]struct {
		from []fact.Word
		to   *[]string
		what string
	}{{t.Names, &call.Names, "the name of the task"}, {t.Sets, &call.Sets, "what the line sets"},
		{t.Files, &call.Files, "the file with the tasks"}, {t.Evals, &call.Evals, "an option"},
		{t.Packages, &call.Packages, "the package"}} {
		for k := range list.from {
			w := &list.from[k]
			if !w.Known() || w.Glob || w.Many {
				return nil, ""
			}
			*list.to = append(*list.to, w.Text)
		}
	}
	for k := range t.Args {
		w := &t.Args[k]
		switch {
		case w.Many || w.Glob:
			why = "fencepost cannot know how many arguments it gets"
			call.Args = append(call.Args, tasks.Word)
		case !w.Known():
			call.Args = append(call.Args, tasks.Word)
		default:
			call.Args = append(call.Args, w.Text)
		}
	}
	if why == "" && in.File() == 0 && !a.plainVariables(in, c) {
		why = "it gets variables from the call"
	}
	return call, why
}

// joined is a directory that is named from another one.
func joined(dir, name string) string {
	if path.IsAbs(name) {
		return path.Clean(name)
	}
	return path.Join(dir, name)
}

// taskVariable answers what a runner has in its environment: what the line gives to it, and what
// the person has there. This program has the same.
func (a *Analyzer) taskVariable(in *shparse.Interp, c *fact.Command) func(string) (string,
	tasks.State) {
	return func(name string) (value string, state tasks.State) {
		if v, ok := os.LookupEnv(name); ok {
			value, state = v, tasks.Found
		} else {
			state = tasks.Missing
		}
		take := func(n string, w *fact.Word) {
			if n != name || w.Origin.Is(fact.VariableOrigin, name) && w.Text+w.Suffix == "" {
				return
			}
			if value, state = w.Text, tasks.Found; !w.Known() {
				value, state = "", tasks.Unknown
			}
		}
		in.Exported(func(n string, w *fact.Word) bool {
			take(n, w)
			return true
		})
		for k := range c.Assigns {
			take(c.Assigns[k].Name, &c.Assigns[k].Value)
		}
		return value, state
	}
}

// taskFiles notes the files that decide what a task runs. The first one is that of the task.
func (a *Analyzer) taskFiles(in *shparse.Interp, i int, r *tasks.Reading, disk *taskFiles,
	why string, call *tasks.Call) (numbers map[string]int, ok bool) {
	f, by := &a.followed, in.File()
	first := len(a.facts.Files) + 1
	numbers = map[string]int{}
	for _, name := range r.Files {
		d := disk.file(name)
		if d == nil {
			return nil, false
		}
		at := fact.File{Name: d.abs[len(d.project)+1:], Abs: d.abs, By: by, Root: first}
		number := len(a.facts.Files) + 1
		if number > first {
			at.By = first
		}
		if by > 0 {
			at.Root = a.facts.Files[by-1].Root
		} else if in.Depth() > 0 {
			f.loose = true
		}
		at.Same = a.hold(number, d.text)
		f.depth[number] = f.depth[at.By] + 1
		numbers[name] = number
		a.facts.Files = append(a.facts.Files, at)
		f.texts = append(f.texts, d.text)
	}
	root := &a.facts.Files[first-1]
	root.Task, root.Why = call.Tool+" "+strings.Join(call.Names, " "), why
	if root.Given = why; why == "" {
		root.Why = r.Why
	}
	if f.depth[first] > maxFileDepth {
		root.Why = "tasks run each other deeper than the limit of this program"
		r.Lines = nil
	}
	for k := range r.Lines { // what the runner puts in is as good as the text
		f.texts[first-1] += "\n" + r.Lines[k].Text
	}
	a.facts.Commands[i].Runs = first
	if r.Blind && root.Given == "" {
		root.Given = "it reads a file that is not looked at"
	}
	if r.Other && root.Given == "" {
		root.Given = "it is no task, but a program or a file that is not looked at"
	}
	a.taskSteered(in, i, first, call)
	return numbers, true
}

// taskSteered notes what of the call could make a task do something else.
func (a *Analyzer) taskSteered(in *shparse.Interp, i, number int, call *tasks.Call) {
	f, c := &a.facts.Files[number-1], &a.facts.Commands[i]
	if f.By > 0 {
		return // what steers the script around it has been looked at
	}
	switch {
	case f.Given != "":
	case c.Stdin.Kind != fact.StdinInherit:
		f.Given = "its input comes from the call"
	case !a.plainVariables(in, c):
		f.Given = "it gets variables from the call"
	case len(call.Sets)+len(call.Evals)+len(call.Files) > 0:
		f.Given = "the call says what runs"
	}
	for _, list := range [...][]string{call.Evals, call.Sets, call.Names} {
		for _, text := range list {
			evaluated(c, text)
		}
	}
	words := append(call.Names[:len(call.Names):len(call.Names)], call.Args...)
	for _, name := range append(words, call.Packages...) {
		w := fact.Lit(name)
		switch {
		case f.Given != "":
		case losing(name):
			f.Given = "its name says that it publishes, deploys or deletes something"
		case !a.plainArgument(c, &w):
			f.Given = "its arguments may be code or paths outside the project"
		}
	}
}

// settleTask finds out whether the call, or the task itself, may change a file that decides what
// runs. The task is then judged by its name, and by what the line writes.
func (a *Analyzer) settleTask(i, n int, unordered bool) {
	f := &a.facts.Files[n-1]
	switch {
	case a.writtenBy(i, n, unordered, false):
		f.Why = "the call may change the files that it stands in before it runs"
	case a.writtenBy(i, n, true, true):
		f.Why = "it may change the files that it stands in while it runs"
	default:
		return
	}
	f.Same = false
}

// taskLines judges the lines of tasks, each in a shell of its own.
func (a *Analyzer) taskLines(in *shparse.Interp, i int, r *tasks.Reading, call *tasks.Call,
	numbers map[string]int, stdin fact.Stdin) {
	root := a.facts.Commands[i].Runs
	shadows := a.shadowing(call)
	if shadows != nil {
		dir := fact.Dirs{Known: true, List: []string{path.Dir(r.Files[0])}}
		a.inPlaceOf(root, shadows(&fact.Command{Name: "sh", System: true, Dirs: dir}))
	}
	for k := range r.Lines {
		l := &r.Lines[k]
		number := numbers[l.File]
		if number == 0 {
			number = root
		}
		dir := fact.Lit(l.Dir)
		run := shparse.Nested{Via: a.facts.Commands[i].Name, Shell: l.Shell, NewShell: true,
			Stdin: &stdin, Dir: &dir, File: number, Line: l.Line}
		before := len(a.facts.Commands)
		s := &script{number: number, text: l.Text, read: true}
		a.reading(in, s, func() { in.RunText(variablesBefore(l)+l.Text, run) })
		for n := before; n < len(a.facts.Commands) && shadows != nil; n++ {
			a.inPlaceOf(root, shadows(&a.facts.Commands[n]))
		}
	}
}

// inPlaceOf notes a program that runs in place of one of the system.
func (a *Analyzer) inPlaceOf(file int, name string) {
	if name == "" {
		return
	}
	f := &a.facts.Files[file-1]
	f.Why = path.Base(name) + " is run from " + path.Dir(name)
	f.Given = "a program of a package runs in place of the system's"
}

// variablesBefore is the text that gives a line its variables. Those that may be in the environment
// count where they steer programs.
func variablesBefore(l *tasks.Line) string {
	text := ""
	for _, set := range l.Env {
		text += export(set)
	}
	for _, set := range l.Maybe {
		if name, _, _ := strings.Cut(set, "="); !envrisk.Plain(name) {
			text += export(set)
		}
	}
	return text
}

func export(set string) string {
	name, value, _ := strings.Cut(set, "=")
	if strings.ContainsAny(value, "$\n`") {
		return "export " + name + `="${FENCEPOST_UNKNOWN}"; `
	}
	return "export " + name + "='" + strings.ReplaceAll(value, "'", `'\''`) + "'; "
}

// shadowing finds programs of the system in whose place a package manager's runs: npm puts
// node_modules/.bin before all others.
func (a *Analyzer) shadowing(call *tasks.Call) func(c *fact.Command) string {
	bin := tasks.Programs(call.Reader)
	if bin == "" {
		return nil
	}
	return func(c *fact.Command) string {
		if c.Kind != fact.Simple || !c.System || c.Name == "" || !c.Dirs.Known || len(c.Dirs.List) != 1 ||
			shparse.IsBuiltin(c.Name) {
			return ""
		}
		for dir := range subpath.Up(c.Dirs.List[0], a.Places.Project()) {
			name := path.Join(dir, bin, c.Name)
			if _, err := os.Lstat(name); err == nil && systemProgram(c.Name) {
				return name
			}
		}
		return ""
	}
}

func systemProgram(name string) bool {
	for _, dir := range [...]string{"/usr/bin/", "/bin/", "/usr/local/bin/"} {
		if _, err := os.Stat(dir + name); err == nil {
			return true
		}
	}
	return false
}

// taskFiles are the files of the project, as the reader of tasks may see them.
type taskFiles struct {
	a       *Analyzer
	in      *shparse.Interp
	read    []taskFile
	changed bool // the line writes one
}

type taskFile struct{ name, abs, project, text string }

func (t *taskFiles) file(name string) *taskFile {
	for k := range t.read {
		if t.read[k].name == name {
			return &t.read[k]
		}
	}
	return nil
}

// Read implements tasks.Files.
func (t *taskFiles) Read(name string) (text string, state tasks.State) {
	a := t.a
	if f := t.file(name); f != nil {
		return f.text, tasks.Found
	}
	if !subpath.In(name, a.Places.Project()) || strings.HasPrefix(path.Base(name), ".env") {
		return "", tasks.Unknown
	}
	if _, written, _ := t.in.WrittenFile(name); written || a.Changed(name) {
		t.changed = true
		return "", tasks.Unknown
	}
	if _, err := os.Lstat(name); os.IsNotExist(err) {
		return "", tasks.Missing
	}
	p := fact.Path{Written: name, Abs: name, Known: true}
	abs, project, ok := a.placeOf(&p)
	if !ok || strings.HasPrefix(path.Base(abs), ".env") {
		return "", tasks.Unknown
	}
	info, err := os.Lstat(abs)
	if err != nil || !info.Mode().IsRegular() || hardLinks(info) != 1 ||
		info.Size() > int64(a.followed.left) {
		return "", tasks.Unknown
	}
	data, err := readScript(abs, info.Size())
	if err != nil {
		return "", tasks.Unknown
	}
	a.followed.left -= len(data)
	t.read = append(t.read, taskFile{name, abs, project, string(data)})
	return string(data), tasks.Found
}

// Names implements tasks.Files.
func (t *taskFiles) Names(dir string) ([]string, tasks.State) {
	p := fact.Path{Written: dir, Abs: dir, Known: true}
	if !subpath.In(dir, t.a.Places.Project()) {
		return nil, tasks.Unknown
	}
	names, whole, err := namesIn(dir)
	written, target := t.a.Places.Inside(&p, ".", false)
	switch {
	case os.IsNotExist(err):
		return nil, tasks.Missing
	case err != nil, !whole, written.And(target) != fact.Yes:
		return nil, tasks.Unknown
	}
	return names, tasks.Found
}
