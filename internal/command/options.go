package command

import (
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
)

// option takes the word at i, which begins with a dash, as an option with its argument. It returns
// the next index.
func (p *parser) option(i int) int {
	if !p.l.spec.Syntax.Parse.hasOptions() {
		return p.operand(i)
	}
	w := &p.l.c.Argv[i]
	if w.Text == "--" && w.Kind == fact.Literal {
		p.ended, p.l.marked = true, true
		if p.l.spec.Syntax.RestOf != "" {
			p.passWords(p.l.spec.Syntax.RestOf, "--", p.l.c.Argv[i+1:])
			return len(p.l.c.Argv)
		}
		return i + 1
	}
	switch p.l.spec.Syntax.Parse {
	case GoFlag:
		return p.goFlag(i, w)
	case Joined:
		return p.compilerOption(i, w)
	case Npm:
		return p.npmOption(i, w)
	}
	if strings.HasPrefix(w.Text, "--") {
		return p.longOption(i, w)
	}
	if len(w.Text) > 2 && w.Kind == fact.Literal {
		if o := p.l.lookup(w.Text); o != nil {
			return p.takeOption(i, o, w.Text, 0)
		}
	}
	return p.cluster(i, w)
}

// longOption takes --name, --name=value and, for getopt_long, abbreviations.
func (p *parser) longOption(i int, w *fact.Word) int {
	name, cut, ok := p.longName(w)
	if !ok {
		return i + 1
	}
	o := p.l.lookup(name)
	if o == nil && p.l.spec.Syntax.Parse.abbreviates() {
		o = p.abbreviated(name)
	}
	if o == nil && p.l.spec.Syntax.Parse == Git && cut == 0 && strings.HasPrefix(name, "--no-") {
		if o = p.l.lookup("--" + name[len("--no-"):]); o != nil {
			p.addFlag(o, name, -1)
			p.l.given[len(p.l.given)-1].off = true
			p.l.flags[len(p.l.flags)-1].Name = name
			p.l.flags[len(p.l.flags)-1].Names = nil
			p.takeBack()
			return i + 1
		}
	}
	if o == nil {
		p.unknownOption(name, w, cut)
		return i + 1
	}
	return p.takeOption(i, o, name, cut)
}

// cluster takes combined short options: -rf, -n5, -ofile.
func (p *parser) cluster(i int, w *fact.Word) int {
	text := w.Text
	for j := 1; j < len(text); j++ {
		if '0' <= text[j] && text[j] <= '9' {
			if o := p.l.lookup("-NUM"); o != nil {
				n := digits(text[j:])
				p.addFlag(o, "-"+text[j:j+n], -1)
				j += n - 1
				continue
			}
		}
		o, name := p.shortOption(text[j])
		if o == nil {
			p.unknownOption("-"+text[j:j+1], w, 0)
			continue
		}
		if o.Role == fact.RoleCommand && o.Arg == NoArg {
			p.addFlag(o, name, -1)
			switch {
			case j+1 == len(text) && w.Kind == fact.Literal:
				return p.commandOption(i + 1)
			case j+1 < len(text) && text[j+1] == '=': // fd's parser of options takes -x=rm, too
				j++
			}
			return p.commandOption(i+1, subWord(w, j+1))
		}
		attached := j+1 < len(text) || w.Kind != fact.Literal
		switch {
		case o.Arg == NoArg:
			p.addFlag(o, name, -1)
			continue
		case attached:
			cut := j + 1
			if p.l.spec.Syntax.Parse == Cobra && cut < len(text) && text[cut] == '=' {
				cut++
			}
			p.addFlag(o, name, p.addValue(o, subWord(w, cut)))
			return i + 1
		case o.Arg == RequiredArg && i+1 < len(p.l.c.Argv):
			p.nextWord(o, name, i+1)
			return i + 2
		}
		p.addFlag(o, name, -1)
	}
	if w.Kind != fact.Literal || w.Glob {
		p.unknownOption(w.Show(), w, 0)
	}
	return i + 1
}

// goFlag takes -name, --name, -name=value.
func (p *parser) goFlag(i int, w *fact.Word) int {
	name, cut := w.Text, 0
	if eq := strings.IndexByte(name, '='); eq >= 0 {
		name, cut = name[:eq], eq+1
	} else if w.Kind != fact.Literal {
		p.unknownOption(w.Show(), w, 0)
		return i + 1
	}
	o := p.l.lookup(name)
	if o == nil {
		p.unknownOption(name, w, cut)
		return i + 1
	}
	return p.takeOption(i, o, name, cut)
}

// compilerOption takes an option as compilers and linkers read them: -name, -nameARG, -name ARG
// and -name=ARG. The longest name that the spec has counts: -Wl,-z,now is -Wl, and not -W.
func (p *parser) compilerOption(i int, w *fact.Word) int {
	text := w.Text
	if w.Kind == fact.Literal {
		if o := p.l.lookup(text); o != nil {
			return p.takeOption(i, o, text, 0)
		}
	}
	if eq := strings.IndexByte(text, '='); eq > 0 {
		if o := p.l.lookup(text[:eq]); o != nil && o.Arg != NoArg {
			return p.takeOption(i, o, text[:eq], eq+1)
		}
	}
	for n := len(text); n > 1; n-- {
		if o := p.l.lookup(text[:n]); o != nil && o.Arg != NoArg {
			return p.takeOption(i, o, text[:n], n)
		}
	}
	p.unknownOption(w.Show(), w, 0)
	return i + 1
}

// keyValue takes an operand of the form key=value.
func (p *parser) keyValue(i int) bool {
	w := &p.l.c.Argv[i]
	eq := strings.IndexByte(w.Text, '=')
	if eq < 0 {
		if w.Kind != fact.Literal {
			p.l.doubts.option = true // it may be any key
		}
		return false
	}
	o := p.l.spec.Option(w.Text[:eq+1])
	if o == nil {
		p.unknownOption(w.Text[:eq], w, eq+1)
		return true
	}
	p.addFlag(o, w.Text[:eq+1], p.addValue(o, subWord(w, eq+1)))
	return true
}

// npmOption takes --name, -name, --name=value, --no-name, and abbreviations of all of them. The
// word true or false may follow a switch.
func (p *parser) npmOption(i int, w *fact.Word) int {
	name, cut, ok := p.longName(w)
	if !ok {
		return i + 1
	}
	o, off := p.npmName(name)
	if o == nil {
		return p.npmCluster(i, w, cut)
	}
	if o.Arg != NoArg && !off {
		return p.takeOption(i, o, name, cut)
	}
	value, open := "", false
	switch {
	case cut > 0:
		v := subWord(w, cut)
		if !v.IsLiteral() || !isSwitchValue(v.Text) {
			p.unknownOption(name, w, cut) // for npm the value is a word: npm --json=publish
			return i + 1
		}
		value = v.Text
	case i+1 < len(p.l.c.Argv) && !looksLikeOption(&p.l.c.Argv[i+1]):
		next := &p.l.c.Argv[i+1]
		if open = !next.IsLiteral(); isSwitchValue(next.Text) {
			value = next.Text
			i++
		}
	}
	if value == "false" {
		off = !off
	}
	p.addFlag(o, name, -1)
	g := &p.l.given[len(p.l.given)-1]
	g.off, g.open = off, open
	if off || open {
		f := &p.l.flags[len(p.l.flags)-1]
		f.Name, f.Names = "--no-"+strings.TrimLeft(o.Names[0], "-"), nil
		f.Written = f.Name
		p.takeBack()
	}
	return i + 1
}

// isSwitchValue reports whether npm takes a word behind a switch for its value. Only --color can be
// always; elsewhere always is an operand, but npm has no command of that name.
func isSwitchValue(text string) bool { return text == "true" || text == "false" || text == "always" }

// npmName finds the option of a name with one or more dashes; off is true for --no-name.
func (p *parser) npmName(text string) (o *Option, off bool) {
	if o := p.l.lookup(text); o != nil {
		return o, false
	}
	name := strings.TrimLeft(text, "-")
	for {
		if o := p.l.lookup("--" + name); o != nil {
			return o, off
		}
		rest, ok := strings.CutPrefix(name, "no-")
		if !ok {
			break
		}
		name, off = rest, !off
	}
	if name == "" || len(text)-len(name) == 1 && len(name) == 1 {
		return nil, off
	}
	return p.abbreviated("--" + name), off
}

// npmCluster takes -abc where each letter is an option of its own.
func (p *parser) npmCluster(i int, w *fact.Word, cut int) int {
	text := w.Text
	if cut == 0 && len(text) > 1 && text[1] != '-' {
		for j := 1; j < len(text); j++ {
			if o, _ := p.shortOption(text[j]); o == nil || o.Arg != NoArg {
				break
			}
			if j == len(text)-1 {
				return p.cluster(i, w)
			}
		}
	}
	if cut > 0 {
		text = text[:cut-1]
	}
	p.unknownOption(text, w, cut)
	return i + 1
}

// lastOfSame returns the index of the last option that is the same as the i-th.
func (p *parser) lastOfSame(i int) int {
	for j := len(p.l.given) - 1; j > i; j-- {
		if p.l.given[j].opt != nil && p.l.given[j].opt.Names[0] == p.l.given[i].opt.Names[0] {
			return j
		}
	}
	return i
}
