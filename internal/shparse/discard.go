package shparse

import (
	"strings"
	"unicode"

	"mvdan.cc/sh/v3/syntax"

	"github.com/fencepost/fencepost/gen/hazards"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/shparse/dialect"
	"github.com/fencepost/fencepost/internal/shparse/domain"
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

// goesOnBehind notes that the shell goes on behind a part of a text that it discards.
func (in *Interp) goesOnBehind(text string) bool {
	return in.depth > 0 && in.dialect.Has(dialect.DiscardsText) ||
		in.dialect.Has(dialect.DiscardsLine) && strings.Contains(text, "\n")
}

// discards reports an expansion that fails.
func (in *Interp) discards(text, why string) {
	if !in.continues && in.out == nil || in.discarded {
		return
	}
	in.discarded = true
	in.Report(fact.Hazard{ID: hazards.DiscardedLine, Text: text,
		Why: why + ", so the shell leaves out the rest of the line and goes on behind it"})
}

// divides looks at a divisor: zero, or a variable that only the environment could set.
func (in *Interp) divides(x *syntax.BinaryArithm, b int, known bool) {
	switch x.Op {
	case syntax.Quo, syntax.Rem, syntax.QuoAssgn, syntax.RemAssgn:
	default:
		return
	}
	if known && b == 0 || !known && in.unassigned(x.Y) {
		in.discards(in.source(x), "it divides by zero")
	}
}

// unassigned reports whether an operand is a variable to which the text has assigned nothing.
func (in *Interp) unassigned(x syntax.ArithmExpr) bool {
	w, ok := x.(*syntax.Word)
	if !ok || len(w.Parts) != 1 {
		return false
	}
	name := ""
	switch p := w.Parts[0].(type) {
	case *syntax.Lit:
		name = p.Value
	case *syntax.ParamExp:
		if plainParam(p) {
			name = p.Param.Value
		}
	}
	if !syntax.ValidName(name) || dialect.CountedByShell(name, in.dialect) {
		return false
	}
	_, set := in.st.Vars[name]
	return !set && !in.st.AllVars
}

// badNumber reports whether an expression has a number with a leading zero that is no octal one.
func badNumber(text string) bool {
	apart := func(c rune) bool { return c != '_' && !unicode.IsLetter(c) && !unicode.IsDigit(c) }
	for _, f := range strings.FieldsFunc(text, apart) {
		if len(f) > 1 && f[0] == '0' && strings.ContainsAny(f, "89") &&
			strings.Trim(f, "0123456789") == "" {
			return true
		}
	}
	return false
}

// refuses reports whether an assignment to a variable fails.
func (in *Interp) refuses(name string, old domain.Value) bool {
	if old.Attr&domain.AttrReadonly != 0 {
		return true
	}
	switch name {
	case "UID", "EUID", "PPID", "BASHOPTS", "SHELLOPTS", "BASH_VERSINFO":
		return in.dialect.Has(dialect.DiscardsLine)
	}
	return false
}

// unnamed reports whether a variable that should name another one has no value.
func (in *Interp) unnamed(name string, set bool) bool {
	if !set {
		return !in.st.AllVars
	}
	_, assigned := in.st.Vars[name]
	return !assigned && !in.st.AllVars && syntax.ValidName(name)
}

// evaluated is the text of eval or source in a shell that ends it where a pattern matches nothing:
// zsh goes on behind it.
type evaluated struct {
	left   *domain.State // where a pattern was expanded
	inFunc bool
}

// endsEarly runs f, a text that may run in this shell, and goes on in the states in which it may
// have ended early.
func (in *Interp) endsEarly(here bool, f func()) {
	if !here || !in.dialect.Has(dialect.DiscardsText) || in.dialect.Has(dialect.DiscardsLine) {
		f()
		return
	}
	outer := in.script
	own := &evaluated{inFunc: in.inFunc}
	in.evaluated = own
	f()
	in.script = outer
	in.rejoin(own.left)
}

// mayNotMatch notes a pattern that may match nothing.
func (in *Interp) mayNotMatch(w *fact.Word) {
	e := in.evaluated
	switch {
	case e == nil || in.st.Dead:
	case in.inFunc != e.inFunc:
		in.discards(w.Text, "a pattern may match nothing")
	default:
		now := in.st.Clone()
		if now.Fail = nil; e.left == nil {
			e.left = now
		} else {
			e.left.Join(now)
		}
	}
}
