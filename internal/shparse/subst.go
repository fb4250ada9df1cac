package shparse

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/fencepost/fencepost/internal/fact"
)

// capture collects what commands are known to print.
type capture struct {
	text  []byte
	known bool
}

func (c *capture) lose() {
	if c != nil {
		c.known = false
	}
}

func (c *capture) write(s string) {
	if c == nil {
		return
	}
	if len(c.text)+len(s) > maxValue {
		c.known = false
		return
	}
	c.text = append(c.text, s...)
}

func (c *capture) word() (fact.Word, bool) {
	if !c.known {
		return fact.Word{}, false
	}
	return fact.Lit(string(c.text)), true
}

// loseOutput says that what is printed depends on control flow.
func (in *Interp) loseOutput() { in.out.lose() }

// print records what a command prints.
func (in *Interp) print(text string, known bool) {
	if !known {
		in.out.lose()
		return
	}
	in.out.write(text)
}

// cmdSubst runs the commands of a substitution in a subshell; its value is known where all of them are pure.
func (in *Interp) cmdSubst(c *syntax.CmdSubst, quoted bool, ps []piece) []piece {
	saved := in.out
	out := &capture{known: true}
	in.out = out
	run := func() { in.stmts(c.Stmts) }
	if c.TempFile || c.ReplyVar { // ${ cmd; } runs in the shell itself
		out.known = false
		run()
	} else {
		in.subshell(run)
	}
	if readsFile(c) {
		in.fromFile(c.Stmts[0], out)
	}
	in.out = saved
	text, ok := out.word()
	if strings.Contains(text.Text, "\x00") { // bash drops it; zsh keeps it, and the kernel ends an argument there
		ok = in.opt.Dialect != Zsh
		text.Text = strings.ReplaceAll(text.Text, "\x00", "")
	}
	p := piece{split: !quoted, quoted: quoted, from: in.source(c), inert: in.opt.Dialect == Zsh}
	if !ok {
		p.unknown, p.many = true, !quoted
		return append(ps, p)
	}
	p.text = strings.TrimRight(text.Text, "\n")
	return append(ps, p)
}

// readsFile recognises $(<file), which reads a file without a command.
func readsFile(c *syntax.CmdSubst) bool {
	return len(c.Stmts) == 1 && c.Stmts[0].Cmd == nil && len(c.Stmts[0].Redirs) > 0
}

// fromFile takes what $(<file) reads, if the text wrote it.
func (in *Interp) fromFile(s *syntax.Stmt, out *capture) {
	out.known = false
	if r := s.Redirs[0]; len(s.Redirs) == 1 && r.Op == syntax.RdrIn && r.N == nil {
		w := in.single(r.Word)
		if text, ok := in.fileText(&w); ok {
			out.known, out.text = true, []byte(text)
		}
	}
}

// procSubst runs the commands of <( ) or >( ); the word names a pipe.
func (in *Interp) procSubst(p *syntax.ProcSubst) piece {
	saved := in.out
	out := &capture{known: p.Op == syntax.CmdIn}
	in.out = out
	in.later(func() {
		if p.Op == syntax.CmdOut {
			in.st.stdin = fact.Stdin{Kind: fact.StdinPipe}
		}
		in.stmts(p.Stmts)
	})
	in.out = saved
	src := in.source(p)
	if text, ok := out.word(); ok && p.Op == syntax.CmdIn {
		in.pipes = append(in.pipes, pipeText{src, text})
	}
	if in.opt.Dialect == Zsh {
		return piece{unknown: true, quoted: true, from: src} // the shell's name differs between systems
	}
	return piece{text: "/dev/fd/", unknown: true, quoted: true, from: src}
}

// pipeText is the known content of a process substitution.
type pipeText struct {
	src  string
	text fact.Word
}

// PipeText returns what can be read from a process substitution that the word names.
func (in *Interp) PipeText(w *fact.Word) (fact.Word, bool) {
	for _, p := range in.pipes {
		if p.src == w.Written || p.src == w.From {
			return p.text, true
		}
	}
	return fact.Word{}, false
}
