// Package analyze turns a tool call into facts. It is the only place that recurses: a wrapper's payload is a script
// again, and so is the text in an eval.
package analyze

import (
	"strings"
	"time"

	"github.com/fencepost/fencepost/internal/command"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/paths"
	"github.com/fencepost/fencepost/internal/shparse"
)

// Analyzer holds what the analysis of one call has to know. It is used for one call.
type Analyzer struct {
	Specs    command.Table
	Places   *paths.Resolver
	Home     string
	Dialect  shparse.Dialect
	Deadline time.Time // zero: none

	facts *fact.Facts
}

// Path implements command.Pather.
func (a *Analyzer) Path(dirs fact.Dirs, w *fact.Word) fact.Path { return paths.Path(dirs, w) }

// Shell analyses shell text that would run in the directory cwd.
func (a *Analyzer) Shell(text, cwd string) *fact.Facts {
	a.facts = &fact.Facts{Commands: make([]fact.Command, 0, 4)}
	in := shparse.New(shparse.Options{Dialect: a.Dialect, Home: a.Home, Dir: cwd, Users: paths.Home, Deadline: a.Deadline, Visit: a.visit})
	in.Script(text)
	a.facts.Hazards = append(a.facts.Hazards, in.Hazards()...)
	a.facts.Chain = in.Chain()
	return a.facts
}

// visit judges one command, and whatever it would run in turn.
func (a *Analyzer) visit(in *shparse.Interp, c *fact.Command) {
	i := len(a.facts.Commands)
	a.facts.Commands = append(a.facts.Commands, *c)
	c = &a.facts.Commands[i]
	c.Places = a.Places
	for k := range c.Redirects {
		r := &c.Redirects[k]
		r.Path = paths.Path(c.Dirs, &r.Target)
	}
	if c.Kind == fact.Simple {
		command.Resolve(a.Specs, c, command.Input{Paths: a})
	}
	a.environ(c)
	for k := range c.Effects {
		c.Effects[k].Command = i
	}
	// The slice may grow while nested programs are visited: c is not used after the first of them.
	name, nested, stdin := c.Name, c.Nested, c.Stdin
	for k := range nested {
		a.nested(in, i, name, &nested[k], stdin)
	}
}

// environ reports assignments that make a program run other code.
func (a *Analyzer) environ(c *fact.Command) {
	report := func(as []fact.Assign, program string) {
		for k := range as {
			if hazard, why := command.Environ(as[k].Name, &as[k].Value, program); hazard {
				c.Hazards = append(c.Hazards, fact.Hazard{ID: "environment", Kind: fact.Suspect, Text: as[k].Name, Why: why})
			}
		}
	}
	report(c.Assigns, c.Name)
	for k := range c.Nested {
		program := ""
		if w := c.Nested[k].Words; len(w) > 0 && w[0].Known() {
			program = w[0].Text
		}
		report(c.Nested[k].Assigns, program)
	}
}

// nested interprets a program that command i would run.
func (a *Analyzer) nested(in *shparse.Interp, i int, name string, n *fact.Nested, stdin fact.Stdin) {
	run := shparse.Nested{Via: name, State: n.State, NewShell: n.Clear, Foreign: n.Remote, Stdin: &stdin}
	if n.Dir.Written != "" || n.Dir.Text != "" || n.Dir.Kind != fact.Literal {
		run.Dir = &n.Dir
	}
	switch n.Kind {
	case fact.NestedArgv:
		words := n.Words
		if name == "xargs" && a.replacedInput(in, i, n, &stdin, run) {
			return
		}
		if n.More {
			words = append(words[:len(words):len(words)], a.appended(i, &stdin)...)
			run.Stdin = &fact.Stdin{Kind: fact.StdinPipe}
		}
		in.RunArgv(words, n.Assigns, run)
	case fact.NestedShell:
		run.Params, run.SetParams = n.Args, len(n.Args) > 0
		in.RunText(n.Words[0].Text, run)
	case fact.NestedCode:
		a.code(i, n)
	case fact.NestedFile, fact.NestedUnknown:
		if n.State {
			in.Forget()
		}
	}
}

// appended is what a wrapper such as xargs adds to the words it was given: the words of a known standard input, or
// any number of arguments that are not known.
func (a *Analyzer) appended(i int, stdin *fact.Stdin) []fact.Word {
	c := &a.facts.Commands[i]
	if c.Name == "xargs" && stdin.Kind == fact.StdinText && stdin.Text.Kind == fact.Literal && plainInput(c, stdin.Text.Text) {
		var words []fact.Word
		for _, f := range strings.Fields(stdin.Text.Text) {
			words = append(words, fact.Word{Text: f, From: "standard input"})
		}
		return words
	}
	return []fact.Word{{Kind: fact.Partial, Many: true, From: "standard input"}}
}

// replacedInput runs the command of xargs -I once for each line of a known standard input. It reports whether it did.
func (a *Analyzer) replacedInput(in *shparse.Interp, i int, n *fact.Nested, stdin *fact.Stdin, run shparse.Nested) bool {
	c := &a.facts.Commands[i]
	mark := ""
	for _, f := range c.Flags {
		switch {
		case f.Name != "-I":
		case f.Value >= 0:
			mark = c.Operands[f.Value].Word.Text
		}
	}
	text := stdin.Text.Text
	if mark == "" || len(c.Flags) != 1 || stdin.Kind != fact.StdinText || stdin.Text.Kind != fact.Literal || strings.ContainsAny(text, "'\"\\") {
		return false
	}
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	if len(lines) > maxInputLines {
		return false
	}
	run.Stdin = &fact.Stdin{}
	for _, line := range lines {
		words := make([]fact.Word, len(n.Words))
		for k, w := range n.Words {
			if w.Kind == fact.Partial && w.From == mark {
				w = fact.Word{Text: strings.ReplaceAll(c.Argv[len(c.Argv)-len(n.Words)+k].Text, mark, strings.TrimLeft(line, " \t")), From: "standard input"}
			}
			words[k] = w
		}
		in.RunArgv(words, n.Assigns, run)
		c = &a.facts.Commands[i] // the slice may have grown
	}
	return true
}

// maxInputLines bounds the lines of a known standard input that are followed one by one.
const maxInputLines = 64

// plainInput reports whether xargs splits its input at blanks and nothing else: no quotes, and none of the options that
// change how it reads or that drop a part of it.
func plainInput(c *fact.Command, text string) bool {
	if strings.ContainsAny(text, "'\"\\") || text == "" {
		return false
	}
	for _, f := range c.Flags {
		switch f.Name {
		case "-n", "--max-args", "-r", "--no-run-if-empty", "-t", "--verbose", "-P", "--max-procs", "-x", "--exit":
		default:
			return false
		}
	}
	return true
}

// code reports inline code of another language. What it does is not known here.
func (a *Analyzer) code(i int, n *fact.Nested) {
	c := &a.facts.Commands[i]
	c.Hazards = append(c.Hazards, fact.Hazard{ID: "inline-code", Kind: fact.Failure, Text: n.Lang,
		Why: "this build does not read inline " + language(n.Lang) + " code; write it to a file and run that, or have a person look at it"})
}

func language(lang string) string {
	switch lang {
	case "python":
		return "Python"
	case "javascript":
		return "JavaScript"
	case "":
		return "program"
	}
	return strings.ToUpper(lang[:1]) + lang[1:]
}

// Tool returns the facts of a call of a tool that does not run shell text.
func (a *Analyzer) Tool(call *fact.Call, cwd string) *fact.Facts {
	f := &fact.Facts{}
	add := func(kind fact.EffectKind, field string) {
		if name := call.Text(field); name != "" {
			f.Effects = append(f.Effects, fact.Effect{Kind: kind, Path: paths.Absolute(cwd, name), Command: -1})
		}
	}
	switch call.Tool {
	case "Read":
		add(fact.Read, "file_path")
	case "Write", "Edit", "MultiEdit":
		add(fact.Write, "file_path")
	case "NotebookEdit":
		add(fact.Write, "notebook_path")
	case "Glob", "Grep":
		if call.Text("path") == "" {
			f.Effects = append(f.Effects, fact.Effect{Kind: fact.Read, Path: paths.Absolute(cwd, "."), Command: -1, Recursive: true})
			break
		}
		add(fact.Read, "path")
	case "WebFetch":
		w := fact.Lit(call.Text("url"))
		f.Effects = append(f.Effects, fact.Effect{Kind: fact.Network, Host: command.Host(&w), Command: -1})
	}
	return f
}
