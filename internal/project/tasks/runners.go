package tasks

import (
	"path"
	"slices"
	"strings"

	"github.com/fencepost/fencepost/internal/lowlevel/subpath"
)

// mise reads [tasks] in mise.toml and its other names, in this directory and those above it. Each
// text of run goes to sh -c -o errexit, in the directory of the file. The task of the nearest file
// counts.
func (r *reader) mise() {
	var files []*table
	var env []string
	for dir := r.call.Dir; ; dir = path.Dir(dir) {
		for _, name := range [...]string{"mise.local.toml", "mise.toml", ".mise.local.toml",
			".mise.toml", "mise/config.toml", ".mise/config.toml", ".config/mise.toml",
			".config/mise/config.toml"} {
			if t := r.miseFile(path.Join(dir, name), dir, &env); t != nil {
				files = append(files, t)
			}
		}
		r.absent(dir, ".miserc.toml")
		if dir == "/" || r.Why != "" && len(files) > 0 {
			break
		}
		if _, state := r.files.Names(path.Dir(dir)); state != Found {
			break // above the project
		}
	}
	if len(r.call.Names) == 0 {
		r.unknown("fencepost does not know which task runs")
	}
	for _, name := range r.call.Names {
		r.miseTask(files, env, name)
	}
}

func (r *reader) miseFile(file, dir string, env *[]string) *table {
	source, state := r.read(file)
	if state != Found {
		return nil
	}
	root, ok := parseTOML(source)
	if !ok {
		r.unknown(file + " is not understood")
		return nil
	}
	for i, key := range root.names {
		switch key {
		case "tasks", "min_version", "redactions":
		case "env":
			if *env, ok = variables(*env, root.items[i]); !ok {
				r.unknown("the variables of " + file + " are not understood")
			}
		default:
			r.unknown(path.Base(file) + ": " + key + " may change what runs")
		}
	}
	return &table{reader: r, format: miseFormat, file: file, dir: dir, tasks: root.get("tasks")}
}

// miseTask takes a task from each file of the nearest directory that has it: which one counts is
// not followed.
func (r *reader) miseTask(files []*table, env []string, name string) {
	var nearest *table
	for _, t := range files {
		t.env = env
		switch {
		case t.tasks.get(name) == nil:
		case nearest == nil:
			nearest = t
			t.run(name, r.call.Args, 0)
		case nearest.dir == t.dir:
			r.unknown("two files have a task " + name)
			t.run(name, r.call.Args, 0)
		}
	}
	if nearest == nil { // a file, perhaps
		r.Blind = true
		r.unknown("there is no task " + name)
	}
}

// poe reads [tool.poe.tasks] in pyproject.toml. A text is a command without a shell, a list runs
// other tasks, a table says which of them it is. They run in the directory of the file, with the
// programs of the project's environment.
func (r *reader) poe() {
	file, root := r.pyproject()
	config := root.at("tool", "poe")
	if config == nil || config.kind != mapping || len(r.call.Names) != 1 {
		r.unknown("there are no tasks that are understood")
		return
	}
	for _, name := range [...]string{"poe_tasks.toml", "poe_tasks.yaml", "poe_tasks.json"} {
		r.absent(path.Dir(file), name)
	}
	t := &table{reader: r, format: poeFormat, file: file, dir: path.Dir(file),
		tasks: config.get("tasks")}
	if at := config.at("executor", "type"); at == nil || at.text != "simple" {
		r.unknown("what makes the environment of the tasks is not followed")
	}
	for i, name := range config.names {
		ok := name == "tasks" || name == "verbosity" ||
			name == "executor" && len(config.items[i].names) == 1
		if name == "env" {
			t.env, ok = variables(nil, config.items[i])
		}
		if !ok {
			r.unknown("poe: " + name + " may change what runs")
		}
	}
	t.run(r.call.Names[0], r.call.Args, 0)
}

// pyproject is the nearest pyproject.toml; nil where there is none that is understood.
func (r *reader) pyproject() (file string, root *value) {
	file, source, state := r.upward(r.call.Dir, "pyproject.toml")
	if state != Found {
		r.Program = state == Missing && r.call.Reader == "python-run"
		r.unknown("no pyproject.toml was found")
		return file, nil
	}
	root, ok := parseTOML(source)
	if !ok {
		r.unknown(file + " is not understood")
		return file, nil
	}
	return file, root
}

// pyRun reads the scripts of pdm 2 and rye ([tool.pdm.scripts]) and of the environments of hatch 1
// ([tool.hatch.envs.NAME.scripts]) in pyproject.toml. What no script has for its name is a program
// of the environment, and none of this reader's business.
func (r *reader) pyRun() {
	file, root := r.pyproject()
	if root == nil || len(r.call.Names) != 1 {
		return
	}
	name, scripts := r.call.Names[0], root.at("tool", r.call.Tool, "scripts")
	t := &table{reader: r, format: pdmFormat, file: file, dir: path.Dir(file), tasks: scripts}
	if r.call.Tool == "hatch" {
		t.format, t.call = hatchFormat, t.hatchLine
		name = t.environment(root, name)
	} else if scripts.get("_") != nil {
		r.unknown("what all scripts share may change what runs")
	}
	if r.Program = t.tasks.get(name) == nil; r.Program {
		return
	}
	for _, n := range [...]string{"pre_" + name, name, "post_" + name} {
		if n == name {
			t.run(n, r.call.Args, 0)
		} else if r.call.Tool == "pdm" && scripts.get(n) != nil {
			t.run(n, nil, 0)
		}
	}
}

// environment takes the environment that a name of hatch begins with, and returns the rest. All
// have what the one has that is called default.
func (t *table) environment(root *value, name string) string {
	t.absent(path.Dir(t.file), "hatch.toml")
	env := "default"
	if before, rest, found := strings.Cut(name, ":"); found {
		env, name = before, rest
	}
	for _, e := range [...]string{env, "default"} {
		v := root.at("tool", "hatch", "envs", e)
		for i := 0; v != nil && i < len(v.names); i++ {
			switch key := v.names[i]; key {
			case "scripts":
				if t.tasks.get(name) == nil {
					t.tasks = v.items[i]
				}
			case "dependencies", "extra-dependencies", "features", "python", "description", "type",
				"detached", "template", "skip-install", "dev-mode", "platforms", "matrix", "installer",
				"system-packages", "path", "dependency-groups":
			default:
				t.unknown("hatch: " + key + " may change what runs")
			}
		}
	}
	return name
}

// hatchLine takes a line of hatch, whose first word may be the name of another script.
func (t *table) hatchLine(text string, args []string, depth int) (line string, done bool) {
	text = strings.TrimPrefix(text, "- ")
	first, rest, _ := strings.Cut(text, " ")
	if t.tasks.get(first) == nil {
		return text, false
	}
	if rest = strings.TrimSpace(rest); rest != "" && rest != "{args}" {
		t.unknown("arguments of " + first + " are not understood")
	}
	t.run(first, args, depth+1)
	return "", true
}

// composer reads the scripts of composer.json (composer 2.8, EventDispatcher): a text or a list of
// texts. What begins with @ is another script, or one of composer's own words; CLASS::METHOD and
// names of classes are code of PHP; the rest goes to a shell in the directory of the file, with
// vendor/bin first in PATH.
func (r *reader) composer() {
	t, root := r.jsonTasks(composerFormat, "scripts", "composer.json")
	if t == nil {
		return
	}
	t.call = t.composerLine
	if config := root.get("config"); config.get("bin-dir") != nil || config.get("vendor-dir") != nil {
		r.unknown("the settings of composer.json may change what runs")
	}
	r.Program = true // one of composer's own commands, unless a script has the name
	for _, name := range [...]string{r.call.Names[0], "pre-" + r.call.Names[0],
		"post-" + r.call.Names[0]} {
		if t.tasks.get(name) != nil {
			t.run(name, r.call.Args, 0)
			r.Program = false
		}
	}
}

func (t *table) composerLine(text string, args []string, depth int) (line string, done bool) {
	word, rest, _ := strings.Cut(text, " ")
	switch {
	case word == "@php", word == "@composer":
		return word[1:] + " " + rest, false
	case word == "@putenv":
		t.unknown("a script sets variables")
		return "", true
	case strings.HasPrefix(word, "@"):
		if rest != "" && !plainWords(strings.Fields(rest)) {
			t.unknown("arguments of " + word + " are not understood")
		}
		t.run(word[1:], append(strings.Fields(rest), args...), depth+1)
		return "", true
	case strings.Contains(text, "additional_args"):
		t.unknown("arguments of " + word + " are not understood")
	case !strings.ContainsAny(text, " /-.") &&
		(strings.ContainsAny(text, `:\`) || text != "" && text[0]&0x20 == 0):
		t.unknown(word + " may be code of PHP")
		return "", true
	}
	return text, false
}

// deno reads the tasks of deno 2 in deno.json or deno.jsonc: a text, or a mapping with command and
// dependencies. Deno's own shell runs them. It reads plain words as sh does.
func (r *reader) deno() {
	t, root := r.jsonTasks(denoFormat, "tasks", "deno.json", "deno.jsonc")
	if t == nil {
		return
	}
	if root.get("workspace") != nil || root.get("nodeModulesDir") != nil {
		r.unknown("the settings of deno may change what runs")
	}
	t.run(r.call.Names[0], r.call.Args, 0)
}

// jsonTasks is the nearest file of the given names with its tasks; nil where it is not understood.
func (r *reader) jsonTasks(f format, member string, names ...string) (t *table, root *value) {
	file, source, state := r.upward(r.call.Dir, names...)
	if state != Found || len(r.call.Names) != 1 {
		r.unknown("no " + names[0] + " was found")
		return nil, nil
	}
	root, ok := parseJSON(source)
	if !ok || root.kind != mapping {
		r.unknown(file + " is not understood")
		return nil, nil
	}
	return &table{reader: r, format: f, file: file, dir: path.Dir(file), tasks: root.get(member)}, root
}

// taskfile reads a Taskfile (go-task 3). The commands go to a shell in Go that reads bash, in the
// directory of the file. Of what templates put in only the arguments are known.
func (r *reader) taskfile() {
	file, source, state := "", "", Missing
	if len(r.call.Files) == 1 {
		file = subpath.From(r.call.Dir, r.call.Files[0])
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
	r.absent(path.Dir(file), ".taskrc.yml", ".taskrc.yaml")
	root, ok := parseYAML(source)
	if !ok || root.kind != mapping {
		r.unknown(file + " is not understood")
		return
	}
	t := &table{reader: r, format: taskFormat, file: file, dir: path.Dir(file),
		tasks: root.get("tasks")}
	for i, key := range root.names {
		ok := true
		switch key {
		case "version", "tasks", "silent", "output", "method", "interval", "run":
		case "includes": // whose tasks have other names
		case "vars":
			t.variableLines(root.items[i], Line{File: file, Dir: t.dir, Shell: "bash"}, 0)
		case "env":
			t.env, ok = variables(t.env, root.items[i])
		default:
			ok = false
		}
		if !ok {
			r.unknown("Taskfile: " + key + " may change what runs")
		}
	}
	names := r.call.Names
	if len(names) == 0 {
		names = []string{"default"}
	}
	for _, n := range names {
		n = t.aliased(n)
		r.Blind = r.Blind || root.get("includes") != nil && t.tasks.get(n) == nil
		t.run(n, r.call.Args, 0)
	}
}

// aliased is the task that has another name, too.
func (t *table) aliased(name string) string {
	for i := 0; t.tasks.get(name) == nil && t.tasks != nil && i < len(t.tasks.items); i++ {
		if names, _ := t.tasks.items[i].get("aliases").texts(); slices.Contains(names, name) {
			return t.tasks.names[i]
		}
	}
	return name
}
