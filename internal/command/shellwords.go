package command

import "github.com/fencepost/fencepost/internal/fact"

// scanShell reads the words of a shell: long options first, then clusters in which every o and O
// takes one of the words that follow, then -c's text or a script, then positional parameters
// (bash(1), OPTIONS).
func scanShell(p *parser) {
	argv := p.l.c.Argv
	i := 1
	for i < len(argv) {
		w := &argv[i]
		p.noteDoubt(w, false)
		plus := len(w.Text) > 1 && w.Text[0] == '+'
		if p.l.doubts.option || !plus && !looksLikeOption(w) && w.Text != "-" {
			break
		}
		if w.Kind != fact.Literal || w.Glob {
			p.unknownOption(w.Show(), w, 0)
			i++
			continue
		}
		if w.Text == "-" || w.Text == "--" {
			i++
			break
		}
		if o := p.l.lookup(w.Text); o != nil && len(w.Text) > 2 {
			i = p.takeOption(i, o, w.Text, 0)
			continue
		}
		if w.Text[1] == '-' {
			i = p.longOption(i, w)
			continue
		}
		i = p.shellCluster(i, w)
	}
	for ; i < len(argv); i++ {
		p.addOperand(i, fact.RoleNone) // the spec's operands give the role
	}
	p.l.doubts.payload = p.l.doubts.option && !p.l.has("-c")
}

// shellCluster takes -euo pipefail, -lc, +x.
func (p *parser) shellCluster(i int, w *fact.Word) int {
	next := i + 1
	for j := 1; j < len(w.Text); j++ {
		o, name := p.shortOption(w.Text[j])
		switch {
		case o == nil:
			p.unknownOption(w.Text[:1]+w.Text[j:j+1], w, 0)
		case o.Arg == RequiredArg && next < len(p.l.c.Argv):
			p.nextWord(o, name, next)
			next++
		default:
			p.addFlag(o, name, -1)
		}
		if o != nil && w.Text[0] == '+' {
			p.l.given[len(p.l.given)-1].off = true
		}
	}
	return next
}
