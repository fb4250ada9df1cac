package analyze

import (
	"strings"

	"github.com/fencepost/fencepost/internal/analyze/buildtasks"
	"github.com/fencepost/fencepost/internal/analyze/ownscripts"
	"github.com/fencepost/fencepost/internal/analyze/reads"
	"github.com/fencepost/fencepost/internal/analyze/record"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/shparse"
	"github.com/fencepost/fencepost/internal/shparse/dialect"
)

// nested returns how a program is run that command i runs.
func (a *Analyzer) nested(i int, n *fact.Nested) []shparse.Step {
	c := &a.Call.Facts.Commands[i]
	name, stdin := c.Name, &c.Stdin
	run := shparse.Payload{Via: name, State: n.State, NewShell: n.Clear, Foreign: n.Remote,
		Stdin: stdin}
	a.tasks.StartedWith(i, n, &run)
	switch name {
	case ".", "source":
		run.Source = n.State
	case "trap":
		run.Trap = buildtasks.TrapTime(c.Argv)
	case "command", "builtin": // the shell itself runs what they name
		run.State = true
		run.Maybe = name == "command" && a.Call.Dialect.Has(dialect.CommandSkips) // which runs programs only
	case "noglob", "nocorrect":
		run.State, run.Functions = true, true
	}
	if n.Dir.Written != "" || n.Dir.Text != "" || n.Dir.Kind != fact.Literal {
		run.Dir = &n.Dir
	}
	if name == "git" && n.Kind == fact.NestedShell {
		if dir, other := a.Call.GitDir(c, n); other {
			run.Dir = &dir
		}
	}
	if n.Kind != fact.NestedArgv && len(n.Args) > 0 && (!n.State || len(n.Args) > 1) {
		run.Params = n.Args
	}
	switch n.Kind {
	case fact.NestedArgv:
		return a.nestedWords(i, n, stdin, run)
	case fact.NestedShell:
		if !n.State {
			run.Shell = record.ShellOf(n.Lang)
		}
		if n.Piped || stdin.Kind == fact.StdinText && stdin.Text.Text == n.Words[0].Text {
			run.Stdin = &fact.Stdin{Kind: fact.StdinPipe} // the rest of the text itself
		}
		run.Text = n.Words[0].Text
		return run.Alone()
	case fact.NestedCode:
		return a.inline.Read(i, n, &a.Call.Facts.Commands[i])
	case fact.NestedFile:
		switch {
		case record.RunsShell(name):
			if run.NewShell = !n.State; run.NewShell {
				run.Shell = record.ShellOf(name)
			}
			return a.own.FollowShell(i, n, run)
		case !n.State:
			return a.inline.FollowCode(i, n)
		}
		return ownscripts.Forget(n)
	case fact.NestedUnknown:
		return a.unknown(i, n)
	}
	return nil
}

// nestedWords returns how words are run that command i runs.
func (a *Analyzer) nestedWords(i int, n *fact.Nested, stdin *fact.Stdin,
	run shparse.Payload) (steps []shparse.Step) {
	xargs := run.Via == "xargs"
	if run.Kind, run.Words, run.Env.Assigns = shparse.ShellWords, n.Words, n.Assigns; xargs {
		if steps, ok := a.replacedInput(i, n, stdin, run); ok {
			return steps
		}
	}
	if n.More || n.Piped {
		run.Stdin = &fact.Stdin{Kind: fact.StdinPipe}
	}
	if n.More {
		for _, more := range reads.Appended(&a.Call, i, stdin) {
			run.Words = append(n.Words[:len(n.Words):len(n.Words)], more...)
			steps = append(steps, run.Alone()...)
		}
		return steps
	}
	if xargs {
		run.Words = reads.MarkedWords(n.Words, shparse.InputNames(stdin), reads.GivesWords(&a.Call, i, stdin))
	}
	return run.Alone()
}

// unknown looks at what is known of a program that command i runs.
func (a *Analyzer) unknown(i int, n *fact.Nested) (steps []shparse.Step) {
	if a.Call.Follow && len(n.Words) > 0 && !n.Words[0].Known() {
		a.scripts.FollowPattern(i, &n.Words[0])
	}
	if n.Lang != "" && len(n.Words) > 0 && n.Words[0].Text != "" {
		steps = a.inline.Read(i, n, &a.Call.Facts.Commands[i])
	}
	if n.State {
		steps = append(steps, shparse.Payload{Kind: shparse.UnknownText}.Alone()...)
	}
	return steps
}

// replacedInput has the command of xargs -I run once for each line of a known standard input; ok is
// false for one that is not known.
func (a *Analyzer) replacedInput(i int, n *fact.Nested, stdin *fact.Stdin,
	run shparse.Payload) (steps []shparse.Step, ok bool) {
	c := &a.Call.Facts.Commands[i]
	mark := ""
	for _, f := range c.Flags {
		switch {
		case f.Name != "-I" && f.Name != "-i":
		case f.Value >= 0:
			mark = c.Operands[f.Value].Word.Text
		default:
			mark = "{}"
		}
	}
	if l := stdin.Text.Origin.Listed; l != nil && stdin.Kind == fact.StdinPipe && mark != "" {
		if reads.WholeLines(c, true) {
			return reads.ListedInput(&a.Call, i, n, reads.Listed{Words: l.Words(), Mark: mark}, run)
		}
	}
	if stdin.Text.Number && stdin.Kind == fact.StdinPipe && mark != "" {
		number := fact.Word{Kind: fact.Partial, Number: true, Origin: fact.Origin{Kind: fact.InputOrigin}}
		return reads.ListedInput(&a.Call, i, n, reads.Listed{Words: []fact.Word{number}, Mark: mark},
			run)
	}
	if mark == "" || stdin.Kind != fact.StdinText || stdin.Text.Kind != fact.Literal {
		return nil, false
	}
	lines, ok := reads.InputWords(c, stdin.Text.Text, true)
	if !ok || len(lines) > reads.MaxInputLines {
		return nil, false
	}
	run.Stdin = &fact.Stdin{}
	for _, line := range lines {
		run.Words = make([]fact.Word, len(n.Words))
		for k, w := range n.Words {
			if w.Kind == fact.Partial && w.Origin.Is(fact.MarkOrigin, mark) {
				w = fact.Word{Text: strings.ReplaceAll(c.Argv[len(c.Argv)-len(n.Words)+k].Text, mark, line),
					Origin: fact.Origin{Kind: fact.InputOrigin}}
			}
			run.Words[k] = w
		}
		steps = append(steps, run.Alone()...)
	}
	return steps, true
}
