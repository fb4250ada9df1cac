package shparse

import (
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/shparse/dialect"
	"github.com/fencepost/fencepost/internal/shparse/domain"
)

// subshell runs f on a copy of the state (POSIX XCU 2.12). What it reads from standard input is
// gone for the shell, too.
func (sh *shell) subshell(f func()) {
	outer, reads, locals := sh.st, sh.reads, sh.flow.locals.len()
	sh.st = outer.Clone()
	f()
	sh.st = outer
	sh.flow.locals.cut(locals)
	sh.noteInputReadSince(reads)
}

// inBackground runs f in a subshell at a time that is not known, as what follows runs.
func (sh *shell) inBackground(f func()) {
	outer := sh.context
	sh.flow.async++
	sh.subshell(f)
	sh.context = outer
}

// branch runs f on a copy of the state as it was at the start, and returns the copy.
func (sh *shell) branch(from *domain.State, f func()) *domain.State {
	sh.st = from.Clone()
	outer := sh.context
	sh.flow.cond++
	f()
	sh.context = outer
	sh.joinOutcomes()
	return sh.st
}

// joinOutcomes merges the two outcomes of the last command.
func (sh *shell) joinOutcomes() {
	if f := sh.st.Fail; f != nil {
		sh.st.Fail = nil
		sh.st.Join(f)
	}
}

// splitFailure returns the state if the last command failed, and leaves the state in which it
// succeeded.
func (sh *shell) splitFailure() *domain.State {
	f := sh.st.Fail
	sh.st.Fail = nil
	if f == nil {
		f = sh.st.Clone()
	}
	return f
}

// mayFail keeps the state in which the change of the directory failed.
func (sh *shell) mayFail(before fact.Dirs) {
	if !domain.SameDirs(before, sh.st.Dirs) {
		fail := sh.st.Clone()
		fail.Dirs, fail.Fail = before, nil
		sh.st.Fail = fail
	}
}

// succeeds says how the last command has ended.
func (sh *shell) succeeds(ok bool) {
	failed := sh.splitFailure()
	switch {
	case ok:
		failed.Dead = true
	case sh.st.Dead:
	default:
		failed.Join(sh.st)
		sh.st.Dead = true
	}
	sh.st.Fail = failed
}

// joinKnownOutcome gives up how the last command has ended, where that is known for sure: who calls
// goes on in one state.
func (sh *shell) joinKnownOutcome() {
	if f := sh.st.Fail; f != nil && (f.Dead || sh.st.Dead) {
		sh.joinOutcomes()
	}
}

// interpretDead interprets what is known not to run.
func (sh *shell) interpretDead(f func()) {
	outer := sh.context
	if sh.out != nil {
		sh.out = &capture{known: true}
	}
	if sh.errOut != nil {
		sh.errOut = &capture{known: true}
	}
	sh.flow.cond++
	f()
	sh.context = outer
}

// isConditional reports whether the current command runs only on some ways, or more than once.
func (sh *shell) isConditional() bool {
	return sh.flow.loops > 0 || sh.flow.cond > 0 || sh.st.Has(dialect.NoClobber) || sh.leftEarly()
}

// maxWays bounds the combinations that are followed for one command; beyond them values are
// unknown.
const maxWays = 16

// choose picks one of n values, or -1 where values are not followed: the caller then has to treat
// it as unknown.
func (sh *shell) choose(n int) int {
	c := sh.choice
	if c == nil {
		return -1
	}
	if c.pos == len(c.picks) {
		ways := n
		for _, s := range c.sizes {
			ways *= max(s, 1)
		}
		if ways > maxWays { // noted, so that the next round asks the same questions
			c.picks, c.sizes = append(c.picks, -1), append(c.sizes, 0)
		} else {
			c.picks, c.sizes = append(c.picks, 0), append(c.sizes, n)
		}
	}
	c.pos++
	return c.picks[c.pos-1]
}

// eachWay runs f for each combination of values and joins the states.
func (sh *shell) eachWay(f func()) {
	outer, before := sh.context, sh.st
	sh.choice = newChoices()
	sh.st = before.Clone()
	f()
	result := sh.st
	for sh.choice.next() {
		sh.out.lose()
		sh.st = before.Clone()
		f()
		sh.st = joinWays(result, sh.st)
	}
	sh.st, sh.context = result, outer
}

// joinWays joins two states and those in which the last command has failed, where that differs.
func joinWays(st, o *domain.State) *domain.State {
	if st.Fail != nil || o.Fail != nil {
		failed, other := st.Fail, o.Fail
		if failed == nil {
			failed = st.Clone()
		}
		if other == nil {
			other = o
		}
		failed.Join(other)
		st.Fail = failed
	}
	st.Join(o)
	return st
}

// enterFrame begins a loop, function or sourced text.
func (sh *shell) enterFrame(kind frameKind) {
	sh.flow.frame = &frame{up: sh.flow.frame, kind: kind, redirs: sh.flow.redirs}
}

// exitFrame ends it.
func (sh *shell) exitFrame() *frame {
	f := sh.flow.frame
	sh.flow.frame = f.up
	return f
}

// leaveFrame is break, continue or return: the state goes to where the frame ends, and nothing
// after it runs here. Where there is nothing to leave, the shell says so and goes on.
func (sh *shell) leaveFrame(name string, args []fact.Word) {
	many, found := len(args) > 0, false
	for f := sh.flow.frame; f != nil; f = f.up {
		if name == "return" {
			if f.kind != loopFrame {
				f.left, found = sh.joinLeft(f, f.left), true
				break
			}
			continue
		}
		if f.kind == functionFrame && sh.has(dialect.LoopsEndInFunctions) {
			break // a function does not end the loops of its caller
		}
		if f.kind != loopFrame {
			continue
		}
		found = true
		if name != "continue" || many {
			f.left = sh.joinLeft(f, f.left)
		}
		if name == "continue" {
			f.continued = sh.joinLeft(f, f.continued)
		}
		if !many {
			break
		}
	}
	sh.st.Dead = sh.st.Dead || found
}

// joinLeft joins the current state to another one in which a frame was left.
func (sh *shell) joinLeft(f *frame, st *domain.State) *domain.State {
	if sh.st.Dead {
		return st
	}
	c := sh.st.Clone()
	c.Fail = nil
	if f.redirs != sh.flow.redirs { // the input of a statement within it
		c.Stdin = fact.Stdin{Kind: fact.StdinPipe}
	}
	if st == nil {
		return c
	}
	st.Join(c)
	return st
}

// joinFrom goes on in the current state or in one that was left early.
func (sh *shell) joinFrom(st *domain.State) {
	if st != nil {
		sh.st.Join(st)
	}
}

// leftEarly reports whether what is being interpreted was left on some way, so that the current
// command may not run.
func (sh *shell) leftEarly() bool {
	for f := sh.flow.frame; f != nil; f = f.up {
		if f.left != nil || f.continued != nil {
			return true
		}
	}
	return false
}
