package tasks

import (
	"path"
	"strings"
)

// Tasks of poethepoet 0.36: [tool.poe.tasks] in pyproject.toml. A text is a command without a
// shell, a list runs other tasks, a table says which of them it is. They run in the directory of
// the file, with the programs of the project's environment.

func (r *reader) poe() {
	file, source, state := r.upward(r.call.Dir, "pyproject.toml")
	if state != Found {
		r.unknown("no pyproject.toml was found")
		return
	}
	for _, name := range [...]string{"poe_tasks.toml", "poe_tasks.yaml", "poe_tasks.json"} {
		r.absent(path.Dir(file), name)
	}
	root, ok := parseTOML(source)
	config := root.at("tool", "poe")
	if !ok || config == nil || config.kind != mapping {
		r.unknown(file + " has no tasks that are understood")
		return
	}
	p := &poe{reader: r, file: file, tasks: config.get("tasks")}
	if t := config.at("executor", "type"); t == nil || t.text != "simple" {
		r.unknown("what makes the environment of the tasks is not followed")
	}
	for i, name := range config.names {
		switch v := config.items[i]; name {
		case "tasks", "verbosity":
		case "env":
			p.env, ok = variables(nil, v)
			if !ok {
				r.unknown("the variables of " + file + " are not understood")
			}
		case "executor":
			t := v.get("type")
			if t == nil || len(v.names) > 1 {
				r.unknown("what starts the tasks is not understood")
			}
		default:
			r.unknown("poe: " + name + " may change what runs")
		}
	}
	if len(r.call.Names) != 1 {
		r.unknown("which task runs is not known")
		return
	}
	p.run(r.call.Names[0], r.call.Args, 0)
}

type poe struct {
	*reader
	file  string
	tasks *value
	env   []string
}

// run takes a task by its name.
func (p *poe) run(name string, args []string, depth int) {
	v := p.tasks.get(name)
	if v == nil || depth > MaxNested {
		p.unknown("there is no task " + name)
		return
	}
	if !p.enter(name + "\x02" + strings.Join(args, "\x02")) {
		return
	}
	p.task(name, v, args, depth, false)
}

// task takes what a name, or an item of a sequence, says.
func (p *poe) task(name string, v *value, args []string, depth int, item bool) {
	switch {
	case depth > MaxNested:
		p.unknown("the tasks hold each other too deeply")
	case v.kind == text && item:
		words := strings.Fields(v.text)
		if len(words) == 0 || !plainWords(words) {
			p.unknown("a task of " + name + " is not understood")
			return
		}
		p.run(words[0], words[1:], depth+1)
	case v.kind == text:
		p.command(name, v, args, p.env, path.Dir(p.file))
	case v.kind == list:
		for _, i := range v.items {
			p.task(name, i, nil, depth+1, true)
		}
		if len(args) > 0 {
			p.unknown("arguments of " + name + " are not understood")
		}
	case v.kind == mapping:
		p.table(name, v, args, depth)
	default:
		p.unknown("the task " + name + " is not understood")
	}
}

// table takes a task with options.
func (p *poe) table(name string, v *value, args []string, depth int) {
	env, dir, plain := p.env, path.Dir(p.file), true
	for i, key := range v.names {
		item, ok := v.items[i], true
		switch key {
		case "cmd", "shell", "ref", "sequence", "help", "ignore_fail", "capture_stdout", "use_exec",
			"verbosity":
		case "deps", "uses":
			if ok = item.kind == list; ok {
				for _, d := range item.items {
					p.task(name, d, nil, depth+1, true)
				}
			}
			ok = ok && key == "deps"
		case "env":
			env, ok = variables(env, item)
		case "cwd":
			ok = item.kind == text && !strings.Contains(item.text, "$")
			dir = under(dir, item.text)
		case "args":
			plain = false
		default:
			ok = false
		}
		if !ok {
			p.unknown("the task " + name + " has " + key + ", which may change what runs")
		}
	}
	if len(args) > 0 && (!plain || v.get("cmd") == nil) {
		p.unknown("arguments of " + name + " are not understood")
		args = nil
	}
	switch {
	case v.get("cmd") != nil:
		p.command(name, v.get("cmd"), args, env, dir)
	case v.get("shell") != nil && v.get("shell").kind == text:
		s := v.get("shell")
		p.add(Line{Text: s.text, File: p.file, Line: s.line, Dir: dir, Shell: "sh", Task: name,
			Env: env}, "")
	case v.get("sequence") != nil && v.get("sequence").kind == list:
		p.task(name, v.get("sequence"), nil, depth+1, false)
	case v.get("ref") != nil && v.get("ref").kind == text:
		p.task(name, v.get("ref"), nil, depth+1, true)
	default:
		p.unknown("the task " + name + " runs code that is not read")
	}
}

// command takes a command that no shell reads: a shell would read it alike where it holds nothing
// but words.
func (p *poe) command(name string, v *value, args, env []string, dir string) {
	line := strings.Join(strings.Fields(v.text), " ")
	if v.kind != text || !portable(line) || strings.ContainsAny(line, "&|;*\\") {
		p.unknown("the command of " + name + " is not understood")
	}
	for _, a := range args {
		line += " " + quote(a)
	}
	p.add(Line{Text: line, File: p.file, Line: v.line, Dir: dir, Shell: "sh", Task: name,
		Env: env}, "")
}

// variables adds the members of a mapping of texts as NAME=VALUE. A value in which more is put is
// not known.
func variables(env []string, v *value) ([]string, bool) {
	env = env[:len(env):len(env)]
	if v.kind != mapping {
		return env, false
	}
	for i, name := range v.names {
		set, item := unknown, v.items[i]
		if item.kind != list && item.kind != mapping && !strings.ContainsAny(item.text, "${") {
			set = item.text
		}
		if !identifier(name) || set == unknown {
			return append(env, name+"="+set), false
		}
		env = append(env, name+"="+set)
	}
	return env, true
}

// under is a directory that is named from another one.
func under(dir, name string) string {
	if path.IsAbs(name) {
		return path.Clean(name)
	}
	return path.Join(dir, name)
}
