package tasks

import (
	"path"
	"slices"
	"strings"

	"github.com/fencepost/fencepost/internal/lowlevel/subpath"
)

// Runners whose files are tables of settings have much in common: a task is a text, a list, or a
// table with its lines, the tasks that it needs, a directory and variables. A format says how one
// runner calls them. A table that has anything else is not known to its end.

type format struct {
	shell  []string // lines for a shell
	words  []string // commands that no shell reads
	others []string // names of other tasks, which run, too
	values []string // tables of variables, some of which run a line
	dir    string
	env    string
	fine   []string // what changes nothing of what runs

	bare  bool      // a task that is no more than a text is read by no shell
	names bool      // a task that is a list has names of others
	fills [2]string // what stands around that which the runner puts in
	rest  bool      // the arguments stand behind the line, where it does not say where
	reads string    // the shell
}

var (
	miseFormat = format{shell: []string{"run"}, others: []string{"depends", "depends_post",
		"wait_for", "task", "tasks"}, dir: "dir", env: "env", fills: [2]string{"{", "}"}, rest: true,
		fine: []string{"run_windows", "description", "alias", "hide", "quiet", "silent", "raw",
			"sources", "outputs", "confirm", "interactive", "timeout"}}
	poeFormat = format{shell: []string{"shell"}, words: []string{"cmd"}, others: []string{"deps",
		"sequence", "ref"}, dir: "cwd", env: "env", bare: true, names: true, rest: true,
		fine: []string{"help", "ignore_fail", "capture_stdout", "use_exec", "verbosity"}}
	pdmFormat = format{shell: []string{"shell"}, words: []string{"cmd"}, others: []string{"composite"},
		dir: "working_dir", env: "env", bare: true, fills: [2]string{"{", "}"}, rest: true,
		fine: []string{"help", "keep_going", "site_packages"}}
	hatchFormat    = format{fills: [2]string{"{", "}"}}
	composerFormat = format{rest: true}
	denoFormat     = format{words: []string{"command"}, others: []string{"dependencies"},
		fine: []string{"description"}, bare: true, rest: true}
	taskFormat = format{shell: []string{"preconditions", "status", "cmds", "cmd", "defer", "sh"},
		others: []string{"deps", "task"}, values: []string{"vars"}, dir: "dir", env: "env",
		fills: [2]string{"{{", "}}"}, reads: "bash", fine: []string{"desc", "summary", "aliases",
			"sources", "generates", "silent", "internal", "method", "prefix", "ignore_error", "run",
			"label", "prompt", "interactive", "requires", "watch", "msg"}}
)

// table is the tasks of one file.
type table struct {
	*reader
	format
	file, dir string
	tasks     *value
	env       []string
	// call takes a text that stands for another task, or says what it is a line of.
	call func(text string, args []string, depth int) (line string, done bool)
}

// run takes a task by its name.
func (t *table) run(name string, args []string, depth int) {
	v := t.tasks.get(name)
	if v == nil || depth > MaxNested {
		t.unknown("there is no task " + name)
		return
	}
	if t.enter(t.file + ":" + name + "\x02" + strings.Join(args, "\x02")) {
		t.task(name, v, args, depth)
	}
}

func (t *table) task(name string, v *value, args []string, depth int) {
	l := Line{File: t.file, Dir: t.dir, Env: t.env, Task: name, Shell: "sh"}
	if t.reads != "" {
		l.Shell = t.reads
	}
	switch {
	case v.kind == mapping:
		t.entry(v, l, args, depth)
	case v.kind == list && t.names:
		t.needs(v, l, depth)
	case !t.reader.call.Dry:
		t.lines(v, l, args, t.bare, depth)
	}
}

// entry takes what a table says of a task.
func (t *table) entry(v *value, l Line, args []string, depth int) {
	if depth > MaxNested {
		t.unknown("the tasks hold each other too deeply")
		return
	}
	for i, key := range v.names {
		item, ok := v.items[i], true
		switch {
		case key == t.format.dir && key != "":
			ok = item.kind == text && !strings.ContainsAny(item.text, "{~$")
			l.Dir = subpath.From(l.Dir, item.text)
		case key == t.format.env && key != "":
			l.Env, ok = variables(l.Env, item)
		case slices.Contains(t.values, key):
			t.variableLines(item, l, depth)
		default:
			ok = slices.Contains(t.shell, key) || slices.Contains(t.words, key) || slices.Contains(t.others, key) || slices.Contains(t.fine, key)
		}
		if !ok {
			t.unknown("the task " + l.Task + " has " + key + ", which may change what runs")
		}
	}
	runs := false
	for _, key := range t.others {
		if item := v.get(key); item != nil {
			runs = true
			t.needs(item, l, depth)
		}
	}
	for _, key := range append(slices.Clip(t.shell), t.words...) {
		item, shown := v.get(key), t.reader.call.Dry && (key == "cmd" || key == "cmds" || key == "defer")
		runs = runs || item != nil
		if item != nil && !shown {
			t.lines(item, l, args, slices.Contains(t.words, key), depth)
		}
	}
	if !runs {
		t.unknown("the task " + l.Task + " runs code that is not read")
		t.Other = true
	}
}

// variableLines takes the lines whose output becomes the value of a variable.
func (t *table) variableLines(v *value, l Line, depth int) {
	for _, item := range v.items {
		if item.kind == mapping {
			t.entry(item, l, nil, depth+1)
		}
	}
}

// needs takes the names of other tasks, or what stands in their place.
func (t *table) needs(v *value, l Line, depth int) {
	items := []*value{v}
	if v.kind == list {
		items = v.items
	}
	for _, item := range items {
		words := strings.Fields(item.text)
		switch {
		case item.kind == mapping:
			t.entry(item, l, nil, depth+1)
		case item.kind != text || len(words) == 0 || !plainWords(words):
			t.unknown("which tasks " + l.Task + " runs is not understood")
		default:
			t.run(words[0], words[1:], depth+1)
		}
	}
}

// lines takes a text, or a list of them.
func (t *table) lines(v *value, l Line, args []string, bare bool, depth int) {
	items := []*value{v}
	if v.kind == list {
		items = v.items
	}
	for i, item := range items {
		given := args
		if i < len(items)-1 && t.fills[0] == "{" && t.rest {
			given = nil // they stand behind the last one
		}
		switch item.kind {
		case text:
			t.line(item, l, given, bare, depth)
		case mapping:
			t.entry(item, l, nil, depth+1)
		default:
			t.unknown("the task " + l.Task + " is not understood")
		}
	}
}

func (t *table) line(v *value, l Line, args []string, bare bool, depth int) {
	source := v.text
	if t.call != nil {
		var done bool
		if source, done = t.call(source, args, depth); done {
			return
		}
	}
	line, filled := t.fill(source, args)
	l.Line = v.line
	switch {
	case bare && (!portable(line) || strings.ContainsAny(line, "&|;*\\")):
		t.unknown("the command of " + l.Task + " is not understood")
	case strings.HasPrefix(line, "#!"):
		if l.Text = line; !l.script() {
			t.unknown("the task " + l.Task + " is code of another language")
			return
		}
	}
	if t.rest && !filled && len(args) > 0 {
		if !plainWords(args) || strings.HasPrefix(line, "#!") {
			t.unknown("arguments of " + l.Task + " are not understood")
		}
		for _, a := range args {
			line += " " + quote(a)
		}
	}
	l.Text = line
	t.add(l, "fencepost does not know what stands in braces")
}

// fill puts the arguments in the place of {args}, {args:default} and {{.CLI_ARGS}}. All else that a
// runner puts in is not known.
func (t *table) fill(source string, args []string) (line string, filled bool) {
	for t.fills[0] != "" {
		before, rest, found := strings.Cut(source, t.fills[0])
		inside, after, closed := strings.Cut(rest, t.fills[1])
		if !found || strings.HasSuffix(before, "$") { // ${NAME} is the shell's
			break
		}
		what, given, _ := strings.Cut(strings.TrimSpace(inside), ":")
		switch {
		case !closed || what != "args" && what != ".CLI_ARGS":
			given = unknown
		case len(args) > 0 && !plainWords(args):
			given = unknown
		case len(args) > 0:
			given, filled = strings.Join(args, " "), true
		}
		line, source = line+before+given, after
	}
	return line + source, filled || strings.Contains(source, "{args")
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
