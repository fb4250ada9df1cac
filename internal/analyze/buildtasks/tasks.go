package buildtasks

import (
	"cmp"
	"os"
	"path"
	"slices"
	"strings"

	"github.com/fencepost/fencepost/gen/credentials"
	"github.com/fencepost/fencepost/internal/analyze/changes"
	"github.com/fencepost/fencepost/internal/analyze/environment"
	"github.com/fencepost/fencepost/internal/analyze/inline"
	"github.com/fencepost/fencepost/internal/analyze/planted"
	"github.com/fencepost/fencepost/internal/analyze/reads"
	"github.com/fencepost/fencepost/internal/analyze/record"
	"github.com/fencepost/fencepost/internal/analyze/scripts"
	"github.com/fencepost/fencepost/internal/analyze/trees"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/lowlevel/subpath"
	"github.com/fencepost/fencepost/internal/project/envrisk"
	"github.com/fencepost/fencepost/internal/project/tasks"
	"github.com/fencepost/fencepost/internal/shparse"
)

// pass names the findings of this package.
const pass fact.Pass = "tasks"

// Judges reports whether the tasks that a command runs are judged by what they run, and not by their
// names alone.
func (a *Tasks) Judges(c *fact.Command) bool {
	if a.Call.Past || a.Call.Places == nil || c.Remote || !c.System || len(a.Call.Links) > 0 ||
		c.Unjudged != "" || !c.Dirs.Known || len(c.Dirs.List) != 1 || a.Call.Shell.Deferred() && a.Call.Shell.File() == 0 {
		a.unseenTask()
		return false
	}
	return true
}

// unseenTask notes of a script that it runs a task that is not looked at: the script may be what
// the last commit has, and the file with the task is not.
func (a *Tasks) unseenTask() (none []shparse.Step, ok bool) {
	if n := a.Call.Shell.File(); n > 0 {
		f := &a.Call.Facts.Files[a.Call.Facts.Files[n-1].Root-1]
		f.Given = "it runs a task that is not looked at"
	}
	return nil, false
}

// Follow reads the tasks that command i runs, and has their lines run. ok is false where the words may
// name a program, and no task: pdm run pytest.
func (a *Tasks) Follow(i int, t *fact.Tasks) (steps []shparse.Step, ok bool) {
	call, why := a.taskCall(&a.Call.Facts.Commands[i], t)
	if call == nil {
		return a.unseenTask()
	}
	f := &a.Scripts.Followed
	disk := &taskFiles{a: a}
	r := tasks.Read(call, disk)
	if r.Program {
		return nil, false
	}
	if a.Call.Facts.Commands[i].Runs != 0 && len(r.Lines) == 0 {
		return nil, false // it is a file of that name
	}
	if disk.changed || len(r.Files) == 0 || len(a.Call.Facts.Files)+len(r.Files) > scripts.MaxFiles {
		return a.unseenTask() // judged by the name, and by what the line writes
	}
	key := call.Reader + " " + call.Dir + " " + strings.Join(call.Names, " ") + "\x00" +
		strings.Join(call.Args, " ") + "\x00" + strings.Join(call.Files, " ")
	if slices.Contains(f.Tasks, key) {
		r.Lines, why = nil, "it runs itself"
	}
	numbers, ok := a.taskFiles(i, r, disk, why, call)
	if !ok {
		return a.unseenTask()
	}
	if call.Dry && r.Blind {
		a.unseenDry(i, r.Files)
	}
	f.Tasks = append(f.Tasks, key)
	l := &taskLines{a, i, a.Call.Facts.Commands[i].Runs, r.Lines, numbers, tasks.Programs(call.Reader)}
	l.shadow(fact.Dirs{Known: true, List: []string{path.Dir(r.Files[0])}}, "sh")
	return l.next(), true
}

// taskCall is the command line for the reader. It is nil where it is not known which files count.
func (a *Tasks) taskCall(c *fact.Command, t *fact.Tasks) (*tasks.Call, string) {
	call := &tasks.Call{Reader: t.Reader, Tool: c.Name, Dir: c.Dirs.List[0], All: t.All, Dry: t.Dry,
		Event: t.Event, Env: a.taskVariable(c), Secret: credentials.Variable}
	for k := range t.Dirs {
		w := &t.Dirs[k]
		if !w.Known() || w.Glob || strings.HasPrefix(w.Text, "~") {
			return nil, ""
		}
		call.Dir = record.Joined(call.Dir, w.Text)
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
	if why == "" && a.Call.Shell.File() == 0 && !a.Env.PlainVariables(c) {
		why = "it gets variables from the call"
	}
	return call, why
}

// taskVariable answers what a runner has in its environment: what the line gives to it, and what
// the person has there. This program has the same.
func (a *Tasks) taskVariable(c *fact.Command) func(string) (string, tasks.State) {
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
		a.Call.Shell.Exported(func(n string, w *fact.Word) bool {
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
func (a *Tasks) taskFiles(i int, r *tasks.Reading, disk *taskFiles,
	why string, call *tasks.Call) (numbers map[string]int, ok bool) {
	f, by := &a.Scripts.Followed, a.Call.Shell.File()
	first := len(a.Call.Facts.Files) + 1
	numbers = map[string]int{}
	for _, name := range r.Files {
		d := disk.file(name)
		if d == nil {
			return nil, false
		}
		number := a.Scripts.Add(fact.File{Name: d.abs[len(d.project)+1:], Abs: d.abs, By: by}, d.text)
		a.Call.Facts.Files[number-1].Same = a.Scripts.Hold(number, d.text)
		a.Call.Facts.Files[number-1].Recent = a.Call.Vouch.InSession(d.abs)
		numbers[name], by = number, first
	}
	root := &a.Call.Facts.Files[first-1]
	root.Task, root.Why = call.Tool+" "+strings.Join(call.Names, " "), why
	if root.Given = why; why == "" {
		root.Why = r.Why
	}
	if disk.linked && root.Why == "" {
		root.Why = "it has several hard links"
	}
	if f.Depth[first-1] > scripts.MaxFileDepth {
		root.Why = "tasks run each other deeper than the limit of this program"
		r.Lines = nil
	}
	for k := range r.Lines { // what the runner puts in is as good as the text
		f.Texts[first-1] += "\n" + r.Lines[k].Text
	}
	a.Call.Facts.Commands[i].Runs = first
	if r.Blind && root.Given == "" {
		root.Given = "it reads a file that is not looked at"
	}
	if r.Other && root.Given == "" {
		root.Given = "it is no task, but a program or a file that is not looked at"
	}
	a.taskSteered(i, first, call)
	return numbers, true
}

// taskSteered notes what of the call could make a task do something else.
func (a *Tasks) taskSteered(i, number int, call *tasks.Call) {
	f, c := &a.Call.Facts.Files[number-1], &a.Call.Facts.Commands[i]
	if f.By > 0 {
		return // what steers the script around it has been looked at
	}
	switch {
	case f.Given != "":
	case c.Stdin.Kind != fact.StdinInherit:
		f.Given = "its input comes from the call"
	case !a.Env.PlainVariables(c):
		f.Given = "it gets variables from the call"
	case len(call.Sets)+len(call.Evals)+len(call.Files) > 0:
		f.Given = "the call says what runs"
	}
	for _, list := range [...][]string{call.Evals, call.Sets, call.Names} {
		for _, text := range list {
			reads.Evaluated(c, text)
		}
	}
	words := append(call.Names[:len(call.Names):len(call.Names)], call.Args...)
	for _, name := range append(words, call.Packages...) {
		w := fact.Lit(name)
		switch {
		case f.Given != "":
		case record.Losing(name):
			f.Given = "its name says that it publishes, deploys or deletes something"
		case !a.Call.PlainArgument(c, &w):
			f.Given = "its arguments may be code or paths outside the project"
		}
	}
}

// SettleTask finds out whether the call, or the task itself, may change a file that decides what
// runs. The task is then judged by its name, and by what the line writes.
func (a *Tasks) SettleTask(i, n int, unordered bool) {
	f := &a.Call.Facts.Files[n-1]
	switch {
	case a.Changes.WrittenBy(i, n, unordered, false):
		f.Why = "the call may change the files that it stands in before it runs"
	case a.Changes.WrittenBy(i, n, true, true):
		f.Why = "it may change the files that it stands in while it runs"
	default:
		return
	}
	f.Same = false
}

// taskLines are the lines of tasks that are being run.
type taskLines struct {
	*Tasks
	of       int // index of the command
	root     int // the file of the task
	lines    []tasks.Line
	numbers  map[string]int // of the files, by their names
	programs string         // where packages have theirs, which come before all others; "" for none
}

// next runs the next line, and the lines behind it.
func (t *taskLines) next() []shparse.Step {
	f, before := &t.Scripts.Followed, len(t.Call.Facts.Commands)
	if len(t.lines) == 0 {
		f.Tasks = f.Tasks[:len(f.Tasks)-1]
		return nil
	}
	l, c := &t.lines[0], &t.Call.Facts.Commands[t.of]
	t.lines = t.lines[1:]
	dir, stdin := fact.Lit(l.Dir), c.Stdin
	run := &shparse.Payload{Text: variablesBefore(l) + l.Text, Via: c.Name, Shell: l.Shell, NewShell: true,
		Stdin: &stdin, Dir: &dir, File: shparse.Excerpt{Number: cmp.Or(t.numbers[l.File], t.root),
			Line: l.Line, Limits: &scripts.Limits}}
	return []shparse.Step{{Payload: run, Then: func() []shparse.Step {
		for n := before; n < len(t.Call.Facts.Commands); n++ {
			if c := &t.Call.Facts.Commands[n]; c.Kind == fact.Simple && c.System && c.Name != "" {
				t.shadow(c.Dirs, c.Name)
			}
		}
		return t.next()
	}}}
}

// shadow notes of a program of the system that one of a package runs in its place: npm puts
// node_modules/.bin before all others.
func (t *taskLines) shadow(dirs fact.Dirs, program string) {
	if t.programs == "" || !dirs.Known || len(dirs.List) != 1 || shparse.IsBuiltin(program) {
		return
	}
	for dir := range subpath.Up(dirs.List[0], t.Call.Places.Project()) {
		name := path.Join(dir, t.programs, program)
		if _, err := os.Lstat(name); err == nil && systemProgram(program) {
			f := &t.Call.Facts.Files[t.root-1]
			f.Why = path.Base(name) + " is run from " + path.Dir(name)
			f.Given = "a program of a package runs in place of the system's"
			return
		}
	}
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
	switch {
	case tasks.IsReference(value):
		return name + `="` + value + `"; export ` + name + "; " // dash takes words of export as shown
	case strings.ContainsAny(value, "$\n`"):
		return "export " + name + `="${FENCEPOST_UNKNOWN}"; `
	}
	return "export " + name + "='" + strings.ReplaceAll(value, "'", `'\''`) + "'; "
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
	a       *Tasks
	read    []taskFile
	changed bool // the line writes one
	linked  bool // one has other names, by which the line may write it
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
	if !subpath.In(name, a.Call.Places.Project()) || strings.HasPrefix(path.Base(name), ".env") {
		return "", tasks.Unknown
	}
	if _, written, _ := t.a.Call.Shell.WrittenFile(name); written || a.Changes.Changed(name) {
		t.changed = true
		return "", tasks.Unknown
	}
	if _, err := os.Lstat(name); os.IsNotExist(err) {
		return "", tasks.Missing
	}
	p := fact.Path{Written: name, Abs: name, Known: true}
	abs, project, ok := a.Call.InProjectFile(&p)
	if !ok || strings.HasPrefix(path.Base(abs), ".env") {
		return "", tasks.Unknown
	}
	info, err := os.Lstat(abs)
	if err != nil || !info.Mode().IsRegular() ||
		info.Size() > int64(scripts.MaxAllText-a.Scripts.Followed.Used) {
		return "", tasks.Unknown
	}
	data, err := scripts.ReadScript(abs, info.Size())
	if err != nil {
		return "", tasks.Unknown
	}
	t.linked = t.linked || record.HardLinks(info) != 1
	a.Scripts.Followed.Used += len(data)
	t.read = append(t.read, taskFile{name, abs, project, string(data)})
	return string(data), tasks.Found
}

// Names implements tasks.Files.
func (t *taskFiles) Names(dir string) ([]string, tasks.State) {
	p := fact.Path{Written: dir, Abs: dir, Known: true}
	if !subpath.In(dir, t.a.Call.Places.Project()) {
		return nil, tasks.Unknown
	}
	names, whole, err := record.NamesIn(dir)
	written, target := t.a.Call.Places.Inside(&p, ".", false)
	switch {
	case os.IsNotExist(err):
		return nil, tasks.Missing
	case err != nil, !whole, written.And(target) != fact.Yes:
		return nil, tasks.Unknown
	}
	return names, tasks.Found
}

// Tasks reads the tasks of the project that commands run.
type Tasks struct {
	Call    *record.Call
	Changes *changes.Changes
	Scripts *scripts.Scripts
	Inline  *inline.Inline
	Env     *environment.Environment
	Trees   *trees.Trees
	Planted *planted.Planted
}
