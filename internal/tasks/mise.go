package tasks

import (
	"path"
	"strings"
)

// Tasks of mise 2025: [tasks] in mise.toml and its other names, in this directory and those above
// it. Each text of run goes to sh -c -o errexit, in the directory of the file.

func (r *reader) mise() {
	m := &mise{reader: r}
	for dir := r.call.Dir; ; dir = path.Dir(dir) {
		for _, name := range [...]string{"mise.local.toml", "mise.toml", ".mise.local.toml",
			".mise.toml", "mise/config.toml", ".mise/config.toml", ".config/mise.toml",
			".config/mise/config.toml"} {
			m.load(path.Join(dir, name), dir)
		}
		r.absent(dir, ".miserc.toml")
		if dir == "/" || r.Why != "" && len(m.configs) > 0 {
			break
		}
		if _, state := r.files.Names(path.Dir(dir)); state != Found {
			break // above the project
		}
	}
	if len(r.call.Names) == 0 {
		r.unknown("which task runs is not known")
	}
	for _, name := range r.call.Names {
		m.run(name, r.call.Args, 0)
	}
}

type mise struct {
	*reader
	configs []miseFile
	env     []string
}

type miseFile struct {
	file, dir string
	root      *value
}

func (m *mise) load(file, dir string) {
	source, state := m.reader.read(file)
	if state != Found {
		return
	}
	root, ok := parseTOML(source)
	if !ok {
		m.unknown(file + " is not understood")
		return
	}
	m.configs = append(m.configs, miseFile{file, dir, root})
	for i, key := range root.names {
		switch key {
		case "tasks", "min_version", "redactions":
		case "env":
			env, ok := variables(m.env, root.items[i])
			if m.env = env; !ok {
				m.unknown("the variables of " + file + " are not understood")
			}
		default:
			m.unknown(path.Base(file) + ": " + key + " may change what runs")
		}
	}
}

// run takes a task by its name: the one of the nearest file.
func (m *mise) run(name string, args []string, depth int) {
	if depth > MaxNested || strings.ContainsAny(name, Word+"*?[{/") {
		m.unknown("which task runs is not known")
		return
	}
	if !m.enter(name + "\x02" + strings.Join(args, "\x02")) {
		return
	}
	found := -1
	for i := range m.configs {
		if v := m.configs[i].root.at("tasks", name); v != nil {
			if found >= 0 && m.configs[found].dir == m.configs[i].dir {
				m.unknown("two files have a task " + name)
			} else if found >= 0 {
				continue
			}
			found = i
			m.task(&m.configs[i], name, v, args, depth)
		}
	}
	if found < 0 {
		m.script(name, args)
	}
}

// script takes a task that is a file.
func (m *mise) script(name string, args []string) {
	for _, dir := range [...]string{"mise-tasks", ".mise-tasks", "mise/tasks", ".mise/tasks",
		".config/mise/tasks"} {
		file := path.Join(m.call.Dir, dir, strings.ReplaceAll(name, ":", "/"))
		if _, state := m.files.Read(file); state != Found {
			continue
		}
		text := quote(file)
		for _, a := range args {
			text += " " + quote(a)
		}
		m.unknown("comments of " + file + " may change what runs")
		m.add(Line{Text: text, File: file, Line: 1, Dir: m.call.Dir, Shell: "sh", Task: name,
			Env: m.env}, "")
		return
	}
	m.unknown("there is no task " + name)
}

func (m *mise) task(f *miseFile, name string, v *value, args []string, depth int) {
	dir, env, run := f.dir, m.env, v
	if v.kind == mapping {
		run = v.get("run")
		for i, key := range v.names {
			item, ok := v.items[i], true
			switch key {
			case "run", "run_windows", "description", "alias", "hide", "quiet", "silent", "raw",
				"sources", "outputs", "confirm", "interactive", "timeout":
			case "depends", "depends_post", "wait_for":
				m.others(item, depth)
			case "dir":
				ok = item.kind == text && !strings.ContainsAny(item.text, "{~$")
				dir = under(dir, item.text)
			case "env":
				env, ok = variables(env, item)
			case "shell":
				ok = item.text == "bash -c" || item.text == "sh -c"
			default:
				ok = false
			}
			if !ok {
				m.unknown("the task " + name + " has " + key + ", which may change what runs")
			}
		}
	}
	if run == nil {
		return // it has others run only
	}
	items := []*value{run}
	if run.kind == list {
		items = run.items
	}
	for i, item := range items {
		if item.kind == mapping {
			m.others(item.get("task"), depth)
			m.others(item.get("tasks"), depth)
			continue
		}
		given := args
		if i < len(items)-1 {
			given = nil
		}
		m.text(f, name, item, given, Line{Dir: dir, Env: env})
	}
}

// others takes the tasks that another one needs.
func (m *mise) others(v *value, depth int) {
	names, ok := v.texts()
	if !ok {
		m.unknown("which tasks run before is not understood")
	}
	for _, n := range names {
		words := strings.Fields(n)
		if len(words) == 0 || !plainWords(words) {
			m.unknown("which tasks run before is not understood")
			continue
		}
		m.run(words[0], words[1:], depth+1)
	}
}

// text takes one text of run.
func (m *mise) text(f *miseFile, name string, v *value, args []string, l Line) {
	if v.kind != text {
		m.unknown("the task " + name + " is not understood")
		return
	}
	l.Text, l.File, l.Line, l.Shell, l.Task = v.text, f.file, v.line, "sh", name
	if !strings.HasPrefix(v.text, "#!") {
		for _, a := range args {
			l.Text += " " + quote(a)
		}
	}
	switch {
	case strings.HasPrefix(v.text, "#!") && !l.script():
		m.unknown("the task " + name + " is code of another language")
		return
	case len(args) > 0 && (strings.HasPrefix(v.text, "#!") || !plainWords(args)):
		m.unknown("arguments of " + name + " are not understood")
	case strings.Contains(v.text, "{{") || strings.Contains(v.text, "{%"):
		m.unknown("the task " + name + " is a template")
	}
	m.add(l, "")
}

// script sets the shell of a text with #! at its beginning; it reports whether it is one.
func (l *Line) script() bool {
	line, _, _ := strings.Cut(l.Text, "\n")
	words := strings.Fields(strings.TrimPrefix(line, "#!"))
	if len(words) == 2 && words[0] == "/usr/bin/env" {
		words = words[1:]
	}
	if len(words) != 1 {
		return false
	}
	switch path.Base(words[0]) {
	case "sh", "dash":
		l.Shell = "sh"
	case "bash":
		l.Shell = "bash"
	case "zsh":
		l.Shell = "zsh"
	default:
		return false
	}
	return strings.HasPrefix(words[0], "/bin/") || strings.HasPrefix(words[0], "/usr/bin/") ||
		!strings.Contains(words[0], "/")
}
