package scripts

import (
	"path"
	"strings"

	"github.com/fencepost/fencepost/internal/analyze/record"
	"github.com/fencepost/fencepost/internal/command"
	"github.com/fencepost/fencepost/internal/fact"
)

// ResolveWithProgram resolves command i, one of awk, sed and their like, with the text in place of
// the file that it takes its program from, if the call has written all of that: awk -f FILE as awk
// TEXT. Else it leaves the command as it is.
func (a *Scripts) ResolveWithProgram(i int) (ok bool) {
	c := &a.Call.Facts.Commands[i]
	if len(c.Argv) == 0 || !c.Argv[0].Known() {
		return false
	}
	file, text := command.ProgramOptions(a.Call.Specs, path.Base(c.Argv[0].Text))
	if file == "" {
		return false
	}
	trial := fact.Command{Invocation: c.Invocation}
	a.Call.Resolver.Resolve(&trial)
	if !trial.System || !trial.Known || trial.UnknownOption {
		return false
	}
	value, programs := -1, 0
	for k := range trial.Flags {
		switch f := &trial.Flags[k]; {
		case f.Name == file && f.Value >= 0:
			value = f.Value
			programs++
		case f.Name == text:
			programs++
		}
	}
	if value < 0 || programs != 1 {
		return false
	}
	named := trial.Operands[value]
	at, ok := optionAt(c, file, &named.Word)
	if !ok {
		return false
	}
	code, ok := a.wroteProgram(i, &named.Word)
	if !ok {
		return false
	}
	words := append([]fact.Word(nil), c.Argv[:at]...)
	if text != "" {
		words = append(words, fact.Lit(text))
	}
	program := fact.Lit(code)
	words = append(append(words, program), c.Argv[at+2:]...)
	named.Role = fact.RoleRead
	a.Call.Resolver.ResolveAs(c, words, named)
	c.Program = &program
	c.Find(pass, fact.Effect{Kind: fact.Read, Path: named.Path, Data: true})
	return true
}

// optionAt is the place of an option that stands in a word of its own before its argument, and only
// once.
func optionAt(c *fact.Command, name string, value *fact.Word) (at int, ok bool) {
	for k := 1; k+1 < len(c.Argv); k++ {
		if c.Argv[k].IsLiteral() && c.Argv[k].Text == name && c.Argv[k+1].Text == value.Text {
			if ok {
				return 0, false
			}
			at, ok = k, true
		}
	}
	return at, ok
}

// wroteProgram is the text of a file of which the call has certainly written all.
func (a *Scripts) wroteProgram(i int, w *fact.Word) (text string, ok bool) {
	c := &a.Call.Facts.Commands[i]
	if a.Call.Past || a.Call.Places == nil || c.Remote || !w.Known() || !c.Dirs.Known ||
		len(c.Dirs.List) != 1 || len(a.Call.Links) > 0 || a.Call.Shell.Deferred() || a.Call.Shell.File() != 0 || a.Call.Shell.Repeats() || record.Concurrent(a.Call.Text) {
		return "", false
	}
	p := a.Call.Path(c.Dirs, w)
	if !record.OnePath(&p) {
		return "", false
	}
	texts, _, known := a.Call.Shell.WrittenFile(path.Clean(p.Abs))
	if len(texts) != 1 || !a.Call.Missing(&p) && !(known && a.replaceable(&p)) ||
		a.Changes.WrittenOnce(i, &p, LoadsNone, false) < 0 || strings.IndexByte(texts[0], 0) >= 0 {
		return "", false
	}
	return "\n" + strings.TrimSuffix(texts[0], "\n"), true
}
