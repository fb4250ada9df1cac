package shparse

import (
	"strings"

	"github.com/fencepost/fencepost/gen/hazards"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/shparse/dialect"
)

// An expansion that fails, $((1/0)) or ${!nothing}, ends a shell, or what is left of the line in
// bash, or what is left of the text of eval. What would have run there does not, and the shell goes
// on behind it with values that it would have changed:
//
//	x=~/.ssh/id_rsa; : $((1/0)); x=a.txt
//	cat $x
//
// A substitution ends there, too, and what it has printed counts. A subshell just ends.
//
// Nobody means that, so that where an expansion fails for certain the rest is not followed.

// continuesBehind notes that the shell goes on behind a part of a text that it discards.
func (sh *shell) continuesBehind(text string) bool {
	return sh.script.depth > 0 && sh.has(dialect.DiscardsText) ||
		sh.has(dialect.DiscardsLine) && strings.Contains(text, "\n")
}

// reportDiscarded reports an expansion that fails.
func (sh *shell) reportDiscarded(text, why string) {
	if !sh.script.continues && sh.out == nil || sh.discarded {
		return
	}
	sh.discarded = true
	sh.Report(fact.Hazard{ID: hazards.DiscardedLine, Text: text,
		Why: why + ", so the shell leaves out the rest of the line and goes on behind it"})
}

// endsEarly runs f, a text that may run in this shell, and goes on in the states in which it may
// have ended early.
func (sh *shell) endsEarly(here bool, f func()) {
	if !here || !sh.has(dialect.DiscardsText) || sh.has(dialect.DiscardsLine) {
		f()
		return
	}
	outer := sh.script
	own := &evaluated{inFunc: sh.flow.inFunc}
	sh.script.evaluated = own
	f()
	sh.script = outer
	sh.joinFrom(own.left)
}

// mayNotMatch notes a pattern that may match nothing.
func (sh *shell) mayNotMatch(w *fact.Word) {
	e := sh.script.evaluated
	switch {
	case e == nil || sh.st.Dead:
	case sh.flow.inFunc != e.inFunc:
		sh.reportDiscarded(w.Text, "a pattern may match nothing")
	default:
		now := sh.st.Clone()
		if now.Fail = nil; e.left == nil {
			e.left = now
		} else {
			e.left.Join(now)
		}
	}
}
