package command

import (
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
)

// sed judges the script: w and W write files, r and R read them, e and the flag e of s run commands
// (GNU sed manual, sed scripts).
func (r *resolver) sed() {
	for i := range r.c.Operands {
		o := &r.c.Operands[i]
		if o.Role == fact.RoleCode {
			r.sedScript(&o.Word)
		} else if o.Role == fact.RoleScript && o.IsPath {
			r.file(o)
		}
	}
}

func (r *resolver) sedScript(w *fact.Word) {
	if !w.Known() {
		r.code(*w)
		return
	}
	p := sedScan{src: w.Text}
	p.run()
	for _, f := range p.writes {
		r.writesFile(f)
	}
	for _, f := range p.reads {
		word := fact.Lit(f)
		r.effect(fact.Effect{Kind: fact.Read, Path: r.path(r.c.Dirs, &word)})
	}
	for _, text := range p.shell {
		r.scriptText(text)
	}
	if p.runs {
		r.code(*w)
		r.effect(fact.Effect{Kind: fact.Exec, Detail: "the sed script runs commands"})
	}
}

// sedScan finds the commands of a sed script that do more than edit the stream. A script that it
// cannot read is said to run commands.
type sedScan struct {
	src    string
	i      int
	writes []string
	reads  []string
	shell  []string // commands that e runs
	runs   bool
}

func (p *sedScan) run() {
	for p.i < len(p.src) {
		p.skip(" \t\n;{}")
		if p.i == len(p.src) {
			return
		}
		if p.src[p.i] == '#' {
			p.i = lineEnd(p.src, p.i)
			continue
		}
		if !p.addresses() || !p.command() {
			p.runs = true
			return
		}
	}
}

func (p *sedScan) skip(set string) {
	for p.i < len(p.src) && strings.IndexByte(set, p.src[p.i]) >= 0 {
		p.i++
	}
}

// addresses skips up to two addresses and the negation.
func (p *sedScan) addresses() bool {
	for {
		p.skip(" \t,!~+0123456789$")
		if p.i == len(p.src) {
			return false
		}
		switch p.src[p.i] {
		case '/':
			p.i = regexEnd(p.src, p.i, '/')
		case '\\':
			p.i++
			if p.i == len(p.src) {
				return false
			}
			p.i = regexEnd(p.src, p.i, p.src[p.i])
		default:
			return true
		}
		p.skip("IM")
	}
}

// command takes one command and reports whether it could be read.
func (p *sedScan) command() bool {
	ch := p.src[p.i]
	p.i++
	switch ch {
	case '=', 'd', 'D', 'g', 'G', 'h', 'H', 'n', 'N', 'p', 'P', 'x', 'F', 'z', '{', '}':
	case 'l', 'L', 'q', 'Q':
		p.skip(" \t0123456789")
	case 'a', 'i', 'c':
		p.text()
	case ':', 'b', 't', 'T', 'v':
		for p.i < len(p.src) && strings.IndexByte(";\n}", p.src[p.i]) < 0 {
			p.i++
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
		p.shell = append(p.shell, text)
		p.runs = p.runs || text == "" || strings.Contains(text, `\`) // the line that was read; sed removes backslashes
	default:
		return false // no command of sed
	}
	return true
}

// text skips the text of a, i and c: to the end of the line that has no backslash before it.
func (p *sedScan) text() {
	for p.i < len(p.src) && p.src[p.i] != '\n' {
		if p.src[p.i] == '\\' {
			p.i++
		}
		p.i++
	}
	p.i = min(p.i, len(p.src))
}

// fileName takes the rest of the line.
func (p *sedScan) fileName() string {
	p.skip(" \t")
	end := lineEnd(p.src, p.i)
	name := p.src[p.i:end]
	p.i = end
	return name
}

// substitute takes s/regex/replacement/flags.
func (p *sedScan) substitute() bool {
	if !p.delimited() {
		return false
	}
	middle := p.i
	if !p.delimited2() {
		return false
	}
	replacement := p.src[min(middle+1, p.i-1) : p.i-1]
	for p.i < len(p.src) {
		ch := p.src[p.i]
		switch {
		case ch == 'e': // the line is run with the replacement in it
			p.i++
			p.runs = true
			if text := strings.ReplaceAll(replacement, `\/`, "/"); !strings.ContainsAny(text, `&\`) {
				p.shell = append(p.shell, text)
			}
		case strings.IndexByte("gpiImM0123456789", ch) >= 0:
			p.i++
		case ch == 'w':
			p.i++
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
	if p.i == len(p.src) || p.src[p.i] == '\n' || p.src[p.i] == '\\' {
		return false
	}
	end := regexEnd(p.src, p.i, p.src[p.i])
	if p.src[end-1] != p.src[p.i] || end-1 == p.i {
		return false
	}
	p.i = end - 1
	return true
}

// delimited2 skips the second part, which is no regular expression: brackets do not protect the
// delimiter.
func (p *sedScan) delimited2() bool {
	delim := p.src[p.i]
	end := quotedEnd(p.src, p.i, delim)
	if end-1 == p.i || p.src[end-1] != delim {
		return false
	}
	p.i = end
	return true
}

// regexEnd returns the index after the delimiter that closes the regular expression whose opening
// one is at i.
func regexEnd(s string, i int, delim byte) int {
	for i++; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case delim:
			return i + 1
		case '[':
			i = bracketEnd(s, i)
		case '\n':
			return len(s)
		}
	}
	return len(s)
}

// bracketEnd returns the index of the bracket that closes the bracket expression at i (POSIX XBD
// 9.3.5).
func bracketEnd(s string, i int) int {
	i++
	if i < len(s) && s[i] == '^' {
		i++
	}
	for n := 0; i < len(s); i, n = i+1, n+1 {
		if s[i] == ']' && n > 0 {
			return i
		}
		if s[i] == '[' && i+1 < len(s) && strings.IndexByte(":.=", s[i+1]) >= 0 {
			end := strings.Index(s[i+2:], s[i+1:i+2]+"]")
			if end < 0 {
				return len(s)
			}
			i += end + 3
		}
	}
	return len(s)
}
