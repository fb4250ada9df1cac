package command

import (
	"strconv"
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
)

// parser reads the words of a command: they become the options and operands of a line.
type parser struct {
	l     *line
	out   *findings
	ended bool // no further options
}

// addFlag records an option.
func (p *parser) addFlag(o *Option, written string, value int) {
	p.l.flags = append(p.l.flags, fact.Flag{Name: o.Names[0], Written: written, Value: value,
		Known: true, Names: o.Names})
	p.l.given = append(p.l.given, given{opt: o})
	p.ended = p.ended || o.Is&Last != 0
	any := &p.l.any
	any.is |= o.Is
	any.does |= o.Does
	any.makes = any.makes || len(o.Makes) > 0
	any.replaces = any.replaces || o.Replaces != ""
	any.programs = any.programs || len(o.Keys) > 0 || o.Lang != "" || o.Pipe != ""
}

// unknownOption records an option that the spec does not have. What is attached to it with = may be
// a path.
func (p *parser) unknownOption(name string, w *fact.Word, cut int) {
	v := -1
	if cut > 0 {
		v = len(p.l.operands)
		p.l.operands = append(p.l.operands, fact.Operand{Word: subWord(w, cut), Role: fact.RoleAny,
			Flag: name})
	}
	p.l.flags = append(p.l.flags, fact.Flag{Name: name, Written: name, Value: v})
	p.l.given = append(p.l.given, given{})
	d := &p.l.doubts
	if d.unknown == "" {
		d.unknown = name
	}
	if w.IsLiteral() || p.l.mayDoMore() {
		d.addOdd(name)
	}
	// Behind a word that may be any program it is an option of that.
	d.ownUnknown = d.ownUnknown || !d.subcommand
	d.bareUnknown = d.bareUnknown || cut == 0
}

// distrust notes an option with an unknown argument, which may do anything.
func (p *parser) distrust(name string) {
	if p.l.doubts.unknown == "" {
		p.l.doubts.unknown = name
	}
	p.l.doubts.value = true
}

// addOperand records an operand.
func (p *parser) addOperand(at int, role fact.Role) {
	if role != fact.RoleAssign {
		p.l.args = append(p.l.args, arg{op: int32(len(p.l.operands)), at: int32(at)})
	}
	p.l.operands = append(p.l.operands, fact.Operand{Word: p.l.c.Argv[at], Role: role,
		Behind: p.l.marked})
}

// noteDoubt records that an unknown word may be an option.
func (p *parser) noteDoubt(w *fact.Word, payload bool) {
	if p.ended || !p.l.spec.Syntax.Parse.hasOptions() || w.IsJob() ||
		w.Origin.Kind == fact.WordsOrigin && p.l.spec.lazy.subs == "" && !p.l.spec.Syntax.TakesCommand {
		return
	}
	switch {
	case w.Kind == fact.Partial && w.Text == "", w.Many:
		p.l.doubts.option = true
		p.l.doubts.payload = p.l.doubts.payload || p.l.spec.Syntax.TakesCommand && !payload
	case w.Glob && strings.IndexByte("*?[", firstByte(w.Text)) >= 0:
		p.l.doubts.optionFile = true
	}
}

// shortOption finds a one-letter option and its spelling.
func (p *parser) shortOption(ch byte) (*Option, string) {
	if o := p.l.lookup(string([]byte{'-', ch})); o != nil {
		for _, n := range o.Names {
			if len(n) == 2 && n[1] == ch {
				return o, n
			}
		}
	}
	return nil, ""
}

// longName returns the name of a long option, and where the value in the same word begins; 0 if it
// holds no value. ok is false if the name is unknown.
func (p *parser) longName(w *fact.Word) (name string, cut int, ok bool) {
	if eq := strings.IndexByte(w.Text, '='); eq >= 0 {
		return w.Text[:eq], eq + 1, true
	}
	if w.Kind != fact.Literal || w.Glob {
		p.unknownOption(w.Show(), w, 0)
		return "", 0, false
	}
	return w.Text, 0, true
}

// abbreviated finds the one option that a long name is the beginning of.
func (p *parser) abbreviated(name string) *Option {
	var found *Option
	one := func(o *Option) bool {
		for _, n := range o.Names {
			if strings.HasPrefix(n, name) && strings.HasPrefix(n, "--") {
				if found != nil && found.Names[0] != o.Names[0] {
					found = nil
					return false
				}
				found = o
			}
		}
		return true
	}
	if !p.l.spec.each(one) {
		return nil
	}
	for d := p.l.depth - 1; d >= 0; d-- {
		if p.l.up[d].Syntax.Globals && !p.l.up[d].each(one) {
			return nil
		}
	}
	return found
}

// addValue records an option-argument and returns its index in Operands.
func (p *parser) addValue(o *Option, w fact.Word) int {
	p.responseFile(&w) // javac -d @FILE: javac puts the words of FILE there first
	p.l.operands = append(p.l.operands, fact.Operand{Word: w, Role: o.Role, Flag: o.Names[0]})
	at := len(p.l.operands) - 1
	if o.Is&AtFile != 0 {
		p.atFile(o, &w)
	}
	if o.Is&(OnlyWord|OnlyPair|List|NoHost) != 0 || o.Passes != "" {
		p.lookInto(o, at)
	}
	return at
}

// atFile adds the file that an option-argument such as @FILE or name=@FILE names.
func (p *parser) atFile(o *Option, w *fact.Word) {
	cut := strings.IndexByte(w.Text, '=') + 1
	if len(w.Text) > 0 && w.Text[0] == '@' {
		cut = 0
	}
	if cut < len(w.Text) && (w.Text[cut] == '@' || w.Text[cut] == '<' && cut > 0) {
		p.l.operands = append(p.l.operands, fact.Operand{Word: subWord(w, cut+1), Role: fact.RoleRead,
			Flag: o.Names[0]})
	}
}

// lookInto looks into an argument of option o whose role does not say all.
func (p *parser) lookInto(o *Option, at int) {
	w := p.l.operands[at].Word
	switch {
	case o.Passes != "":
		p.passValue(o, &w)
	case o.Is&List != 0:
		p.splitList(o, at)
	case o.Is&OnlyPair != 0:
		value := subWord(&w, strings.IndexByte(w.Text, '=')+1)
		if !w.Number && !oneWord(&value) {
			p.distrust(o.Names[0])
		}
	case o.Is&NoHost != 0:
		first, rest, _ := strings.Cut(w.Text, "/")
		host := !o.Role.IsPath() && strings.Contains(first, ".") && strings.Contains(rest, "/")
		if host || remote(&w) {
			p.distrust(o.Names[0])
		}
	case !w.Number && !oneWord(&w):
		p.distrust(o.Names[0])
	}
}

// splitList divides an argument at its colons: each part has the role of the argument.
func (p *parser) splitList(o *Option, at int) {
	w := p.l.operands[at].Word
	if strings.IndexByte(w.Text, ':') < 0 {
		return
	}
	rest := w
	for first := true; ; first = false {
		cut := strings.IndexByte(rest.Text, ':')
		part := rest
		if cut >= 0 {
			part = fact.Lit(rest.Text[:cut])
		}
		if first {
			p.l.operands[at].Word = part
		} else {
			p.l.operands = append(p.l.operands, fact.Operand{Word: part, Role: o.Role, Flag: o.Names[0]})
		}
		if cut < 0 {
			return
		}
		rest = subWord(&rest, cut+1)
	}
}

// nextWord takes the word at i as the argument of option o.
func (p *parser) nextWord(o *Option, written string, i int) {
	next := &p.l.c.Argv[i]
	if next.Many {
		p.l.doubts.option = true
		p.l.doubts.payload = p.l.doubts.payload || p.l.spec.Syntax.TakesCommand
	}
	p.addFlag(o, written, p.addValue(o, *next))
}

// noteSwitch notes that the value behind the last option may be one with which it is not given:
// --force=false, --dry-run=none.
func (p *parser) noteSwitch(w *fact.Word, value string) {
	g := &p.l.given[len(p.l.given)-1]
	g.open = w.Kind != fact.Literal
	switch value {
	case "none", "0", "f", "F", "false", "FALSE", "False":
		g.off = !g.open
	}
	if g.off || g.open {
		p.takeBack()
	}
}

// takeBack notes that the last option switches those of its name off that stand before it, or may.
// One with which a command does nothing does not count then. What makes it do more still does.
func (p *parser) takeBack() {
	last := len(p.l.given) - 1
	name := p.l.given[last].opt.Names[0]
	for i := range last {
		if g := &p.l.given[i]; g.opt != nil && g.opt.Names[0] == name {
			p.l.flags[i].Off = true
			g.off = g.off || g.opt.Is&Harmless != 0
		}
	}
}

// commandOption takes the words of an option such as fd --exec, up to a semicolon, as a command to
// which what is found is appended or put in the place of {}. The first of them may be attached to
// the option. It returns the next index.
func (p *parser) commandOption(i int, attached ...fact.Word) int {
	argv, end := p.l.c.Argv, i
	for end < len(argv) && !(argv[end].Kind == fact.Literal && argv[end].Text == ";") {
		end++
	}
	if end > i || len(attached) > 0 {
		words := markReplaced(append(attached, argv[i:end]...), "{}")
		more := true
		for j := range words {
			more = more && !words[j].Origin.Is(fact.MarkOrigin, "{}")
		}
		p.out.nested = append(p.out.nested, fact.Nested{Kind: fact.NestedArgv, Words: words, More: more})
	}
	return min(end+1, len(argv))
}

// takeOption records option o, found at i, whose attached value begins at cut (0: none), and
// returns the next index.
func (p *parser) takeOption(i int, o *Option, written string, cut int) int {
	w := &p.l.c.Argv[i]
	switch {
	case cut > 0 && o.Arg == NoArg && o.Role == fact.RoleCommand:
		p.addFlag(o, written, -1)
		return p.commandOption(i+1, subWord(w, cut))
	case cut > 0 && o.Arg == NoArg:
		_, err := strconv.ParseBool(w.Text[cut:])
		if p.l.spec.Syntax.Parse != Cobra && p.l.spec.Syntax.Parse != GoFlag ||
			err != nil && w.IsLiteral() {
			p.unknownOption(written, w, cut)
			return i + 1
		}
		p.addFlag(o, written, -1)
		p.noteSwitch(w, w.Text[cut:])
	case cut > 0:
		v := subWord(w, cut)
		p.addFlag(o, written, p.addValue(o, v))
		if o.Arg == OptionalArg {
			p.noteSwitch(w, v.Text)
		}
	case o.Arg == TwoArgs && i+2 < len(p.l.c.Argv):
		i += 2
		p.l.doubts.option = p.l.doubts.option || p.l.c.Argv[i-1].Many
		p.nextWord(o, written, i)
	case o.Arg == RequiredArg && i+1 < len(p.l.c.Argv):
		i++
		p.nextWord(o, written, i)
	case o.Arg == NoArg && o.Role == fact.RoleCommand:
		p.addFlag(o, written, -1)
		return p.commandOption(i + 1)
	default:
		p.l.doubts.noValue = o.Arg == RequiredArg
		p.addFlag(o, written, -1)
	}
	return i + 1
}
