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

// fewNodes is the number of marks that are kept in a list, which is enough for most lines.
const fewNodes = 48

// manyMarks bounds the marks for which room is kept from call to call.
const manyMarks = 1 << 12

// marks is a set of nodes.
type marks struct {
	few  [fewNodes]syntax.Node
	n    int
	many map[syntax.Node]struct{} // used where there are more
	full bool
}

// add marks a node as read.
func (m *marks) add(n syntax.Node) {
	if m.full {
		m.many[n] = struct{}{}
		return
	}
	if m.has(n) {
		return
	}
	if m.n < fewNodes {
		m.few[m.n] = n
		m.n++
		return
	}
	if m.many == nil {
		m.many = make(map[syntax.Node]struct{}, 4*fewNodes)
	}
	for _, old := range m.few {
		m.many[old] = struct{}{}
	}
	m.many[n], m.full = struct{}{}, true
}

// has reports whether a node is marked.
func (m *marks) has(n syntax.Node) bool {
	if m.full {
		_, ok := m.many[n]
		return ok
	}
	for i := m.n - 1; i >= 0; i-- {
		if m.few[i] == n {
			return true
		}
	}
	return false
}

// emptied returns an empty set that keeps the room of the other one.
func (m *marks) emptied() marks {
	if len(m.many) > manyMarks {
		return marks{}
	}
	clear(m.many)
	return marks{many: m.many}
}

// tree is a text that was parsed.
type tree struct {
	text  string
	stmts []*syntax.Stmt
	file  *domain.File
}

// mark says that a node is read.
func (in *Interp) mark(n syntax.Node) { in.mem.marks.add(n) }

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
		Why: "this part of the text is not analysed: what it runs is not known"})
}

// account reports the parts of the trees since the last look that nobody has read. Where a bound
// was hit that was said.
func (in *Interp) account() {
	for ; in.mem.accounted < len(in.mem.trees) && !in.budget.spent; in.mem.accounted++ {
		a := &in.mem.accountant
		a.in, a.tree = in, &in.mem.trees[in.mem.accounted]
		outer := in.script
		in.file = a.tree.file
		a.stmts(a.tree.stmts)
		in.script = outer
	}
}

// accountant walks through one tree. Plain commands it walks by itself, as the library's walk takes
// longer.
type accountant struct {
	in   *Interp
	tree *tree
	each func(syntax.Node) bool // node, once it was used
}

func (a *accountant) stmts(list []*syntax.Stmt) {
	for _, s := range list {
		a.stmt(s)
	}
}

func (a *accountant) stmt(s *syntax.Stmt) {
	if !a.read(s) {
		return
	}
	for _, r := range s.Redirs {
		a.redirect(r)
	}
	switch c := s.Cmd.(type) {
	case nil:
	case *syntax.CallExpr:
		for _, as := range c.Assigns {
			a.assign(as)
		}
		for _, w := range c.Args {
			a.word(w)
		}
	case *syntax.BinaryCmd:
		a.stmt(c.X)
		a.stmt(c.Y)
	case *syntax.Block:
		a.stmts(c.Stmts)
	default:
		a.walk(c)
	}
}

func (a *accountant) redirect(r *syntax.Redirect) {
	if !a.read(r) {
		return
	}
	if r.Word != nil && !isHeredoc(r.Op) {
		a.word(r.Word)
	}
	if r.Hdoc != nil && !shsyntax.QuotedDelimiter(r.Word) {
		a.word(r.Hdoc)
	}
}

func isHeredoc(op syntax.RedirOperator) bool { return op == syntax.Hdoc || op == syntax.DashHdoc }

func (a *accountant) assign(as *syntax.Assign) {
	switch {
	case as.Index != nil || as.Array != nil:
		a.walk(as)
	case a.read(as) && as.Value != nil:
		a.word(as.Value)
	}
}

func (a *accountant) word(w *syntax.Word) {
	if !plainParts(w.Parts) {
		a.walk(w)
	}
}

// read reports whether a node is marked, or says that it is not.
func (a *accountant) read(n syntax.Node) bool {
	if a.in.mem.marks.has(n) {
		return true
	}
	from, to := int(n.Pos().Offset()), int(n.End().Offset())
	if from > to || to > len(a.tree.text) {
		from, to = 0, len(a.tree.text)
	}
	a.in.unread(a.tree.text[from:to])
	return false
}

func (a *accountant) walk(n syntax.Node) {
	if a.each == nil {
		a.each = a.node
	}
	syntax.Walk(n, a.each)
}

// node looks at one node, and reports whether the walk goes on below it.
func (a *accountant) node(n syntax.Node) bool {
	switch n := n.(type) {
	case nil:
	case *syntax.Stmt:
		a.stmt(n)
	case *syntax.Redirect:
		a.redirect(n)
	case *syntax.Word:
		return !plainParts(n.Parts)
	case *syntax.Assign, *syntax.CmdSubst, *syntax.ProcSubst:
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
