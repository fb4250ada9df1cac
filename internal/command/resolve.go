package command

import (
	"github.com/fencepost/fencepost/gen/hazards"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/project/envrisk"
)

// Try resolves words that nobody runs.
func Try(t Table, w Words, in Input) *fact.Command {
	x := Resolver{Specs: t, Input: in}
	return x.try(w)
}

// Resolver resolves one command after the other in the same memory.
type Resolver struct {
	Specs Table
	Input

	line     line
	out      findings
	parser   parser
	programs programFinder
	effects  effectFinder
	within   int // how many commands hold this one in their options
}

// Resolve fills the part of a command from Name on: canonical form, options, operands with roles,
// nested programs, effects and hazards.
func (x *Resolver) Resolve(c *fact.Command) { x.resolve(wordsOf(c), c) }

// ResolveAs does so as if the command had other words. The operands more are its own as well.
func (x *Resolver) ResolveAs(c *fact.Command, argv []fact.Word, more ...fact.Operand) {
	w := wordsOf(c)
	w.Argv = argv
	x.resolve(w, c)
	if c.Operands = append(c.Operands, more...); len(c.Canon) == 0 {
		c.Canon = argv
	}
}

func (x *Resolver) try(w Words) *fact.Command {
	c := &fact.Command{}
	if w.Stdin == nil {
		w.Stdin = &c.Stdin
	}
	x.resolve(w, c)
	return c
}

func wordsOf(c *fact.Command) Words {
	return Words{Argv: c.Argv, Assigns: c.Assigns, Dirs: c.Dirs, Stdin: &c.Stdin, Text: c.Text,
		Cmdlet: c.Cmdlet, Via: c.Via}
}

func (x *Resolver) resolve(w Words, c *fact.Command) {
	if len(w.Argv) == 0 { // values of PowerShell alone, or $(<FILE): nothing runs
		c.Known, c.System, c.ReadOnly = !c.ReadsFile, !c.ReadsFile, true
		return
	}
	l := &x.line
	kept := l.c
	if kept == nil {
		kept = new(Words)
	}
	*kept = w
	*l = line{c: kept, in: world{Input: &x.Input, specs: x.Specs, dirs: w.Dirs, within: x.within}}
	l.args, l.given, l.find.l = l.room.args[:0], l.room.given[:0], l
	x.out = findings{l: l, effects: c.Effects, hazards: c.Hazards} // those that were found before
	x.parser = parser{l: l, out: &x.out}
	x.programs = programFinder{l: l, out: &x.out}
	x.effects = effectFinder{l: l, out: &x.out, programs: &x.programs}
	switch name := &w.Argv[0]; {
	case w.Cmdlet != nil:
		x.resolveCmdlet()
	case !name.Known():
		l.canon = canonical{words: w.Argv}
		x.out.hazard(hazards.DynamicName, name.Show(), "fencepost cannot know the name of the command")
		x.effects.fallback()
		x.effects.mayStartFencepost()
	case name.Text == "": // the shell reports an error, nothing runs
		l.canon = canonical{words: w.Argv}
	default:
		x.resolveName(name)
	}
	x.set(c)
}

// resolveName resolves a command whose name is known.
func (x *Resolver) resolveName(name *fact.Word) {
	l := &x.line
	dir, base := splitName(name.Text)
	l.name, l.system = base, dir == "" || envrisk.SystemDir(dir)
	if !l.system {
		x.effects.namedByPath(name)
	}
	if l.spec = lookup(x.Specs, base); l.spec == nil {
		l.canon, l.doubts.bare = canonical{words: l.withBaseName()}, true
		x.effects.fallback()
		x.effects.startsFencepost()
		return
	}
	x.parser.parse()
	x.programs.find()
	x.effects.find()
	if x.out.hasEffect(fact.Exec) {
		x.effects.startsFencepost() // it may run what its words name, though its spec does not say which
	}
}

// resolveCmdlet resolves a cmdlet of PowerShell.
func (x *Resolver) resolveCmdlet() {
	l := &x.line
	if l.spec, _ = FindCmdlet(x.Specs, l.c.Argv[0].Text); l.spec == nil {
		x.out.hazard(hazards.Powershell, l.c.Argv[0].Show(), "fencepost does not know this cmdlet")
		return
	}
	l.name, l.system = l.spec.Name, true
	b := cmdletCall{p: &x.parser}
	b.parse(l.c.Cmdlet)
	for i := range l.operands {
		l.any.roles |= 1 << l.operands[i].Role
		x.effects.cmdletPath(&l.operands[i])
	}
	x.effects.find()
	x.effects.startProcess()
	if l.spec.Programs.Wrapper != fact.NoWrapper { // what it runs was read already
		x.out.nested = append(x.out.nested, fact.Nested{Kind: fact.NestedCode, Lang: "powershell"})
	}
}

// Prints returns what the command prints that was resolved last.
func (x *Resolver) Prints() fact.Output {
	o := printer{l: &x.line, out: &x.out}
	return o.output()
}

// Tree returns the tree that the command which was resolved last writes under names that its words
// do not hold, or nil.
func (x *Resolver) Tree() *fact.Tree {
	if x.line.spec == nil || x.line.spec.trees == "" {
		return nil
	}
	return x.line.tree()
}

// Tasks returns the tasks that the command runs which was resolved last, or nil.
func (x *Resolver) Tasks() *fact.Tasks {
	top := x.line.spec
	if x.line.depth > 0 {
		top = x.line.up[0]
	}
	if top == nil || top.tasks == "" {
		return nil
	}
	return x.line.tasks(top.tasks)
}

// PipedFiles returns the files that the cmdlet which was resolved last writes to the pipeline, as
// paths and patterns; nil where that is not known.
func (x *Resolver) PipedFiles() []fact.Word { return cmdletFiles(&x.line) }
