package shparse

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/shparse/dialect"
	"github.com/fencepost/fencepost/internal/shparse/expand"
	shsyntax "github.com/fencepost/fencepost/internal/shparse/syntax"
)

// Of a few commands it is known how they end, whatever the machine: true, false, (exit 1),
// x=$(false), an expression of constants. What such a status decides is decided here, too: what
// follows && or ||, and the branch of an if. A way that is not taken is a dead state; what stands
// on it is visited like what stands behind an exit, and changes nothing.

// concluded is for a statement whose status decides what follows. A bang before it was followed
// with the statement.
func (in *Interp) concluded(s *syntax.Stmt) {
	if !s.Negated {
		in.conclude(s)
	}
}

// conclude takes the way on which a statement did not end as it is known to end out of the state.
func (in *Interp) conclude(s *syntax.Stmt) {
	switch in.conclusion(s) {
	case fact.Yes:
		in.succeeds(true)
	case fact.No:
		in.succeeds(false)
	}
}

// succeeds says how the last command has ended.
func (in *Interp) succeeds(ok bool) {
	failed := in.takeFail()
	switch {
	case ok:
		failed.Dead = true
	case in.st.Dead:
	default:
		failed.Join(in.st)
		in.st.Dead = true
	}
	in.st.Fail = failed
}

// conclusion is how a statement ends: Yes if it succeeds. Where a trap or a hook may act on it, or
// a redirection may fail, that is not known.
func (in *Interp) conclusion(s *syntax.Stmt) fact.Tri {
	if len(in.waiting) > 0 && in.st.Has(dialect.StopsOnFailure) || in.st.AllVars {
		return fact.Maybe
	}
	end := fact.Maybe
	switch c := s.Cmd.(type) {
	case *syntax.CallExpr:
		end = in.callConclusion(c)
	case *syntax.Subshell:
		if len(c.Stmts) == 1 {
			end = in.copyConclusion(c.Stmts[0])
		}
	}
	if end == fact.Yes && len(s.Redirs) > 0 {
		return fact.Maybe
	}
	return end
}

// callConclusion is how true, false and x=$(false) end.
func (in *Interp) callConclusion(c *syntax.CallExpr) fact.Tri {
	if len(c.Args) == 0 {
		if len(c.Assigns) != 1 || c.Assigns[0].Value == nil || len(c.Assigns[0].Value.Parts) != 1 {
			return fact.Maybe
		}
		sub, ok := c.Assigns[0].Value.Parts[0].(*syntax.CmdSubst)
		if ok && len(sub.Stmts) == 1 && in.copyConclusion(sub.Stmts[0]) == fact.No {
			return fact.No
		}
		return fact.Maybe // the assignment itself may be an error
	}
	name := shsyntax.LitOf(c.Args[0])
	end := fact.Maybe
	switch name {
	case "true", ":":
		end = fact.Yes
	case "false":
		end = fact.No
	default:
		return fact.Maybe
	}
	if len(c.Assigns) > 0 || !in.builtinAs(name) {
		return fact.Maybe
	}
	for _, w := range c.Args[1:] {
		if _, is := plain(w); !is {
			return fact.Maybe
		}
	}
	return end
}

// copyConclusion is how a copy of the shell ends that runs one statement: (exit 1), $(false).
func (in *Interp) copyConclusion(s *syntax.Stmt) fact.Tri {
	c, ok := s.Cmd.(*syntax.CallExpr)
	if !ok || s.Background || s.Coprocess || s.Disown || s.Negated {
		return fact.Maybe
	}
	if len(c.Args) == 2 && len(c.Assigns) == 0 && shsyntax.LitOf(c.Args[0]) == "exit" &&
		in.builtinAs("exit") {
		n := shsyntax.LitOf(c.Args[1])
		switch {
		case n == "" || len(n) > 2 || strings.Trim(n, "0123456789") != "":
			return fact.Maybe
		case strings.Trim(n, "0") != "":
			return fact.No
		case len(s.Redirs) == 0:
			return fact.Yes
		}
		return fact.Maybe
	}
	return in.conclusion(s)
}

// builtinAs reports whether a name stands for the builtin of that name.
func (in *Interp) builtinAs(name string) bool {
	_, isFunc := in.st.Funcs[name]
	return !isFunc && !in.st.Alias && !in.argvOnly && !in.st.Has(dialect.Limited)
}

// settleKnown gives up how the last command has ended, where that is known for sure: who calls goes
// on in one state.
func (in *Interp) settleKnown() {
	if f := in.st.Fail; f != nil && (f.Dead || in.st.Dead) {
		in.settle()
	}
}

// passed interprets what is known not to run.
func (in *Interp) passed(f func()) {
	outer := in.context
	if in.out != nil {
		in.out = &capture{known: true}
	}
	if in.errOut != nil {
		in.errOut = &capture{known: true}
	}
	in.cond++
	f()
	in.context = outer
}

// assignsWithin reports whether an expression assigns anything, which may be an error.
func assignsWithin(x syntax.ArithmExpr) (found bool) {
	syntax.Walk(x, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.BinaryArithm:
			found = found || expand.Assigns(n.Op)
		case *syntax.UnaryArithm:
			found = found || n.Op == syntax.Inc || n.Op == syntax.Dec
		}
		return !found
	})
	return found
}
