package main

import (
	"strings"

	"gopkg.in/yaml.v3"

	"github.com/fencepost/fencepost/internal/command"
)

// An option whose name looks as if its argument were a path, a program, a plug-in, a host or code
// needs a role, an effect, or a reason why it has none: "--label=TEXT": {plain: "a heading"}.

// telling are the words in names of options by which their arguments look like more than a name.
func telling(word string) bool {
	switch word {
	case "file", "files", "filename", "dir", "directory", "dirs", "folder", "path", "paths", "output",
		"out", "outfile", "outdir", "log", "logs", "logfile", "logdir", "report", "trace", "dump", "save",
		"store", "dest", "destination", "target", "config", "conf", "cfg", "rc", "rcfile", "settings",
		"profile", "plugin", "plugins", "load", "loader", "import", "require", "module", "preload",
		"exec", "execute", "command", "cmd", "run", "shell", "program", "interpreter", "launcher",
		"runner", "wrapper", "linker", "compiler", "engine", "agent", "hook", "hooks", "script", "code",
		"eval", "editor", "pager", "browser", "filter", "prefix", "cache", "home", "root", "tmp", "temp",
		"tempdir", "registry", "index", "url", "uri", "host", "server", "proxy", "address", "remote",
		"repository", "repo", "source", "include", "library", "lib", "from", "to", "template",
		"manifest", "key", "cert", "socket", "state", "backup", "database", "input", "workspace",
		"project", "python", "php", "node":
		return true
	}
	return false
}

// reason reads why an option is plain though its name looks as if it were not.
func (r *specReader) reason(o *command.Option, n *yaml.Node) error {
	if n.Kind != yaml.ScalarNode || len(strings.Fields(n.Value)) < 2 {
		return r.errorf(n, "why is the argument of %s neither a path nor code? A few words are needed "+
			"here", o.Names[0])
	}
	r.plainly = true
	return nil
}

// passes reads what command an argument holds options of: "ld", with a separator before it.
func (r *specReader) passes(o *command.Option, n *yaml.Node) error {
	if n.Value != "*" && (len(n.Value) < 2 || strings.IndexByte(", =", n.Value[0]) < 0) {
		return r.errorf(n, `a separator and a command are needed here: ",ld", " go tool link", "=ld", `+
			`or "*"`)
	}
	if o.Arg == command.NoArg {
		return r.errorf(n, "option %s has no argument that could hold options", o.Names[0])
	}
	o.Passes = n.Value
	return nil
}

// lintPlain refuses an option of which nothing is said, though its name or that of its argument
// looks as if it named a file, a program or a host. Of a name of several words the last one counts.
func (r *specReader) lintPlain(n *yaml.Node, o *command.Option, text string) error {
	if o.Arg == command.NoArg || o.Role != 0 || o.Is&^command.Neutral != 0 || o.Does != 0 ||
		o.Replaces != "" ||
		len(o.Makes) > 0 || o.Passes != "" {
		return nil
	}
	for part := range strings.FieldsSeq(text) {
		name, arg, _ := strings.Cut(part, "=")
		name = strings.TrimRight(name, "[")
		name = name[strings.LastIndexAny(name, "-_.")+1:]
		for _, word := range append(strings.FieldsFunc(arg, betweenWords), name) {
			if telling(strings.ToLower(word)) {
				return r.errorf(n, "option %s looks as if its argument were more than a name (%s): give it a "+
					"role, "+
					"an effect, or a reason as in {plain: \"…\"}", part, strings.ToLower(word))
			}
		}
	}
	return nil
}

func betweenWords(c rune) bool { return strings.ContainsRune("+]", c) }

// note reads what stands in parentheses behind an option in a list of plain ones: one word is a
// property, several are the reason why it has none.
func (r *specReader) note(n *yaml.Node, o *command.Option, text string) (reason bool, err error) {
	switch words := strings.Fields(text); len(words) {
	case 0:
		return false, nil
	case 1:
		return false, r.property(o, n, words[0])
	}
	return true, nil
}
