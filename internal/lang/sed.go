package lang

import (
	"strings"

	"github.com/fencepost/fencepost/internal/lang/token"
)

// sedActions are those of a sed script: w and W write files, r and R read them, e and the flag e of
// s run commands (GNU sed manual, sed scripts).
func sedActions(text string, _ Options) Actions {
	p := sedScan{Scanner: token.Scanner{Src: text}}
	p.run()
	var a actions
	for _, f := range p.writes {
		a.act(Write, f)
	}
	for _, f := range p.reads {
		a.act(Read, f)
	}
	for _, command := range p.commands {
		a.shell(command)
	}
	if p.runs {
		a.act(Exec, "the sed script runs commands")
	}
	return Actions{List: a.acts, Complete: !p.runs}
}

// sedScan finds the commands of a sed script that do more than edit the stream. A script that it
// cannot read is said to run commands.
type sedScan struct {
	token.Scanner
	writes   []string
	reads    []string
	commands []string // that e runs
	runs     bool
}

func (p *sedScan) run() {
	for p.I < len(p.Src) {
		p.Skip(" \t\n;{}")
		if p.I == len(p.Src) {
			return
		}
		if p.Src[p.I] == '#' {
			p.I = token.LineEnd(p.Src, p.I)
			continue
		}
		if !p.addresses() || !p.command() {
			p.runs = true
			return
		}
	}
}

// addresses skips up to two addresses and the negation.
func (p *sedScan) addresses() bool {
	for {
		p.Skip(" \t,!~+0123456789$")
		if p.I == len(p.Src) {
			return false
		}
		switch p.Src[p.I] {
		case '/':
			p.I = token.RegexEnd(p.Src, p.I, '/')
		case '\\':
			p.I++
			if p.I == len(p.Src) {
				return false
			}
			p.I = token.RegexEnd(p.Src, p.I, p.Src[p.I])
		default:
			return true
		}
		p.Skip("IM")
	}
}

// command takes one command and reports whether it could be read.
func (p *sedScan) command() bool {
	ch := p.Src[p.I]
	p.I++
	switch ch {
	case '=', 'd', 'D', 'g', 'G', 'h', 'H', 'n', 'N', 'p', 'P', 'x', 'F', 'z', '{', '}':
	case 'l', 'L', 'q', 'Q':
		p.Skip(" \t0123456789")
	case 'a', 'i', 'c':
		p.text()
	case ':', 'b', 't', 'T', 'v':
		for p.I < len(p.Src) && strings.IndexByte(";\n}", p.Src[p.I]) < 0 {
			p.I++
		}
	case 'r', 'R':
		p.reads = append(p.reads, p.fileName())
	case 'w', 'W':
		p.writes = append(p.writes, p.fileName())
	case 's':
		return p.substitute()
	case 'y':
		return p.delimited() && p.delimited2()
	case 'e':
		text := p.fileName()
		p.commands = append(p.commands, text)
		// the line that was read; sed removes backslashes
		p.runs = p.runs || text == "" || strings.Contains(text, `\`)
	default:
		return false // no command of sed
	}
	return true
}

// text skips the text of a, i and c: to the end of the line that has no backslash before it.
func (p *sedScan) text() {
	for p.I < len(p.Src) && p.Src[p.I] != '\n' {
		if p.Src[p.I] == '\\' {
			p.I++
		}
		p.I++
	}
	p.I = min(p.I, len(p.Src))
}

// fileName takes the rest of the line.
func (p *sedScan) fileName() string {
	p.Skip(" \t")
	end := token.LineEnd(p.Src, p.I)
	name := p.Src[p.I:end]
	p.I = end
	return name
}

// substitute takes s/regex/replacement/flags.
func (p *sedScan) substitute() bool {
	if !p.delimited() {
		return false
	}
	middle := p.I
	if !p.delimited2() {
		return false
	}
	replacement := p.Src[min(middle+1, p.I-1) : p.I-1]
	for p.I < len(p.Src) {
		ch := p.Src[p.I]
		switch {
		case ch == 'e': // the line is run with the replacement in it
			p.I++
			p.runs = true
			if text := strings.ReplaceAll(replacement, `\/`, "/"); !strings.ContainsAny(text,
				`&\`) {
				p.commands = append(p.commands, text)
			}
		case strings.IndexByte("gpiImM0123456789", ch) >= 0:
			p.I++
		case ch == 'w':
			p.I++
			p.writes = append(p.writes, p.fileName())
			return true
		default:
			return strings.IndexByte(" \t\n;}#", ch) >= 0
		}
	}
	return true
}

// delimited skips the first part of s or y, from its delimiter to before the middle one.
func (p *sedScan) delimited() bool {
	if p.I == len(p.Src) || p.Src[p.I] == '\n' || p.Src[p.I] == '\\' {
		return false
	}
	end := token.RegexEnd(p.Src, p.I, p.Src[p.I])
	if p.Src[end-1] != p.Src[p.I] || end-1 == p.I {
		return false
	}
	p.I = end - 1
	return true
}

// delimited2 skips the second part, which is no regular expression: brackets do not protect the
// delimiter.
func (p *sedScan) delimited2() bool {
	delim := p.Src[p.I]
	end := token.QuotedEnd(p.Src, p.I, delim)
	if end-1 == p.I || p.Src[end-1] != delim {
		return false
	}
	p.I = end
	return true
}
