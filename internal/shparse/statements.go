package shparse

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/fencepost/fencepost/gen/hazards"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/shparse/dialect"
	"github.com/fencepost/fencepost/internal/shparse/nodes"
	shsyntax "github.com/fencepost/fencepost/internal/shparse/syntax"
)

// commands interprets statements, simple commands and compound commands.
type commands struct {
	sh       *shell
	acc      *accountant
	files    *files
	reads    *environmentReads
	output   *printing
	vars     *variables
	eval     *evaluator
	words    *words
	assigns  *assignments
	redirs   *redirections
	funcs    *functions
	builtins *builtins
}

// stmts interprets a list. What follows an exit or return is still visited: a trap or a failed exec
// may get there.
func (cm *commands) stmts(list []*syntax.Stmt) {
	for i, s := range list {
		if i > 0 {
			cm.sh.joinOutcomes()
		}
		cm.stmt(s)
	}
}

// stmt interprets one statement: redirections first, as the shell does, then the command.
func (cm *commands) stmt(s *syntax.Stmt) {
	cm.acc.marks[s] = true
	cm.sh.begun.stmt, cm.sh.begun.text = s, cm.sh.script.text
	if !cm.sh.budget.step() {
		cm.sh.bound(hazards.BoundSteps, "the script does more than fencepost follows")
		return
	}
	if s.Background || s.Coprocess || s.Disown {
		cm.sh.inBackground(func() { cm.foreground(s) })
		return
	}
	cm.foreground(s)
	if out := cm.sh.out; out != nil && out.known && !out.ends && cm.mayEnd(s) {
		out.ends = true
	}
	if cm.sh.traps.waiting != nil {
		cm.funcs.noteState()
	}
	cm.conclude(s, true)
	if f := cm.sh.st.Fail; s.Negated && f != nil {
		ok := cm.sh.st
		ok.Fail = nil
		cm.sh.st = f
		cm.sh.st.Fail = ok
	}
}

// foreground interprets a statement as part of what the shell does now.
func (cm *commands) foreground(s *syntax.Stmt) {
	switch s.Cmd.(type) {
	case *syntax.DeclClause, *syntax.TestClause, *syntax.ForClause:
	default: // whatever else chooses between values does so where it runs
		if len(s.Redirs) == 0 {
			cm.command(s.Cmd, s, nil)
			return
		}
	}
	if nodes.ChoosesOutside(s, cm.sh.st.HasAlts) {
		cm.sh.eachWay(func() { cm.oneWay(s) })
		return
	}
	cm.oneWay(s)
}

// oneWay interprets a statement for one value of each variable.
func (cm *commands) oneWay(s *syntax.Stmt) {
	if len(s.Redirs) == 0 {
		cm.command(s.Cmd, s, nil)
		return
	}
	outer, stdin := cm.sh.context, cm.sh.st.Stdin
	redirs := cm.redirs.redirects(s.Redirs)
	refused := cm.stateIfRefused(s, redirs)
	inputs := 0
	for i := range redirs {
		if sharesInput(&redirs[i]) {
			stdin.Text.Origin.Columns = fact.Columns{}
			cm.sh.loseColumns()
		}
		inputs += cm.redirs.connect(&redirs[i])
	}
	cm.sh.flow.redirs++
	if inputs > 0 {
		cm.sh.flow.inputLoops = cm.sh.flow.loops
	}
	if inputs > 1 && cm.sh.has(dialect.MultipleRedirects) { // MULTIOS: one after the other
		cm.sh.st.Stdin = fact.Stdin{Kind: fact.StdinPipe}
	}
	switch s.Cmd.(type) {
	case *syntax.CallExpr, *syntax.DeclClause, *syntax.LetClause:
		cm.command(s.Cmd, s, redirs)
	case nil:
		read := cm.sh.visit(&fact.Command{Invocation: fact.Invocation{Kind: fact.Redirected,
			Redirects: redirs, Text: cm.sh.stmtText(s), Stdin: cm.sh.st.Stdin,
			ReadsFile: s == cm.sh.reading}})
		if s == cm.sh.reading { // $(<list)
			cm.sh.out.below = cm.sh.out.below.Or(read.Names)
		}
		if cm.sh.has(dialect.NullCommand) {
			cm.nullCommand(redirs)
		}
	default: // for a function definition they apply to each call
		c := fact.Command{Invocation: fact.Invocation{Kind: fact.Redirected, Enclosing: true,
			Redirects: redirs, Text: cm.sh.stmtText(s), Stdin: cm.sh.st.Stdin}}
		cm.sh.readNames(&c, cm.sh.visit(&c).Names)
		cm.command(s.Cmd, s, nil)
	}
	cm.files.flush(len(outer.sinks))
	if nodes.IsExec(s.Cmd) { // they stay as they are for what follows
		if cm.sh.out != outer.out || cm.sh.errOut != outer.errOut {
			outer.out.spoil()
		}
	} else if inputs > 0 {
		cm.sh.st.Stdin = stdin
		if cm.sh.st.Fail != nil {
			cm.sh.st.Fail.Stdin = stdin
		}
	}
	cm.sh.context = outer
	cm.joinRefused(refused)
}

// command interprets a command of any kind.
func (cm *commands) command(cmd syntax.Command, s *syntax.Stmt, redirs []fact.Redirect) {
	switch cmd := cmd.(type) {
	case nil:
	case *syntax.CallExpr:
		cm.simpleCommand(cmd, s, redirs)
	case *syntax.BinaryCmd:
		cm.binary(cmd)
	case *syntax.Block:
		cm.stmts(cmd.Stmts)
	case *syntax.Subshell:
		cm.sh.subshell(func() {
			defer func(outer bool) { cm.sh.script.continues = outer }(cm.sh.script.continues)
			cm.sh.script.continues = false // what fails ends the subshell
			cm.stmts(cmd.Stmts)
		})
	case *syntax.IfClause:
		cm.ifClause(cmd)
	case *syntax.WhileClause:
		cm.whileClause(cmd)
	case *syntax.ForClause:
		cm.forClause(cmd)
	case *syntax.CaseClause:
		cm.caseClause(cmd)
	case *syntax.FuncDecl:
		cm.funcs.define(cmd, len(s.Redirs) > 0)
	case *syntax.DeclClause:
		cm.assigns.declare(cmd, s, redirs)
	case *syntax.TestClause:
		from := len(cm.reads.list)
		if cm.testExpr(cmd.X); cm.reads.comparesOnly(cmd.X) {
			cm.reads.dropSince(from)
		}
		cm.visitNameless(s)
	case *syntax.ArithmCmd:
		n, known := cm.eval.arithm(cmd.X)
		cm.visitNameless(s)
		if known && (n == 0 || len(s.Redirs) == 0 && !nodes.Assigns(cmd.X)) {
			cm.sh.succeeds(n != 0)
		}
	case *syntax.LetClause:
		cm.let(cmd, s, redirs)
	case *syntax.TimeClause:
		if cmd.Stmt != nil {
			if c, ok := cmd.Stmt.Cmd.(*syntax.CallExpr); ok && len(c.Assigns) == 0 && len(c.Args) > 1 &&
				shsyntax.LitOf(c.Args[0]) == "--" {
				c.Args = c.Args[1:] // the end of time's own options
			}
			cm.stmt(cmd.Stmt)
		}
	case *syntax.CoprocClause:
		cm.sh.inBackground(func() { cm.stmt(cmd.Stmt) })
		cm.coprocNames(cmd)
	case *syntax.TestDecl:
		cm.stmt(cmd.Body)
	default:
		cm.acc.unknownNode(cmd)
	}
}

// coprocNames forgets the variables that coproc sets.
func (cm *commands) coprocNames(c *syntax.CoprocClause) {
	if !cm.sh.has(dialect.CoprocArray) {
		return
	}
	name := "COPROC"
	if c.Name != nil {
		name = shsyntax.LitOf(c.Name)
	}
	cm.vars.numberFor(fact.Lit(name))
	cm.vars.numberFor(fact.Lit(name + "_PID"))
}

// visitNameless reports [[ ]] and (( )): they need no rule, but a text of nothing else is not
// empty.
func (cm *commands) visitNameless(s *syntax.Stmt) {
	cm.sh.visit(&fact.Command{Invocation: fact.Invocation{Kind: fact.Assignment,
		Text: cm.sh.stmtText(s), Stdin: cm.sh.st.Stdin}})
}

// binary interprets two commands with an operator between them. What follows && or || goes on in
// one of the two states in which the first command may leave the shell.
func (cm *commands) binary(b *syntax.BinaryCmd) {
	if b.Op == syntax.Pipe || b.Op == syntax.PipeAll {
		cm.pipe(b)
		return
	}
	cm.stmt(b.X)
	cm.conclude(b.X, false)
	failed := cm.sh.splitFailure()
	succeeded := cm.sh.st
	from, other := succeeded, failed
	if b.Op == syntax.OrStmt {
		from, other = failed, succeeded
	}
	outer := cm.sh.context
	cm.sh.st = from
	if !other.Dead && !from.Dead {
		cm.sh.out.lose()
	}
	if !other.Dead && (b.Op == syntax.OrStmt || !cm.alwaysSucceeds(b.X)) {
		cm.sh.flow.cond++
	}
	if from.Dead {
		cm.sh.interpretDead(func() { cm.stmt(b.Y) })
	} else {
		cm.stmt(b.Y)
	}
	cm.sh.context = outer
	if b.Op == syntax.OrStmt {
		cm.conclude(b.Y, false)
		failed = cm.sh.splitFailure()
		succeeded.Join(cm.sh.st)
		cm.sh.st = succeeded
	} else if cm.sh.st.Fail != nil {
		failed.Join(cm.sh.st.Fail)
	} else {
		failed.Join(cm.sh.st)
	}
	cm.sh.st.Fail = failed
}

// alwaysSucceeds recognises what cannot fail, but for errors that nobody provides for.
func (cm *commands) alwaysSucceeds(s *syntax.Stmt) bool {
	c, ok := s.Cmd.(*syntax.CallExpr)
	if !ok || len(c.Args) == 0 || s.Negated || len(s.Redirs) > 0 {
		return false
	}
	name, _ := nodes.Plain(c.Args[0])
	switch name.Text {
	case "echo", "printf", ":", "true":
		_, isFunc := cm.sh.st.Funcs[name.Text]
		return !isFunc
	}
	return false
}

// pipe runs both sides in subshells; what the left side is known to print is the right side's
// input.
func (cm *commands) pipe(b *syntax.BinaryCmd) {
	outer, c := cm.sh.context, &capture{known: true}
	cm.sh.out = c
	cm.sh.subshell(func() { cm.stmt(b.X) })
	cm.sh.context = outer
	last := cm.sh.st
	stdin, locals := last.Stdin, cm.sh.flow.locals.len()
	cm.sh.st = last.Clone()
	cm.sh.st.Stdin = fact.Stdin{Kind: fact.StdinPipe}
	if text, ok := c.word(); ok && b.Op == syntax.Pipe && !strings.Contains(text.Text, "\x00") {
		cm.sh.st.Stdin = fact.Stdin{Kind: fact.StdinText, Text: text}
	} else if b.Op == syntax.Pipe && c.numbers() {
		cm.sh.st.Stdin.Text = fact.Word{Kind: fact.Partial, Number: true}
	} else if b.Op == syntax.Pipe {
		cm.sh.st.Stdin.Text = cm.catFile(b.X)
		cm.sh.st.Stdin.Text.Origin.Names, cm.sh.st.Stdin.Text.Origin.Columns = c.filenames(), c.columns
		if c.words {
			cm.sh.st.Stdin.Text.Origin.Kind = fact.WordsOrigin
		}
		cm.sh.st.Stdin.Text.Origin.Listed = c.listed
	}
	cm.sh.flow.inputLoops = cm.sh.flow.loops
	cm.stmt(b.Y)
	cm.sh.context = outer
	switch { // the last part may run in the shell itself
	case cm.sh.has(dialect.PipesIntoShell):
		cm.sh.joinOutcomes()
		last = cm.sh.st
	case cm.sh.st.Has(dialect.LastPipe):
		cm.sh.joinOutcomes()
		last.Join(cm.sh.st)
	default:
		cm.sh.flow.locals.cut(locals)
	}
	cm.sh.st = last
	cm.sh.st.Stdin = stdin
}

// catFile is the file whose content a command prints that is nothing but cat and one name, with the
// directory as its origin; the empty word for any other.
func (cm *commands) catFile(s *syntax.Stmt) (file fact.Word) {
	call, ok := s.Cmd.(*syntax.CallExpr)
	if !ok || len(s.Redirs) > 0 || len(call.Assigns) > 0 || len(call.Args) != 2 {
		return file
	}
	if call.Args[0].Lit() != "cat" || cm.sh.st.Alias || !cm.sh.st.Dirs.Known ||
		len(cm.sh.st.Dirs.List) != 1 {
		return file
	}
	if _, redefined := cm.sh.st.Funcs["cat"]; redefined {
		return file
	}
	name := call.Args[1].Lit()
	if name == "" || strings.ContainsAny(name, "\\*?[]{}~$`!<>()=^#") || name[0] == '-' {
		return file
	}
	from := fact.Origin{Kind: fact.FileOrigin, Name: cm.sh.st.Dirs.List[0]}
	return fact.Word{Text: name, Origin: from}
}

func (cm *commands) ifClause(c *syntax.IfClause) {
	if len(c.Cond) == 0 && c.ThenPos == (syntax.Pos{}) { // else
		cm.stmts(c.Then)
		cm.sh.joinOutcomes()
		return
	}
	cm.stmts(c.Cond)
	if n := len(c.Cond); n > 0 {
		cm.conclude(c.Cond[n-1], false)
	}
	no := cm.sh.splitFailure()
	if !no.Dead && !cm.sh.st.Dead {
		cm.sh.out.lose()
	}
	taken := func(f func()) func() { return f }
	passed := func(f func()) func() { return func() { cm.sh.interpretDead(f) } }
	if cm.sh.st.Dead {
		taken, passed = passed, taken
	} else if !no.Dead {
		passed = taken
	}
	yes := cm.sh.branch(cm.sh.st, taken(func() { cm.stmts(c.Then) }))
	if c.Else != nil {
		no = cm.sh.branch(no, passed(func() { cm.ifClause(c.Else) }))
	}
	yes.Join(no)
	cm.sh.st = yes
}

// let interprets the let builtin.
func (cm *commands) let(l *syntax.LetClause, s *syntax.Stmt, redirs []fact.Redirect) {
	cmd := fact.Command{Invocation: fact.Invocation{Redirects: redirs, Text: cm.sh.stmtText(s),
		Dirs: cm.sh.st.Dirs, Stdin: cm.sh.st.Stdin}}
	cmd.Argv = append(cmd.Argv, fact.Word{Text: "let", Written: "let"})
	for _, x := range l.Exprs {
		cm.eval.reportProcesses(x)
		cm.eval.arithm(x)
		cmd.Argv = append(cmd.Argv, fact.Word{Text: cm.sh.source(x), Written: cm.sh.source(x)})
	}
	cm.sh.visit(&cmd)
}
