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
	havoc.widenVars(before, after)
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
	if !sameStdin(&before.stdin, &after.stdin) {
		havoc.stdin = fact.Stdin{Kind: fact.StdinPipe}
	}
	if !sameDirs(before.dirs, after.dirs) {
		havoc.dirs = fact.Dirs{}
		havoc.stack = nil
	}
	havoc.old = joinDirs(havoc.old, after.old)
	havoc.uncalled = havoc.uncalled && after.uncalled
	havoc.knownParams = havoc.knownParams && after.knownParams && sameWords(before.params, after.params)
	havoc.allVars, havoc.foreign = havoc.allVars || after.allVars, havoc.foreign || after.foreign
	havoc.joinOptions(after)
	havoc.real = havoc.real || after.real
	havoc.aliases, havoc.alias = havoc.aliases || after.aliases, havoc.alias || after.alias
	for n := 0; ; n++ {
		in.st = havoc.clone()
		in.st = in.round(body)
		if n > maxRounds || !havoc.widenVars(havoc, in.st) {
			break
		}
		if n == maxRounds {
			havoc.unsettle()
		}
	}
	in.st.join(havoc)
	in.st.join(before)
}

// maxRounds bounds how often a loop is gone through until what its variables may hold is settled.
const maxRounds = 4

// widenVars makes unknown what differs between the beginning of a round and its end, and keeps of
// it that it is a number on both. It reports whether anything is less known than it was.
func (st *state) widenVars(before, after *state) (less bool) {
	if after.dead {
		return false
	}
	for name, v := range after.vars {
		old := before.current(name)
		if _, ok := before.vars[name]; !ok || !old.covers(&v) {
			less = true
			st.widen(name, &old, &v)
		}
	}
	for name, old := range before.vars {
		if _, ok := after.vars[name]; ok {
			continue
		}
		if v := after.fromEnvironment(name); !old.covers(&v) {
			less = true
			st.widen(name, &old, &v)
		}
	}
	return less
}

// covers reports whether what is known of a variable holds for another value, too.
func (v *value) covers(o *value) bool {
	if sameValue(*v, *o) {
		return true
	}
	if v.word.Kind == fact.Literal || v.word.Text+v.word.Suffix != "" || v.isList || len(v.alts) > 0 {
		return false
	}
	if v.unset || v.ref != "" || v.refNext {
		return false
	}
	return v.attr|o.attr == v.attr && (!v.word.Number || o.all(numeric)) && (!v.word.Given || o.all(tame))
}

// widen makes a variable unknown but for what two values have in common.
func (st *state) widen(name string, a, b *value) {
	v := a.blurred(name, b)
	v.attr = joinedAttr(a.attr, b.attr)
	st.set(name, v)
}

// unsettle gives up what is known of the variables: which of them a later round of a loop changes is
// not followed.
func (st *state) unsettle() {
	for name := range st.vars {
		st.forget(name)
	}
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
			if len(items) == 0 {
				in.skip(c.Do)
			}
			in.unroll(l.Name.Value, items, body)
			return
		}
		if c.Select {
			in.consume()
			in.storeUnknown("REPLY")
		}
		in.noteLoop(l.Name.Value)
		if !in.st.knownParams && !l.InPos.IsValid() && len(l.Items) == 0 {
			items = nil // of which there may be others
		}
		in.loopVar(l.Name.Value, loopValue(l.Name.Value, items))
		in.planted(l.Name.Value)
		in.loop(func() {
			in.loopVar(l.Name.Value, loopValue(l.Name.Value, items))
			body()
		})
	case *syntax.CStyleLoop:
		in.arithm(l.Init)
		in.loop(func() {
			in.arithm(l.Cond)
			body()
			in.arithm(l.Post)
		})
	default:
		in.unknownNode(c.Loop)
	}
}

// loopVar sets a loop's variable. A name reference refers to another variable in each round.
func (in *Interp) loopVar(name string, w fact.Word) {
	switch v := in.st.vars[name]; {
	case v.ref == "" && !v.refNext:
		in.store(name, value{word: w})
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
func loopValue(name string, items []fact.Word) fact.Word {
	if len(items) == 1 && items[0].Kind == fact.Literal && items[0].Glob && !items[0].Many {
		return items[0]
	}
	w := fact.Word{Kind: fact.Partial, Written: "$" + name, Origin: variable(name), Number: len(items) > 0, Given: len(items) > 0}
	for i := range items {
		w.Number, w.Given = w.Number && numeric(&items[i]), w.Given && tame(&items[i])
		w.Origin.Names = w.Origin.Names.Or(wordNames(&items[i]))
	}
	return w
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
