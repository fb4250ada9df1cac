// Package analyze turns a tool call into facts. It is the only place that recurses: a wrapper's
// payload is a script again, and so is the text in an eval.
package analyze

import (
	"runtime/debug"
	"strings"
	"time"

	"github.com/fencepost/fencepost/gen/hazards"
	"github.com/fencepost/fencepost/internal/agent"
	"github.com/fencepost/fencepost/internal/command"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/interp"
	"github.com/fencepost/fencepost/internal/lowlevel/effort"
	"github.com/fencepost/fencepost/internal/project/envrisk"
	"github.com/fencepost/fencepost/internal/project/filelists"
	"github.com/fencepost/fencepost/internal/project/paths"
	"github.com/fencepost/fencepost/internal/shparse"
	"github.com/fencepost/fencepost/internal/shparse/dialect"
)

// Analyzer holds what the analysis of one call has to know. It is used for one call.
type Analyzer struct {
	Specs    command.Table
	Places   *paths.Resolver
	Guard    *paths.Guard // says which names of a tree matter; nil: one without a config's globs
	Home     string
	Deadline time.Time // the last resort: when the analysis has to end; zero: never
	Helper   string    // program that reads inline code; "" means beside the executable

	Earlier Earlier // nil: nobody knows

	Variables shparse.Variables // what the agent sets in its shells; nil: nothing is known of it

	Looks *[]fact.Look // where Shell puts the values that the shell looks into; nil: nowhere

	Dialect   dialect.Dialect
	Follow    bool // scripts of the project are read
	Unchanged bool // what the last commit has of them is looked up

	Stack []byte // of a panic that Shell survived; for whoever looks for its cause

	facts   *fact.Facts
	client  *interp.Client
	asked   []asked
	pending []pending

	resolver command.Resolver
	coded    []fact.Tree       // trees of the inline code that is being read
	grove    *grove            // what the trees of the call have in common; nil before the first
	links    []link            // names that the line made stand for other places
	settings []command.Setting // of git, that the line made

	repositories []string  // repositories in the project, once they were looked for
	here         fact.Dirs // of the command that was visited last
	collected    int       // commands whose changes are known
	changes      []change  // files that the line may write
	understood   []int     // commands that run a file whose text the line holds, and that was judged
	unordered    bool      // a command may run before one that stands before it
	spawned      bool      // inline code starts programs, which stand behind all other commands
	brief        bool      // what is written is wanted, and nothing else
	unpacked     bool      // brief: names that were not looked at
	hasEnv       bool      // there is an environment in the directory looked
	looked       string    // the last directory in which one was looked for

	inside   func(path string) bool // within
	dirs     map[string]bool        // isDir
	text     string                 // of the call
	followed followed
	left     *left       // see spend
	past     []fact.Call // the earlier calls of the session, once they were asked for
}

// Shell analyses shell text that would run in the directory cwd.
//
// Should the analysis panic, what was found before stands, and the rest counts as not checked: a
// mistake in reading the end of a text must not hide what its beginning does.
func (a *Analyzer) Shell(text, cwd string) (facts *fact.Facts) {
	a.facts = &fact.Facts{}
	a.resolver.Specs, a.resolver.Input = a.Specs, a.input()
	a.text = text
	a.looked, a.hasEnv = "", false
	a.changes, a.understood, a.unordered, a.spawned, a.collected = nil, nil, false, false, 0
	// of a text that was analysed before, which is this one before paths were moved
	a.links, a.settings, a.grove, a.dirs, a.followed = nil, nil, nil, nil, followed{}
	steps := a.begin()
	opt := shparse.Options{Dialect: a.Dialect, Home: a.Home, Dir: cwd, Users: paths.Home,
		Deadline: a.Deadline, Left: steps, Visit: a.visit, Environ: a, Shell: a.Variables}
	if a.Places != nil {
		opt.Links, opt.Temps = a.Places, a.Places
	}
	if a.Looks != nil {
		opt.Look = a.look
	}
	in := shparse.New(opt)
	defer func() {
		if p := recover(); p != nil {
			a.Stack = debug.Stack()
			a.client, a.asked, a.pending = nil, nil, nil
			a.facts.Hazards = append(append(a.facts.Hazards, in.Hazards()...),
				fact.Hazard{ID: hazards.Failure, Text: text,
					Why: "fencepost failed while it looked at this call"})
			facts = a.facts
		}
	}()
	in.Script(text)
	if len(a.pending) > 0 {
		a.settle(in)
		a.dashesOfCode()
		a.client, a.asked, a.pending = nil, nil, nil
	}
	a.facts.Hazards = append(a.facts.Hazards, in.Hazards()...)
	a.facts.Chain = in.Chain()
	a.settleFiles()
	a.markPlanted(in)
	a.markBuilt()
	return a.facts
}

// left is what may still be done for a call, and for the earlier calls that are read again.
type left struct {
	earlier effort.Budget     // steps of those
	trees   *filelists.Budget // nil before the first
	pasts   map[pastKey]*Analyzer
}

// spend is what may still be done. An earlier call has that of the call which runs.
func (a *Analyzer) spend() *left {
	if a.left == nil {
		a.left = &left{earlier: earlierSteps}
	}
	return a.left
}

// begin starts the counts of a call anew. For an earlier call it returns the steps that all earlier
// calls share; for the call itself nil.
func (a *Analyzer) begin() *effort.Budget {
	if a.brief {
		return &a.left.earlier
	}
	a.left = nil
	return nil
}

// look keeps a value that the shell looks into.
func (a *Analyzer) look(in *shparse.Interp, w fact.Word, path bool) {
	l := fact.Look{Word: w, IsPath: path}
	if path {
		l.Path = a.Path(in.Dirs(), &w)
	}
	*a.Looks = append(*a.Looks, l)
}

// visit judges one command, and whatever it would run in turn.
func (a *Analyzer) visit(in *shparse.Interp, c *fact.Command) (printed fact.Output) {
	i := len(a.facts.Commands)
	a.facts.Commands = append(a.facts.Commands, *c)
	c = &a.facts.Commands[i]
	c.Places = a.Places
	for k := range c.Redirects {
		r := &c.Redirects[k]
		r.Path = a.Path(c.Dirs, &r.Target)
		r.Path.NoNet = r.NoNet
		a.readsNames(c, r)
	}
	if c.Kind == fact.Redirected && (c.Enclosing || c.ReadOnly) {
		printed.Names = a.writtenNames(in, c)
	}
	if c.Kind == fact.Simple {
		a.resolver.Settings = a.settings
		if a.resolver.Resolve(c); in.Writes() {
			a.takeProgram(in, i)
		}
		if in.Captures() {
			printed = a.resolver.Prints()
			if printed.Listed != nil && !a.plainOutput(in, i, &printed) {
				printed.Listed = nil
			}
			if printed.Kind == fact.TopOutput {
				printed = a.topOf(in, i)
			}
			if a.printsJobs(in, c) {
				printed = fact.Output{Kind: fact.JobsOutput}
			} else if c.Is(fact.Lines) {
				printed.Names = printed.Names.Or(a.writtenNames(in, c))
			}
		} else if shparse.ReadsLines(c) {
			printed.Names = a.writtenNames(in, c)
		}
	}
	a.handedOn(c)
	a.fromProject(c)
	a.throughLinks(c)
	a.includedIn(c)
	a.reached(c)
	a.archived(i, c)
	a.standsFor(i, c)
	a.environ(in, c)
	a.dashes(c)
	a.shadowsTool(c)
	substituted(c)
	a.filtered(i, c)
	a.keepGiven(in, c)
	in.Taken(func(name string) {
		c.Effects = append(c.Effects, fact.Effect{Kind: fact.Variable, Variable: name})
	})
	for k := range c.Effects {
		c.Effects[k].Command = i
	}
	// The slice may grow while nested programs are visited: c is not used after the first of them.
	name, nested, stdin := c.Name, c.Nested, c.Stdin
	argv, dirs, system := c.Argv, c.Dirs, c.System || c.Kind != fact.Simple
	var planted []fact.Effect
	var tasks *fact.Tasks
	if c.Kind == fact.Simple {
		a.movesDirs(i)
		planted = a.tree(in, i)
		tasks = a.tasksOf(in, &a.facts.Commands[i])
	}
	c = &a.facts.Commands[i]
	a.note(in, c)
	c.Effects = append(c.Effects, planted...)
	if tasks != nil && len(nested) > 0 && a.facts.Commands[i].Wrapper == fact.Transparent {
		if a.tasks(in, i, tasks, stdin) {
			nested = nil // the words name a task, and no program
		}
		tasks = nil
	}
	for k := range nested {
		a.nested(in, i, name, argv, &nested[k], stdin)
	}
	a.followModule(in, i)
	a.writtenTests(in, i)
	a.runner(in, i)
	a.timed(in, i)
	if tasks != nil {
		a.tasks(in, i, tasks, stdin)
	}
	a.includes(in, i)
	if !system {
		if a.followProgram(in, i, argv, stdin); !a.runsWritten(i) {
			a.started(in, i, argv, dirs, stdin)
		}
	}
	return printed
}

// readsNames adds the reads of the files that may be redirected to standard input.
func (a *Analyzer) readsNames(c *fact.Command, r *fact.Redirect) {
	names := r.Target.Origin.Names
	if names == nil || r.Target.IsLiteral() || r.Mode != fact.RedirRead {
		return
	}
	for i := range names.List {
		c.Effects = append(c.Effects, fact.Effect{Kind: fact.Read, Guess: true,
			Path: a.Path(c.Dirs, &names.List[i])})
	}
}

// nested interprets a program that command i would run.
func (a *Analyzer) nested(in *shparse.Interp, i int, name string, argv []fact.Word, n *fact.Nested,
	stdin fact.Stdin) {
	run := shparse.Nested{Via: name, State: n.State, NewShell: n.Clear, Foreign: n.Remote,
		Stdin: &stdin}
	a.startedWith(i, n, &run)
	switch name {
	case ".", "source":
		run.Source = n.State
	case "trap":
		run.Trap, run.AtExit = true, atExit(argv)
	case "command", "builtin": // the shell itself runs what they name
		run.State = true
		run.Maybe = name == "command" && a.Dialect.Has(dialect.CommandSkips) // which runs programs only
	case "noglob", "nocorrect":
		run.State, run.Functions = true, true
	}
	if n.Dir.Written != "" || n.Dir.Text != "" || n.Dir.Kind != fact.Literal {
		run.Dir = &n.Dir
	}
	if name == "git" && n.Kind == fact.NestedShell {
		if dir, other := a.gitDir(&a.facts.Commands[i], n); other {
			run.Dir = &dir
		}
	}
	switch n.Kind {
	case fact.NestedArgv:
		words := n.Words
		if name == "xargs" && a.replacedInput(in, i, n, &stdin, run) {
			return
		}
		if name == "xargs" && !n.More {
			words = markedWords(words, shparse.InputNames(&stdin), a.givesWords(i, &stdin))
		}
		if n.More {
			run.Stdin = &fact.Stdin{Kind: fact.StdinPipe}
			for _, more := range a.appended(in, i, &stdin) {
				in.RunArgv(append(words[:len(words):len(words)], more...), n.Assigns, run)
			}
			return
		}
		if n.Piped {
			run.Stdin = &fact.Stdin{Kind: fact.StdinPipe}
		}
		in.RunArgv(words, n.Assigns, run)
	case fact.NestedShell:
		run.Params, run.SetParams = n.Args, len(n.Args) > 0 && (!n.State || len(n.Args) > 1)
		if !n.State {
			run.Shell = shellOf(n.Lang)
		}
		if n.Piped || stdin.Kind == fact.StdinText && stdin.Text.Text == n.Words[0].Text {
			run.Stdin = &fact.Stdin{Kind: fact.StdinPipe} // the rest of the text itself
		}
		in.RunText(n.Words[0].Text, run)
	case fact.NestedCode:
		a.code(in, i, n)
	case fact.NestedFile:
		if runsShell(name) {
			file := a.Path(a.facts.Commands[i].Dirs, &n.Words[0])
			run.Params, run.SetParams = n.Args, len(n.Args) > 0 && (!n.State || len(n.Args) > 1)
			run.NewShell = !n.State
			if !n.State {
				run.Shell = shellOf(name)
			}
			if text, ok := in.PipeText(&n.Words[0]); ok && text.Known() {
				in.RunText(text.Text, run)
				return
			}
			known := a.followShell(in, i, n, run)
			if !a.runsWritten(i) {
				a.runWritten(in, i, &file, run)
			}
			if known && n.State {
				return
			}
		} else if !n.State {
			a.followCode(in, i, n)
		}
		if n.State {
			dirs := in.Dirs()
			in.Forget()
			if w := &n.Words[0]; w.Known() && envrisk.KeepsDirectory(w.Text) {
				in.Stay(dirs) // it sets variables, and goes to no other directory
			}
		}
	case fact.NestedUnknown:
		if a.Follow && len(n.Words) > 0 && !n.Words[0].Known() {
			a.followPattern(in, i, &n.Words[0])
		}
		if n.Lang != "" && len(n.Words) > 0 && n.Words[0].Text != "" {
			a.code(in, i, n) // what is known of it
		}
		if n.State {
			in.Forget()
		}
	}
}

// replacedInput runs the command of xargs -I once for each line of a known standard input. It
// reports whether it did.
func (a *Analyzer) replacedInput(in *shparse.Interp, i int, n *fact.Nested, stdin *fact.Stdin,
	run shparse.Nested) bool {
	c := &a.facts.Commands[i]
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
		if wholeLines(c, true) {
			return a.listedInput(in, i, n, l.Words(), mark, run)
		}
	}
	if stdin.Text.Number && stdin.Kind == fact.StdinPipe && mark != "" {
		number := fact.Word{Kind: fact.Partial, Number: true, Origin: fact.Origin{Kind: fact.InputOrigin}}
		return a.listedInput(in, i, n, []fact.Word{number}, mark, run)
	}
	if mark == "" || stdin.Kind != fact.StdinText || stdin.Text.Kind != fact.Literal {
		return false
	}
	lines, ok := inputWords(c, stdin.Text.Text, true)
	if !ok || len(lines) > maxInputLines {
		return false
	}
	run.Stdin = &fact.Stdin{}
	for _, line := range lines {
		words := make([]fact.Word, len(n.Words))
		for k, w := range n.Words {
			if w.Kind == fact.Partial && w.Origin.Is(fact.MarkOrigin, mark) {
				w = fact.Word{Text: strings.ReplaceAll(c.Argv[len(c.Argv)-len(n.Words)+k].Text, mark, line),
					Origin: fact.Origin{Kind: fact.InputOrigin}}
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

// language names a language for people.
func language(lang string) string {
	switch lang {
	case "python":
		return "Python"
	case "javascript":
		return "JavaScript"
	case "php", "sql":
		return strings.ToUpper(lang)
	case "":
		return "program"
	}
	return strings.ToUpper(lang[:1]) + lang[1:]
}

// Tool returns the facts of a call of a tool that does not run shell text.
func (a *Analyzer) Tool(call *fact.Call, cwd string) *fact.Facts {
	f := &fact.Facts{Hazards: fileHazards(call, cwd, a.Home)}
	if len(call.Touches) > 0 {
		a.touched(f, call, cwd)
		return f
	}
	tool := agent.ToolOf(call.Tool)
	on := call.Text(tool.Field)
	e := fact.Effect{Kind: fact.Read, Command: -1}
	switch {
	case tool.Kind == agent.Names || tool.Kind == agent.Search:
		a.search(f, call, &tool, cwd)
		return f
	case tool.Kind == agent.Fetch:
		w := fact.Lit(on)
		e.Kind, e.Host = fact.Network, command.Host(&w)
		if why := oddAddress(on, e.Host); why != "" {
			f.Hazards = append(f.Hazards, hazard(hazards.UnknownHost, call.Tool, why)...)
		}
	case !tool.HasPath() || on == "":
		return f
	case tool.Writes():
		e.Kind = fact.Write
	}
	if e.Kind.HasPath() {
		e.Path = paths.Named(cwd, a.Home, on)
	}
	f.Effects = append(f.Effects, e)
	return f
}
