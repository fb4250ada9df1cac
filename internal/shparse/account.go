package shparse

import (
	"mvdan.cc/sh/v3/syntax"

	"github.com/fencepost/fencepost/gen/hazards"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/shparse/domain"
	shsyntax "github.com/fencepost/fencepost/internal/shparse/syntax"
)

// Every statement, substitution, redirection, assignment and arithmetic expression of a parsed text
// is marked when it is read. After the run one walk over the trees reports what nobody marked: what
// no case of the interpreter handles is asked about, not passed over.

// tree is a text that was parsed.
type tree struct {
	text  string
	stmts []*syntax.Stmt
	file  *domain.File
}

// mark says that a node is read.
func (in *Interp) mark(n syntax.Node) { in.marks[n] = true }

// skip marks statements that are known not to run here: the item of a case that cannot match, the
// body of a loop over nothing. What a function that is defined there could do is not looked at,
// either.
func (in *Interp) skip(list []*syntax.Stmt) {
	for _, s := range list {
		syntax.Walk(s, func(n syntax.Node) bool {
			switch n.(type) {
			case nil:
				return false
			case *syntax.Stmt, *syntax.Redirect, *syntax.Assign, *syntax.CmdSubst, *syntax.ProcSubst,
				*syntax.ArithmExp:
				in.mark(n)
			}
			return true
		})
	}
}

// unknownNode reports a construct that no case handles.
func (in *Interp) unknownNode(n syntax.Node) { in.unread(in.source(n)) }

// unread reports what was not read, once a text.
func (in *Interp) unread(text string) {
	for i := range in.hazards {
		if h := &in.hazards[i]; h.ID == hazards.Unread && h.Text == text {
			return
		}
	}
	in.Report(fact.Hazard{ID: hazards.Unread, Text: text,
		Why: "fencepost does not read this part of the text"})
}

// account reports the parts of the trees since the last look that nobody has read. Where a bound
// was hit that was said.
func (in *Interp) account() {
	for ; in.accounted < len(in.trees) && !in.budget.spent; in.accounted++ {
		a := accountant{in, &in.trees[in.accounted]}
		outer := in.script
		in.file = a.tree.file
		for _, s := range a.tree.stmts {
			syntax.Walk(s, a.node)
		}
		in.script = outer
	}
}

// accountant walks through one tree.
type accountant struct {
	in   *Interp
	tree *tree
}

// redirect walks through a redirection; the delimiter of a here-document is not expanded.
func (a *accountant) redirect(r *syntax.Redirect) {
	if !a.read(r) {
		return
	}
	if r.Word != nil && !isHeredoc(r.Op) {
		syntax.Walk(r.Word, a.node)
	}
	if r.Hdoc != nil && !shsyntax.QuotedDelimiter(r.Word) {
		syntax.Walk(r.Hdoc, a.node)
	}
}

func isHeredoc(op syntax.RedirOperator) bool { return op == syntax.Hdoc || op == syntax.DashHdoc }

// read reports whether a node is marked, or says that it is not.
func (a *accountant) read(n syntax.Node) bool {
	if a.in.marks[n] {
		return true
	}
	from, to := int(n.Pos().Offset()), int(n.End().Offset())
	if from > to || to > len(a.tree.text) {
		from, to = 0, len(a.tree.text)
	}
	a.in.unread(a.tree.text[from:to])
	return false
}

// node looks at one node, and reports whether the walk goes on below it.
func (a *accountant) node(n syntax.Node) bool {
	switch n := n.(type) {
	case nil:
	case *syntax.Redirect:
		a.redirect(n)
	case *syntax.Word:
		return !plainParts(n.Parts)
	case *syntax.Stmt, *syntax.Assign, *syntax.CmdSubst, *syntax.ProcSubst:
		return a.read(n)
	case *syntax.ArithmExp:
		return a.read(n) && n.X != nil
	case *syntax.CallExpr, *syntax.Subshell, *syntax.Block, *syntax.IfClause, *syntax.WhileClause,
		*syntax.ForClause, *syntax.WordIter, *syntax.CStyleLoop, *syntax.BinaryCmd, *syntax.FuncDecl,
		*syntax.Lit, *syntax.SglQuoted, *syntax.DblQuoted, *syntax.ParamExp, *syntax.ArithmCmd,
		*syntax.BinaryArithm, *syntax.BinaryTest, *syntax.UnaryArithm, *syntax.UnaryTest,
		*syntax.ParenArithm, *syntax.FlagsArithm, *syntax.ParenTest, *syntax.CaseClause, *syntax.CaseItem,
		*syntax.TestClause, *syntax.DeclClause, *syntax.ArrayExpr, *syntax.ArrayElem, *syntax.ExtGlob,
		*syntax.TimeClause, *syntax.CoprocClause, *syntax.LetClause, *syntax.TestDecl, *syntax.Comment:
		return true
	default:
		a.in.unread(a.tree.text)
	}
	return false
}
