package command

import "github.com/fencepost/fencepost/internal/fact"

// parse reads the words behind the name: which are subcommands, options and operands, and what the
// operands are.
func (p *parser) parse() {
	switch spec := p.l.spec; {
	case spec.Programs.Run == RunShell:
		scanShell(p)
	case spec.Syntax.Parse == Find:
		scanFind(p)
	case spec.Syntax.Parse == Tar:
		scanTar(p)
	case spec.Programs.Run == RunEnv:
		scanEnv(p)
	case spec.Programs.Run == RunArch:
		scanArch(p)
	case spec.Programs.Run == RunPwsh:
		scanPwsh(p)
	case spec.Syntax.Parse == Npm:
		scanNpm(p)
	default:
		p.scanFrom(1)
	}
	p.l.any.harmless = (p.l.any.harmless || p.l.any.is&Harmless != 0 && p.l.hasTrait(Harmless)) &&
		!p.l.runsAnyway()
	p.setCanonical()
	if p.l.spec.Programs.Run == RunCode {
		p.passModule()
	}
	p.assignRoles()
}

// scanTar takes a first word without a dash as a cluster whose arguments are the words that follow,
// in order.
func scanTar(p *parser) {
	argv := p.l.c.Argv
	if len(argv) < 2 || !argv[1].Known() || argv[1].Text == "" || argv[1].Text[0] == '-' {
		p.scanFrom(1)
		return
	}
	next, text := 2, argv[1].Text
	for j := 0; j < len(text); j++ {
		o, name := p.shortOption(text[j])
		switch {
		case o == nil:
			p.unknownOption("-"+text[j:j+1], &argv[1], 0)
		case o.Arg == RequiredArg && next < len(argv):
			p.nextWord(o, name, next)
			next++
		default:
			p.addFlag(o, name, -1)
		}
	}
	p.scanFrom(next)
}

// scanEnv reads the words of env up to the option -S: its string may hold further options, and so
// may what follows.
func scanEnv(p *parser) {
	argv := p.l.c.Argv
	for i := 1; i < len(argv); {
		if p.ended || !looksLikeOption(&argv[i]) {
			p.scanFrom(i)
			return
		}
		i = p.option(i)
		if n := len(p.l.flags); n > 0 && p.l.flags[n-1].Name == "-S" && p.l.given[n-1].opt != nil {
			p.l.payloadAt = i
			return
		}
	}
}

// scanArch reads the words of setarch: an architecture comes first or not at all, and ends the
// search for it.
func scanArch(p *parser) {
	argv := p.l.c.Argv
	if len(argv) < 2 {
		return
	}
	p.noteDoubt(&argv[1], false)
	if looksLikeOption(&argv[1]) {
		p.scanFrom(1)
		return
	}
	p.l.operands = append(p.l.operands, fact.Operand{Word: argv[1]})
	p.scanFrom(2)
}

// scanNpm reads the words as npm does. The last of several options that contradict each other
// counts: npm ci --ignore-scripts --no-ignore-scripts.
func scanNpm(p *parser) {
	p.scanFrom(1)
	for i := range p.l.given {
		if p.l.given[i].opt == nil || p.lastOfSame(i) == i {
			continue
		}
		last := &p.l.given[p.lastOfSame(i)]
		if p.l.given[i].off, p.l.given[i].open = last.off, last.open; last.off || last.open {
			f := &p.l.flags[i]
			f.Name, f.Names = p.l.flags[p.lastOfSame(i)].Name, nil
			f.Written = f.Name
		}
	}
}
