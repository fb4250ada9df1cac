package shparse

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/fencepost/fencepost/gen/hazards"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/shparse/dialect"
	"github.com/fencepost/fencepost/internal/shparse/domain"
	shsyntax "github.com/fencepost/fencepost/internal/shparse/syntax"
)

// stmts interprets a list. What follows an exit or return is still visited: a trap or a failed exec
// may get there.
func (in *Interp) stmts(list []*syntax.Stmt) {
	for i, s := range list {
		if i > 0 {
			in.settle()
		}
		in.stmt(s)
	}
}

// stmt interprets one statement: redirections first, as the shell does, then the command.
func (in *Interp) stmt(s *syntax.Stmt) {
	in.mark(s)
	in.began, in.beganIn = s, in.text
	if !in.budget.step() {
		in.bound(hazards.BoundSteps, "the script does more than fencepost follows")
		return
	}
	if s.Background || s.Coprocess || s.Disown {
		in.later(func() { in.foreground(s) })
		return
	}
	in.foreground(s)
	in.noteEnd(s)
	if in.waiting != nil {
		in.observe()
	}
	if s.Negated {
		in.conclude(s)
	}
	if f := in.st.Fail; s.Negated && f != nil {
		ok := in.st
		ok.Fail = nil
		in.st = f
		in.st.Fail = ok
	}
}

func (in *Interp) foreground(s *syntax.Stmt) {
	if in.st.HasAlts && choosesOutside(s) || defaultsOutside(s) {
		in.eachWay(func() { in.oneWay(s) })
		return
	}
	in.oneWay(s)
}

// choosesOutside reports whether what a statement does depends on the values of variables, but for
// the words of a simple command, which are followed where that is run.
func choosesOutside(s *syntax.Stmt) bool {
	for _, r := range s.Redirs {
		if r.Word != nil && chooses(r.Word.Parts, true) || r.Hdoc != nil && chooses(r.Hdoc.Parts, true) {
			return true
		}
	}
	switch c := s.Cmd.(type) {
	case *syntax.DeclClause:
		for _, a := range c.Args {
			if a.Value != nil && chooses(a.Value.Parts, true) || a.Array != nil || a.Index != nil {
				return true
			}
		}
	case *syntax.TestClause:
		return true
	case *syntax.ForClause:
		if l, ok := c.Loop.(*syntax.WordIter); ok && !c.Select {
			for _, w := range l.Items {
				if chooses(w.Parts, true) {
					return true
				}
			}
		}
	}
	return false
}

// defaultsOutside reports whether a declaration or a test has an operand such as ${x:-1}, which
// stands for itself or for a value from outside.
func defaultsOutside(s *syntax.Stmt) (found bool) {
	switch c := s.Cmd.(type) {
	case *syntax.DeclClause:
		for _, a := range c.Args {
			found = found || a.Value != nil && chooses(a.Value.Parts, false)
		}
	case *syntax.TestClause:
		found = testChooses(c.X)
	}
	return found
}

func testChooses(x syntax.TestExpr) bool {
	switch x := x.(type) {
	case *syntax.Word:
		return chooses(x.Parts, false)
	case *syntax.ParenTest:
		return testChooses(x.X)
	case *syntax.UnaryTest:
		return testChooses(x.X)
	case *syntax.BinaryTest:
		return testChooses(x.X) || testChooses(x.Y)
	}
	return false
}

func (in *Interp) oneWay(s *syntax.Stmt) {
	if len(s.Redirs) == 0 {
		in.command(s.Cmd, s, nil)
		return
	}
	outer, stdin := in.context, in.st.Stdin
	redirs := in.redirects(s.Redirs)
	refused := in.refusable(s, redirs)
	inputs := 0
	for i := range redirs {
		if sharesInput(&redirs[i]) {
			stdin.Text.Origin.Columns = fact.Columns{}
			in.misalign()
		}
		inputs += in.connect(&redirs[i])
	}
	in.redirs++
	if inputs > 0 {
		in.inputLoops = in.loops
	}
	if inputs > 1 && in.dialect.Has(dialect.MultipleRedirects) { // MULTIOS: one after the other
		in.st.Stdin = fact.Stdin{Kind: fact.StdinPipe}
	}
	switch s.Cmd.(type) {
	case *syntax.CallExpr, *syntax.DeclClause, *syntax.LetClause:
		in.command(s.Cmd, s, redirs)
	case nil:
		read := in.visit(&fact.Command{Kind: fact.Redirected, Redirects: redirs, Text: in.stmtText(s),
			Stdin: in.st.Stdin, ReadOnly: s == in.reading})
		if s == in.reading { // $(<list)
			in.out.below = in.out.below.Or(read.Names)
		}
		if in.dialect.Has(dialect.NullCommand) {
			in.nullCommand(redirs)
		}
	default: // for a function definition they apply to each call
		c := fact.Command{Kind: fact.Redirected, Enclosing: true, Redirects: redirs, Text: in.stmtText(s),
			Stdin: in.st.Stdin}
		in.readNames(&c, in.visit(&c).Names)
		in.command(s.Cmd, s, nil)
	}
	in.flush(len(outer.sinks))
	if isExec(s.Cmd) { // they stay as they are for what follows
		if in.out != outer.out || in.errOut != outer.errOut {
			outer.out.spoil()
		}
	} else if inputs > 0 {
		in.st.Stdin = stdin
		if in.st.Fail != nil {
			in.st.Fail.Stdin = stdin
		}
	}
	in.context = outer
	in.refuse(refused)
}

// isExec recognises exec with nothing but redirections.
func isExec(cmd syntax.Command) bool {
	c, ok := cmd.(*syntax.CallExpr)
	return ok && len(c.Args) == 1 && shsyntax.LitOf(c.Args[0]) == "exec"
}

// stmtText is the statement as written, without what terminates it and without here-document
// bodies.
func (in *Interp) stmtText(s *syntax.Stmt) string {
	from, to := int(s.Pos().Offset()), 0
	if s.Cmd != nil {
		to = int(s.Cmd.End().Offset())
	}
	for _, r := range s.Redirs {
		if r.Word != nil {
			to = max(to, int(r.Word.End().Offset()))
		}
	}
	if from > to || to > len(in.text) {
		return ""
	}
	return in.text[from:to]
}

// command interprets a command of any kind.
func (in *Interp) command(cmd syntax.Command, s *syntax.Stmt, redirs []fact.Redirect) {
	switch cmd := cmd.(type) {
	case nil:
	case *syntax.CallExpr:
		in.call(cmd, s, redirs)
	case *syntax.BinaryCmd:
		in.binary(cmd)
	case *syntax.Block:
		in.stmts(cmd.Stmts)
	case *syntax.Subshell:
		in.subshell(func() {
			defer func(outer bool) { in.continues = outer }(in.continues)
			in.continues = false // what fails ends the subshell
			in.stmts(cmd.Stmts)
		})
	case *syntax.IfClause:
		in.ifClause(cmd)
	case *syntax.WhileClause:
		in.whileClause(cmd)
	case *syntax.ForClause:
		in.forClause(cmd)
	case *syntax.CaseClause:
		in.caseClause(cmd)
	case *syntax.FuncDecl:
		in.define(cmd, len(s.Redirs) > 0)
	case *syntax.DeclClause:
		in.declare(cmd, s, redirs)
	case *syntax.TestClause:
		from := len(in.taken)
		if in.testExpr(cmd.X); in.comparesOnly(cmd.X) {
			in.untake(from)
		}
		in.nameless(s)
	case *syntax.ArithmCmd:
		n, known := in.arithm(cmd.X)
		in.nameless(s)
		if known && (n == 0 || len(s.Redirs) == 0 && !assignsWithin(cmd.X)) {
			in.succeeds(n != 0)
		}
	case *syntax.LetClause:
		in.let(cmd, s, redirs)
	case *syntax.TimeClause:
		if cmd.Stmt != nil {
			if c, ok := cmd.Stmt.Cmd.(*syntax.CallExpr); ok && len(c.Assigns) == 0 && len(c.Args) > 1 &&
				shsyntax.LitOf(c.Args[0]) == "--" {
				c.Args = c.Args[1:] // the end of time's own options
			}
			in.stmt(cmd.Stmt)
		}
	case *syntax.CoprocClause:
		in.later(func() { in.stmt(cmd.Stmt) })
		in.coprocNames(cmd)
	case *syntax.TestDecl:
		in.stmt(cmd.Body)
	default:
		in.unknownNode(cmd)
	}
}

// coprocNames forgets the variables that coproc sets.
func (in *Interp) coprocNames(c *syntax.CoprocClause) {
	if !in.dialect.Has(dialect.CoprocArray) {
		return
	}
	name := "COPROC"
	if c.Name != nil {
		name = shsyntax.LitOf(c.Name)
	}
	in.numberFor(fact.Lit(name))
	in.numberFor(fact.Lit(name + "_PID"))
}

// nameless reports [[ ]] and (( )): they need no rule, but a text of nothing else is not empty.
func (in *Interp) nameless(s *syntax.Stmt) {
	in.visit(&fact.Command{Kind: fact.Assignment, Text: in.stmtText(s), Stdin: in.st.Stdin})
}

// subshell runs f on a copy of the state (POSIX XCU 2.12). What it reads from standard input is
// gone for the shell, too.
func (in *Interp) subshell(f func()) {
	outer, reads, locals := in.st, in.reads, in.locals.len()
	in.st = outer.Clone()
	f()
	in.st = outer
	in.locals.cut(locals)
	in.readSince(reads)
}

func (in *Interp) binary(b *syntax.BinaryCmd) {
	switch b.Op {
	case syntax.Pipe, syntax.PipeAll:
		in.pipe(b)
	case syntax.AndStmt:
		in.stmt(b.X)
		in.concluded(b.X)
		failed := in.takeFail()
		in.follows(in.st, failed, func() { in.perhaps(b.X, failed, func() { in.stmt(b.Y) }) })
		failed.Join(in.failState())
		in.st.Fail = failed
	default: // ||
		in.stmt(b.X)
		in.concluded(b.X)
		failed := in.takeFail()
		succeeded := in.st
		in.st = failed
		in.follows(failed, succeeded, func() {
			outer := in.context
			if !succeeded.Dead {
				in.cond++
			}
			in.stmt(b.Y)
			in.concluded(b.Y)
			in.context = outer
		})
		failed = in.takeFail()
		succeeded.Join(in.st)
		in.st = succeeded
		in.st.Fail = failed
	}
}

// follows interprets what follows an && or ||, from one of the two states in which what stands
// before it may have left the shell.
func (in *Interp) follows(from, other *domain.State, f func()) {
	switch {
	case from.Dead:
		in.passed(f)
		return
	case !other.Dead:
		in.loseOutput()
	}
	f()
}

// perhaps runs what follows an && only on some ways, unless what stands before it cannot fail.
func (in *Interp) perhaps(x *syntax.Stmt, failed *domain.State, f func()) {
	if failed.Dead {
		f()
		return
	}
	if c, ok := x.Cmd.(*syntax.CallExpr); ok && len(c.Args) > 0 && !x.Negated && len(x.Redirs) == 0 {
		switch name := shsyntax.LitOf(c.Args[0]); name {
		case "echo", "printf", ":", "true":
			if _, isFunc := in.st.Funcs[name]; !isFunc {
				f()
				return
			}
		}
	}
	outer := in.context
	in.cond++
	f()
	in.context = outer
}

// failState is the state in which the last command did not succeed.
func (in *Interp) failState() *domain.State {
	if in.st.Fail != nil {
		return in.st.Fail
	}
	return in.st
}

// later runs f in a subshell at a time that is not known, as what follows runs.
func (in *Interp) later(f func()) {
	outer := in.context
	in.async++
	in.subshell(f)
	in.context = outer
}

// pipe runs both sides in subshells; what the left side is known to print is the right side's
// input.
func (in *Interp) pipe(b *syntax.BinaryCmd) {
	outer, c := in.context, &capture{known: true}
	in.out = c
	in.subshell(func() { in.stmt(b.X) })
	in.context = outer
	last := in.st
	stdin, locals := last.Stdin, in.locals.len()
	in.st = last.Clone()
	in.st.Stdin = fact.Stdin{Kind: fact.StdinPipe}
	if text, ok := c.word(); ok && b.Op == syntax.Pipe && !strings.Contains(text.Text, "\x00") {
		in.st.Stdin = fact.Stdin{Kind: fact.StdinText, Text: text}
	} else if b.Op == syntax.Pipe && c.numbers() {
		in.st.Stdin.Text = fact.Word{Kind: fact.Partial, Number: true}
	} else if b.Op == syntax.Pipe {
		in.st.Stdin.Text = in.catFile(b.X)
		in.st.Stdin.Text.Origin.Names, in.st.Stdin.Text.Origin.Columns = c.filenames(), c.columns
		if c.words {
			in.st.Stdin.Text.Origin.Kind = fact.WordsOrigin
		}
		in.st.Stdin.Text.Origin.Listed = c.listed
	}
	in.inputLoops = in.loops
	in.stmt(b.Y)
	in.context = outer
	switch { // the last part may run in the shell itself
	case in.dialect.Has(dialect.PipesIntoShell):
		in.settle()
		last = in.st
	case in.st.Has(dialect.LastPipe):
		in.settle()
		last.Join(in.st)
	default:
		in.locals.cut(locals)
	}
	in.st = last
	in.st.Stdin = stdin
}

// catFile is the file whose content a command prints that is nothing but cat and one name, with the
// directory as its origin; the empty word for any other.
func (in *Interp) catFile(s *syntax.Stmt) (file fact.Word) {
	call, ok := s.Cmd.(*syntax.CallExpr)
	if !ok || len(s.Redirs) > 0 || len(call.Assigns) > 0 || len(call.Args) != 2 {
		return file
	}
	if call.Args[0].Lit() != "cat" || in.st.Alias || !in.st.Dirs.Known || len(in.st.Dirs.List) != 1 {
		return file
	}
	if _, redefined := in.st.Funcs["cat"]; redefined {
		return file
	}
	name := call.Args[1].Lit()
	if name == "" || strings.ContainsAny(name, "\\*?[]{}~$`!<>()=^#") || name[0] == '-' {
		return file
	}
	return fact.Word{Text: name, Origin: fact.Origin{Kind: fact.FileOrigin, Name: in.st.Dirs.List[0]}}
}

// branch runs f on a copy of the state as it was at the start, and returns the copy.
func (in *Interp) branch(from *domain.State, f func()) *domain.State {
	in.st = from.Clone()
	outer := in.context
	in.cond++
	f()
	in.context = outer
	in.settle()
	return in.st
}

func (in *Interp) ifClause(c *syntax.IfClause) {
	if len(c.Cond) == 0 && c.ThenPos == (syntax.Pos{}) { // else
		in.stmts(c.Then)
		in.settle()
		return
	}
	in.stmts(c.Cond)
	if n := len(c.Cond); n > 0 {
		in.concluded(c.Cond[n-1])
	}
	no := in.takeFail()
	if !no.Dead && !in.st.Dead {
		in.loseOutput()
	}
	taken := func(f func()) func() { return f }
	passed := func(f func()) func() { return func() { in.passed(f) } }
	if in.st.Dead {
		taken, passed = passed, taken
	} else if !no.Dead {
		passed = taken
	}
	yes := in.branch(in.st, taken(func() { in.stmts(c.Then) }))
	if c.Else != nil {
		no = in.branch(no, passed(func() { in.ifClause(c.Else) }))
	}
	yes.Join(no)
	in.st = yes
}
