package shparse

import (
	"strings"

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
		in.subshell(func() { in.foreground(s) })
		return
	}
	in.foreground(s)
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
	savedIn, savedOut := in.stdin, in.out
	redirs := in.redirects(s.Redirs)
	for i := range redirs {
		in.connect(&redirs[i])
	}
	switch s.Cmd.(type) {
	case *syntax.CallExpr, *syntax.DeclClause, *syntax.LetClause:
		in.command(s.Cmd, s, redirs)
	case nil:
		in.visit(&fact.Command{Kind: fact.Redirected, Redirects: redirs, Text: in.stmtText(s), Stdin: in.stdin})
	default: // for a function definition they apply to each call
		in.visit(&fact.Command{Kind: fact.Redirected, Enclosing: true, Redirects: redirs, Text: in.stmtText(s), Stdin: in.stdin})
		in.command(s.Cmd, s, nil)
	}
	in.stdin, in.out = savedIn, savedOut
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
		in.define(cmd)
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
		in.subshell(func() { in.stmt(cmd.Stmt) })
	case *syntax.TestDecl:
		in.stmt(cmd.Body)
	default:
		in.Report(fact.Hazard{ID: "syntax", Kind: fact.Failure, Text: in.source(cmd), Why: "this construct is not analysed"})
	}
}

// nameless reports [[ ]] and (( )): they need no rule, but a text of nothing else is not empty.
func (in *Interp) nameless(s *syntax.Stmt) {
	in.visit(&fact.Command{Kind: fact.Assignment, Text: in.stmtText(s), Stdin: in.stdin})
}

// subshell runs f on a copy of the state (POSIX XCU 2.12).
func (in *Interp) subshell(f func()) {
	saved := in.st
	in.st = saved.clone()
	f()
	in.st = saved
}

func (in *Interp) binary(b *syntax.BinaryCmd) {
	switch b.Op {
	case syntax.Pipe, syntax.PipeAll:
		in.pipe(b)
	case syntax.AndStmt:
		in.stmt(b.X)
		failed := in.takeFail()
		in.loseOutput()
		in.stmt(b.Y)
		failed.join(in.failState())
		in.st.fail = failed
	default: // ||
		in.stmt(b.X)
		failed := in.takeFail()
		succeeded := in.st
		in.st = failed
		in.loseOutput()
		in.stmt(b.Y)
		failed = in.takeFail()
		succeeded.join(in.st)
		in.st = succeeded
		in.st.fail = failed
	}
}

// failState is the state in which the last command did not succeed.
func (in *Interp) failState() *state {
	if in.st.fail != nil {
		return in.st.fail
	}
	return in.st
}

// pipe runs both sides in subshells; what the left side is known to print is the right side's input.
func (in *Interp) pipe(b *syntax.BinaryCmd) {
	savedIn, savedOut := in.stdin, in.out
	c := &capture{known: true}
	in.out = c
	in.subshell(func() { in.stmt(b.X) })
	in.out = savedOut
	in.stdin = fact.Stdin{Kind: fact.StdinPipe}
	if text, ok := c.word(); ok && b.Op == syntax.Pipe {
		in.stdin = fact.Stdin{Kind: fact.StdinText, Text: text}
	}
	last := in.st
	in.st = last.clone()
	in.stmt(b.Y)
	if in.opt.Dialect == Zsh { // zsh runs the last part in the shell itself
		in.settle()
		last.join(in.st)
	}
	in.st = last
	in.stdin = savedIn
}

// branch runs f on a copy of the state as it was at the start, and returns the copy.
func (in *Interp) branch(from *state, f func()) *state {
	in.st = from.clone()
	f()
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
	body()
	after := in.st
	after.dead = false
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
		havoc.addFunc(name, f, true)
	}
	if !sameDirs(before.dirs, after.dirs) {
		havoc.dirs = fact.Dirs{}
		havoc.stack = nil
	}
	havoc.knownParams = havoc.knownParams && after.knownParams && sameWords(before.params, after.params)
	in.st = havoc.clone()
	body()
	in.st.dead = false
	in.st.join(havoc)
	in.st.join(before)
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
	if len(a.vars) != len(b.vars) || len(a.funcs) != len(b.funcs) || !sameDirs(a.dirs, b.dirs) ||
		a.knownParams != b.knownParams || !sameWords(a.params, b.params) {
		return true
	}
	for name, v := range b.vars {
		if old, ok := a.vars[name]; !ok || !sameValue(old, v) {
			return true
		}
	}
	for name, f := range b.funcs {
		if a.funcs[name].body != f.body {
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
			in.unroll(l.Name.Value, items, body)
			return
		}
		in.st.set(l.Name.Value, value{word: loopValue(l.Name.Value, items, known)})
		in.loop(func() {
			in.st.set(l.Name.Value, value{word: loopValue(l.Name.Value, items, known)})
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
		in.st.set(name, value{word: item})
		body()
		if in.st.dead {
			in.st.dead = false
			if left == nil {
				left = in.st.clone()
			} else {
				left.join(in.st)
			}
		}
	}
	if left != nil {
		in.st.join(left)
	}
}

func (in *Interp) caseClause(c *syntax.CaseClause) {
	in.loseOutput()
	in.single(c.Word)
	before := in.st
	result := before.clone() // no pattern matches
	for _, item := range c.Items {
		way := in.branch(before, func() {
			for _, p := range item.Patterns {
				in.single(p)
			}
			in.stmts(item.Stmts)
		})
		if item.Op == syntax.Fallthrough || item.Op == syntax.Resume {
			before = before.clone()
			before.join(way)
		}
		result.join(way)
	}
	in.st = result
}

func (in *Interp) define(f *syntax.FuncDecl) {
	def := function{body: f.Body, text: in.text, via: in.via, own: in.own}
	names := f.Names
	if f.Name != nil {
		names = []*syntax.Lit{f.Name}
	}
	for _, n := range names {
		in.st.addFunc(strings.TrimPrefix(n.Value, "\\"), def, false)
	}
	if len(names) > 0 && isHook(names[0].Value) {
		in.hook(def)
		return
	}
	in.defined = append(in.defined, def)
}

// hook visits the body of a function that is called at a time that is not known.
func (in *Interp) hook(def function) {
	saved := *in
	in.st = saved.st.clone()
	in.st.forgetAll()
	in.text, in.via, in.own, in.out = def.text, def.via, def.own, nil
	in.stmt(def.body)
	hazards := in.hazards
	*in = saved
	in.hazards = hazards
}

// uncalled visits the functions that the script defines and nothing in it is seen to call.
func (in *Interp) uncalled() {
	for i := 0; i < len(in.defined) && i < maxCommands; i++ {
		if def := in.defined[i]; !in.called[def.body] {
			in.hook(def)
		}
	}
}

// isHook reports whether the shell itself calls a function of this name.
func isHook(name string) bool {
	switch name {
	case "command_not_found_handle", "command_not_found_handler", "chpwd", "precmd", "preexec", "periodic", "zshexit",
		"zshaddhistory", "TRAPEXIT", "TRAPINT", "TRAPDEBUG", "TRAPZERR", "TRAPERR", "TRAPTERM", "TRAPHUP", "TRAPUSR1", "TRAPUSR2":
		return true
	}
	return false
}

// callFunction runs a function's body with the words as its parameters.
func (in *Interp) callFunction(f function, argv []fact.Word) {
	for _, def := range append([]function{f}, f.alts...) {
		if in.budget.calls >= maxCalls {
			in.bound("calls", "functions call each other deeper than the limit of this program")
			return
		}
		in.budget.calls++
		if in.called == nil {
			in.called = make(map[*syntax.Stmt]bool)
		}
		in.called[def.body] = true
		savedText, savedVia, savedOwn := in.text, in.via, in.own
		params, known := in.st.params, in.st.knownParams
		in.text, in.via, in.own = def.text, def.via, def.own
		in.st.params, in.st.knownParams = argv[1:], !hasMany(argv)
		wasIn, locals := in.inFunc, len(in.locals)
		in.inFunc = true
		in.stmt(def.body)
		in.restoreLocals(locals)
		in.inFunc = wasIn
		in.st.dead = false
		in.st.params, in.st.knownParams = params, known
		in.text, in.via, in.own = savedText, savedVia, savedOwn
		in.budget.calls--
	}
}

func hasMany(words []fact.Word) bool {
	for i := range words {
		if words[i].Many {
			return true
		}
	}
	return false
}
