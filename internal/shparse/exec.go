package shparse

import (
	"mvdan.cc/sh/v3/syntax"

	"github.com/fencepost/fencepost/internal/fact"
)

// stmts interprets a list. What follows an exit or return is still visited: a trap or a failed exec may get there.
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
	if !in.budget.step() {
		in.bound("steps", "the script does more than the limit of this program")
		return
	}
	if s.Background || s.Coprocess || s.Disown {
		in.later(func() { in.foreground(s) })
		return
	}
	in.foreground(s)
	if in.mem.traps != nil {
		in.observe()
	}
	if f := in.st.fail; s.Negated && f != nil {
		ok := in.st
		ok.fail = nil
		in.st = f
		in.st.fail = ok
	}
}

func (in *Interp) foreground(s *syntax.Stmt) {
	if len(s.Redirs) == 0 {
		in.command(s.Cmd, s, nil)
		return
	}
	savedIn, savedOut, savedErr, sinks := in.st.stdin, in.out, in.errOut, len(in.sinks)
	redirs := in.redirects(s.Redirs)
	refused := in.refusable(s, redirs)
	inputs := 0
	for i := range redirs {
		inputs += in.connect(&redirs[i])
	}
	in.redirs++
	if inputs > 1 && in.opt.Dialect == Zsh { // MULTIOS: one after the other
		in.st.stdin = fact.Stdin{Kind: fact.StdinPipe}
	}
	switch s.Cmd.(type) {
	case *syntax.CallExpr, *syntax.DeclClause, *syntax.LetClause:
		in.command(s.Cmd, s, redirs)
	case nil:
		in.visit(&fact.Command{Kind: fact.Redirected, Redirects: redirs, Text: in.stmtText(s), Stdin: in.st.stdin, ReadOnly: s == in.reading})
		if in.opt.Dialect == Zsh {
			in.nullCommand(redirs)
		}
	default: // for a function definition they apply to each call
		in.visit(&fact.Command{Kind: fact.Redirected, Enclosing: true, Redirects: redirs, Text: in.stmtText(s), Stdin: in.st.stdin})
		in.command(s.Cmd, s, nil)
	}
	in.redirs--
	in.flush(sinks)
	if isExec(s.Cmd) { // they stay as they are for what follows
		if in.out != savedOut {
			savedOut.lose()
		}
	} else if inputs > 0 {
		in.st.stdin = savedIn
		if in.st.fail != nil {
			in.st.fail.stdin = savedIn
		}
	}
	in.out, in.errOut = savedOut, savedErr
	in.refuse(refused)
}

// isExec recognises exec with nothing but redirections.
func isExec(cmd syntax.Command) bool {
	c, ok := cmd.(*syntax.CallExpr)
	return ok && len(c.Args) == 1 && litOf(c.Args[0]) == "exec"
}

// stmtText is the statement as written, without what terminates it and without here-document bodies.
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
		in.subshell(func() { in.stmts(cmd.Stmts) })
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
		in.testExpr(cmd.X)
		in.nameless(s)
	case *syntax.ArithmCmd:
		in.arithm(cmd.X)
		in.nameless(s)
	case *syntax.LetClause:
		in.let(cmd, s, redirs)
	case *syntax.TimeClause:
		if cmd.Stmt != nil {
			if c, ok := cmd.Stmt.Cmd.(*syntax.CallExpr); ok && len(c.Assigns) == 0 && len(c.Args) > 1 && litOf(c.Args[0]) == "--" {
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
		in.Report(fact.Hazard{ID: "syntax", Kind: fact.Failure, Text: in.source(cmd), Why: "this construct is not analysed"})
	}
}

// coprocNames forgets the variables that coproc sets.
func (in *Interp) coprocNames(c *syntax.CoprocClause) {
	if in.opt.Dialect == Zsh {
		return
	}
	name := "COPROC"
	if c.Name != nil {
		name = litOf(c.Name)
	}
	in.forgetName(name)
	in.forgetName(name + "_PID")
}

// nameless reports [[ ]] and (( )): they need no rule, but a text of nothing else is not empty.
func (in *Interp) nameless(s *syntax.Stmt) {
	in.visit(&fact.Command{Kind: fact.Assignment, Text: in.stmtText(s), Stdin: in.st.stdin})
}

// subshell runs f on a copy of the state (POSIX XCU 2.12). What it reads from standard input is gone for the shell, too.
func (in *Interp) subshell(f func()) {
	saved, reads, locals := in.st, in.reads, len(in.locals)
	in.st = saved.clone()
	f()
	in.st = saved
	in.locals = in.locals[:locals]
	if in.reads != reads && in.st.stdin.Kind == fact.StdinText {
		in.st.stdin = fact.Stdin{Kind: fact.StdinPipe}
	}
}

func (in *Interp) binary(b *syntax.BinaryCmd) {
	switch b.Op {
	case syntax.Pipe, syntax.PipeAll:
		in.pipe(b)
	case syntax.AndStmt:
		in.stmt(b.X)
		failed := in.takeFail()
		in.loseOutput()
		in.perhaps(b.X, func() { in.stmt(b.Y) })
		failed.join(in.failState())
		in.st.fail = failed
	default: // ||
		in.stmt(b.X)
		failed := in.takeFail()
		succeeded := in.st
		in.st = failed
		in.loseOutput()
		in.cond++
		in.stmt(b.Y)
		in.cond--
		failed = in.takeFail()
		succeeded.join(in.st)
		in.st = succeeded
		in.st.fail = failed
	}
}

// perhaps runs what follows an && only on some ways, unless what stands before it cannot fail.
func (in *Interp) perhaps(x *syntax.Stmt, f func()) {
	if c, ok := x.Cmd.(*syntax.CallExpr); ok && len(c.Args) > 0 && !x.Negated && len(x.Redirs) == 0 {
		switch name := litOf(c.Args[0]); name {
		case "echo", "printf", ":", "true":
			if _, isFunc := in.st.funcs[name]; !isFunc {
				f()
				return
			}
		}
	}
	in.cond++
	f()
	in.cond--
}

// failState is the state in which the last command did not succeed.
func (in *Interp) failState() *state {
	if in.st.fail != nil {
		return in.st.fail
	}
	return in.st
}

// later runs f in a subshell at a time that is not known, as what follows runs.
func (in *Interp) later(f func()) {
	in.async++
	in.subshell(f)
	in.async--
}

// pipe runs both sides in subshells; what the left side is known to print is the right side's input.
func (in *Interp) pipe(b *syntax.BinaryCmd) {
	savedOut := in.out
	c := in.mem.capture()
	in.out = c
	in.subshell(func() { in.stmt(b.X) })
	in.out = savedOut
	last := in.st
	savedIn, locals := last.stdin, len(in.locals)
	in.st = last.clone()
	in.st.stdin = fact.Stdin{Kind: fact.StdinPipe}
	if text, ok := c.word(); ok && b.Op == syntax.Pipe {
		in.st.stdin = fact.Stdin{Kind: fact.StdinText, Text: text}
	}
	in.stmt(b.Y)
	switch { // the last part may run in the shell itself
	case in.opt.Dialect == Zsh:
		in.settle()
		last = in.st
	case in.st.has(lastPipe):
		in.settle()
		last.join(in.st)
	default:
		in.locals = in.locals[:locals]
	}
	in.st = last
	in.st.stdin = savedIn
}

// branch runs f on a copy of the state as it was at the start, and returns the copy.
func (in *Interp) branch(from *state, f func()) *state {
	in.st = from.clone()
	in.cond++
	f()
	in.cond--
	in.settle()
	return in.st
}

func (in *Interp) ifClause(c *syntax.IfClause) {
	in.loseOutput()
	if len(c.Cond) == 0 && c.ThenPos == (syntax.Pos{}) { // else
		in.stmts(c.Then)
		in.settle()
		return
	}
	in.stmts(c.Cond)
	no := in.takeFail()
	yes := in.branch(in.st, func() { in.stmts(c.Then) })
	if c.Else != nil {
		no = in.branch(no, func() { in.ifClause(c.Else) })
	}
	yes.join(no)
	in.st = yes
}

func (in *Interp) whileClause(c *syntax.WhileClause) {
	in.loseOutput()
	in.loop(func() {
		in.stmts(c.Cond)
		in.settle()
		in.stmts(c.Do)
		in.settle()
	})
}

// loop interprets a body that may run any number of times: once as it stands, and, where that changed the state,
// once more with everything that changed unknown.
func (in *Interp) loop(body func()) {
	in.loops++
	defer func() { in.loops-- }()
	before := in.st.clone()
	after := in.round(body)
	if !differ(before, after) {
		in.st = before
		return
	}
	havoc := before.clone()
	for name, v := range after.vars {
		if old, ok := before.vars[name]; !ok || !sameValue(old, v) {
			havoc.forget(name)
		}
	}
	for name, f := range after.funcs {
		if before.funcs[name].body != f.body {
			f.maybe = true
			havoc.addFunc(name, f, true)
		}
	}
	for name := range before.funcs {
		if f, ok := after.funcs[name]; !ok || f.maybe {
			havoc.maybeFunc(name)
		}
	}
	for name := range before.vars {
		if _, ok := after.vars[name]; !ok {
			havoc.forget(name)
		}
	}
	if !sameStdin(&before.stdin, &after.stdin) {
		havoc.stdin = fact.Stdin{Kind: fact.StdinPipe}
	}
	if !sameDirs(before.dirs, after.dirs) {
		havoc.dirs = fact.Dirs{}
		havoc.stack = nil
	}
	havoc.old = joinDirs(havoc.old, after.old)
	havoc.knownParams = havoc.knownParams && after.knownParams && sameWords(before.params, after.params)
	havoc.allVars = havoc.allVars || after.allVars
	havoc.joinOptions(after)
	havoc.real = havoc.real || after.real
	havoc.aliases, havoc.alias = havoc.aliases || after.aliases, havoc.alias || after.alias
	in.st = havoc.clone()
	in.st = in.round(body)
	in.st.join(havoc)
	in.st.join(before)
}

// round runs the body once. The state after it is that at its end, or where it was left early.
func (in *Interp) round(body func()) *state {
	in.enter(loopFrame)
	body()
	f := in.exit()
	in.rejoin(f.left)
	in.rejoin(f.again)
	return in.st
}

func sameDirs(a, b fact.Dirs) bool {
	if a.Known != b.Known || len(a.List) != len(b.List) {
		return false
	}
	for i := range a.List {
		if a.List[i] != b.List[i] {
			return false
		}
	}
	return true
}

func differ(a, b *state) bool {
	if b.dead {
		return false // no second round
	}
	if len(a.vars) != len(b.vars) || len(a.funcs) != len(b.funcs) || !sameDirs(a.dirs, b.dirs) || a.allVars != b.allVars ||
		a.opts != b.opts || a.real != b.real || a.alias != b.alias || a.aliases != b.aliases ||
		a.knownParams != b.knownParams || !sameStdin(&a.stdin, &b.stdin) || !sameWords(a.params, b.params) {
		return true
	}
	for name, v := range b.vars {
		if old, ok := a.vars[name]; !ok || !sameValue(old, v) {
			return true
		}
	}
	for name, f := range b.funcs {
		if g := a.funcs[name]; g.body != f.body || g.maybe != f.maybe {
			return true
		}
	}
	return false
}

func (in *Interp) forClause(c *syntax.ForClause) {
	in.loseOutput()
	body := func() { in.stmts(c.Do); in.settle() }
	switch l := c.Loop.(type) {
	case *syntax.WordIter:
		items, known := in.st.params, in.st.knownParams
		if l.InPos.IsValid() || len(l.Items) > 0 {
			items, known = in.wordList(l.Items)
		}
		if known && !c.Select && len(items) <= maxUnroll {
			in.noteLoop(l.Name.Value)
			in.unroll(l.Name.Value, items, body)
			return
		}
		if c.Select {
			in.consume()
			in.st.forget("REPLY")
		}
		in.noteLoop(l.Name.Value)
		in.loopVar(l.Name.Value, loopValue(l.Name.Value, items, known))
		in.planted(l.Name.Value)
		in.loop(func() {
			in.loopVar(l.Name.Value, loopValue(l.Name.Value, items, known))
			body()
		})
	case *syntax.CStyleLoop:
		in.arithm(l.Init)
		in.loop(func() {
			in.arithm(l.Cond)
			body()
			in.arithm(l.Post)
		})
	}
}

// loopVar sets a loop's variable. A name reference refers to another variable in each round.
func (in *Interp) loopVar(name string, w fact.Word) {
	switch v := in.st.vars[name]; {
	case v.ref == "" && !v.refNext:
		in.st.set(name, value{word: w})
	case w.Known() && syntax.ValidName(w.Text) && w.Text != name:
		in.st.replace(name, value{ref: w.Text})
	default:
		in.st.forgetAll() // what is assigned to it goes to any variable
		in.st.replace(name, value{word: fact.Word{Kind: fact.Partial}})
	}
}

// noteLoop notes the name that a loop assigns.
func (in *Interp) noteLoop(name string) {
	in.notePositional(name)
	in.noteName(name)
}

// loopValue is what a loop variable is known to be: a pattern names files, which keeps its directory.
func loopValue(name string, items []fact.Word, known bool) fact.Word {
	if len(items) == 1 && items[0].Kind == fact.Literal && items[0].Glob && !items[0].Many {
		return items[0]
	}
	return fact.Word{Kind: fact.Partial, Written: "$" + name, From: "$" + name}
}

// unroll runs the body for each item of a known list. A break or continue in it leaves two ways, which are joined.
func (in *Interp) unroll(name string, items []fact.Word, body func()) {
	in.loops++
	defer func() { in.loops-- }()
	var left *state // where a break may have left the loop
	for _, item := range items {
		in.loopVar(name, item)
		in.planted(name)
		in.enter(loopFrame)
		body()
		f := in.exit()
		if f.left != nil && left != nil {
			left.join(f.left)
		} else if f.left != nil {
			left = f.left
		}
		in.rejoin(f.again)
		if in.st.dead {
			break
		}
	}
	in.rejoin(left)
}

func hasGlob(words []fact.Word) bool {
	for i := range words {
		if words[i].Glob {
			return true
		}
	}
	return false
}

func hasMany(words []fact.Word) bool {
	for i := range words {
		if words[i].Many {
			return true
		}
	}
	return false
}
