package analyze

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/fencepost/fencepost/gen/hazards"
	"github.com/fencepost/fencepost/internal/command"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/interp"
	"github.com/fencepost/fencepost/internal/project/envrisk"
	"github.com/fencepost/fencepost/internal/project/paths"
	"github.com/fencepost/fencepost/internal/shparse"
)

// maxSnippets bounds the different pieces of inline code of one call.
const maxSnippets = 64

// pending is inline code whose facts have been asked for: they are read when the shell text has
// been interpreted.
type pending struct {
	command int // index into Facts.Commands
	lang    string
	dirs    fact.Dirs
	partial bool       // parts of the code are not known, which has been said
	file    int        // in Facts.Files, which holds the code; 0 for inline code
	base    string     // the first directory in which its modules are looked for, of a file
	script  string     // directory of the script that holds the code; "" for inline code
	ask     int        // index into asked
	loads   *codeLoads // the files of the project that inline code loads; nil for none
	given   []string   // variables that the line has given a value and that the code gets
	later   func(func())
	own     map[string]bool // ownModuleIn, by directory
}

// asked is one request to the helper, with its answer once it is there.
type asked struct {
	request *interp.Request
	facts   *interp.Facts
	err     error
}

// code takes inline code of another language. Python and JavaScript go to the helper; of other
// languages nothing is known.
func (a *Analyzer) code(in *shparse.Interp, i int, n *fact.Nested) {
	a.codeOf(in, i, n, &a.facts.Commands[i])
}

// codeOf is code for an interpreter that the command starts: npx tsx -e CODE. run is how it is
// started.
func (a *Analyzer) codeOf(in *shparse.Interp, i int, n *fact.Nested, run *fact.Command) {
	if len(n.Words) == 0 {
		return
	}
	w := &n.Words[0]
	c := &a.facts.Commands[i]
	text := w.Text
	if !w.Known() {
		text = w.Text + interp.Unknown + w.Suffix
	}
	if a.brief {
		a.mentions(&c.Dirs, text)
		return
	}
	p := pending{command: i, lang: n.Lang, dirs: c.Dirs, partial: !w.Known(),
		later: in.Later(), given: in.Given()}
	if n.Dir.Written != "" || n.Dir.Text != "" || n.Dir.Kind != fact.Literal {
		p.dirs = under(c.Dirs, &n.Dir)
	}
	if n.Lang == "powershell" {
		if p.partial { // the statements before what is not known
			text = text[:strings.LastIndexAny(w.Text, ";\n")+1]
		}
		a.powershell(in, i, text, p.dirs)
		return
	}
	if n.Lang != "python" && n.Lang != "javascript" {
		if !p.partial {
			a.apply(in, &p, unreadable(n.Lang, text))
		}
		return
	}
	lang := n.Lang
	if lang == "javascript" && run.Is(fact.Typed) {
		lang = "typescript"
	}
	// it ends a line there, also one that is a comment
	if lang == "python" && strings.Contains(text, "\r") {
		text = strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\r", "\n")
	}
	if lang == "python" && !plainEncoding(text) {
		a.unread(i, "the code names an encoding of its own, and may be another one in it")
		return
	}
	p.ask = a.ask(&interp.Request{Lang: lang, Code: text, Home: a.Home, Cwd: physical(p.dirs),
		Args: codeArgs(run)})
	if p.ask < 0 {
		a.unread(i, "the call has more pieces of inline code than the limit of this program")
		return
	}
	a.pending = append(a.pending, p)
}

// physical is the directory as os.getcwd gives it, without links; "" where it is not known.
func physical(dirs fact.Dirs) string {
	if !dirs.Known || len(dirs.List) != 1 {
		return ""
	}
	dir, err := filepath.EvalSymlinks(dirs.List[0])
	if err != nil {
		return ""
	}
	return dir
}

// unreadable are the facts of code in a language that has no grammar here: it could run anything.
// What package command found in it with a look at literals alone is known beside that.
func unreadable(lang, text string) *interp.Facts {
	return &interp.Facts{Calls: []interp.Call{{Names: []string{lang}, Text: text,
		Unseen: language(lang) + " code", Does: fact.CodeActs,
		Effects: []interp.Effect{{Kind: fact.Exec, Detail: "runs " + language(lang) + " code"}}}}}
}

// ask sends a snippet to the helper unless the same was sent before.
func (a *Analyzer) ask(r *interp.Request) int {
	for i := range a.asked {
		if q := a.asked[i].request; q.Lang == r.Lang && q.Code == r.Code && q.Cwd == r.Cwd && q.Base == r.Base &&
			slices.Equal(q.Args, r.Args) && slices.Equal(q.Modules, r.Modules) {
			return i
		}
	}
	if len(a.asked) == maxSnippets {
		return -1
	}
	if a.client == nil {
		a.client = &interp.Client{Helper: a.Helper, Deadline: a.Deadline}
	}
	a.client.Ask(r)
	a.asked = append(a.asked, asked{request: r})
	return len(a.asked) - 1
}

// settle reads what the helper has found out. The programs that inline code starts may hold inline
// code again.
func (a *Analyzer) settle(in *shparse.Interp) {
	read := 0
	for k := 0; k < len(a.pending); k++ {
		p := a.pending[k]
		if read <= p.ask && p.lang == "python" && len(p.dirs.List) == 1 {
			a.ownModule(&p, p.dirs.List[0]) // nearly all imports ask for it: while the helper works
		}
		for ; read <= p.ask; read++ {
			q := &a.asked[read]
			q.facts, q.err = a.client.Answer()
		}
		if q := &a.asked[p.ask]; q.err != nil {
			a.unreadIn(&p, q.err.Error())
		} else if !a.asksAgain(in, &p, q) {
			a.apply(in, &p, q.facts)
		}
	}
	if a.client != nil {
		a.client.Close()
	}
}

// unreadIn reports code that could not be checked.
func (a *Analyzer) unreadIn(p *pending, why string) {
	a.unread(p.command, why)
	c := &a.facts.Commands[p.command]
	c.Hazards[len(c.Hazards)-1].File = p.file
}

// unread reports inline code that could not be checked.
func (a *Analyzer) unread(i int, why string) {
	c := &a.facts.Commands[i]
	c.Hazards = append(c.Hazards, fact.Hazard{ID: hazards.InlineCode, Text: c.Text,
		Why: why})
}

// under returns the directories in which code runs that has changed its directory.
func under(dirs fact.Dirs, w *fact.Word) fact.Dirs {
	p := paths.Path(dirs, w)
	if !p.Known {
		return fact.Dirs{}
	}
	return fact.Dirs{List: formsOf(&p), Known: true}
}

// apply adds what a snippet does to the facts of its command.
func (a *Analyzer) apply(in *shparse.Interp, p *pending, f *interp.Facts) {
	if f.Problem != "" && !p.partial {
		what := "this inline " + language(p.lang)
		if p.file > 0 {
			what = a.facts.Files[p.file-1].Name
		}
		a.unreadIn(p, "fencepost cannot read "+what+": "+f.Problem)
	}
	var parts snippets
	parts.of(p, p.file)
	if p.loads != nil && p.loads.root > 0 {
		parts.of(p, p.loads.root)
	}
	if p.lang == "python" && a.customized(p) {
		parts.add(p, p.file, fact.CodeFact{Kind: fact.CodeImport, Names: []string{"sitecustomize"},
			Text: "import sitecustomize", Call: -1, Does: fact.CodeActs})
	}
	for k := range f.Imports {
		m := &f.Imports[k]
		if m.Unknown {
			continue // the call that imports it says so
		}
		if !a.ownScript(p) && a.imported(in, p, m) || p.loads != nil && p.loads.partOf(m.Name) {
			continue
		}
		if a.replaced(p, f, m) {
			if m.Foreign = true; !a.loadsInstalled(in, p, f, m) {
				a.loadsOther(p, m.Name)
			}
		}
		imp := fact.CodeFact{Kind: fact.CodeImport, Names: []string{m.Name}, Text: "import " + m.Name,
			Call: -1}
		if m.Foreign {
			imp.Does = fact.CodeActs
			c := &a.facts.Commands[p.command]
			c.Effects = append(c.Effects, fact.Effect{Kind: fact.Exec, Detail: "imports " + m.Name,
				InCode: true, Command: p.command})
		}
		parts.add(p, max(p.file, m.File), imp)
	}
	a.codeTakes(in, p, f.Variables)
	var spawned []func()
	for k := range f.Calls {
		at := *p
		at.file = max(p.file, f.Calls[k].File)
		spawned = append(spawned, a.call(in, &at, parts.of(p, at.file), &f.Calls[k])...)
	}
	a.steeredCode(in, p, f)
	c := &a.facts.Commands[p.command]
	first := len(c.Code) == 0
	if c.Code = append(c.Code, parts...); first {
		a.handed(p.command)
	}
	links, own := len(a.links), len(c.Effects)
	for k := range a.coded {
		c.Effects = append(c.Effects, a.plant(in, &a.coded[k])...)
	}
	a.coded = nil
	if len(a.links) > links {
		a.unsettle()
		a.relink(c, own)
	}
	for _, run := range spawned {
		a.spawned = true
		p.later(run)
	}
}

// replaced reports whether a file may be loaded in place of the module that code names.
func (a *Analyzer) replaced(p *pending, f *interp.Facts, m *interp.Import) bool {
	if p.lang == "python" {
		return a.shadowed(p, m, f.Places) || a.writesModule(p, f, m.Name)
	}
	return a.makesPackage(m.Name) || a.writesPackage(p, f, m.Name)
}

// codeTakes adds the variables whose values inline code takes, and those of which the line has
// assigned the value to them.
func (a *Analyzer) codeTakes(in *shparse.Interp, p *pending, names []string) {
	c := &a.facts.Commands[p.command]
	for _, name := range names {
		add := func(name string) {
			c.Effects = append(c.Effects, fact.Effect{Kind: fact.Variable, Variable: name, InCode: true})
		}
		in.Holds(name, add)
		if !assigned(c, name) && !slices.Contains(p.given, name) {
			add(name)
		}
	}
}

// assigned reports whether a command gets a variable from its own assignments: TOKEN=x python3 -c …
func assigned(c *fact.Command, name string) bool {
	return name != "" && slices.ContainsFunc(c.Assigns, func(as fact.Assign) bool {
		return as.Name == name && !as.Append
	})
}

// keepGiven takes out of a command's effects the values that the line itself has given to the
// variables, of which it shows no secret: export TOKEN=x; printenv TOKEN. What such a value was
// made of counts still.
func (a *Analyzer) keepGiven(in *shparse.Interp, c *fact.Command) {
	var from []string
	c.Effects = slices.DeleteFunc(c.Effects, func(e fact.Effect) bool {
		if e.Kind != fact.Variable || !assigned(c, e.Variable) && !in.Gives(e.Variable) {
			return false
		}
		in.Holds(e.Variable, func(name string) { from = append(from, name) })
		return true
	})
	for _, name := range from {
		c.Effects = append(c.Effects, fact.Effect{Kind: fact.Variable, Variable: name})
	}
}

// call adds one call and the files that it writes. It returns what the programs that it starts have
// to be run with.
func (a *Analyzer) call(in *shparse.Interp, p *pending, s *fact.Snippet,
	call *interp.Call) (spawned []func()) {
	c := &a.facts.Commands[p.command]
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
			arg.Path = a.Path(dirs, &x.Word)
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
			a.codeNames(in, c, dirs, x)
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
			e.Path = a.Path(dirs, &x.Word)
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
		c.Effects = append(c.Effects, e)
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
		f.Hazards = append(f.Hazards, fact.Hazard{ID: hazards.DynamicPayload,
			Text: call.Text,
			Why:  "fencepost cannot see what " + call.Unseen + " does in this inline code"})
	}
	for k := range call.Spawns {
		spawned = append(spawned, a.spawn(in, p, &f, &call.Spawns[k]))
	}
	s.Facts = append(append(s.Facts, f), writes...)
	return spawned
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

// unknownPath reports a delete or write whose path is not known.
func unknownPath(f *fact.CodeFact, e *fact.Effect, verb string) {
	if e.Path.Known {
		return
	}
	f.Hazards = append(f.Hazards, fact.Hazard{ID: hazards.DynamicPath, Text: f.Text,
		Why: "fencepost cannot know the path that " + f.Name() + " " + verb})
}

// device reports whether a path is one that can be read and written without a trace.
func device(w *fact.Word) bool {
	switch w.Text {
	case "/dev/null", "/dev/stdin", "/dev/stdout", "/dev/stderr", "/dev/tty", "/dev/fd/0", "/dev/fd/1",
		"/dev/fd/2":
		return w.Kind == fact.Literal
	}
	return false
}

// spawn returns a function that interprets a program which inline code starts. Shell text that is
// not wholly known is read with a variable in place of what is not.
func (a *Analyzer) spawn(in *shparse.Interp, p *pending, f *fact.CodeFact,
	sp *interp.Spawn) func() {
	run := shparse.Nested{Via: a.facts.Commands[p.command].Name, NewShell: true, Stdin: &fact.Stdin{}}
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
		run.File, run.Line = p.file, max(f.Line, 1)
	}
	words, assigns := sp.Words, sp.Assigns
	if !sp.Shell {
		return func() { in.RunArgv(words, assigns, run) }
	}
	w := words[0]
	text := w.Text
	if w.Kind != fact.Literal {
		f.Hazards = append(f.Hazards, fact.Hazard{ID: hazards.DynamicPayload, Text: f.Text,
			Why: "fencepost cannot see the shell text that " + f.Name() + " runs"})
		text = w.Text + "${" + strings.ToLower(interp.Unknown) + "}" + w.Suffix
	}
	if strings.TrimSpace(w.Text+w.Suffix) == "" {
		return func() {}
	}
	text = variables(assigns) + text
	return func() { in.RunText(text, run) }
}
