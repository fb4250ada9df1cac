package shparse

import (
	"errors"

	"mvdan.cc/sh/v3/syntax"

	"github.com/fencepost/fencepost/gen/hazards"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/shparse/domain"
	"github.com/fencepost/fencepost/internal/shparse/nodes"
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

// accountant knows what of each text was read.
type accountant struct {
	sh        *shell
	trees     []tree               // that were parsed
	accounted int                  // of them
	marks     map[syntax.Node]bool // nodes of them that were read
}

// parse returns the statements of a text, those before a syntax error included. All of them have to
// be read.
func (acc *accountant) parse(text string) ([]*syntax.Stmt, error) {
	r := shsyntax.Read(text, acc.sh.script.dialect)
	if r.Text != "" {
		acc.sh.script.text = r.Text
	}
	if acc.sh.script.file != nil && acc.sh.script.file.Text == text {
		// some is repaired, which leaves the lines where they are
		acc.sh.script.file.Text = acc.sh.script.text
	}
	for i := range r.Doubts {
		acc.sh.Report(r.Doubts[i])
	}
	acc.trees = append(acc.trees, tree{acc.sh.script.text, r.Stmts, acc.sh.script.file})
	return r.Stmts, r.Err
}

// syntaxError reports text that the shell would refuse. What stands before it has been interpreted.
func (acc *accountant) syntaxError(text string, err error) {
	h := fact.Hazard{ID: hazards.Syntax, Text: shsyntax.Snippet(text, len(text)),
		Why: "the shell text does not parse"}
	var perr syntax.ParseError
	var lerr syntax.LangError
	switch {
	case errors.As(err, &perr):
		h.Why += ": " + perr.Text
		h.Pos = fact.Pos{Offset: int(perr.Pos.Offset()), Line: int(perr.Pos.Line()),
			Col: int(perr.Pos.Col())}
		h.Text = shsyntax.Snippet(text, h.Pos.Offset)
	case errors.As(err, &lerr):
		h.Why += ": " + lerr.Error()
	}
	acc.sh.Report(h)
}

// skip marks statements that are known not to run here: the item of a case that cannot match, the
// body of a loop over nothing. What a function that is defined there could do is not looked at,
// either.
func (acc *accountant) skip(list []*syntax.Stmt) {
	for _, s := range list {
		syntax.Walk(s, func(n syntax.Node) bool {
			switch n.(type) {
			case nil:
				return false
			case *syntax.Stmt, *syntax.Redirect, *syntax.Assign, *syntax.CmdSubst, *syntax.ProcSubst,
				*syntax.ArithmExp:
				acc.marks[n] = true
			}
			return true
		})
	}
}

// unknownNode reports a construct that no case handles.
func (acc *accountant) unknownNode(n syntax.Node) { acc.unread(acc.sh.source(n)) }

// unread reports what was not read, once a text.
func (acc *accountant) unread(text string) {
	acc.sh.reportOnce(fact.Hazard{ID: hazards.Unread, Text: text,
		Why: "fencepost does not read this part of the text"})
}

// account reports the parts of the trees since the last look that nobody has read. Where a bound
// was hit that was said.
func (acc *accountant) account() {
	node := acc.node
	for ; acc.accounted < len(acc.trees) && !acc.sh.budget.spent; acc.accounted++ {
		t, outer := &acc.trees[acc.accounted], acc.sh.script
		acc.sh.script.file = t.file
		for _, s := range t.stmts {
			syntax.Walk(s, node)
		}
		acc.sh.script = outer
	}
}

// redirect walks through a redirection; the delimiter of a here-document is not expanded.
func (acc *accountant) redirect(r *syntax.Redirect) {
	if r.Word != nil && !nodes.IsHereDoc(r.Op) {
		syntax.Walk(r.Word, acc.node)
	}
	if r.Hdoc != nil && !shsyntax.QuotedDelimiter(r.Word) {
		syntax.Walk(r.Hdoc, acc.node)
	}
}

// unmarked reports a node that nobody has read.
func (acc *accountant) unmarked(n syntax.Node) {
	text, from, to := acc.trees[acc.accounted].text, int(n.Pos().Offset()), int(n.End().Offset())
	if from <= to && to <= len(text) {
		text = text[from:to]
	}
	acc.unread(text)
}

// node looks at one node, and reports whether the walk goes on below it.
func (acc *accountant) node(n syntax.Node) bool {
	switch n.(type) {
	case *syntax.Stmt, *syntax.Redirect, *syntax.Assign, *syntax.CmdSubst, *syntax.ProcSubst,
		*syntax.ArithmExp:
		if !acc.marks[n] {
			acc.unmarked(n)
			return false
		}
	}
	switch n := n.(type) {
	case nil:
	case *syntax.Redirect:
		acc.redirect(n)
	case *syntax.ArithmExp:
		return n.X != nil
	case *syntax.Stmt, *syntax.Assign, *syntax.CmdSubst, *syntax.ProcSubst, *syntax.Word,
		*syntax.CallExpr, *syntax.Subshell, *syntax.Block, *syntax.IfClause, *syntax.WhileClause,
		*syntax.ForClause, *syntax.WordIter, *syntax.CStyleLoop, *syntax.BinaryCmd, *syntax.FuncDecl,
		*syntax.Lit, *syntax.SglQuoted, *syntax.DblQuoted, *syntax.ParamExp, *syntax.ArithmCmd,
		*syntax.BinaryArithm, *syntax.BinaryTest, *syntax.UnaryArithm, *syntax.UnaryTest,
		*syntax.ParenArithm, *syntax.FlagsArithm, *syntax.ParenTest, *syntax.CaseClause, *syntax.CaseItem,
		*syntax.TestClause, *syntax.DeclClause, *syntax.ArrayExpr, *syntax.ArrayElem, *syntax.ExtGlob,
		*syntax.TimeClause, *syntax.CoprocClause, *syntax.LetClause, *syntax.TestDecl, *syntax.Comment:
		return true
	default:
		acc.unread(acc.trees[acc.accounted].text)
	}
	return false
}
