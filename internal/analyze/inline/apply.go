package inline

import (
	"slices"
	"strings"

	"github.com/fencepost/fencepost/gen/hazards"
	"github.com/fencepost/fencepost/internal/analyze/reads"
	"github.com/fencepost/fencepost/internal/analyze/record"
	"github.com/fencepost/fencepost/internal/command"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/interp"
	"github.com/fencepost/fencepost/internal/project/envrisk"
	"github.com/fencepost/fencepost/internal/shparse"
)

// apply adds what a snippet does to the facts of its command. It returns the programs that the snippet
// starts.
func (a *Inline) apply(p *pending, f *interp.Facts) (spawned []shparse.Step) {
	if f.Problem != "" && !p.partial {
		what := "this inline " + record.Language(p.lang)
		if p.file > 0 {
			what = a.Call.Facts.Files[p.file-1].Name
		}
		a.unreadIn(p, "fencepost cannot read "+what+": "+f.Problem)
	}
	var parts snippets
	parts.of(p, p.file)
	if p.loads != nil && p.loads.root > 0 {
		parts.of(p, p.loads.root)
	}
	if p.lang == "python" && a.Shadows.customized(p) {
		parts.add(p, p.file, fact.CodeFact{Kind: fact.CodeImport, Names: []string{"sitecustomize"},
			Text: "import sitecustomize", Call: -1, Does: fact.CodeActs})
	}
	for k := range f.Imports {
		m := &f.Imports[k]
		if m.Unknown {
			continue // the call that imports it says so
		}
		if !a.ownScript(p) && a.imported(p, m) || p.loads != nil && p.loads.partOf(m.Name) {
			continue
		}
		if a.replaced(p, f, m) {
			if m.Foreign = true; !a.loadsInstalled(p, f, m) {
				a.loadsOther(p, m.Name)
			}
		}
		imp := fact.CodeFact{Kind: fact.CodeImport, Names: []string{m.Name}, Text: "import " + m.Name,
			Call: -1}
		if m.Foreign {
			imp.Does = fact.CodeActs
			c := &a.Call.Facts.Commands[p.command]
			c.Find(pass, fact.Effect{Kind: fact.Exec, Detail: "imports " + m.Name,
				InCode: true, Command: p.command})
		}
		parts.add(p, max(p.file, m.File), imp)
	}
	a.codeTakes(p, f.Variables)
	for k := range f.Calls {
		at := *p
		at.file = max(p.file, f.Calls[k].File)
		spawned = append(spawned, a.call(&at, parts.of(p, at.file), &f.Calls[k])...)
	}
	a.steeredCode(p, f)
	c := &a.Call.Facts.Commands[p.command]
	first := len(c.Code) == 0
	if c.Code = append(c.Code, parts...); first {
		a.handed(p.command)
	}
	links, own := len(a.Call.Links), len(c.Effects)
	for k := range a.coded {
		c.Find(pass, a.Trees.Effects(&a.coded[k])...)
	}
	a.coded = nil
	if len(a.Call.Links) > links {
		a.Call.Unsettle()
		a.relink(c, own)
	}
	a.Changes.Spawned = a.Changes.Spawned || len(spawned) > 0
	return spawned
}

// replaced reports whether a file may be loaded in place of the module that code names.
func (a *Inline) replaced(p *pending, f *interp.Facts, m *interp.Import) bool {
	if p.lang == "python" {
		return a.Shadows.shadowed(p, m, f.Places) || a.Shadows.writesModule(p, f, m.Name)
	}
	return a.Shadows.makesPackage(m.Name) || a.Shadows.writesPackage(p, f, m.Name)
}

// call adds one call and the files that it writes. It returns the programs that it starts.
func (a *Inline) call(p *pending, s *fact.Snippet, call *interp.Call) (spawned []shparse.Step) {
	c := &a.Call.Facts.Commands[p.command]
	dirs := p.dirs
	if call.Dir.Set {
		dirs = under(dirs, &call.Dir.Word)
	}
	f := fact.CodeFact{Kind: fact.CodeCall, Names: call.Names, Text: call.Text, Line: call.Line,
		Does: call.Does,
		Call: -1}
	for k := range call.Args {
		x := &call.Args[k]
		arg := fact.CodeArg{Name: x.Name, Word: x.Word, IsPath: x.IsPath, Gone: x.Gone}
		if x.IsPath {
			arg.Path = a.Call.Path(dirs, &x.Word)
			arg.Path.Entry = onlyDeleted(call, &x.Word)
		}
		f.Args = append(f.Args, arg)
	}
	at := len(s.Facts)
	var writes []fact.CodeFact
	others := len(call.Spawns) > 0 || call.Unseen != ""
	for k := range call.Effects {
		x := &call.Effects[k]
		if x.Named {
			reads.CodeNames(a.Call, c, dirs, x)
			continue
		}
		e := fact.Effect{Kind: x.Kind, Recursive: x.Recursive, Create: x.Create, Mkdir: x.Mkdir,
			Names: x.Names, Detail: x.Detail, InCode: true, Command: p.command,
			Loaded: p.loads != nil && call.File > 0}
		switch {
		case x.Kind == fact.Network:
			if x.HasWord {
				e.Host = command.Host(&x.Word)
			}
		case x.HasWord:
			e.Path = a.Call.Path(dirs, &x.Word)
			e.Path.Entry = x.Kind == fact.Delete && command.NamesEntry(x.Word.Text+x.Word.Suffix)
		}
		if x.HasWord && x.Kind.HasPath() && device(&x.Word) {
			continue
		}
		if e.Kind == fact.Read && e.Path.Glob {
			e.Selects = a.selects(p)
			e.Found = x.Listed && (!e.Path.Homes || strings.Contains(x.Word.Text, "**"))
		} else if x.Listed {
			continue
		}
		c.Find(pass, e)
		if x.Tree != fact.NoTree {
			a.coded = append(a.coded, codeTree(call, x, dirs, &e))
		}
		switch x.Kind {
		case fact.Write, fact.Append:
			if !x.Create {
				writes = append(writes, fact.CodeFact{Kind: fact.CodeWrite, Names: call.Names, Text: call.Text,
					Path: e.Path, Call: at, Does: fact.CodeActs})
			} else {
				others = true
			}
			unknownPath(&f, &e, "writes to")
		case fact.Delete:
			others = true
			unknownPath(&f, &e, "deletes")
		case fact.Read:
		default:
			others = true
		}
	}
	f.Writes = len(writes) > 0 && !others
	f.Starts = len(call.Effects) == 0 && (call.Runs || startsKnown(call))
	if call.Unseen != "" {
		f.Hazards = append(f.Hazards, fact.Hazard{ID: hazards.DynamicPayload, Text: call.Text,
			Why: "fencepost cannot see what " + call.Unseen + " does in this inline code"})
	}
	for k := range call.Spawns {
		spawned = append(spawned, shparse.Step{Payload: a.spawn(p, &f, &call.Spawns[k])})
	}
	s.Facts = append(append(s.Facts, f), writes...)
	return spawned
}

// spawn returns a program that inline code starts; nil for one of no text. Shell text that is not
// wholly known is read with a variable in place of what is not.
func (a *Inline) spawn(p *pending, f *fact.CodeFact, sp *interp.Spawn) *shparse.Payload {
	run := &shparse.Payload{Via: a.Call.Facts.Commands[p.command].Name, NewShell: true,
		Stdin: &fact.Stdin{}, At: p.place}
	if p.dirs.Known && len(p.dirs.List) == 1 {
		w := fact.Lit(p.dirs.List[0])
		run.Dir = &w
	}
	if sp.Dir.Set {
		dirs := under(p.dirs, &sp.Dir.Word)
		w := fact.Unknown("")
		if dirs.Known && len(dirs.List) == 1 {
			w = fact.Lit(dirs.List[0])
		}
		run.Dir = &w
	}
	switch {
	case sp.HasInput && sp.Input.Kind == fact.Literal:
		run.Stdin = &fact.Stdin{Kind: fact.StdinText, Text: sp.Input}
	case sp.HasInput:
		run.Stdin = &fact.Stdin{Kind: fact.StdinPipe}
	}
	if p.file > 0 {
		run.File = shparse.Excerpt{Number: p.file, Line: max(f.Line, 1)}
	}
	if !sp.Shell {
		run.Kind, run.Words, run.Env.Assigns = shparse.ShellWords, sp.Words, sp.Assigns
		return run
	}
	w := sp.Words[0]
	text := w.Text
	if w.Kind != fact.Literal {
		f.Hazards = append(f.Hazards, fact.Hazard{ID: hazards.DynamicPayload, Text: f.Text,
			Why: "fencepost cannot see the shell text that " + f.Name() + " runs"})
		text = w.Text + "${" + strings.ToLower(interp.Unknown) + "}" + w.Suffix
	}
	if strings.TrimSpace(w.Text+w.Suffix) == "" {
		return nil
	}
	run.Text = variables(sp.Assigns) + text
	return run
}

// startsKnown reports whether a call starts programs of which every word is known, in ways that are
// known, too.
func startsKnown(call *interp.Call) bool {
	for k := range call.Spawns {
		s := &call.Spawns[k]
		if s.Open || s.Dir.Set && !s.Dir.Word.Known() {
			return false
		}
		for n := range s.Assigns {
			if v := &s.Assigns[n]; !v.Value.Known() && !envrisk.Plain(v.Name) {
				return false
			}
		}
		for n := range s.Words {
			if w := &s.Words[n]; !w.Known() || w.Glob || w.Many {
				return false
			}
		}
	}
	return len(call.Spawns) > 0 && call.Unseen == ""
}

// onlyDeleted reports whether a call does nothing to the file that an argument names but to delete
// or rename it, so that a link is meant itself: os.remove, fs.rmSync.
func onlyDeleted(call *interp.Call, w *fact.Word) bool {
	deleted := false
	for k := range call.Effects {
		x := &call.Effects[k]
		if !x.HasWord || x.Word.Text != w.Text || x.Word.Suffix != w.Suffix {
			continue
		}
		if x.Kind != fact.Delete {
			return false
		}
		deleted = true
	}
	return deleted && command.NamesEntry(w.Text+w.Suffix)
}

// codeTakes adds the variables whose values inline code takes, and those of which the line has
// assigned the value to them.
func (a *Inline) codeTakes(p *pending, names []string) {
	c := &a.Call.Facts.Commands[p.command]
	for _, name := range names {
		add := func(name string) {
			c.Find(pass, fact.Effect{Kind: fact.Variable, Variable: name, InCode: true})
		}
		a.Call.Shell.Holds(name, add)
		if !assigned(c, name) && !slices.Contains(p.given, name) {
			add(name)
		}
	}
}

// KeepGiven takes out of a command's effects the values that the line itself has given to the
// variables, of which it shows no secret: export TOKEN=x; printenv TOKEN. What such a value was
// made of counts still.
func (a *Inline) KeepGiven(c *fact.Command) {
	var from []string
	given := a.Call.Shell.Given()
	c.Effects = slices.DeleteFunc(c.Effects, func(e fact.Effect) bool {
		if e.Kind != fact.Variable || !assigned(c, e.Variable) && !slices.Contains(given, e.Variable) {
			return false
		}
		a.Call.Shell.Holds(e.Variable, func(name string) { from = append(from, name) })
		return true
	})
	for _, name := range from {
		c.Find(pass, fact.Effect{Kind: fact.Variable, Variable: name})
	}
}
