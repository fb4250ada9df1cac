package command

import (
	"slices"
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
)

// scanFrom reads the words from the one at i on.
func (p *parser) scanFrom(i int) {
	argv := p.l.c.Argv
	for i < len(argv) {
		if !p.ended && looksLikeOption(&argv[i]) {
			i = p.option(i)
		} else {
			i = p.operand(i)
		}
	}
}

// operand takes the word at i as a subcommand, the begin of the payload, or an operand. It returns
// the next index.
func (p *parser) operand(i int) int {
	w := &p.l.c.Argv[i]
	if len(p.l.args) == 0 && p.l.spec.lazy.subs != "" && !p.ended && !p.l.doubts.subcommand {
		if p.descend(i, w) {
			return i + 1
		}
	}
	if p.l.canon.firstOperand == 0 {
		p.l.canon.firstOperand = int32(i)
	}
	if p.responseFile(w) {
		return i + 1
	}
	if len(p.l.spec.Programs.Proxies) > 0 && p.isProxy(w) {
		p.l.payloadAt, p.l.proxied = i, true
		return len(p.l.c.Argv)
	}
	if p.l.spec.Syntax.TakesCommand {
		switch slot := p.l.slotAt(len(p.l.args), w); slot {
		case fact.RoleCommand, fact.RoleShell:
			if w.Kind == fact.Literal && w.Text == "--" && i+1 < len(p.l.c.Argv) && len(p.l.args) > 0 {
				p.ended, p.l.marked = true, true
				return i + 1 // behind an operand: aws-vault exec PROFILE -- COMMAND
			}
			if p.isVersionedWord(w) && marksEnd(p.l.c.Argv[i+1:]) {
				return i + 1
			}
			p.l.payloadAt = i
			p.noteDoubt(w, true)
			return len(p.l.c.Argv)
		case fact.RoleAssign:
			p.addOperand(i, fact.RoleAssign)
			return i + 1
		}
	}
	if !w.Known() {
		p.noteDoubt(w, false)
	}
	if p.l.spec.Syntax.Parse == DD && p.keyValue(i) {
		return i + 1
	}
	p.addOperand(i, fact.RoleNone)
	if p.l.spec.Syntax.Parse == POSIX {
		p.ended = true
	}
	return i + 1
}

// descend goes down to the subcommand that a word names.
func (p *parser) descend(i int, w *fact.Word) bool {
	if !w.Known() || p.l.depth == maxDepth {
		p.l.doubts.subcommand, p.l.doubts.option = true, true
		return false
	}
	sub := p.l.spec.Sub(w.Text)
	if sub == nil {
		p.l.doubts.subcommand = true
		return false
	}
	if i > int(p.l.canon.lastSub)+1 {
		p.noteRemoved(i)
	}
	p.l.up[p.l.depth] = p.l.spec
	p.l.depth++
	p.l.spec, p.l.canon.sub = sub, sub.lazy.path
	p.l.canon.lastSub = int32(i)
	return true
}

// isProxy reports whether a word is a command that is run as it stands. Options could have
// another program run under its name.
func (p *parser) isProxy(w *fact.Word) bool {
	if len(p.l.args) > 0 || !w.Known() || !slices.Contains(p.l.spec.Programs.Proxies, w.Text) {
		return false
	}
	for i := range p.l.given {
		o := p.l.given[i].opt
		if o == nil || !slices.Contains([]string{"--no", "--no-install", "-q", "--silent"}, o.Names[0]) {
			return false
		}
	}
	return true
}

// isVersionedWord reports whether a word may stand before the payload's --, with or without a
// version.
func (p *parser) isVersionedWord(w *fact.Word) bool {
	name, version, _ := strings.Cut(w.Text, "@")
	return !p.ended && w.Known() && slices.Contains(p.l.spec.Programs.VersionedWords, name) &&
		strings.Trim(version, "0123456789abcdefghijklmnopqrstuvwxyz.-") == ""
}

// responseFile takes a word @FILE, and reports whether w is one. The options in it are not known.
func (p *parser) responseFile(w *fact.Word) bool {
	if !p.l.spec.Syntax.ResponseFiles || len(w.Text) == 0 || w.Text[0] != '@' {
		return false
	}
	p.unknownOption(w.Show(), w, 0)
	p.l.operands = append(p.l.operands, fact.Operand{Word: subWord(w, 1), Role: fact.RoleRead,
		Flag: "@"})
	return true
}

// noteRemoved records whether options that are removed from the canonical form may be.
func (p *parser) noteRemoved(end int) {
	for i := range p.l.given {
		if o := p.l.given[i].opt; (o == nil || o.Is&Neutral == 0) && !p.givesTrivia(i) {
			p.l.canon.lossy = true
		}
	}
	if p.l.doubts.option && end > 0 {
		p.l.canon.lossy = true
	}
}

// setCanonical makes the canonical form: the name, the subcommands without the options between
// them, and the rest as written.
func (p *parser) setCanonical() {
	l := p.l
	rest, first := int(l.canon.lastSub)+1, int(l.canon.firstOperand)
	if first > 0 && l.doubts.subcommand && len(l.spec.Syntax.Operands) == 0 &&
		len(l.spec.Syntax.Variants) == 0 {
		p.noteRemoved(first)
		rest = first
	}
	same := len(l.canon.sub)+1 == rest && l.c.Argv[0].Text == l.name
	for i, sub := range l.canon.sub {
		same = same && l.c.Argv[i+1].Text == sub
	}
	if same {
		l.canon.words = l.c.Argv
		return
	}
	words := make([]fact.Word, 0, len(l.c.Argv))
	words = append(words, fact.Lit(l.name))
	for _, sub := range l.canon.sub {
		words = append(words, fact.Lit(sub))
	}
	l.canon.words = append(words, l.c.Argv[rest:]...)
}

// steersModule reports whether another option of an interpreter decides what it runs beside the code
// of a module, as -i and -W do.
func (p *parser) steersModule() bool {
	return slices.ContainsFunc(p.l.given, func(g given) bool {
		return g.opt == nil || g.opt.Passes != "*" && (g.opt.Arg != NoArg || g.opt.Is != 0)
	})
}

// passModule reads what stands behind an option that names a program of the interpreter as the
// words of that: python -m json.tool IN OUT.
func (p *parser) passModule() {
	for i := range p.l.given {
		if o := p.l.given[i].opt; o == nil || o.Passes != "*" || p.l.flags[i].Value < 0 {
			continue
		}
		name := p.l.operands[p.l.flags[i].Value].Word
		if !name.Known() {
			continue
		}
		var words []fact.Word
		if len(p.l.args) > 0 {
			words = p.l.c.Argv[p.l.args[0].at:]
		}
		if own := "-m " + name.Text; p.l.in.specs.Lookup(own) != nil {
			name = fact.Lit(own) // not a command that happens to have its name: python -m gzip
		}
		p.l.doubts.handed = true
		p.out.data = p.passArgv(moduleFlag, append([]fact.Word{name}, words...))
		if p.steersModule() {
			p.out.nested = nil
		}
		p.l.given[i].seen = len(p.out.nested) > 0
		return
	}
}
