package analyze

import (
	"runtime/debug"

	"github.com/fencepost/fencepost/gen/hazards"
	"github.com/fencepost/fencepost/internal/agent"
	"github.com/fencepost/fencepost/internal/analyze/buildtasks"
	"github.com/fencepost/fencepost/internal/analyze/changes"
	"github.com/fencepost/fencepost/internal/analyze/cmdlets"
	"github.com/fencepost/fencepost/internal/analyze/environment"
	"github.com/fencepost/fencepost/internal/analyze/filetools"
	"github.com/fencepost/fencepost/internal/analyze/inline"
	"github.com/fencepost/fencepost/internal/analyze/ownscripts"
	"github.com/fencepost/fencepost/internal/analyze/planted"
	"github.com/fencepost/fencepost/internal/analyze/reads"
	"github.com/fencepost/fencepost/internal/analyze/record"
	"github.com/fencepost/fencepost/internal/analyze/scripts"
	"github.com/fencepost/fencepost/internal/analyze/trees"
	"github.com/fencepost/fencepost/internal/command"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/project/paths"
	"github.com/fencepost/fencepost/internal/shparse"
)

// Analyzer analyses one call. Its passes are made anew for each text.
type Analyzer struct {
	Call    record.Call
	Earlier planted.Earlier // nil: nobody knows
	Helper  string          // program that reads inline code; "" means beside the executable
	Looks   *[]fact.Look    // where Shell puts the values that the shell looks into; nil: nowhere
	Stack   []byte          // of a panic that Shell survived; for whoever looks for its cause
	*passes
}

// passes are the passes of one text, each after those that it needs.
type passes struct {
	changes changes.Changes
	cmdlets cmdlets.Cmdlets
	trees   trees.Trees
	env     environment.Environment
	scripts scripts.Scripts
	shadows inline.Shadows
	inline  inline.Inline
	planted planted.Planted
	tasks   buildtasks.Tasks
	own     ownscripts.OwnScripts
	work    []work // for the commands that are not through, the outermost first
	first   [4]work
}

// start makes the passes for a text.
func (a *Analyzer) start(text string) {
	call := &a.Call
	call.Begin(text)
	p := &passes{}
	a.passes, p.work = p, p.first[:0]
	p.changes = changes.Changes{Call: call, Compiler: &p.planted}
	p.cmdlets = cmdlets.Cmdlets{Call: call}
	p.trees = trees.Trees{Call: call, Changes: &p.changes}
	p.env = environment.Environment{Call: call, Changes: &p.changes}
	p.scripts = scripts.Scripts{Call: call, Changes: &p.changes, Env: &p.env}
	p.shadows = inline.Shadows{Call: call, Changes: &p.changes}
	p.inline = inline.Inline{Call: call, Changes: &p.changes, Trees: &p.trees, Env: &p.env,
		Scripts: &p.scripts, Shadows: &p.shadows, Helper: a.Helper, Cmdlets: &p.cmdlets}
	p.planted = planted.Planted{Call: call, Changes: &p.changes, Trees: &p.trees, Scripts: &p.scripts,
		Earlier: a.Earlier, Past: a}
	p.tasks = buildtasks.Tasks{Call: call, Changes: &p.changes, Scripts: &p.scripts, Inline: &p.inline,
		Env: &p.env, Trees: &p.trees, Planted: &p.planted}
	p.own = ownscripts.OwnScripts{Call: call, Changes: &p.changes, Scripts: &p.scripts,
		Inline: &p.inline, Tasks: &p.tasks}
}

// WroteEarlier reports whether an earlier call of the session may have written a file.
func (a *Analyzer) WroteEarlier(name string) bool {
	if a.passes == nil { // a call of a tool that runs nothing
		a.start("")
	}
	return a.planted.WroteEarlier(name)
}

// PastOf is the analysis of an earlier call: of what it writes. follow has it read scripts, too.
func (a *Analyzer) PastOf(call *fact.Call, follow bool) *planted.Planted {
	past := &Analyzer{Call: record.Call{Specs: a.Call.Specs, Places: a.Call.Places, Guard: a.Call.Guard,
		Home: a.Call.Home, Dialect: a.Call.Dialect, Deadline: a.Call.Deadline, Follow: follow,
		Past: true, Counts: a.Call.Budget()}}
	past.Shell(call.Text(agent.ToolOf(call.Tool).Field), call.Cwd)
	return &past.planted
}

// Shell analyses shell text that would run in the directory cwd.
//
// Should the analysis panic, what was found before stands, and the rest counts as not checked: a
// mistake in reading the end of a text must not hide what its beginning does.
func (a *Analyzer) Shell(text, cwd string) (facts *fact.Facts) {
	a.start(text)
	opt := shparse.Options{Dialect: a.Call.Dialect, Home: a.Call.Home, Dir: cwd, Users: paths.Home,
		Deadline: a.Call.Deadline, Passes: a, Environ: &a.env, Shell: a.Call.Variables,
		PowerShell: &a.cmdlets, Paths: &a.Call}
	if a.Call.Places != nil {
		opt.Links, opt.Temps = a.Call.Places, a.Call.Places
	}
	if a.Call.Past {
		opt.Left = &a.Call.Counts.Earlier
	}
	if a.Looks != nil {
		opt.Look = a.look
	}
	in := shparse.New(opt)
	a.Call.Shell = in.View()
	defer a.survive(&facts)
	in.Script(text)
	if len(a.inline.Pending) > 0 {
		in.Run(a.inline.Settle(0))
		a.env.DashesInCode()
	}
	a.Call.Facts.Hazards = append(a.Call.Facts.Hazards, a.Call.Shell.Hazards()...)
	a.Call.Facts.Chain = a.Call.Shell.Chain()
	if len(a.Call.Facts.Files) > 0 {
		a.own.SettleFiles()
	}
	a.planted.MarkPlanted()
	a.planted.MarkBuilt()
	return a.Call.Facts
}

// survive has what was found before a panic stand. It says that the rest was not checked.
func (a *Analyzer) survive(facts **fact.Facts) {
	if p := recover(); p != nil {
		a.Stack = debug.Stack()
		a.inline.Client, a.inline.Asked, a.inline.Pending = nil, nil, nil
		*facts = a.Call.Facts
		a.Call.Facts.Hazards = append(append(a.Call.Facts.Hazards, a.Call.Shell.Hazards()...),
			fact.Hazard{ID: hazards.Failure, Text: a.Call.Text,
				Why: "fencepost failed while it looked at this call"})
	}
}

// PowerShell analyses text of PowerShell that would run in the directory cwd. Like Shell it keeps
// what was found before a panic.
func (a *Analyzer) PowerShell(text, cwd string) (facts *fact.Facts) {
	a.start(text)
	in := shparse.New(shparse.Options{Dialect: a.Call.Dialect, Home: a.Call.Home, Dir: cwd, Deadline: a.Call.Deadline,
		Passes: a, Environ: &a.env, Shell: a.Call.Variables, PowerShell: &a.cmdlets, Paths: &a.Call})
	a.Call.Shell = in.View()
	defer a.survive(&facts)
	in.PowerShell(text)
	if len(a.inline.Pending) > 0 {
		in.Run(a.inline.Settle(0))
	}
	a.Call.Facts.Hazards = append(a.Call.Facts.Hazards, a.Call.Shell.Hazards()...)
	a.planted.MarkPlanted()
	return a.Call.Facts
}

// look keeps a value that the shell looks into.
func (a *Analyzer) look(w fact.Word, path bool) {
	l := fact.Look{Word: w, IsPath: path}
	if path {
		l.Path = a.Call.Path(a.Call.Shell.Dirs(), &w)
	}
	*a.Looks = append(*a.Looks, l)
}

// Take implements shparse.Passes: it judges a command by what it does itself. A pass is not entered
// for a command that has nothing for it.
func (a *Analyzer) Take(c *fact.Command) (taken shparse.Taken) {
	i := len(a.Call.Facts.Commands)
	a.Call.Facts.Commands = append(a.Call.Facts.Commands, *c)
	c = &a.Call.Facts.Commands[i]
	c.Places = a.Call.Places
	if len(c.Redirects) > 0 {
		a.redirected(c)
	}
	if c.Kind == fact.Simple {
		a.Call.Resolver.Settings = a.Call.Settings
		if !a.Call.Shell.WritesText() || !a.scripts.ResolveWithProgram(i) {
			a.Call.Resolver.Resolve(c)
		}
		if a.Call.Shell.Captures() {
			taken.Prints = a.prints(i)
		} else if len(c.Argv) > 0 && shparse.ReadsLines(c.Argv[0].Text) {
			taken.Prints.Names = reads.WrittenNames(&a.Call, c)
		}
	} else if c.Kind == fact.Redirected && (c.Enclosing || c.ReadsFile) {
		if c.ReadsFile {
			a.Call.Resolver.Resolve(c)
		}
		taken.Prints.Names = reads.WrittenNames(&a.Call, c)
	}
	if c.File > 0 {
		a.own.HandedOn(c)
	}
	if !c.System || len(c.Nested) == 1 {
		reads.FromProject(&a.Call, c)
	}
	if len(c.Redirects) > 0 || record.Does(c, fact.Read, fact.Meta, fact.Write, fact.Append) {
		reads.ThroughLinks(&a.Call, c)
	}
	if record.Does(c, fact.Read) {
		filetools.IncludedIn(&a.Call, c)
		reads.Reached(&a.Call, c)
		reads.Archived(&a.Call, i, c)
		reads.StandsFor(&a.Call, i, c)
	}
	if c.Is(fact.Stages) {
		reads.Staged(&a.Call, c)
	}
	if a.changes.Here = c.Dirs; len(c.Assigns)+len(c.Nested) > 0 || a.Call.Shell.Exports() {
		a.env.Judge(c)
	}
	a.env.Dashes(c)
	if c.Is(fact.Python | fact.Substitutes | fact.Searches | fact.Copies) {
		a.shadows.ShadowsTool(c)
		reads.Substituted(c)
		reads.Filtered(&a.Call, i, c)
		reads.MovesDirs(&a.Call, c)
	}
	if record.Does(c, fact.Variable) {
		a.inline.KeepGiven(c)
	}
	a.Call.Shell.Taken(func(name string) {
		c.Find("words", fact.Effect{Kind: fact.Variable, Variable: name})
	})
	for k := range c.Effects {
		c.Effects[k].Command = i
	}
	w := work{command: i, nested: c.Nested}
	var planted []fact.Effect
	if c.Kind == fact.Simple {
		if t := a.Call.Resolver.Tree(); t != nil {
			t.Command = i
			planted = a.trees.Effects(t)
		}
		if a.Call.Follow {
			if t := a.Call.Resolver.Tasks(); t != nil && a.tasks.Judges(c) {
				w.tasks = t
			}
		}
	}
	a.work = append(a.work, w)
	taken.Writes, taken.Links = a.changes.Note(c)
	c.Effects = append(c.Effects, planted...)
	return taken
}

// prints is what command i prints, which was resolved last.
func (a *Analyzer) prints(i int) fact.Output {
	printed, c := a.Call.Resolver.Prints(), &a.Call.Facts.Commands[i]
	if printed.Listed != nil && !reads.PlainOutput(&a.Call, i, &printed) {
		printed.Listed = nil
	}
	if printed.Kind == fact.TopOutput {
		printed = reads.TopOf(&a.Call, i)
	}
	if reads.PrintsJobs(&a.Call, c) {
		return fact.Output{Kind: fact.JobsOutput}
	}
	if c.Is(fact.Lines) {
		printed.Names = printed.Names.Or(reads.WrittenNames(&a.Call, c))
	}
	return printed
}

// work is what is left to do for a command whose own words are judged.
type work struct {
	command int // its index: the slice grows when others run
	stage   int
	nested  []fact.Nested // programs that it runs
	tasks   *fact.Tasks   // nil: none, or they have been followed
}

// stages is their number.
const stages = 6

// Follow implements shparse.Passes: it does what is left to do, up to where something has to run first.
func (a *Analyzer) Follow() []shparse.Step {
	for {
		w := &a.work[len(a.work)-1]
		if w.stage == stages {
			a.work = a.work[:len(a.work)-1]
			return nil
		}
		if steps := a.next(w); len(steps) > 0 {
			return steps
		}
	}
}

// next does the next part of the work.
func (a *Analyzer) next(w *work) (steps []shparse.Step) {
	i, c := w.command, &a.Call.Facts.Commands[w.command]
	switch w.stage {
	case 0:
		if w.tasks != nil && len(w.nested) > 0 && c.Wrapper == fact.Transparent {
			var ok bool
			if steps, ok = a.tasks.Follow(i, w.tasks); ok {
				w.nested = nil // the words name a task, and no program
			}
			w.tasks = nil
		}
	case 1:
		if len(w.nested) > 0 {
			n := &w.nested[0]
			w.nested = w.nested[1:]
			return a.nested(i, n)
		}
	case 2:
		if c.Is(fact.Python) {
			a.inline.FollowModule(i)
		}
		if a.Call.Shell.WritesText() {
			a.tasks.WrittenTests(i)
		}
		if c.Is(fact.Runner) || c.Name == "uvx" {
			steps = a.tasks.Runner(i)
		}
	case 3:
		if w.tasks != nil {
			steps, _ = a.tasks.Follow(i, w.tasks)
		}
	case 4:
		if c.Includes != fact.NoIncludes {
			a.tasks.Includes(i)
		}
		switch c = &a.Call.Facts.Commands[i]; {
		case c.Kind != fact.Simple:
		case !c.System || len(c.Argv) > 0 && record.Installed(c.Argv[0].Text):
			steps = a.own.FollowProgram(i)
		default:
			steps = a.own.FollowInstalled(i)
		}
	case 5:
		if !c.System && c.Kind == fact.Simple && !a.changes.RunsWritten(i) {
			steps = a.own.Started(i)
		}
		if a.Earlier != nil {
			steps = append(steps, a.tasks.Loaded(i)...)
		}
	}
	w.stage++
	return steps
}

// redirected adds the reads of the files that may become the standard input of a command.
func (a *Analyzer) redirected(c *fact.Command) {
	for k := range c.Redirects {
		r := &c.Redirects[k]
		names := r.Target.Origin.Names
		if names == nil || r.Target.IsLiteral() || r.Mode != fact.RedirRead {
			continue
		}
		for i := range names.List {
			c.Find("words", fact.Effect{Kind: fact.Read, Guess: true, Path: a.Call.Path(c.Dirs, &names.List[i])})
		}
	}
}

// Tool returns the facts of a call of a tool that does not run shell text.
func (a *Analyzer) Tool(call *fact.Call, cwd string) *fact.Facts {
	f := &fact.Facts{Hazards: filetools.FileHazards(call, cwd, a.Call.Home)}
	if len(call.Touches) > 0 {
		filetools.Touched(&a.Call, f, call, cwd)
		return f
	}
	tool := agent.ToolOf(call.Tool)
	on := call.Text(tool.Field)
	e := fact.Effect{Kind: fact.Read, Command: -1}
	switch {
	case tool.Kind == agent.Names || tool.Kind == agent.Search:
		filetools.Search(&a.Call, f, call, &tool, cwd)
		return f
	case tool.Kind == agent.Fetch:
		w := fact.Lit(on)
		e.Kind, e.Host = fact.Network, command.Host(&w)
		if why := filetools.OddAddress(on, e.Host); why != "" {
			f.Hazards = append(f.Hazards, record.Hazard(hazards.UnknownHost, call.Tool, why)...)
		}
	case !tool.HasPath() || on == "":
		filetools.Given(&a.Call, f, call, cwd)
		filetools.BeyondFiles(f, call)
		return f
	case tool.Writes():
		e.Kind = fact.Write
	}
	if e.Kind.HasPath() {
		e.Path = paths.Named(cwd, a.Call.Home, on)
	}
	f.Effects = append(f.Effects, e)
	return f
}
