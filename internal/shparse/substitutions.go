package shparse

import (
	"strconv"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/fencepost/fencepost/gen/hazards"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/shparse/cmdoutput"
	"github.com/fencepost/fencepost/internal/shparse/dialect"
	"github.com/fencepost/fencepost/internal/shparse/expand"
	"github.com/fencepost/fencepost/internal/shparse/nodes"
)

// cmdSubst runs the commands of a substitution in a subshell; its value is known where all of them
// are pure.
func (ex *expansions) cmdSubst(c *syntax.CmdSubst, quoted bool, ps []expand.Piece) []expand.Piece {
	ex.acc.marks[c] = true
	outer, whole := ex.sh.context, quoted || ex.sh.word.whole
	// its words are others than the one around it
	ex.sh.word = wordContext{exprDepth: ex.sh.word.exprDepth}
	out := &capture{known: true}
	if ex.sh.traps.waiting != nil && ex.sh.st.Has(
		dialect.StopsOnFailure) { // they may print in here, too
		out.spoil()
	}
	p := expand.Piece{Split: !quoted, Quoted: quoted, From: ex.sh.source(c),
		Inert: ex.sh.has(dialect.InertExpansions)}
	ex.sh.out = out
	stmts := ex.backquotedStmts(c, quoted)
	if nodes.ReadsFile(stmts) && len(stmts[0].Redirs) == 1 && stmts[0].Redirs[0].Op == syntax.RdrIn &&
		stmts[0].Redirs[0].N == nil {
		ex.sh.reading = stmts[0]
	}
	traps := len(ex.sh.traps.waiting)
	run := func() { ex.cmds.stmts(stmts) }
	if c.TempFile || c.ReplyVar { // ${ cmd; } runs in the shell itself
		out.known, out.mixed, out.told = false, c.ReplyVar, c.ReplyVar
		ex.reads.runSubstitution(run)
	} else {
		ex.reads.runSubstitution(func() { ex.sh.subshell(run) })
	}
	for i := traps; i < len(ex.sh.traps.waiting); i++ {
		if ex.sh.traps.waiting[i].dependsOn(ex.sh.traps.seen) {
			out.spoil() // it may print something else in the end
		}
	}
	if nodes.ReadsFile(stmts) {
		ex.fromFile(stmts[0], out)
	}
	ex.sh.context = outer
	if w := out.names; w != nil && out.known && (whole || w.Plain && ex.sh.blanksDivide()) {
		if out.words {
			p.Kind = fact.WordsOrigin
		}
		return append(ps, expand.Piece{Kind: p.Kind, Text: w.Text, Glob: w.Glob, Quoted: true,
			Split: !quoted, Plain: w.Plain, MayLack: w.Lack, Number: out.numbers(), From: p.From})
	}
	text, ok := out.word()
	// bash drops it; zsh keeps it, and the kernel ends an argument there
	if strings.Contains(text.Text, "\x00") {
		ok = !ex.sh.has(dialect.KeepsNUL)
		text.Text = strings.ReplaceAll(text.Text, "\x00", "")
	}
	if out.listed != nil && !whole && ex.sh.blanksDivide() {
		return cmdoutput.AppendList(ps, out.listed, p.From)
	}
	if out.named != "" && out.temp {
		p.Kind, p.Text = fact.TempOrigin, out.named
		return append(ps, p)
	}
	if !ok {
		p.Unknown, p.Many, p.Number, p.Given = true, !quoted, out.numbers(), !out.told
		p.Names, p.Form.Single = out.filenames(), out.ref && ex.sh.blanksDivide()
		p.Listed = out.listed
		switch {
		case out.temp:
			p.Kind = fact.TempOrigin
		case out.job && ex.sh.blanksDivide():
			p.Kind = fact.JobOrigin
		case out.words && ex.sh.blanksDivide():
			p.Kind = fact.WordsOrigin
		case out.ref && ex.sh.blanksDivide():
			p.Kind = fact.RefOrigin
		}
		return append(ps, p)
	}
	p.Text = strings.TrimRight(text.Text, "\n")
	return append(ps, p)
}

// backquotedStmts returns the commands of a substitution. Between backquotes the shells take
// backslashes away before they read the text, in quotes and comments, too, and such substitutions
// nest. Where the parser library does not do the same, the text is read here, and becomes the
// current one.
func (ex *expansions) backquotedStmts(c *syntax.CmdSubst, quoted bool) []*syntax.Stmt {
	if !c.Backquotes {
		return c.Stmts
	}
	src := ex.sh.source(c)
	if !strings.Contains(src, "\\\n") && !strings.Contains(src, "\\\\\\`") {
		return c.Stmts
	}
	text, ok := stripBackquotes(src)
	if !ok || quoted && strings.Contains(src, `\"`) {
		ex.sh.Report(fact.Hazard{ID: hazards.Syntax, Text: src,
			Why: "shells may read the backslashes between these backquotes in another way"})
		return c.Stmts
	}
	ex.sh.script.text = text
	ex.acc.skip(c.Stmts) // these are read in their place
	stmts, err := ex.acc.parse(text)
	if err != nil {
		ex.acc.syntaxError(text, err)
	}
	return stmts
}

// stripBackquotes takes the backquotes around a text away, and one level of backslashes (POSIX XCU
// 2.6.3). ok is false where the text ends at another backquote.
func stripBackquotes(src string) (text string, ok bool) {
	var b strings.Builder
	for i := 1; i < len(src)-1; i++ {
		switch {
		case src[i] == '`':
			return "", false
		case src[i] == '\\' && strings.IndexByte("$`\\\n", src[i+1]) >= 0:
			if i++; src[i] == '\n' {
				continue
			}
		}
		b.WriteByte(src[i])
	}
	return b.String(), len(src) > 1 && src[0] == '`' && src[len(src)-1] == '`'
}

// fromFile takes what $(<file) reads, if the text wrote it.
func (ex *expansions) fromFile(s *syntax.Stmt, out *capture) {
	out.spoil()
	if r := s.Redirs[0]; len(s.Redirs) == 1 && r.Op == syntax.RdrIn && r.N == nil {
		w := ex.words.single(r.Word)
		if w.Known() && w.Text == "" { // an error of the shell: nothing is read
			out.known, out.mixed, out.told = true, false, false
			return
		}
		if text, ok := ex.PipeText(&w); ok { // $(< <(cmd))
			out.known, out.text, out.mixed, out.told = true, nil, false, false
			out.write(text.Text)
		} else if ex.files.holdsJobs(&w) {
			out.job, out.mixed, out.told = true, false, false
		} else if text, ok := ex.files.fileText(&w); ok {
			out.known, out.text = true, []byte(text) // and told is what spoil has said
		}
	}
}

// procSubst runs the commands of <( ) or >( ); the word names a pipe.
func (ex *expansions) procSubst(p *syntax.ProcSubst) expand.Piece {
	ex.acc.marks[p] = true
	outer := ex.sh.context
	out := outer.out // what stands behind >( prints to where the shell does, at some time
	if p.Op != syntax.CmdOut {
		out = &capture{known: p.Op == syntax.CmdIn}
	}
	ex.sh.out, ex.sh.word = out, wordContext{exprDepth: ex.sh.word.exprDepth}
	ex.reads.runSubstitution(func() {
		ex.sh.inBackground(func() {
			if p.Op == syntax.CmdOut {
				ex.sh.st.Stdin = fact.Stdin{Kind: fact.StdinPipe}
			}
			ex.cmds.stmts(p.Stmts)
		})
	})
	ex.sh.context = outer
	if p.Op == syntax.CmdInTemp { // a file that the shell makes and takes away
		_, named := ex.sh.st.Vars["TMPPREFIX"]
		return expand.Piece{Unknown: true, Quoted: true, From: ex.sh.source(p), Given: !named &&
			!ex.sh.st.AllVars}
	}
	q := expand.Piece{Kind: fact.PipeOrigin, Unknown: true, Quoted: true, From: ex.sh.source(p),
		Given: true}
	if ex.sh.has(dialect.TildeReadsPWD) { // the shell's name differs between systems
		q.Text = "/dev/fd/"
	}
	if p.Op == syntax.CmdOut {
		ex.sh.out.lose()
	} else if text, ok := out.word(); ok {
		q = ex.namePipe(q, text)
	} else if n := out.filenames(); n != nil || out.numbers() || out.columns.Numbers != 0 ||
		out.listed != nil {
		from := fact.Origin{Kind: fact.InputOrigin, Names: n, Columns: out.columns, Listed: out.listed}
		q = ex.namePipe(q, fact.Word{Kind: fact.Partial, Number: out.numbers(), Origin: from})
	}
	return q
}

// namePipe notes what can be read from the pipe whose name a piece is.
func (ex *expansions) namePipe(q expand.Piece, text fact.Word) expand.Piece {
	q.Kind, q.From = fact.PipeOrigin, strconv.Itoa(len(ex.pipes))
	ex.pipes = append(ex.pipes, text)
	return q
}

// PipeText returns what can be read from a process substitution that the word names.
func (ex *expansions) PipeText(w *fact.Word) (fact.Word, bool) {
	text, ok := ex.pipeInput(w)
	return text, ok && text.Kind == fact.Literal
}

// pipeInput is what is known of the text that a process substitution gives, be it all or not.
func (ex *expansions) pipeInput(w *fact.Word) (fact.Word, bool) {
	if w.Origin.Kind != fact.PipeOrigin {
		return fact.Word{}, false
	}
	n, err := strconv.Atoi(w.Origin.Name)
	if err != nil || n >= len(ex.pipes) {
		return fact.Word{}, false
	}
	return ex.pipes[n], true
}
