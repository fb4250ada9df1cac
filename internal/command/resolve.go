package command

import (
	"slices"
	"strings"

	"github.com/fencepost/fencepost/gen/hazards"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/project/envrisk"
)

// Pather resolves a word that names a file, relative to the directories in which a command may run.
type Pather interface {
	Path(dirs fact.Dirs, w *fact.Word) fact.Path
}

// Input is what Resolve needs beside the command itself.
type Input struct {
	Paths    Pather
	Disk     Disk      // nil: nothing is known of files
	Settings []Setting // of git, that commands before this one have made
}

// Resolve fills the part of a command from Name on: canonical form, options, operands with roles,
// nested programs, effects and hazards. It reads Argv, Dirs and Stdin, and never changes them.
func Resolve(t Table, c *fact.Command, in Input) {
	x := Resolver{Specs: t, Input: in}
	x.Resolve(c)
}

// Resolver resolves one command after the other in the same memory.
type Resolver struct {
	Specs Table
	Input

	r resolver
}

// Resolve fills the part of a command from Name on; see the function of that name.
func (x *Resolver) Resolve(c *fact.Command) { x.resolve(c, 0) }

// resolve is Resolve within so many commands whose options hold those of this one.
func (x *Resolver) resolve(c *fact.Command, passing int) {
	if len(c.Argv) == 0 {
		return
	}
	r, t := &x.r, x.Specs
	*r = resolver{} // by itself, without a copy in between
	r.c, r.in, r.specs, r.passing = c, x.Input, t, passing
	r.args = r.argBuf[:0]
	r.given = r.givenBuf[:0]
	if c.Cmdlet != nil {
		r.resolveCmdlet()
		return
	}
	name := &c.Argv[0]
	if !name.Known() || name.Text == "" {
		c.Canon, c.Lossless = c.Argv, true
		if name.Known() {
			return // an empty word: the shell reports an error, nothing runs
		}
		r.hazard(hazards.DynamicName, name.Show(), "fencepost cannot know the name of the command")
		r.fallback()
		r.mayStartOwn(t)
		return
	}
	dir, base := splitName(name.Text)
	c.Name, c.System = base, dir == "" || envrisk.SystemDir(dir)
	if !c.System {
		r.byPath(name)
	}
	if r.spec = lookup(t, base); r.spec == nil {
		c.Canon, c.Lossless = r.renamed(), true
		r.fallback()
		r.startsOwn(t)
		return
	}
	c.Known = true
	r.scan()
	c.Includes = r.spec.Includes
	r.canonical()
	if r.spec.Run == RunCode {
		r.module()
	}
	r.assignRoles()
	r.payload()
	r.effects()
	if r.runsUnseen() {
		r.startsOwn(t)
	}
	r.judge()
	r.rawFlags()
}

// byPath looks at a command that is named with its path: one that a package manager has installed
// is the program of its name, as where PATH holds that directory.
func (r *resolver) byPath(name *fact.Word) {
	at := r.path(r.c.Dirs, name)
	if r.c.System = r.installed(&at); !r.c.System {
		r.effect(fact.Effect{Kind: fact.Exec, Path: at, Detail: "runs " + name.Text})
	}
}

func (r *resolver) installed(at *fact.Path) bool {
	return r.in.Disk != nil && r.in.Disk.Installed(at)
}

// resolver is the state of one Resolve.
type resolver struct {
	c     *fact.Command
	in    Input
	specs Table
	spec  *Spec // of the subcommand found so far

	up    [maxDepth]*Spec // the specs above it
	depth int

	args  []arg   // operands, without those of the payload
	given []given // the option of each flag in c.Flags

	variant  *Variant
	proxied  bool   // the payload is one of the proxies of the spec
	lastSub  int    // index in Argv of the last subcommand word; 0: none
	firstArg int    // index in Argv of the first operand
	lossy    bool   // an option that is not neutral stood before a subcommand
	ended    bool   // no further options
	marked   bool   // by the word --
	at       int    // index in Argv where the payload begins; 0: there is none
	stray    string // an option that the spec does not know, or of which it does not know the argument
	strange  bool   // an option that the spec does not know, and that is one of the command's own

	data       bool  // what python -m reads is data
	distrusted bool  // nothing is known of the argument of an option
	passing    int   // within how many commands whose options hold those of this one
	missing    bool  // the argument of the last option is missing
	bare       bool  // one of these has no value attached, so that the next word may be its argument
	doubt      bool  // a word that is not known may be an option
	lists      bool  // it reads names and attributes only
	star       bool  // a pattern may match a file whose name is an option
	lost       bool  // where the payload begins depends on a word that is not known
	extra      bool  // more operands than the spec has positions for
	pure       bool  // its code is known to do nothing but print
	unread     bool  // not all of its code is understood
	noSub      bool  // the word in the position of a subcommand is none
	tangled    bool  // find: a negation within another one
	brackets   int   // find: how deep it is in them
	not        int   // find: the depth of brackets that are negated; -1 before a test that is
	alt        int32 // find: number of -o and , so far

	argBuf   [8]arg
	givenBuf [8]given
}

// arg is an operand: its index in c.Operands and in c.Argv.
type arg struct{ op, at int }

// given is an option as it was found.
type given struct {
	opt  *Option
	off  bool // switched off again: --force=false, --no-force
	open bool // perhaps switched off: --force=$X
	// the program that its argument names is nested, so that giving it is no code that is not seen
	seen bool
	not  bool  // find: it must not hold
	deep bool  // find: it stands in brackets
	out  bool  // find: what passes it is left out
	alt  int32 // find: which alternative between -o it stands in
}

// does is what giving the option does.
func (g *given) does() Does {
	d := g.opt.Does
	if g.opt.Is&Code != 0 {
		d |= DoesExec
	}
	if g.seen {
		d &^= DoesExec
	}
	return d
}

// maxDepth bounds the nesting of subcommands.
const maxDepth = 6

func (r *resolver) hazard(id hazards.ID, text, why string) {
	r.c.Hazards = append(r.c.Hazards, fact.Hazard{ID: id, Text: text, Why: why})
}

// lookup finds the spec of a command. Interpreters are also found with a version behind their name:
// python3.12.
func lookup(t Table, name string) *Spec {
	if s := t.Lookup(name); s != nil {
		return s
	}
	plain := strings.TrimRight(name, "0123456789.-")
	if plain == name || plain == "" {
		return nil
	}
	if s := t.Lookup(plain); s != nil && (s.Run == RunCode || s.Run == RunShell) {
		return s
	}
	return nil
}

// splitName divides a command name at its last slash.
func splitName(s string) (dir, base string) {
	i := strings.LastIndexByte(s, '/')
	if i < 0 {
		return "", s
	}
	if i == 0 {
		return "/", s[1:]
	}
	return s[:i], s[i+1:]
}

// renamed returns the words with the command's base name.
func (r *resolver) renamed() []fact.Word {
	c := r.c
	if c.Argv[0].Text == c.Name {
		return c.Argv
	}
	words := make([]fact.Word, len(c.Argv))
	copy(words, c.Argv)
	words[0] = fact.Lit(c.Name)
	return words
}

// canonical fills Canon: the name, the subcommands without the options between them, and the rest
// as written.
func (r *resolver) canonical() {
	c := r.c
	rest := r.lastSub + 1
	if r.firstArg > 0 && r.noSub && len(r.spec.Operands) == 0 && len(r.spec.Variants) == 0 {
		r.noteRemoved(r.firstArg)
		rest = r.firstArg
	}
	c.Lossless = !r.lossy
	if rest == 1 {
		c.Canon = r.renamed()
		return
	}
	same := len(c.Sub)+1 == rest && c.Argv[0].Text == c.Name
	for i, sub := range c.Sub {
		same = same && c.Argv[i+1].Text == sub
	}
	if same {
		c.Canon = c.Argv
		return
	}
	words := make([]fact.Word, 0, len(c.Argv))
	words = append(words, fact.Lit(c.Name))
	for _, sub := range c.Sub {
		words = append(words, fact.Lit(sub))
	}
	c.Canon = append(words, c.Argv[rest:]...)
}

// noteRemoved records whether options that are removed from the canonical form may be.
func (r *resolver) noteRemoved(end int) {
	for i := range r.given {
		if o := r.given[i].opt; (o == nil || o.Is&Neutral == 0) && !r.givesTrivia(i) {
			r.lossy = true
		}
	}
	if r.doubt && end > 0 {
		r.lossy = true
	}
}

// judge decides what can be proved of the command as a whole.
func (r *resolver) judge() {
	c := r.c
	c.Wrapper = r.wrapper()
	c.Traits = r.traits()
	c.Loads = r.loads()
	c.Stray = r.distrusted || r.strange && r.mayDoMore()
	c.ReadOnly = c.System && r.stray == "" && !r.extra && !r.lost && r.onlyReads()
}

// traits are those of the spec and of the command that it is a subcommand of.
func (r *resolver) traits() fact.Trait {
	t := r.spec.Is | languageTrait(r.spec.Lang)
	if r.depth > 0 {
		t |= r.up[0].Is
	}
	return t
}

// LanguageOf is what a program of that name is by the language that its spec has: python3.12.
func LanguageOf(t Table, name string) fact.Trait {
	if s := lookup(t, name); s != nil {
		return languageTrait(s.Lang)
	}
	return 0
}

// CodeOption is the option with which an interpreter of that name is given code in place of a
// script; "" where there is none, or no such interpreter.
func CodeOption(t Table, name string) string {
	s := lookup(t, name)
	if s == nil || s.Run != RunCode {
		return ""
	}
	name = ""
	s.each(func(o *Option) bool {
		if o.Role == fact.RoleCode && o.Arg == RequiredArg && o.Replaces != "" {
			name = o.Names[0]
		}
		return name == ""
	})
	return name
}

// ProgramOptions are the options with which a command of that name takes its program from a file,
// and as text, in place of the first operand: awk -f FILE, sed -e TEXT. text is "" where the
// operand alone is the program; both are "" for another command.
func ProgramOptions(t Table, name string) (file, text string) {
	s := lookup(t, name)
	if s == nil || s.Run != RunRoles || len(s.Operands) == 0 || s.Operands[0].Role != fact.RoleCode {
		return "", ""
	}
	s.each(func(o *Option) bool {
		if o.Arg != RequiredArg || o.Replaces != s.Operands[0].Name || o.Is&Last != 0 {
			return true
		}
		switch o.Role {
		case fact.RoleCode:
			text = o.Names[0]
		case fact.RoleScript, fact.RoleRead:
			file = o.Names[0]
		}
		return true
	})
	return file, text
}

func languageTrait(lang string) fact.Trait {
	switch lang {
	case "python":
		return fact.Python
	case "javascript":
		return fact.JavaScript
	}
	return 0
}

// wrapper is that of the spec where there is something that it wraps: a bare env or a bash with a
// script file is judged like any command, and so is one that an option makes do more than to run
// its payload.
func (r *resolver) wrapper() fact.Wrapper {
	w := r.spec.Wrapper
	if r.variant != nil && r.variant.Wrapper != fact.NoWrapper {
		w = r.variant.Wrapper
	}
	if r.proxied {
		w = fact.Transparent
	}
	if w == fact.Escalating {
		return w
	}
	for i := range r.given {
		if g := &r.given[i]; g.opt != nil && !g.off && g.does()&^DoesRead != 0 {
			return fact.NoWrapper
		}
	}
	for i := range r.c.Nested {
		if k := r.c.Nested[i].Kind; k != fact.NestedFile {
			return w
		}
	}
	return fact.NoWrapper
}

// loads reports whether an option is given that makes the command run code which is not seen.
func (r *resolver) loads() bool {
	for i := range r.given {
		if g := &r.given[i]; g.opt != nil && !g.off && !g.seen && g.opt.Is&Code != 0 {
			return true
		}
	}
	return false
}

// onlyReads reports whether the spec proves that the command only reads.
func (r *resolver) onlyReads() bool {
	c := r.c
	does, _ := r.does()
	if len(c.Nested) > 0 || len(c.Hazards) > 0 || r.spec.Run == RunEnv && !r.harmless() {
		return false // a bare env shows what the environment holds
	}
	for i := range c.Effects {
		if k := c.Effects[i].Kind; k != fact.Read && k != fact.Variable {
			return false
		}
	}
	for i := range r.given {
		if g := &r.given[i]; g.opt == nil || g.opt.Is&Code != 0 && !g.seen {
			return false
		}
	}
	// A word that is not known can be an option only of those that the spec has: harmless where all of
	// them are.
	if (r.doubt || r.star) && r.optionsChange() {
		return false
	}
	return does&DoesRead != 0 || r.pure && !r.unread || r.harmless()
}

// mayDoMore reports whether an option that the spec does not know could be one that does more than
// read: where no other one does, such as with ls, it is a mistake.
func (r *resolver) mayDoMore() bool {
	does, _ := r.does()
	return does&DoesRead == 0 || r.optionsChange()
}

// optionsChange reports whether some option of the command could make it do more than read.
func (r *resolver) optionsChange() bool {
	pure := func(o *Option) bool { return !o.changes() }
	if !r.spec.each(pure) {
		return true
	}
	for i := range r.spec.Variants {
		if len(r.spec.Variants[i].Flags) > 0 && r.spec.Variants[i].Does&^(DoesRead|DoesList) != 0 {
			return true
		}
	}
	for _, up := range r.up[:r.depth] {
		if up.Globals && !up.each(pure) {
			return true
		}
	}
	return false
}

// harmless reports whether an option is given with which the command does nothing.
func (r *resolver) harmless() bool {
	for i := range r.given {
		if g := &r.given[i]; g.opt != nil && g.opt.Is&Harmless != 0 && !g.off && !g.open {
			return true
		}
	}
	return false
}

// has reports whether an option is given that has one of the spellings.
// "--" stands for the word that ends the options.
func (r *resolver) has(names []string) bool {
	if r.marked && len(names) > 0 && names[0] == "--" {
		return true
	}
	for i := range r.given {
		if r.given[i].opt == nil || r.given[i].off || r.given[i].open {
			continue
		}
		for _, n := range r.given[i].opt.Names {
			if slices.Contains(names, n) {
				return true
			}
		}
	}
	return false
}
