package shparse

import (
	"mvdan.cc/sh/v3/syntax"

	"github.com/fencepost/fencepost/internal/fact"
)

// chainOf finds the joins and control flow of the call's own text. Substitutions do not count for
// joins; commands are counted wherever they are written.
func chainOf(stmts []*syntax.Stmt) fact.Chain {
	var w chainWalk
	w.joined(stmts)
	for _, s := range stmts {
		w.walk(s)
	}
	return w.found
}

// chainWalk is what was found, and where the walk is.
type chainWalk struct {
	found  fact.Chain
	inside int // depth of substitutions
}

// joined looks for a semicolon between statements.
func (w *chainWalk) joined(list []*syntax.Stmt) {
	for i, s := range list {
		if i > 0 && list[i-1].Semicolon.IsValid() && !list[i-1].Background && s.Cmd != nil &&
			w.inside == 0 {
			w.found.Joined = true
		}
	}
}

func (w *chainWalk) walk(n syntax.Node) {
	var stack []bool // for each open node: it is a substitution
	syntax.Walk(n, func(n syntax.Node) bool {
		if n == nil {
			if stack[len(stack)-1] {
				w.inside--
			}
			stack = stack[:len(stack)-1]
			return false
		}
		subst := false
		switch n := n.(type) {
		case *syntax.CallExpr:
			if len(n.Args) > 0 {
				w.found.Commands++
			}
		case *syntax.DeclClause, *syntax.LetClause:
			w.found.Commands++
		case *syntax.ForClause, *syntax.WhileClause:
			w.found.Loop = true
			w.found.Control = w.found.Control || w.inside == 0
		case *syntax.IfClause, *syntax.CaseClause:
			w.found.Control = w.found.Control || w.inside == 0
		case *syntax.CmdSubst, *syntax.ProcSubst:
			subst = true
			w.inside++
		case *syntax.BinaryCmd:
			if w.inside == 0 && (n.Op == syntax.AndStmt || n.Op == syntax.OrStmt) {
				w.found.Joined = true
			}
		case *syntax.Block:
			w.joined(n.Stmts)
		case *syntax.Subshell:
			w.joined(n.Stmts)
		}
		stack = append(stack, subst)
		return true
	})
}

// onlyText reports whether a word holds nothing but text.
func onlyText(w *syntax.Word) bool {
	for _, p := range w.Parts {
		switch p.(type) {
		case *syntax.Lit, *syntax.SglQuoted:
		default:
			return false
		}
	}
	return true
}
