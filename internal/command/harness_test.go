package command_test

import (
	"fmt"
	"path"
	"strings"

	"github.com/fencepost/fencepost/gen/commands"
	"github.com/fencepost/fencepost/internal/command"
	"github.com/fencepost/fencepost/internal/fact"
)

// lexical resolves paths as package paths does, without a file system.
type lexical struct{}

func (lexical) Path(dirs fact.Dirs, w *fact.Word) fact.Path {
	p := fact.Path{Written: w.Show()}
	if w.Kind != fact.Literal || w.Many || !dirs.Known && !path.IsAbs(w.Text) {
		return p
	}
	p.Known, p.Glob, p.Abs = true, w.Glob, path.Clean(w.Text)
	if !path.IsAbs(w.Text) {
		p.Abs = path.Join(dirs.List[0], w.Text)
	}
	return p
}

// words splits a command line of a test: blanks separate, single quotes group, $X is a word of
// which nothing more is known from there on, $@ any number of words, and an unquoted * makes a
// pattern.
func words(line string) []fact.Word {
	var out []fact.Word
	for i := 0; i < len(line); {
		if line[i] == ' ' {
			i++
			continue
		}
		start, quoted, w := i, false, fact.Word{}
		for ; i < len(line) && (quoted || line[i] != ' '); i++ {
			switch {
			case line[i] == '\'':
				quoted = !quoted
			case line[i] == '$' && !quoted:
				w.Kind = fact.Partial
				w.Many = strings.HasPrefix(line[i:], "$@")
			case w.Kind == fact.Partial:
			default:
				w.Text += line[i : i+1]
				w.Glob = w.Glob || line[i] == '*' && !quoted
			}
		}
		w.Written, w.Start, w.End = line[start:i], start, i
		out = append(out, w)
	}
	return out
}

// resolve resolves a command line in the directory /p.
func resolve(line string) *fact.Command {
	c := &fact.Command{Invocation: fact.Invocation{Text: line, Argv: words(line),
		Dirs: fact.Dirs{List: []string{"/p"}, Known: true}}}
	if before, text, ok := strings.Cut(line, " <<< "); ok {
		c.Argv = words(before)
		c.Stdin = fact.Stdin{Kind: fact.StdinText, Text: fact.Lit(text)}
	} else if text, ok := strings.CutPrefix(line, "| "); ok {
		c.Argv = words(text)
		c.Stdin.Kind = fact.StdinPipe
	}
	x := command.Resolver{Specs: commands.Table{}, Input: command.Input{Paths: lexical{}}}
	x.Resolve(c)
	return c
}

// describe shows what was resolved in one line.
func describe(c *fact.Command) string {
	var parts []string
	add := func(format string, args ...any) { parts = append(parts, fmt.Sprintf(format, args...)) }
	if canon := show(c.Canon); canon != show(c.Argv) || !c.Lossless {
		mark := ""
		if !c.Lossless {
			mark = "!"
		}
		add("%s%s", canon, mark)
	}
	if s := flags(c); s != "" {
		add("flags %s", s)
	}
	if s := operands(c); s != "" {
		add("ops %s", s)
	}
	for i := range c.Nested {
		add("%s", nested(&c.Nested[i]))
	}
	if s := effects(c); s != "" {
		add("does %s", s)
	}
	switch c.Wrapper {
	case fact.Transparent:
		add("transparent")
	case fact.Escalating:
		add("escalating")
	}
	if c.ReadOnly {
		add("ro")
	}
	for _, h := range c.Hazards {
		add("%s", h.ID)
	}
	return strings.Join(parts, "; ")
}

func show(list []fact.Word) string {
	var out []string
	for i := range list {
		out = append(out, list[i].Show())
	}
	return strings.Join(out, " ")
}

func flags(c *fact.Command) string {
	var out []string
	for _, f := range c.Flags {
		name := f.Name
		if !f.Known {
			name += "?"
		}
		out = append(out, name)
	}
	return strings.Join(out, " ")
}

func operands(c *fact.Command) string {
	names := []string{"none", "any", "pattern", "read", "write", "append", "delete", "move", "edit",
		"meta", "create", "mkdir", "set-dir", "dir",
		"search", "stat", "stem", "host", "url", "command", "shell", "script", "code", "assign",
		"program", "words", "mode", "object", "include", "variable", "route", "database",
		"text", "starts", "shell-arg", "clock", "sent"}
	var out []string
	for _, o := range c.Operands {
		s := names[o.Role] + ":" + o.Word.Show()
		if o.Flag != "" {
			s = o.Flag + "=" + s
		}
		out = append(out, s)
	}
	return strings.Join(out, " ")
}

func nested(n *fact.Nested) string {
	s := []string{"argv", "shell", "code", "file", "unknown"}[n.Kind] + "[" + show(n.Words)
	if n.More {
		s += " ..."
	}
	s += "]"
	if n.Kind == fact.NestedCode {
		s += n.Lang
	}
	if len(n.Args) > 0 {
		s += "(" + show(n.Args) + ")"
	}
	for _, a := range n.Assigns {
		s += a.Name + "=" + a.Value.Show() + " "
	}
	if n.Dir.Show() != "" {
		s += " in " + n.Dir.Show()
	}
	if n.State {
		s += " here"
	}
	if n.Remote {
		s += " remote"
	}
	return strings.TrimSpace(s)
}

func effects(c *fact.Command) string {
	var out []string
	for _, e := range c.Effects {
		s := e.Kind.String()
		switch {
		case e.Kind == fact.Network:
			s += "(" + e.Host + ")"
		case e.Path.Known:
			s += "(" + strings.TrimPrefix(e.Path.Abs, "/p/") + ")"
		case e.Kind.HasPath():
			s += "(?)"
		}
		if e.Recursive {
			s += "/**"
		}
		if e.Create {
			s += "+"
		}
		out = append(out, s)
	}
	return strings.Join(out, " ")
}
