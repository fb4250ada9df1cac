package shparse

import (
	"mvdan.cc/sh/v3/syntax"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/shparse/domain"
)

func (in *Interp) whileClause(c *syntax.WhileClause) {
	in.loseOutput()
	in.loop(func() {
		in.stmts(c.Cond)
		in.settle()
		end := in.st.Clone() // as the loop leaves it behind its last condition
		in.stmts(c.Do)
		in.settle()
		in.st.Join(end)
	})
}

// loop interprets a body that may run any number of times: once as it stands, and, where that
// changed the state, once more with everything that changed unknown. Where all that has changed are
// a few texts, one round from either may show that there are no others.
func (in *Interp) loop(body func()) {
	defer func(outer context) { in.context = outer }(in.context)
	in.loops++
	before := in.st.Clone()
	after := in.round(body)
	if !domain.Differ(before, after) {
		in.st = before
		return
	}
	if numbers, few := domain.Few(before, after); few {
		head := before.JoinWidened(after, numbers)
		in.st = head.Clone()
		after = head.JoinWidened(in.round(body), numbers)
		if !domain.Differ(head, after) {
			in.st = head
			return
		}
	}
	havoc := before.Havoc(after)
	for n := 0; ; n++ {
		in.st = havoc.Clone()
		in.st = in.round(body)
		if n > maxRounds || !havoc.WidenVars(havoc, in.st) {
			break
		}
		if n == maxRounds {
			havoc.Unsettle()
		}
	}
	in.st.Join(havoc)
	in.st.Join(before)
}

// maxRounds bounds how often a loop is gone through until what its variables may hold is settled.
const maxRounds = 4

// round runs the body once. The state after it is that at its end, or where it was left early.
func (in *Interp) round(body func()) *domain.State {
	in.enter(loopFrame)
	body()
	f := in.exit()
	in.rejoin(f.left)
	in.rejoin(f.again)
	return in.st
}

func (in *Interp) forClause(c *syntax.ForClause) {
	in.loseOutput()
	body := func() { in.stmts(c.Do); in.settle() }
	switch l := c.Loop.(type) {
	case *syntax.WordIter:
		items, known := in.st.Params, in.st.KnownParams
		if l.InPos.IsValid() || len(l.Items) > 0 {
			from := len(in.taken)
			items, known = in.wordList(l.Items)
			in.hold(in.target(l.Name.Value), from)
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
		if !in.st.KnownParams && !l.InPos.IsValid() && len(l.Items) == 0 {
			items = nil // of which there may be others
		}
		in.loopVar(l.Name.Value, loopValue(l.Name.Value, items))
		in.planted(l.Name.Value)
		in.loop(func() {
			in.loopVar(l.Name.Value, loopValue(l.Name.Value, items))
			in.loopListed(l.Name.Value, items)
			body()
		})
	case *syntax.CStyleLoop:
		in.arithm(l.Init)
		in.loop(func() {
			in.arithm(l.Cond)
			end := in.st.Clone()
			body()
			in.arithm(l.Post)
			in.st.Join(end)
		})
	default:
		in.unknownNode(c.Loop)
	}
}

// loopVar sets a loop's variable. A name reference refers to another variable in each round.
func (in *Interp) loopVar(name string, w fact.Word) {
	switch v := in.st.Vars[name]; {
	case !v.Refers():
		in.store(name, domain.Value{Word: w})
	case w.Known() && syntax.ValidName(w.Text) && w.Text != name:
		in.st.Replace(name, domain.Value{Ref: w.Text})
	default:
		in.again(w, asName)
		in.st.ForgetAll() // what is assigned to it goes to any variable
		in.st.Replace(name, domain.Value{Word: fact.Word{Kind: fact.Partial}})
	}
}

// noteLoop notes the name that a loop assigns.
func (in *Interp) noteLoop(name string) {
	in.notePositional(name)
	in.noteName(name)
}

// loopValue is what a loop variable is known to be: a pattern names files, which keeps its
// directory, and of words that begin with no dash each begins with none.
func loopValue(name string, items []fact.Word) fact.Word {
	if len(items) == 1 && items[0].Kind == fact.Literal && items[0].Glob && !items[0].Many {
		return items[0]
	}
	w := fact.Word{Kind: fact.Partial, Written: "$" + name, Origin: domain.Variable(name),
		Number: len(items) > 0, Given: len(items) > 0}
	words := len(items) > 0
	for i := range items {
		words = words && items[i].Origin.Kind == fact.WordsOrigin && items[i].Text+items[i].Suffix == ""
		w.Number, w.Given = w.Number && domain.Numeric(&items[i]), w.Given && domain.Tame(&items[i])
		w.Origin.Names = w.Origin.Names.Or(wordNames(&items[i]))
	}
	if words {
		w.Origin.Kind, w.Origin.Name = fact.WordsOrigin, "$"+name
	}
	return w
}

// unroll runs the body for each item of a known list. A break or continue in it leaves two ways,
// which are joined.
func (in *Interp) unroll(name string, items []fact.Word, body func()) {
	defer func(outer context) { in.context = outer }(in.context)
	in.loops++
	var left *domain.State // where a break may have left the loop
	for _, item := range items {
		in.loopVar(name, item)
		in.planted(name)
		in.enter(loopFrame)
		body()
		f := in.exit()
		if f.left != nil && left != nil {
			left.Join(f.left)
		} else if f.left != nil {
			left = f.left
		}
		in.rejoin(f.again)
		if in.st.Dead {
			break
		}
	}
	in.rejoin(left)
}
