package shparse

import (
	"strconv"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/fencepost/fencepost/gen/hazards"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/shparse/dialect"
	"github.com/fencepost/fencepost/internal/shparse/expand"
)

// capture collects what commands are known to print.
type capture struct {
	text  []byte
	known bool
	names *fact.Word // all that was printed: one line, of which this pattern is known
	mixed bool       // something that may be printed is no number
	// something that may be printed is a text, neither a number nor given by the environment
	told  bool
	below *fact.Names // of files that may be among what was printed
	ends  bool        // the shell may have ended before what is printed next
	words bool        // all that may be printed is words that begin with a letter or a digit
	ref   bool        // all that may be printed is one name without blanks and pattern characters
	temp  bool        // all that may be printed is the name of a new temporary file
	job   bool        // all that may be printed is numbers of processes that the shell has started
	named string      // that name, where nothing else and no less is printed
	// all that may be printed is lines, each of which is a name that one of these stands for
	listed *fact.Names

	columns fact.Columns // of all lines that may be printed, that are numbers
}

// lose says that what is printed depends on control flow.
func (c *capture) lose() {
	if c != nil {
		c.known, c.named = false, ""
	}
}

// spoil says that anything may be printed.
func (c *capture) spoil() {
	if c != nil {
		c.known, c.mixed, c.told = false, true, true
		c.temp, c.words, c.ref, c.job = false, false, false, false
		c.columns, c.named, c.listed = fact.Columns{}, "", nil
	}
}

// jobs says that numbers of processes of the shell are printed, and nothing else was.
func (c *capture) jobs() {
	c.spoil()
	c.job, c.mixed, c.told = true, false, false
}

// empty reports whether nothing was printed.
func (c *capture) empty() bool {
	return c.known && !c.ends && !c.mixed && !c.temp && !c.ref && !c.job && len(c.text) == 0 && c.names == nil
}

// filenames are the names of files that may have been printed.
func (c *capture) filenames() *fact.Names {
	if c.numbers() {
		return nil
	}
	n := c.below.Or(namesIn(string(c.text)))
	if c.names != nil {
		n = n.Or(&fact.Names{List: []fact.Word{{Text: c.names.Text, Glob: c.names.Glob}}})
	}
	return n
}

// numbers reports whether nothing but decimal digits between blanks and line ends may be printed.
func (c *capture) numbers() bool { return !c.mixed }

func (c *capture) write(s string) {
	if c == nil || s == "" {
		return
	}
	c.temp, c.words, c.ref, c.job = false, false, false, false
	c.columns, c.named, c.listed = fact.Columns{}, "", nil
	if strings.Trim(s, "0123456789 \n") != "" {
		c.mixed, c.told = true, c.told || !namesNothing(s)
	}
	if c.ends || c.names != nil || len(c.text)+len(s) > expand.MaxValue {
		c.known = false
		return
	}
	c.text = append(c.text, s...)
}

func (c *capture) word() (fact.Word, bool) {
	if !c.known || c.names != nil {
		return fact.Word{}, false
	}
	return fact.Lit(string(c.text)), true
}

// loseOutput says that what is printed depends on control flow.
func (in *Interp) loseOutput() { in.out.lose() }

// print records what a command prints.
func (in *Interp) print(text string, known bool) {
	if !known {
		in.out.spoil()
		return
	}
	in.out.write(text)
}

// printForm records what is known of what a command prints whose output depends on more than its
// words. What it says about errors goes somewhere else, or is not known either.
func (in *Interp) printForm(o fact.Output) {
	from := &in.st.Stdin
	switch o.Kind {
	case fact.NumberOutput, fact.TempOutput, fact.WordsOutput, fact.RefOutput, fact.JobsOutput,
		fact.TextOutput:
	default:
		in.out.below = in.out.below.Or(o.Names).Or(inputNames(from))
	}
	if in.errOut != nil && in.errOut == in.out {
		in.out.spoil()
		return
	}
	columns := in.columnsPrinted(&o)
	if n := in.listPrinted(&o); n != nil && in.out.empty() {
		in.out.spoil()
		in.out.listed = n
		return
	}
	fields := o.Kind == fact.FieldOutput && from.Kind == fact.StdinPipe &&
		from.Text.Origin.Columns.Has(o.Columns)
	words := o.Kind == fact.WordsOutput || fields && from.Text.Origin.Columns.Words || o.Kind == fact.LinesOutput && HoldsWords(from)
	switch {
	case columns.Numbers != 0 && in.out.empty():
		in.out.spoil()
		in.out.columns = columns
		return
	case o.Kind == fact.TempOutput && in.out.empty():
		first := in.out.known
		in.out.spoil()
		in.out.temp = true
		if first {
			in.out.named = in.newName(o.Temp, o.TempDir)
		}
		return
	case words && in.out.empty():
		in.out.spoil()
		in.out.words, in.out.ref = true, o.One
		return
	case o.Kind == fact.TextOutput:
		in.out.write(o.Temp + "\n")
		return
	case o.Kind == fact.JobsOutput && in.out.empty() && !in.dialect.Has(dialect.JobLines):
		in.out.jobs()
		return
	case o.Kind == fact.RefOutput && in.out.empty():
		in.out.spoil()
		in.out.ref = true
		return
	case o.Kind == fact.NumberOutput:
	case (o.Kind == fact.PartsOutput || o.Kind == fact.LinesOutput || o.Kind == fact.FieldOutput) &&
		from.Kind == fact.StdinPipe && from.Text.Number:
	case fields && !from.Text.Origin.Columns.Words:
	default:
		in.out.spoil()
		return
	}
	in.out.lose()
	if in.out != nil { // it is no longer all
		in.out.temp, in.out.ref, in.out.job = false, false, false
	}
}

// printing runs f and returns what it prints; nil where nobody takes that.
func (in *Interp) printing(f func()) *capture {
	outer := in.context
	if in.out != nil {
		in.out = &capture{known: true}
	}
	f()
	out := in.out
	in.context = outer
	return out
}

// printAs records what one of two readings of a text prints.
func (in *Interp) printAs(one, other *capture) {
	if in.out == nil {
		return
	}
	a, knownA := one.word()
	b, knownB := other.word()
	if knownA && knownB && a.Text == b.Text {
		in.out.write(a.Text)
		return
	}
	in.out.spoil()
	in.out.below = in.out.below.Or(one.filenames()).Or(other.filenames())
}

// cmdSubst runs the commands of a substitution in a subshell; its value is known where all of them
// are pure.
func (in *Interp) cmdSubst(c *syntax.CmdSubst, quoted bool, ps []expand.Piece) []expand.Piece {
	in.mark(c)
	outer, whole := in.context, quoted || in.whole
	in.expansion = expansion{exprDepth: in.exprDepth} // its words are others than the one around it
	out := &capture{known: true}
	if in.waiting != nil && in.st.Has(dialect.StopsOnFailure) { // they may print in here, too
		out.spoil()
	}
	p := expand.Piece{Split: !quoted, Quoted: quoted, From: in.source(c),
		Inert: in.dialect.Has(dialect.InertExpansions)}
	in.out = out
	stmts := in.backquoted(c, quoted)
	if readsFile(stmts) && len(stmts[0].Redirs) == 1 && stmts[0].Redirs[0].Op == syntax.RdrIn &&
		stmts[0].Redirs[0].N == nil {
		in.reading = stmts[0]
	}
	traps := len(in.waiting)
	run := func() { in.stmts(stmts) }
	if c.TempFile || c.ReplyVar { // ${ cmd; } runs in the shell itself
		out.known, out.mixed, out.told = false, c.ReplyVar, c.ReplyVar
		in.ownTakes(run)
	} else {
		in.ownTakes(func() { in.subshell(run) })
	}
	for i := traps; i < len(in.waiting); i++ {
		if in.waiting[i].concerns(in.seen) {
			out.spoil() // it may print something else in the end
		}
	}
	if readsFile(stmts) {
		in.fromFile(stmts[0], out)
	}
	in.context = outer
	if w := out.names; w != nil && out.known && (whole || w.Plain && in.blanksDivide()) {
		if out.words {
			p.Kind = fact.WordsOrigin
		}
		return append(ps, expand.Piece{Kind: p.Kind, Text: w.Text, Glob: w.Glob, Quoted: true,
			Split: !quoted, Plain: w.Plain, MayLack: w.Lack, Number: out.numbers(), From: p.From})
	}
	text, ok := out.word()
	// bash drops it; zsh keeps it, and the kernel ends an argument there
	if strings.Contains(text.Text, "\x00") {
		ok = !in.dialect.Has(dialect.KeepsNUL)
		text.Text = strings.ReplaceAll(text.Text, "\x00", "")
	}
	if out.listed != nil && !whole && in.blanksDivide() {
		return appendListed(ps, out.listed, p.From)
	}
	if out.named != "" && out.temp {
		p.Kind, p.Text = fact.TempOrigin, out.named
		return append(ps, p)
	}
	if !ok {
		p.Unknown, p.Many, p.Number, p.Given = true, !quoted, out.numbers(), !out.told
		p.Names, p.Single = out.filenames(), out.ref && in.blanksDivide()
		p.Listed = out.listed
		switch {
		case out.temp:
			p.Kind = fact.TempOrigin
		case out.job && in.blanksDivide():
			p.Kind = fact.JobOrigin
		case out.words && in.blanksDivide():
			p.Kind = fact.WordsOrigin
		case out.ref && in.blanksDivide():
			p.Kind = fact.RefOrigin
		}
		return append(ps, p)
	}
	p.Text = strings.TrimRight(text.Text, "\n")
	return append(ps, p)
}

// backquoted returns the commands of a substitution. Between backquotes the shells take backslashes
// away before they read the text, also where it has quotes or comments, and such substitutions
// nest: where the parser library does not do the same the text is read here, and becomes the
// current one.
func (in *Interp) backquoted(c *syntax.CmdSubst, quoted bool) []*syntax.Stmt {
	if !c.Backquotes {
		return c.Stmts
	}
	src := in.source(c)
	if !strings.Contains(src, "\\\n") && !strings.Contains(src, "\\\\\\`") {
		return c.Stmts
	}
	text, ok := unbackslash(src)
	if !ok || quoted && strings.Contains(src, `\"`) {
		in.Report(fact.Hazard{ID: hazards.Syntax, Text: src,
			Why: "shells may read the backslashes between these backquotes in another way"})
		return c.Stmts
	}
	in.text = text
	in.skip(c.Stmts) // these are read in their place
	stmts, err := in.parse(text)
	if err != nil {
		in.syntaxError(text, err)
	}
	return stmts
}

// unbackslash takes the backquotes around a text away, and one level of backslashes (POSIX XCU
// 2.6.3). ok is false where the text ends at another backquote.
func unbackslash(src string) (text string, ok bool) {
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

// readsFile recognises $(<file), which reads a file without a command.
func readsFile(stmts []*syntax.Stmt) bool {
	return len(stmts) == 1 && stmts[0].Cmd == nil && len(stmts[0].Redirs) > 0
}

// fromFile takes what $(<file) reads, if the text wrote it.
func (in *Interp) fromFile(s *syntax.Stmt, out *capture) {
	out.spoil()
	if r := s.Redirs[0]; len(s.Redirs) == 1 && r.Op == syntax.RdrIn && r.N == nil {
		w := in.single(r.Word)
		if w.Known() && w.Text == "" { // an error of the shell, whoever reads
			out.known, out.mixed, out.told = true, false, false
			return
		}
		if text, ok := in.PipeText(&w); ok { // $(< <(cmd))
			out.known, out.text, out.mixed, out.told = true, nil, false, false
			out.write(text.Text)
		} else if in.holdsJobs(&w) {
			out.job, out.mixed, out.told = true, false, false
		} else if text, ok := in.fileText(&w); ok {
			out.known, out.text = true, []byte(text) // and told is what spoil has said
		}
	}
}

// procSubst runs the commands of <( ) or >( ); the word names a pipe.
func (in *Interp) procSubst(p *syntax.ProcSubst) expand.Piece {
	in.mark(p)
	outer := in.context
	out := outer.out // what stands behind >( prints to where the shell does, at some time
	if p.Op != syntax.CmdOut {
		out = &capture{known: p.Op == syntax.CmdIn}
	}
	in.out, in.expansion = out, expansion{exprDepth: in.exprDepth}
	in.ownTakes(func() {
		in.later(func() {
			if p.Op == syntax.CmdOut {
				in.st.Stdin = fact.Stdin{Kind: fact.StdinPipe}
			}
			in.stmts(p.Stmts)
		})
	})
	in.context = outer
	if p.Op == syntax.CmdInTemp { // a file that the shell makes and takes away
		_, named := in.st.Vars["TMPPREFIX"]
		return expand.Piece{Unknown: true, Quoted: true, From: in.source(p), Given: !named &&
			!in.st.AllVars}
	}
	q := expand.Piece{Kind: fact.PipeOrigin, Unknown: true, Quoted: true, From: in.source(p),
		Given: true}
	if in.dialect.Has(dialect.TildeReadsPWD) { // the shell's name differs between systems
		q.Text = "/dev/fd/"
	}
	if p.Op == syntax.CmdOut {
		in.out.lose()
	} else if text, ok := out.word(); ok {
		q = in.namePipe(q, text)
	} else if n := out.filenames(); n != nil || out.numbers() || out.columns.Numbers != 0 ||
		out.listed != nil {
		from := fact.Origin{Kind: fact.InputOrigin, Names: n, Columns: out.columns, Listed: out.listed}
		q = in.namePipe(q, fact.Word{Kind: fact.Partial, Number: out.numbers(), Origin: from})
	}
	return q
}

// namePipe notes what can be read from the pipe whose name a piece is.
func (in *Interp) namePipe(q expand.Piece, text fact.Word) expand.Piece {
	q.Kind, q.From = fact.PipeOrigin, strconv.Itoa(len(in.pipes))
	in.pipes = append(in.pipes, text)
	return q
}

// PipeText returns what can be read from a process substitution that the word names.
func (in *Interp) PipeText(w *fact.Word) (fact.Word, bool) {
	text, ok := in.pipeInput(w)
	return text, ok && text.Kind == fact.Literal
}

// pipeInput is what is known of the text that a process substitution gives, be it all or not.
func (in *Interp) pipeInput(w *fact.Word) (fact.Word, bool) {
	if w.Origin.Kind != fact.PipeOrigin {
		return fact.Word{}, false
	}
	n, err := strconv.Atoi(w.Origin.Name)
	if err != nil || n >= len(in.pipes) {
		return fact.Word{}, false
	}
	return in.pipes[n], true
}
