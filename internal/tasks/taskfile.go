package tasks

import (
	"path"
	"strings"
)

// Taskfiles (go-task 3). The commands go to a shell in Go that reads bash, in the directory of the
// file. Templates are filled in where a variable is a text of the file or of the line; all others
// are not known.

func (r *reader) taskfile() {
	file, source, state := "", "", Missing
	if len(r.call.Files) == 1 {
		file = under(r.call.Dir, r.call.Files[0])
		source, state = r.read(file)
	} else {
		file, source, state = r.upward(r.call.Dir, "Taskfile.yml", "taskfile.yml", "Taskfile.yaml",
			"taskfile.yaml", "Taskfile.dist.yml", "taskfile.dist.yml", "Taskfile.dist.yaml",
			"taskfile.dist.yaml")
	}
	if state != Found {
		r.unknown("no Taskfile was found")
		return
	}
	r.absent(path.Dir(file), ".taskrc.yml")
	r.absent(path.Dir(file), ".taskrc.yaml")
	t := r.openTaskfile(file, source, path.Dir(file))
	if t == nil {
		return
	}
	for _, set := range r.call.Sets {
		name, value, _ := strings.Cut(set, "=")
		t.names, t.values = append(t.names, name), append(t.values, value)
	}
	t.sets = len(t.names)
	t.globals()
	t.global, t.globalEnv = len(t.names), len(t.env)
	names := r.call.Names
	if len(names) == 0 {
		names = []string{"default"}
	}
	for _, n := range names {
		t.run(n, nil, 0)
	}
}

// taskfile is one file. Its variables are in force from the first to the last.
type taskfile struct {
	*reader
	file, dir string
	root      *value
	names     []string // of variables
	values    []string
	sets      int // variables of the line, which count before those of the file
	global    int // variables that are not of a task
	globalEnv int // the same, of env
	env       []string
}

func (r *reader) openTaskfile(file, source, dir string) *taskfile {
	root, ok := parseYAML(source)
	if !ok || root.kind != mapping {
		r.unknown(file + " is not understood")
		return nil
	}
	return &taskfile{reader: r, file: file, dir: dir, root: root}
}

// globals takes what stands outside of the tasks.
func (t *taskfile) globals() {
	t.set("TASKFILE_DIR", path.Dir(t.file))
	t.set("ROOT_DIR", path.Dir(t.file))
	t.set("USER_WORKING_DIR", t.call.Dir)
	for i, key := range t.root.names {
		switch v := t.root.items[i]; key {
		case "version", "tasks", "silent", "output", "method", "interval", "includes", "run":
		case "vars":
			t.vars(v, true)
		case "env":
			t.env = t.variables(t.env, v)
		default:
			t.unknown("Taskfile: " + key + " may change what runs")
		}
	}
}

func (t *taskfile) set(name, value string) {
	t.names, t.values = append(t.names, name), append(t.values, value)
}

// vars adds variables. Those with sh run a command, whose output is not known.
func (t *taskfile) vars(v *value, global bool) {
	if v.kind != mapping {
		t.unknown("the variables of " + t.file + " are not understood")
		return
	}
	for i, name := range v.names {
		if global && has(t.names[:t.sets], name) {
			continue
		}
		t.set(name, t.scalar(v.items[i]))
	}
}

// scalar is the value of a variable.
func (t *taskfile) scalar(v *value) string {
	switch {
	case v.kind == text || v.kind == other:
		return t.fill(v.text)
	case v.get("sh") != nil && v.get("sh").kind == text:
		s := v.get("sh")
		t.line(s, "", t.dir, t.env)
	}
	return unknown
}

func (t *taskfile) variables(env []string, v *value) []string {
	env = env[:len(env):len(env)]
	if v.kind != mapping {
		t.unknown("the variables of " + t.file + " are not understood")
		return env
	}
	for i, name := range v.names {
		value := t.scalar(v.items[i])
		if !identifier(name) || strings.Contains(value, unknown) {
			t.unknown("the variables of " + t.file + " are not understood")
		}
		if identifier(name) {
			env = append(env, name+"="+value)
		}
	}
	return env
}

// run takes a task by its name or another name that it has, with the variables NAME=VALUE that it
// is given.
func (t *taskfile) run(name string, vars []string, depth int) {
	if depth > MaxNested || strings.ContainsAny(name, Word+"*"+unknown) {
		t.unknown("which task runs is not known")
		return
	}
	name = strings.TrimPrefix(name, ":")
	all := t.root.get("tasks")
	v := all.get(name)
	for i := 0; v == nil && all != nil && i < len(all.items); i++ {
		if names, _ := all.items[i].get("aliases").texts(); has(names, name) {
			v = all.items[i]
		}
	}
	if v == nil || v.kind == mapping && len(v.names) == 0 {
		t.included(name, vars, depth)
		return
	}
	if !t.enter(t.file + ":" + name + "\x02" + strings.Join(vars, "\x02")) {
		return
	}
	names, values, env := t.names, t.values, t.env
	t.names, t.values = names[:t.global:t.global], values[:t.global:t.global]
	for _, set := range vars {
		name, value, _ := strings.Cut(set, "=")
		t.set(name, value)
	}
	t.env = t.env[:t.globalEnv:t.globalEnv]
	t.task(name, v, depth)
	t.names, t.values, t.env = names, values, env
}

// included takes a task of a file that is included under the first part of the name.
func (t *taskfile) included(name string, vars []string, depth int) {
	space, rest, found := strings.Cut(name, ":")
	v := t.root.at("includes", space)
	if !found || v == nil {
		t.unknown("there is no task " + name)
		return
	}
	file, dir := "", t.dir
	switch v.kind {
	case text:
		file = v.text
	case mapping:
		for i, key := range v.names {
			switch item := v.items[i]; key {
			case "taskfile":
				file = item.text
			case "dir":
				dir = under(t.dir, item.text)
			case "optional", "internal":
			default:
				t.unknown("what is included as " + space + " has " + key)
			}
		}
	}
	if file == "" || strings.ContainsAny(file+dir, "{$~") || strings.Contains(file, "://") {
		t.unknown("what is included as " + space + " is not known")
		return
	}
	file = under(path.Dir(t.file), file)
	source, state := "", Missing
	for _, name := range [...]string{"", "Taskfile.yml", "taskfile.yml", "Taskfile.yaml"} {
		if name == "" && path.Ext(file) == "" {
			continue
		}
		if source, state = t.read(path.Join(file, name)); state != Missing {
			file = path.Join(file, name)
			break
		}
	}
	if state != Found {
		t.unknown("what is included as " + space + " was not found")
		return
	}
	if sub := t.openTaskfile(file, source, dir); sub != nil {
		sub.names, sub.values = t.names[:t.global:t.global], t.values[:t.global:t.global]
		sub.env, sub.sets = t.env[:t.globalEnv:t.globalEnv], t.sets
		sub.globals()
		sub.global, sub.globalEnv = len(sub.names), len(sub.env)
		sub.run(rest, vars, depth+1)
	}
}

// task takes what a task says.
func (t *taskfile) task(name string, v *value, depth int) {
	dir := t.dir
	if v.kind != mapping {
		t.commands(name, v, dir, depth)
		return
	}
	t.set("TASK", name)
	if vars := v.get("vars"); vars != nil {
		t.vars(vars, false)
	}
	if d := v.get("dir"); d != nil {
		to := t.fill(d.text)
		if strings.ContainsAny(to, unknown+"$~") {
			t.unknown("the directory of " + name + " is not known")
		}
		dir = under(dir, to)
	}
	if env := v.get("env"); env != nil {
		t.env = t.variables(t.env, env)
	}
	for i, key := range v.names {
		item := v.items[i]
		switch key {
		case "vars", "dir", "env", "cmds", "cmd", "desc", "summary", "aliases", "sources", "generates",
			"silent", "internal", "method", "prefix", "ignore_error", "run", "label", "prompt",
			"interactive", "requires", "watch":
		case "deps", "preconditions", "status":
			t.before(name, key, item, dir, depth)
		default:
			t.unknown("the task " + name + " has " + key + ", which may change what runs")
		}
	}
	for _, key := range [...]string{"cmds", "cmd"} {
		if item := v.get(key); item != nil {
			t.commands(name, item, dir, depth)
		}
	}
}

// before takes what runs before the commands of a task.
func (t *taskfile) before(name, key string, v *value, dir string, depth int) {
	if v.kind != list {
		t.unknown("the task " + name + " is not understood")
		return
	}
	for _, item := range v.items {
		switch sh := item.get("sh"); {
		case key == "deps" && item.kind == text:
			t.run(t.fill(item.text), nil, depth+1)
		case key == "deps":
			t.command(name, item, dir, depth)
		case item.kind == text:
			t.line(item, name, dir, t.env)
		case sh != nil:
			t.line(sh, name, dir, t.env)
		default:
			t.unknown("the task " + name + " is not understood")
		}
	}
}

func (t *taskfile) commands(name string, v *value, dir string, depth int) {
	if v.kind != list {
		t.command(name, v, dir, depth)
		return
	}
	for _, item := range v.items {
		t.command(name, item, dir, depth)
	}
}

// command takes one command of a task.
func (t *taskfile) command(name string, v *value, dir string, depth int) {
	if v.kind == text {
		t.step(v, name, dir)
		return
	}
	if v.kind != mapping {
		t.unknown("the task " + name + " is not understood")
		return
	}
	for i, key := range v.names {
		item := v.items[i]
		switch {
		case key == "silent" || key == "ignore_error":
		case key == "cmd" && item.kind == text:
			t.step(item, name, dir)
		case key == "task" && item.kind == text:
			t.called(v, item.text, depth)
		case key == "vars":
		case key == "defer" && item.kind == text:
			t.step(item, name, dir)
		case key == "defer" && item.kind == mapping:
			t.command(name, item, dir, depth)
		default:
			t.unknown("a command of " + name + " has " + key + ", which may change what runs")
		}
	}
}

// called takes a task that another one runs, with variables that it gives.
func (t *taskfile) called(v *value, name string, depth int) {
	var given []string
	if vars := v.get("vars"); vars != nil {
		if vars.kind != mapping {
			t.unknown("the variables of " + name + " are not understood")
			return
		}
		for i, n := range vars.names {
			given = append(given, n+"="+t.scalar(vars.items[i]))
		}
	}
	t.run(t.fill(name), given, depth+1)
}

// step takes a line that a task runs, and that is only shown where tasks are: what variables and
// conditions are made of runs all the same.
func (t *taskfile) step(v *value, name, dir string) {
	if !t.call.Dry {
		t.line(v, name, dir, t.env)
	}
}

func (t *taskfile) line(v *value, name, dir string, env []string) {
	if v.kind != text {
		t.unknown("the task " + name + " is not understood")
		return
	}
	t.add(Line{Text: t.fill(v.text), File: t.file, Line: v.line, Dir: dir, Shell: "bash", Task: name,
		Env: env}, "a template is not known")
}

// fill puts variables into a template.
func (t *taskfile) fill(source string) string {
	var b strings.Builder
	for {
		before, rest, found := strings.Cut(source, "{{")
		b.WriteString(before)
		if !found || b.Len() > maxTexts {
			return b.String()
		}
		inside, after, _ := strings.Cut(rest, "}}")
		source = after
		name := strings.TrimSpace(inside)
		trimmed, isVar := strings.CutPrefix(name, ".")
		switch {
		case !isVar || !identifier(trimmed):
			b.WriteString(unknown)
		case trimmed == "CLI_ARGS":
			if !plainWords(t.call.Args) {
				b.WriteString(unknown)
				continue
			}
			b.WriteString(strings.Join(t.call.Args, " "))
		default:
			b.WriteString(t.value(trimmed))
		}
	}
}

// value is that of the variable that was set last.
func (t *taskfile) value(name string) string {
	for i := len(t.names) - 1; i >= 0; i-- {
		if t.names[i] == name {
			return t.values[i]
		}
	}
	return unknown // of the environment, or not there
}
