package shparse

import (
	"mvdan.cc/sh/v3/syntax"

	"github.com/fencepost/fencepost/internal/fact"
)

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
	defer func(outer context) { in.context = outer }(in.context)
	in.loops++
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
	defer func(outer context) { in.context = outer }(in.context)
	in.loops++
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
