package command

import (
	"slices"
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
)

// Words are the words of a command, with what their meaning depends on.
type Words struct {
	Argv    []fact.Word
	Assigns []fact.Assign
	Dirs    fact.Dirs
	Stdin   *fact.Stdin
	Text    string // as written
	Cmdlet  *fact.Cmdlet
	Via     []string // names of the wrappers that lead here
}

// line is a command line as its spec reads it. The parser fills it, and the finder of programs says
// more of operands that are code and of options that name programs. Later phases read it.
type line struct {
	c  *Words
	in world

	name  string // base name of the program
	canon canonical

	spec  *Spec           // of the subcommand found so far; nil: there is none
	up    [maxDepth]*Spec // the specs above it
	depth int

	flags    []fact.Flag
	given    []given // the option of each flag
	operands []fact.Operand
	args     []arg // operands, without those of the payload
	any      anyOf

	variant   *Variant
	payloadAt int  // index in Argv where the payload begins; 0: there is none
	proxied   bool // the payload is one of the proxies of the spec
	system    bool // named without a directory, or with one of the system
	marked    bool // the word -- ended the options

	doubts doubts
	find   findExpr

	room struct { // most lines have no more of them
		args  [4]arg
		given [4]given
	}
}

// canonical is the form in which rules see a command: the name, the subcommands without the options
// between them, and the rest as written.
type canonical struct {
	words        []fact.Word
	sub          []string // the names of the subcommands
	lossy        bool     // an option that is not neutral stood before a subcommand
	lastSub      int32    // index in Argv of the last subcommand word; 0: none
	firstOperand int32    // index in Argv of the first operand
}

// doubts say what is not certain of a line.
type doubts struct {
	// an option that the spec does not know, or whose argument it does not know
	unknown     string
	ownUnknown  bool // an option that the spec does not know, and that is one of the command's own
	bareUnknown bool // one of these has no value attached, so that the next word may be its argument
	value       bool // nothing is known of the argument of an option
	noValue     bool // the argument of the last option is missing
	option      bool // an unknown word may be an option
	optionFile  bool // a pattern may match a file whose name is an option
	payload     bool // where the payload begins depends on an unknown word
	operand     bool // more operands than the spec has positions for
	subcommand  bool // the word where a subcommand stands is not known as one
	// the first word that the spec does not have: an allow of a preset does not cover it
	odd    string
	bare   bool // no table says which options and operands it has
	handed bool // what a module of python -m gets was read as its words
}

// addOdd notes a word that the spec does not have.
func (d *doubts) addOdd(word string) {
	if d.odd == "" {
		d.odd = word
	}
}

// anyOf says what the options and operands of a line have, options that are switched off again
// among them. No phase looks for what none of them has.
type anyOf struct {
	is       Trait
	does     Does
	roles    roleSet
	makes    bool // Makes
	replaces bool // Replaces
	programs bool // Keys, Lang or Pipe
	harmless bool // an option is certainly given with which the command does nothing
}

// roleSet has a bit for each role.
type roleSet uint64

// arg is an operand: its index in the operands of the line and in Argv, and the name of its
// position in the spec; "" where there is none.
type arg struct {
	op, at int32
	name   string
}

// given is an option as it was found.
type given struct {
	opt  *Option
	off  bool // switched off again: --force=false, --no-force
	open bool // perhaps switched off: --force=$X
	// the program that its argument names is nested, so it runs no code that nobody has seen
	seen bool
	test findTest
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

// on reports whether the option is certainly given.
func (g *given) on() bool { return g.opt != nil && !g.off && !g.open }

// maxDepth bounds the nesting of subcommands.
const maxDepth = 6

// findExpr is an expression of find as it is read: a list of alternatives.
type findExpr struct {
	l        *line
	tangled  bool  // a negation stands within another one
	brackets int32 // how deep it is in them
	not      int32 // the depth of brackets that are negated; -1 before a test that is
	alt      int32 // number of -o and , so far
}

// findTest is what the expression says of an option that is a test.
type findTest struct {
	not  bool  // it must not hold
	deep bool  // it stands in brackets
	out  bool  // what passes it is left out
	alt  int32 // which alternative between -o it stands in
}

// lookup finds an option of the subcommand or, where they may stand here, of the commands above it.
func (l *line) lookup(name string) *Option {
	if o := l.spec.Option(name); o != nil {
		return o
	}
	for d := l.depth - 1; d >= 0; d-- {
		if l.up[d].Syntax.Globals {
			if o := l.up[d].Option(name); o != nil {
				return o
			}
		}
	}
	return nil
}

// has reports whether an option is given that has one of the spellings.
// "--" stands for the word that ends the options.
func (l *line) has(names ...string) bool {
	if l.marked && len(names) > 0 && names[0] == "--" {
		return true
	}
	return slices.ContainsFunc(l.given, func(g given) bool {
		return g.on() && slices.ContainsFunc(g.opt.Names, func(n string) bool {
			return slices.Contains(names, n)
		})
	})
}

func (l *line) hasAll(with []string) bool {
	return !slices.ContainsFunc(with, func(names string) bool { return !l.hasOne(names) })
}

func (l *line) hasOne(alternatives string) bool {
	for name := range strings.SplitSeq(alternatives, "|") {
		if l.has(name) {
			return true
		}
	}
	return false
}

// hasTrait reports whether an option with a trait is given.
func (l *line) hasTrait(t Trait) bool {
	return slices.ContainsFunc(l.given, func(g given) bool { return g.on() && g.opt.Is&t != 0 })
}

// mayHave is has for options that make a command do more: one that is perhaps given counts.
func (l *line) mayHave(names []string) bool {
	return l.has(names...) || l.doubts.option || slices.ContainsFunc(l.given, func(g given) bool {
		return g.opt != nil && g.open && slices.Contains(names, g.opt.Names[0])
	})
}

// does returns the effects that the call has whatever its operands.
func (l *line) does() (Does, []FixedEffect) {
	does, fixed := l.spec.Effects.Does, l.spec.Effects.Fixed
	if l.variant != nil && l.variant.HasDoes {
		does, fixed = l.variant.Does, l.variant.Effects
	}
	if l.any.does == 0 && l.any.is&Code == 0 {
		return does, fixed
	}
	for i := range l.given {
		if g := &l.given[i]; g.opt != nil && !g.off {
			does |= g.does()
		}
	}
	return does, fixed
}

// loadsUnseen reports whether an option is given that makes the command run code that nobody has
// seen.
func (l *line) loadsUnseen() bool {
	return slices.ContainsFunc(l.given, func(g given) bool {
		return g.opt != nil && !g.off && !g.seen && g.opt.Is&Code != 0
	})
}

// mayDoMore reports whether an unknown option could do more than read. It is a mistake if no option
// of the command does more, as with ls.
func (l *line) mayDoMore() bool {
	does, _ := l.does()
	return does&DoesRead == 0 || l.optionsChange()
}

// optionsChange reports whether some option of the command could make it do more than read.
func (l *line) optionsChange() bool {
	pure := func(o *Option) bool { return !o.changes() }
	if !l.spec.each(pure) {
		return true
	}
	for i := range l.spec.Syntax.Variants {
		if v := &l.spec.Syntax.Variants[i]; len(v.Flags) > 0 && v.Does&^(DoesRead|DoesList) != 0 {
			return true
		}
	}
	for _, up := range l.up[:l.depth] {
		if up.Syntax.Globals && !up.each(pure) {
			return true
		}
	}
	return false
}

// withBaseName returns the words with the command's base name.
func (l *line) withBaseName() []fact.Word {
	if l.c.Argv[0].Text == l.name {
		return l.c.Argv
	}
	words := slices.Clone(l.c.Argv)
	words[0] = fact.Lit(l.name)
	return words
}

// AnyOption implements lang.Given.
func (l *line) AnyOption(f func(name, value string) bool) bool {
	for i := range l.given {
		g := &l.given[i]
		if !g.on() {
			continue
		}
		value := ""
		if v := l.flags[i].Value; v >= 0 && l.operands[v].Word.Known() {
			value = l.operands[v].Word.Text
		}
		if f(g.opt.Names[0], value) {
			return true
		}
	}
	return false
}

// givenWith is the option that has an operand as its argument.
func (l *line) givenWith(op int) *given {
	for i := range l.given {
		if l.flags[i].Value == op && l.given[i].opt != nil {
			return &l.given[i]
		}
	}
	return nil
}
