package cmdlets

import (
	"slices"
	"strings"

	"github.com/fencepost/fencepost/gen/hazards"
	"github.com/fencepost/fencepost/internal/analyze/record"
	"github.com/fencepost/fencepost/internal/command"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/lang/powershell"
	"github.com/fencepost/fencepost/internal/shparse"
)

// pass names the findings of this package.
const pass fact.Pass = "PowerShell"

// Cmdlets reads PowerShell text.
type Cmdlets struct {
	Call     *record.Call
	problems []powershell.Problem // of the nested text that was read last
}

// Read implements shparse.Reader.
func (a *Cmdlets) Read(h shparse.Host, p *shparse.Payload) {
	w := &session{a: a, host: h, own: p.Dirs == nil, via: p.Via}
	if w.own {
		w.readCall(p.Text)
		return
	}
	a.problems = powershell.Read(p.Text, powershell.Options{World: w, Dirs: *p.Dirs}).Problems
}

// readCall reads the text of a call.
func (w *session) readCall(text string) {
	a := w.a
	if strings.TrimSpace(text) == "" {
		w.host.Command(&fact.Command{Invocation: fact.Invocation{Kind: fact.Empty, Text: text,
			Own: true}})
		return
	}
	s := powershell.Read(text, powershell.Options{World: w, Dirs: w.host.Dirs()})
	a.Call.Facts.Hazards = append(a.Call.Facts.Hazards, unreadPowerShell(s.Problems)...)
	if len(a.Call.Facts.Commands) == 0 { // values and assignments alone
		w.Run(&powershell.Command{Text: text, Dirs: w.host.Dirs()})
	}
	for i := range a.Call.Facts.Commands {
		if a.Call.Facts.Commands[i].Own {
			a.Call.Facts.Chain.Commands++
		}
	}
	a.Call.Facts.Chain.Joined, a.Call.Facts.Chain.Control = s.Joined, s.Control
	a.Call.Facts.Chain.Loop = s.Control
}

// Nested has the text read that command i runs: pwsh -c TEXT.
func (a *Cmdlets) Nested(i int, text string, dirs fact.Dirs) []shparse.Step {
	p := &shparse.Payload{Kind: shparse.PowerShellText, Text: text, Dirs: &dirs,
		Via: a.Call.Facts.Commands[i].Name}
	return []shparse.Step{{Payload: p, Then: func() []shparse.Step {
		a.Call.Facts.Commands[i].Doubt(pass, unreadPowerShell(a.problems)...)
		return nil
	}}}
}

func unreadPowerShell(problems []powershell.Problem) (list []fact.Hazard) {
	for _, p := range problems {
		list = append(list, fact.Hazard{ID: hazards.Powershell, Text: p.Text,
			Why: "This PowerShell text " + p.Why})
	}
	return list
}

// session is what PowerShell text runs in.
type session struct {
	a    *Cmdlets
	host shparse.Host
	own  bool   // the text is that of the call
	via  string // the program that reads the text
}

// Canonical implements powershell.World.
func (w *session) Canonical(name string) string {
	if spec, _ := command.FindCmdlet(w.a.Call.Specs, name); spec != nil {
		return strings.ToLower(spec.Name)
	}
	return ""
}

// Home implements powershell.World.
func (w *session) Home() string { return w.a.Call.Home }

// Chdir implements powershell.World.
func (w *session) Chdir(dirs fact.Dirs, to *fact.Word) fact.Dirs {
	if to.Kind != fact.Literal || to.Many || to.Text == "" || to.Text == "-" || to.Text == "+" ||
		strings.ContainsAny(to.Text, "*?[") ||
		strings.Contains(to.Text, ":") {
		return fact.Dirs{}
	}
	p := w.a.Call.Path(dirs, &fact.Word{Text: w.a.Call.Tilde(strings.ReplaceAll(to.Text, `\`, "/"))})
	if !p.Known || p.Glob {
		return fact.Dirs{}
	}
	if len(p.Dirs) > 0 {
		return fact.Dirs{List: p.Dirs, Known: true}
	}
	return fact.Dirs{List: []string{p.Abs}, Known: true}
}

// Run implements powershell.World: a command is judged as the cmdlet that it is, as the program of
// that name, or as both where that depends on the system.
func (w *session) Run(c *powershell.Command) powershell.Value {
	from := len(w.a.Call.Facts.Commands)
	out := w.run(c)
	for i := from; i < len(w.a.Call.Facts.Commands); i++ {
		x := &w.a.Call.Facts.Commands[i]
		for _, name := range c.Takes {
			x.Find(pass, fact.Effect{Kind: fact.Variable, Variable: name, Command: i})
		}
		c.Takes = nil
		if c.Lost {
			x.Doubt(pass, fact.Hazard{ID: hazards.ChangedSession, Text: x.Text,
				Why: "something before it may have changed what names mean in this session"})
		}
	}
	return out
}

func (w *session) run(c *powershell.Command) powershell.Value {
	unknown := powershell.Value{Words: []fact.Word{{Kind: fact.Partial, Many: true}}}
	if c.Name.Known() && c.Name.Text == "" && !c.Quoted {
		w.host.Command(&fact.Command{Invocation: fact.Invocation{Text: c.Text, Dirs: c.Dirs,
			Own: w.own && !c.Inner}})
		return unknown
	}
	if !c.Name.Known() || c.Call == '.' && strings.ContainsAny(c.Name.Text, `/\.`) {
		w.program(c)
		return unknown
	}
	spec, elsewhere := command.FindCmdlet(w.a.Call.Specs, c.Name.Text)
	if spec == nil {
		w.program(c)
		// Where nothing has a name, Get- before it is tried (about_Command_Precedence).
		if verb, _ := command.FindCmdlet(w.a.Call.Specs, "get-"+c.Name.Text); verb != nil {
			w.cmdlet(c, verb)
		}
		unknown.Kind = powershell.Text
		return unknown
	}
	if elsewhere && refusedBy(c, spec) {
		w.program(c) // the cmdlet would refuse it
		unknown.Kind = powershell.Text
		return unknown
	}
	out := w.cmdlet(c, spec)
	if elsewhere && !w.refused(c, spec) {
		w.program(c)
	}
	return out
}

// refusedBy reports whether a parameter is given with which a cmdlet does not run.
func refusedBy(c *powershell.Command, spec *command.Spec) bool {
	return slices.ContainsFunc(c.Args, func(a powershell.Arg) bool {
		return a.Param != "" && spec.Refuses(a.Param)
	})
}

// refused reports whether a program of that name would refuse the words: they hold a parameter of
// the cmdlet, which the program takes for options that it does not have.
func (w *session) refused(c *powershell.Command, spec *command.Spec) bool {
	words := command.Words{Argv: w.words(c), Dirs: c.Dirs, Text: c.Text}
	trial := command.Try(w.a.Call.Specs, words, w.a.Call.Input())
	strange := ""
	for i := range trial.Flags {
		if f := &trial.Flags[i]; !f.Known {
			strange += strings.TrimLeft(f.Name, "-")
		}
	}
	for i := range c.Args {
		if p := c.Args[i].Param; trial.Known && len(p) > 1 && strings.ContainsAny(p, strange) &&
			spec.HasParameter(p) {
			return true
		}
	}
	return false
}

// cmdlet reports a command as a cmdlet.
func (w *session) cmdlet(c *powershell.Command, spec *command.Spec) powershell.Value {
	call := &fact.Cmdlet{Piped: c.Input != nil}
	for i := range c.Args {
		a := &c.Args[i]
		call.Args = append(call.Args, fact.CmdletArg{Param: a.Param, Colon: a.Colon, Words: a.Words,
			Block: a.Block})
	}
	if c.Input != nil && (c.Input.Kind == powershell.Files || c.Input.Kind == powershell.Text) {
		call.Input = c.Input.Words
	}
	w.host.Command(&fact.Command{Invocation: fact.Invocation{Argv: command.CmdletWords(spec, call),
		Text: c.Text, Dirs: c.Dirs, Own: w.own && !c.Inner, Cmdlet: call}})
	return w.output(c, spec)
}

// output is what a cmdlet writes to the pipeline, as far as that is known.
func (w *session) output(c *powershell.Command, spec *command.Spec) powershell.Value {
	if files := w.a.Call.Resolver.PipedFiles(); files != nil {
		return powershell.Value{Kind: powershell.Files, Words: files}
	}
	one := powershell.Value{Kind: powershell.Text, Words: []fact.Word{{Kind: fact.Partial}}}
	many := powershell.Value{Words: []fact.Word{{Kind: fact.Partial, Many: true}}}
	switch spec.Name {
	case "Join-Path":
		return joinedPath(c)
	case "Write-Output":
		return written(c)
	case "Get-Location":
		if c.Dirs.Known && len(c.Dirs.List) == 1 {
			one.Words[0] = fact.Lit(c.Dirs.List[0])
		}
		return one
	case "Split-Path", "Out-String", "ConvertTo-Json", "Test-Path":
		return one
	case "Get-Content", "ConvertTo-Csv":
		many.Kind = powershell.Text
	}
	return many
}

// joinedPath is what Join-Path writes: its arguments in their order, or those of -Path and
// -ChildPath.
func joinedPath(c *powershell.Command) powershell.Value {
	unknown := powershell.Value{Kind: powershell.Text, Words: []fact.Word{{Kind: fact.Partial}}}
	var parts []fact.Word
	for i := range c.Args {
		a := &c.Args[i]
		if a.Param != "" {
			if order := len(parts); order > 1 || !strings.EqualFold(a.Param, [...]string{"Path",
				"ChildPath"}[order]) {
				return unknown
			}
			continue
		}
		if len(a.Words) != 1 || a.Words[0].Kind != fact.Literal || a.Words[0].Many {
			return unknown
		}
		parts = append(parts, a.Words[0])
	}
	if len(parts) < 2 || c.Input != nil {
		return unknown
	}
	w := parts[0]
	for _, p := range parts[1:] {
		w.Text = strings.TrimRight(w.Text, `/\`) + "/" + p.Text
		w.Glob = w.Glob || p.Glob
	}
	return powershell.Value{Kind: powershell.Text, Words: []fact.Word{w}}
}

// written is what Write-Output writes: its arguments.
func written(c *powershell.Command) powershell.Value {
	v := powershell.Value{Kind: powershell.Text}
	for i := range c.Args {
		v.Words = append(v.Words, c.Args[i].Words...)
		for k := range c.Args[i].Words {
			if c.Args[i].Param != "" || !c.Args[i].Words[k].Known() {
				v.Kind = powershell.Any
			}
		}
	}
	if len(v.Words) == 0 || len(c.Args) > 0 && c.Args[0].Param != "" {
		return powershell.Value{Words: []fact.Word{{Kind: fact.Partial, Many: true}}}
	}
	return v
}

// program reports a command as a program. Where older versions on Windows divide its arguments in
// other places, it is judged with these, too.
func (w *session) program(c *powershell.Command) {
	words := w.words(c)
	w.runProgram(c, words)
	if other, differs := redivided(words); differs {
		w.runProgram(c, other)
	}
}

func (w *session) runProgram(c *powershell.Command, words []fact.Word) {
	kind := shparse.ShellWords
	if w.own && !c.Inner {
		kind = shparse.OwnWords
	}
	w.host.Run(&shparse.Payload{Kind: kind, Words: words, Text: c.Text, Dirs: &c.Dirs, Via: w.via,
		NewShell: true, Stdin: pipedText(c.Input), Env: shparse.Env{Assigns: c.Env}})
}

// words are the arguments that a program gets (NativeCommandParameterBinder).
func (w *session) words(c *powershell.Command) []fact.Word {
	words := []fact.Word{w.programName(c.Name)}
	for i := 0; i < len(c.Args); i++ {
		a := &c.Args[i]
		switch {
		case a.Param != "" && a.Colon && i+1 < len(c.Args):
			i++
			words = append(words, w.colon(a, &c.Args[i])...)
		case a.Param != "":
			words = append(words, w.maybePattern(fact.Lit("-"+a.Param)))
		case a.Block, a.List && strings.ContainsAny(a.Written, "$'\"`()@{} \t\n"):
			words = append(words, fact.Word{Kind: fact.Partial, Many: true, Written: a.Written})
		case a.List:
			words = append(words, w.maybePattern(fact.Lit(a.Written)))
		default:
			for _, x := range a.Words {
				if a.Bare {
					x = w.maybePattern(x)
				}
				words = append(words, x)
			}
		}
	}
	for i := range words {
		if words[i].Text == "--%" { // the arguments behind it are divided again, whatever they are
			rest := fact.Word{Kind: fact.Partial, Many: true, Written: c.Text}
			return append(words[:i:i], rest)
		}
	}
	return words
}

// colon are the words of -Name:VALUE.
func (w *session) colon(a, value *powershell.Arg) []fact.Word {
	name := fact.Lit("-" + a.Param + ":")
	if a.Spaced {
		return append([]fact.Word{name}, value.Words...)
	}
	if len(value.Words) != 1 {
		return []fact.Word{{Kind: fact.Partial, Text: name.Text, Many: true}}
	}
	x := value.Words[0]
	x.Text, x.Written = name.Text+x.Text, ""
	return []fact.Word{x}
}

// maybePattern takes a word that is not quoted for a pattern, and a ~ for the home, as on systems
// other than Windows.
func (w *session) maybePattern(x fact.Word) fact.Word {
	if x.Kind == fact.Literal {
		x.Glob = x.Glob || strings.ContainsAny(x.Text, "*?[")
		x.Text = w.a.Call.Tilde(x.Text)
	}
	return x
}

// programName is the name of a program as other systems have it: without .exe, with slashes, and in
// small letters where only these name a program that is known.
func (w *session) programName(name fact.Word) fact.Word {
	if !name.Known() {
		return name
	}
	text := strings.ReplaceAll(name.Text, `\`, "/")
	if strings.Contains(text, "/") {
		return fact.Word{Text: text, Written: name.Written}
	}
	lower := strings.ToLower(text)
	for _, end := range [...]string{".exe", ".cmd", ".bat", ".com"} {
		if base, ok := strings.CutSuffix(lower, end); ok && base != "" {
			text, lower = base, base
		}
	}
	if w.a.Call.Specs.Lookup(text) == nil && w.a.Call.Specs.Lookup(lower) != nil {
		text = lower
	}
	return fact.Word{Text: text, Written: name.Written}
}

// pipedText is what a program reads from the pipeline.
func pipedText(in *powershell.Value) *fact.Stdin {
	if in == nil {
		return &fact.Stdin{}
	}
	text := ""
	for i := range in.Words {
		if !in.Words[i].Known() {
			return &fact.Stdin{Kind: fact.StdinPipe}
		}
		text += in.Words[i].Text + "\n"
	}
	if in.Kind != powershell.Text {
		return &fact.Stdin{Kind: fact.StdinPipe}
	}
	return &fact.Stdin{Kind: fact.StdinText, Text: fact.Lit(text)}
}
