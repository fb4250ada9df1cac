// Package tasks reads what a project defines as tasks: the scripts of a package.json, the rules of
// a makefile, the recipes of a justfile and their like. Text goes in, and out come the lines of
// shell that the runner would start for a task, each with the place where it stands.
//
// Nothing is run and no file is opened here: Files answers what is on the disk. Reading gives up
// rather than guess: what is not positively understood makes a reading incomplete, with the reason,
// and the lines that were understood stay, so that what they do can still be denied.
package tasks

import (
	"path"
	"slices"
	"strings"
)

// Call is the command line of a runner, as far as its reader needs it.
type Call struct {
	Reader   string   // the name of a reader, see Read
	Tool     string   // the command: npm, pnpm, make
	Dir      string   // where it runs, absolute; options like -C are followed already
	Names    []string // the tasks; none: the default one
	Args     []string // for the task; Word stands for one that is not known
	Sets     []string // variables that the line sets: NAME=VALUE
	Dry      bool     // recipes are only shown (make -n)
	Files    []string // the files that options name in place of the usual ones
	Evals    []string // text that options give to read before the file
	Packages []string // which packages of the repository (npm -w, pnpm --filter)
	All      bool     // all packages
	Event    bool     // the name is a subcommand of its own: npm version, and not npm run version
	Env      func(name string) (value string, state State)
	Secret   func(name string) bool // whether the name of a variable says that it holds a secret
}

// State is what is known of a file or of a variable of the environment.
type State byte

const (
	Unknown State = iota // nobody knows
	Missing              // it is not there
	Found                // it is there
)

// Files answers what is on the disk. Both give up on what they should not look at, such as files
// outside the project.
type Files interface {
	Read(name string) (text string, state State)
	Names(dir string) (names []string, state State)
}

// Line is a text that the runner gives to a shell.
type Line struct {
	Text  string
	File  string   // in which it stands, absolute
	Line  int      // counted from 1
	Dir   string   // in which it runs
	Shell string   // sh, bash or zsh
	Task  string   // whose line it is
	Env   []string // variables that it gets beside those of the runner: NAME=VALUE
	Maybe []string // the same, where they are in the environment of the runner already
}

// Reading is what a task would run.
type Reading struct {
	Lines   []Line
	Files   []string // that decide it, and were read
	Why     string   // it may be more than Lines; "" where it is not
	Blind   bool     // a file that counts could not be read
	Program bool     // what is named is no task, but a program that the words themselves name
	Other   bool     // there is no such task, and what the runner takes for it does not stand in a file

	seen  []string // tasks that are being read, or were
	texts int      // bytes of the lines
}

// Complete reports whether Lines is all that runs.
func (r *Reading) Complete() bool { return r.Why == "" }

// Word stands in an argument for one unknown word, and unknown in a text for unknown code.
const (
	Word    = "\x01"
	unknown = "\x00"
)

// Shell is the one that reads lines which stand for what other code does.
const Shell = "bash"

// Bounds. What is larger is not read to its end.
const (
	maxLines = 256
	maxTexts = 64 << 10 // bytes of all lines
	maxFile  = 1 << 20
	maxFiles = 64
	maxSeen  = 256
)

// Read reads what the call would run.
func Read(c *Call, f Files) (r *Reading) {
	r = &Reading{}
	if c.Dir == "" || c.Dir[0] != '/' {
		r.unknown("fencepost does not know the directory")
		return r
	}
	if c.Env == nil {
		with := *c
		with.Env = func(string) (string, State) { return "", Unknown }
		c = &with
	}
	if c.Secret == nil {
		with := *c
		with.Secret = func(string) bool { return false }
		c = &with
	}
	in := &reader{call: c, files: f, Reading: r}
	switch c.Reader {
	case "package-json":
		in.packageJSON()
	case "make":
		in.make()
	case "just":
		in.just()
	case "taskfile":
		in.taskfile()
	case "mise":
		in.mise()
	case "poe":
		in.poe()
	case "composer":
		in.composer()
	case "deno":
		in.deno()
	case "go-generate":
		in.goGenerate()
	case "python-run":
		in.pyRun()
	default:
		r.unknown("nobody reads the tasks of " + c.Tool)
	}
	return r
}

// Programs is the directory of packages' programs that a runner puts before those of the system.
func Programs(reader string) string {
	switch reader {
	case "package-json":
		return "node_modules/.bin"
	case "composer":
		return "vendor/bin"
	}
	return ""
}

// IsReference reports whether the value of a line's variable is that of another one: ${NAME}.
func IsReference(value string) bool {
	name, ends := strings.CutSuffix(strings.TrimPrefix(value, "${"), "}")
	return ends && value[0] == '$' && identifier(name)
}

// reader is one reading that is going on.
type reader struct {
	call  *Call
	files Files
	*Reading
}

// unknown says why the reading is not complete; the first reason stays.
func (r *Reading) unknown(why string) {
	if r.Why == "" {
		r.Why = why
	}
}

// add takes a line. Where something of its text is not known the reading is not complete.
func (r *Reading) add(l Line, why string) {
	if len(r.Lines) == maxLines || r.texts > maxTexts {
		r.unknown("it runs more than can be looked at")
		return
	}
	if strings.Contains(l.Text, unknown) {
		if why == "" {
			why = "fencepost does not know a part of the line"
		}
		r.unknown(why + " (" + path.Base(l.File) + ":" + decimal(l.Line) + ")")
		l.Text = strings.ReplaceAll(l.Text, unknown, unknownText)
	}
	l.Text = strings.ReplaceAll(l.Text, Word, unknownWord)
	for _, list := range [...][]string{l.Env, l.Maybe} {
		for i := range list {
			list[i] = strings.ReplaceAll(list[i], unknown, unknownText)
		}
	}
	r.texts += len(l.Text)
	r.Lines = append(r.Lines, l)
}

// What a shell reads as a value that nobody knows.
const (
	unknownText = "${FENCEPOST_UNKNOWN}"
	unknownWord = `"${FENCEPOST_UNKNOWN}"`
)

// enter reports whether a task was not read yet; then it is.
func (r *Reading) enter(name string) bool {
	for _, s := range r.seen {
		if s == name {
			return false
		}
	}
	if len(r.seen) == maxSeen {
		r.unknown("it has more tasks than can be looked at")
		return false
	}
	r.seen = append(r.seen, name)
	return true
}

// read is the text of a file. What cannot be read leaves the reading incomplete; what is missing
// does not.
func (r *reader) read(name string) (text string, state State) {
	if len(name) > 4096 || len(r.Files) == maxFiles {
		r.unknown("it has more files than can be looked at")
		return "", Unknown
	}
	text, state = r.files.Read(name)
	switch {
	case state == Unknown:
		r.Blind = true
		r.unknown(name + " could not be read")
	case state == Found && len(text) > maxFile:
		r.unknown(name + " is too large")
		return "", Unknown
	case state == Found && strings.Contains(text, unknown):
		r.unknown(name + " is not text")
		return "", Unknown
	case state == Found && !slices.Contains(r.Files, name):
		r.Files = append(r.Files, name)
	}
	return text, state
}

// upward is the first directory at or above dir that has one of the files, which is read.
func (r *reader) upward(dir string, names ...string) (name, text string, state State) {
	for {
		for _, n := range names {
			file := path.Join(dir, n)
			if text, state = r.read(file); state != Missing {
				return file, text, state
			}
		}
		if dir == "/" {
			return "", "", Missing
		}
		dir = path.Dir(dir)
	}
}

// decimal is a small number as a text.
func decimal(n int) string {
	if n < 10 {
		return string(rune('0' + max(n, 0)))
	}
	return decimal(n/10) + string(rune('0'+n%10))
}

// quote makes a word of the shell that stands for the text, as npm does it (promise-spawn,
// lib/escape.js): what holds nothing special stays as it is.
func quote(word string) string {
	switch {
	case word == Word:
		return word
	case word == "":
		return "''"
	case strings.Contains(word, unknown) || strings.Contains(word, Word):
		return Word
	case !strings.ContainsAny(word, "\t\n\r \"#$&'()*;<>?\\`|~"):
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}

// plainWords reports whether all quoting rules make the same of the words.
func plainWords(words []string) bool {
	for _, w := range words {
		if w == "" || w != Word && strings.Trim(w, plainLetters) != "" {
			return false
		}
	}
	return true
}

const plainLetters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./:=,@+%^"

// portable reports whether all shells that runners bring along read a text alike: words, quotes
// without expansions, and what joins commands.
func portable(text string) bool {
	for i := 0; i < len(text); i++ {
		c := text[i]
		if strings.IndexByte(plainLetters, c) >= 0 || c == ' ' || c == '\'' || c == '"' || c == '*' {
			continue
		}
		if c == '&' && i+1 < len(text) && text[i+1] == '&' {
			i++
			continue
		}
		if c == ';' || c == '|' && (i+1 == len(text) || text[i+1] != '&') {
			continue
		}
		return false
	}
	return true
}
