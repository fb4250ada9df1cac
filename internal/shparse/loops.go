package shparse

import (
	"mvdan.cc/sh/v3/syntax"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/shparse/domain"
	"github.com/fencepost/fencepost/internal/shparse/expand"
	"github.com/fencepost/fencepost/internal/shparse/nodes"
)

func (cm *commands) whileClause(c *syntax.WhileClause) {
	cm.sh.out.lose()
	cm.loop(func() {
		cm.stmts(c.Cond)
		cm.sh.joinOutcomes()
		end := cm.sh.st.Clone() // as the loop leaves it behind its last condition
		cm.stmts(c.Do)
		cm.sh.joinOutcomes()
		cm.sh.st.Join(end)
	})
}

// loop interprets a body that may run any number of times: once as it stands, and, where that
// changed the state, once more with everything that changed unknown. If only a few texts have
// changed, one round from the old and the new ones together may show that there are no others.
func (cm *commands) loop(body func()) {
	defer func(outer context) { cm.sh.context = outer }(cm.sh.context)
	cm.sh.flow.loops++
	before := cm.sh.st.Clone()
	after := cm.runRound(body)
	if !domain.Differ(before, after) {
		cm.sh.st = before
		return
	}
	if numbers, few := domain.Few(before, after); few {
		head := before.JoinWidened(after, numbers)
		cm.sh.st = head.Clone()
		after = head.JoinWidened(cm.runRound(body), numbers)
		if !domain.Differ(head, after) {
			cm.sh.st = head
			return
		}
	}
	havoc := before.Havoc(after)
	for n := 0; ; n++ {
		cm.sh.st = havoc.Clone()
		cm.sh.st = cm.runRound(body)
		if n > maxRounds || !havoc.WidenVars(havoc, cm.sh.st) {
			break
		}
		if n == maxRounds {
			havoc.Unsettle()
		}
	}
	cm.sh.st.Join(havoc)
	cm.sh.st.Join(before)
}

// maxRounds bounds how often a loop is gone through until what its variables may hold is settled.
const maxRounds = 4

// runRound runs the body once. The state after it is that at its end, or where it was left early.
func (cm *commands) runRound(body func()) *domain.State {
	cm.sh.enterFrame(loopFrame)
	body()
	f := cm.sh.exitFrame()
	cm.sh.joinFrom(f.left)
	cm.sh.joinFrom(f.continued)
	return cm.sh.st
}

func (cm *commands) forClause(c *syntax.ForClause) {
	cm.sh.out.lose()
	body := func() { cm.stmts(c.Do); cm.sh.joinOutcomes() }
	switch l := c.Loop.(type) {
	case *syntax.WordIter:
		items, known := cm.sh.st.Params, cm.sh.st.KnownParams
		if l.InPos.IsValid() || len(l.Items) > 0 {
			from := len(cm.reads.list)
			items, known = cm.words.wordList(l.Items)
			cm.reads.holdSince(cm.sh.st.Target(l.Name.Value), from)
		}
		if known && !c.Select && len(items) <= maxUnroll {
			cm.noteLoop(l.Name.Value)
			if len(items) == 0 {
				cm.acc.skip(c.Do)
			}
			cm.unroll(l.Name.Value, items, body)
			return
		}
		if c.Select {
			cm.sh.noteInputRead()
			cm.vars.storeUnknown("REPLY")
		}
		cm.noteLoop(l.Name.Value)
		if !cm.sh.st.KnownParams && !l.InPos.IsValid() && len(l.Items) == 0 {
			items = nil // there may be other items
		}
		cm.loopVar(l.Name.Value, loopValue(l.Name.Value, items))
		cm.vars.reportSteering(l.Name.Value)
		cm.loop(func() {
			cm.loopVar(l.Name.Value, loopValue(l.Name.Value, items))
			cm.vars.loopListed(l.Name.Value, items)
			body()
		})
	case *syntax.CStyleLoop:
		cm.eval.arithm(l.Init)
		cm.loop(func() {
			cm.eval.arithm(l.Cond)
			end := cm.sh.st.Clone()
			body()
			cm.eval.arithm(l.Post)
			cm.sh.st.Join(end)
		})
	default:
		cm.acc.unknownNode(c.Loop)
	}
}

// loopVar sets a loop's variable. A name reference refers to another variable in each round.
func (cm *commands) loopVar(name string, w fact.Word) {
	switch v := cm.sh.st.Vars[name]; {
	case !v.Refers():
		cm.vars.store(name, domain.Value{Word: w})
	case w.Known() && syntax.ValidName(w.Text) && w.Text != name:
		cm.sh.st.Replace(name, domain.Value{Ref: w.Text})
	default:
		cm.eval.reread(w, asName)
		cm.sh.st.ForgetAll() // what is assigned to it goes to any variable
		cm.sh.st.Replace(name, domain.Value{Word: fact.Word{Kind: fact.Partial}})
	}
}

// noteLoop notes the name that a loop assigns.
func (cm *commands) noteLoop(name string) {
	cm.vars.notePositional(name)
	cm.vars.noteName(name)
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
func (cm *commands) unroll(name string, items []fact.Word, body func()) {
	defer func(outer context) { cm.sh.context = outer }(cm.sh.context)
	cm.sh.flow.loops++
	var left *domain.State // where a break may have left the loop
	for _, item := range items {
		cm.loopVar(name, item)
		cm.vars.reportSteering(name)
		cm.sh.enterFrame(loopFrame)
		body()
		f := cm.sh.exitFrame()
		if f.left != nil && left != nil {
			left.Join(f.left)
		} else if f.left != nil {
			left = f.left
		}
		cm.sh.joinFrom(f.continued)
		if cm.sh.st.Dead {
			break
		}
	}
	cm.sh.joinFrom(left)
}

// caseClause interprets the items whose patterns could match. Items that a constant word cannot
// reach are skipped.
func (cm *commands) caseClause(c *syntax.CaseClause) {
	from := len(cm.reads.list)
	word := cm.words.single(c.Word)
	if nodes.ShowsNothing(c.Word.Parts) {
		cm.reads.dropSince(from)
	}
	before := cm.sh.st
	var result *domain.State
	add := func(st *domain.State) {
		if result == nil {
			result = st
		} else {
			result.Join(st)
		}
	}
	certain := false // an item matches for sure
	falls := false   // the item before ended in ;&
	for _, item := range c.Items {
		match := cm.matchItem(item, &word)
		if match == fact.No && !falls || certain && !falls {
			cm.acc.skip(item.Stmts)
			continue
		}
		if match != fact.Yes || result != nil || item.Op != syntax.Break {
			cm.sh.out.lose() // it may run or not, or another one, too
		}
		way := cm.sh.branch(before, func() { cm.stmts(item.Stmts) })
		certain = certain || match == fact.Yes && item.Op == syntax.Break
		falls = item.Op == syntax.Fallthrough
		if falls || item.Op == syntax.Resume || item.Op == syntax.ResumeKorn {
			before = before.Clone()
			before.Join(way)
		}
		add(way.Clone())
	}
	if !certain {
		add(before)
	}
	cm.sh.st = result
}

// matchItem reports whether one of the item's patterns matches the word. All of them are expanded.
func (cm *commands) matchItem(item *syntax.CaseItem, word *fact.Word) fact.Tri {
	match := fact.No
	for _, p := range item.Patterns {
		pat, ok := cm.words.pattern(p)
		if !ok || !word.Known() || word.Random() {
			cm.sh.reportCompared(*word)
			match = match.Or(fact.Maybe)
			continue
		}
		yes, ok := expand.Matches(pat, word.Text)
		switch {
		case !ok:
			cm.sh.reportCompared(*word)
			match = match.Or(fact.Maybe)
		case yes:
			match = fact.Yes
		}
	}
	return match
}
