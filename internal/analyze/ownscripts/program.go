package ownscripts

import (
	"path"
	"strings"

	"github.com/fencepost/fencepost/internal/analyze/changes"
	"github.com/fencepost/fencepost/internal/analyze/inline"
	"github.com/fencepost/fencepost/internal/analyze/record"
	"github.com/fencepost/fencepost/internal/analyze/scripts"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/lang"
	"github.com/fencepost/fencepost/internal/lowlevel/subpath"
	"github.com/fencepost/fencepost/internal/project/envrisk"
	"github.com/fencepost/fencepost/internal/shparse"
)

// FollowProgram reads a script that is run by its path, by the interpreter that its first line
// names.
func (a *OwnScripts) FollowProgram(i int) []shparse.Step {
	argv := a.Call.Facts.Commands[i].Argv
	if a.Call.Follow && len(argv) > 0 && !argv[0].Known() {
		a.Scripts.FollowPattern(i, &argv[0])
	}
	if !a.Call.Follow || len(argv) == 0 || !argv[0].Known() || !strings.Contains(argv[0].Text, "/") ||
		a.Call.Facts.Commands[i].Runs != 0 {
		return nil
	}
	return a.followAt(i, argv)
}

// FollowInstalled reads the program that npx, uv run and their like start, where the repository has
// brought it along: git tracks none that npm or pip has installed.
func (a *OwnScripts) FollowInstalled(i int) []shparse.Step {
	c := &a.Call.Facts.Commands[i]
	var name string
	ok := false
	switch {
	case lang.Word("any", "environments", c.Name), len(c.Argv) > 1 &&
		lang.Word("any", "exec-environments", c.Name) && lang.Word("any", "runs-words", c.Argv[1].Text):
		name, ok = behindRun(c)
	case changes.RunsOthers(c) && c.Runs == 0:
		name, ok = a.Tasks.Planted.ToolOf(c)
	}
	if !a.Call.Follow || a.Call.Past || a.Call.Places == nil || !ok || name == c.Name ||
		c.Is(fact.Python) ||
		len(c.Dirs.List) != 1 || strings.Contains(name, "/") {
		return nil
	}
	for dir := range subpath.Up(c.Dirs.List[0], a.Call.Places.Project()) {
		for _, bin := range [...]string{"node_modules/.bin", ".venv/bin", "venv/bin"} {
			if at := path.Join(dir, bin, name); record.Exists(at) {
				return a.followAt(i, []fact.Word{fact.Lit(at)})
			}
		}
	}
	return nil
}

// behindRun is the first word of a command that may name a program: uv run -q pytest, pnpm eslint.
func behindRun(c *fact.Command) (name string, ok bool) {
	for k := 1; k < len(c.Argv); k++ {
		switch w := &c.Argv[k]; {
		case !w.Known():
			return "", false
		case w.Text == "" || w.Text[0] == '-' || k < 3 && lang.Word("any", "runs-words", w.Text):
		default:
			return w.Text, true
		}
	}
	return "", false
}

// followAt reads the script that command i runs: the first of the words with which it is started.
func (a *OwnScripts) followAt(i int, argv []fact.Word) []shparse.Step {
	stdin := a.Call.Facts.Commands[i].Stdin
	if c := &a.Call.Facts.Commands[i]; c.Unjudged != "" {
		return nil
	}
	s := a.Scripts.ScriptOf(i, &argv[0], record.Loadable)
	if s == nil {
		return nil
	}
	a.Scripts.Steered(i, s, argv)
	if !s.Read {
		return nil
	}
	name, start, ok := a.startedBy(s.Text)
	switch f := &a.Call.Facts.Files[s.Number-1]; {
	case !ok:
		f.Why = "its first line names a program that fencepost does not know"
	case record.RunsShell(name):
		f.Reader, f.Recent = name, a.Call.Vouch.InSession(f.Abs)
		return shparse.Payload{Text: s.Text, Via: argv[0].Text, Shell: record.ShellOf(name), NewShell: true,
			Params: argv, Stdin: &stdin, Start: start, File: s.Excerpt()}.Alone()
	case !a.Call.Past:
		return a.Inline.ReadCode(i, s, name, argv)
	}
	return nil
}

// startedBy is the interpreter that the first line of a script names, and the words with which it
// is started.
func (a *OwnScripts) startedBy(text string) (name string, start []fact.Word, ok bool) {
	name, words, ok := lang.Shebang(text)
	if !ok || len(words) > 1 {
		return "", nil, false
	}
	for _, w := range words {
		if record.RunsShell(name) && !scripts.ShellLetters(w) || !record.RunsShell(name) && !inline.CodeFlag(w) {
			return "", nil, false
		}
		start = append(start, fact.Lit(w))
	}
	return name, start, true
}

// FollowShell runs the script that a shell is given, or that is read into the shell which runs, and
// the texts that the line wrote to that file. What it does to the shell is not known otherwise.
func (a *OwnScripts) FollowShell(i int, n *fact.Nested, run shparse.Payload) []shparse.Step {
	file := a.Call.Path(a.Call.Facts.Commands[i].Dirs, &n.Words[0])
	if text, ok := a.Call.Shell.PipeText(&n.Words[0]); ok && text.Known() {
		run.Text = text.Text
		return run.Alone()
	}
	behind := func(known bool) []shparse.Step {
		var rest []shparse.Step
		if n.State && !known {
			rest = Forget(n)
		}
		if a.Changes.RunsWritten(i) || !file.Known {
			return rest
		}
		return append(a.runWritten(i, record.Forms(&file), run, true), rest...)
	}
	s := a.shellScript(i, n)
	if s == nil {
		return behind(false)
	}
	found, script := len(a.Call.Shell.Hazards()), run
	script.Text, script.File = s.Text, s.Excerpt()
	return []shparse.Step{{Payload: &script, Then: func() []shparse.Step {
		return behind(len(a.Call.Shell.Hazards()) == found)
	}}}
}

// Forget is the step behind a file of which it is not known what it does to the shell.
func Forget(n *fact.Nested) []shparse.Step {
	kind := shparse.UnknownText
	if w := &n.Words[0]; w.Known() && envrisk.KeepsDirectory(w.Text) {
		kind = shparse.UnknownSettings
	}
	return shparse.Payload{Kind: kind}.Alone()
}

// shellScript is the script that a shell reads; nil for one that is not judged by its text.
func (a *OwnScripts) shellScript(i int, n *fact.Nested) *scripts.Script {
	if !a.Call.Follow || !a.Scripts.PlainStart(i, scripts.ShellFlag) ||
		n.State && !strings.Contains(n.Words[0].Text, "/") {
		return nil
	}
	s := a.Scripts.ScriptOf(i, &n.Words[0], scripts.LoadsNone)
	if s == nil {
		return nil
	}
	if a.Scripts.Steered(i, s, n.Args); n.State && a.Call.Facts.Files[s.Number-1].By == 0 {
		a.Call.Facts.Files[s.Number-1].Given = "what it defines becomes a part of the call"
	}
	if !s.Read {
		return nil
	}
	f := &a.Call.Facts.Files[s.Number-1]
	f.Recent = a.Call.Vouch.InSession(f.Abs)
	return s
}

// runWritten runs the texts that the line wrote to a file which command i now runs, by its names.
// all says that all of what it holds under the names before is known.
func (a *OwnScripts) runWritten(i int, names []string, run shparse.Payload,
	all bool) (steps []shparse.Step) {
	if len(names) == 0 {
		if all {
			a.Changes.Understood = append(a.Changes.Understood, i)
		}
		return nil
	}
	texts, _, known := a.Call.Shell.WrittenFile(path.Clean(names[0]))
	for _, run.Text = range texts {
		steps = append(steps, run.Alone()...)
	}
	return append(steps, shparse.Step{Then: func() []shparse.Step {
		return a.runWritten(i, names[1:], run, all && known && len(texts) > 0)
	}})
}

// Started runs a file that the line wrote, where its name is the name of the command.
func (a *OwnScripts) Started(i int) (steps []shparse.Step) {
	c := &a.Call.Facts.Commands[i]
	argv, stdin := c.Argv, c.Stdin
	if len(argv) == 0 || !argv[0].Known() || !strings.Contains(argv[0].Text, "/") {
		return nil
	}
	p := a.Call.Path(c.Dirs, &argv[0])
	texts, _, known := a.Call.Shell.WrittenFile(p.Abs)
	if known && len(texts) == 1 && len(p.Dirs) <= 1 && strings.HasSuffix(record.Interpreter(texts[0]), "sh") {
		a.Changes.Understood = append(a.Changes.Understood, i)
	}
	for _, text := range texts {
		if name := record.Interpreter(text); strings.HasSuffix(name, "sh") {
			steps = append(steps, shparse.Payload{Text: text, Via: argv[0].Text,
				Shell: record.ShellOf(path.Base(name)), NewShell: true, Params: argv,
				Stdin: &stdin}.Alone()...)
		}
	}
	return steps
}
