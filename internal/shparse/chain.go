package shparse

import (
	"mvdan.cc/sh/v3/syntax"

	"github.com/fencepost/fencepost/internal/fact"
)

// chainOf finds the joins and control flow of the call's own text. Substitutions do not count for
// joins; commands are counted wherever they are written.
func chainOf(stmts []*syntax.Stmt) fact.Chain {
	var w chainWalk
	w.stmts(stmts)
	return w.found
}

// chainWalk walks plain commands, lists and pipelines by itself. Whatever else there is goes
// through the library's walk, which takes longer than all the rest of a short line.
type chainWalk struct {
	found  fact.Chain
	inside int // depth of substitutions
}

func (w *chainWalk) stmts(list []*syntax.Stmt) {
	w.joined(list)
	for _, s := range list {
		w.stmt(s)
	}
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

func (w *chainWalk) stmt(s *syntax.Stmt) {
	switch cmd := s.Cmd.(type) {
	case nil:
	case *syntax.CallExpr:
		if len(cmd.Args) > 0 {
			w.found.Commands++
		}
		for _, a := range cmd.Assigns {
			w.walk(a)
		}
		for _, word := range cmd.Args {
			w.word(word)
		}
	case *syntax.BinaryCmd:
		w.andOr(cmd)
		w.stmt(cmd.X)
		w.stmt(cmd.Y)
	default:
		w.walk(cmd)
	}
	for _, r := range s.Redirs {
		if r.Word != nil {
			w.word(r.Word)
		}
		if r.Hdoc != nil {
			w.word(r.Hdoc)
		}
	}
}

func (w *chainWalk) word(word *syntax.Word) {
	if !onlyText(word) {
		w.walk(word)
	}
}

func (w *chainWalk) andOr(b *syntax.BinaryCmd) {
	if w.inside == 0 && (b.Op == syntax.AndStmt || b.Op == syntax.OrStmt) {
		w.found.Joined = true
	}
}

func (w *chainWalk) walk(n syntax.Node) {
	stack := make([]bool, 0, 32) // for each open node: it is a substitution
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
		case *syntax.Word:
			if onlyText(n) {
				return false // nothing below it
			}
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
			w.andOr(n)
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
