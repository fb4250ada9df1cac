package syntax

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/fencepost/fencepost/gen/hazards"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/shparse/dialect"
)

// A substitution is read in another way than the same text elsewhere, in these places:
//
//   - Bash 5.2 makes text of its tree, and reads that. Behind a here-document it forgets the next
//     semicolon, and the quotes of $'…' in an operand are gone:
//     `$(cat <<E … touch; echo ../x)` runs touch echo ../x.
//   - In a here-document a backslash at the end of a line joins lines in single quotes, too.

// noteReprinted notes such places as doubts.
func (r *Outcome) noteReprinted(list []*syntax.Stmt, text string, d dialect.Dialect) {
	if d == dialect.POSIX || !strings.Contains(text, "$(") && nextPipe(text, d.Variant()) < 0 ||
		!strings.Contains(text, "<<") && strings.LastIndex(text, "$'") < max(strings.Index(text, "${"),
			0) {
		return
	}
	s := reprinted{r, text, d}
	for _, stmt := range list {
		syntax.Walk(stmt, s.node)
	}
}

// reprinted looks for the places in one text.
type reprinted struct {
	r    *Outcome
	text string
	d    dialect.Dialect
}

func (s *reprinted) node(n syntax.Node) bool {
	switch n := n.(type) {
	case *syntax.CmdSubst:
		return n.Backquotes || !s.losesText(n.Stmts)
	case *syntax.ProcSubst:
		return !s.losesText(n.Stmts)
	case *syntax.Redirect:
		if n.Hdoc != nil && !QuotedDelimiter(n.Word) {
			s.document(n.Hdoc)
		}
	}
	return true
}

// document notes quotes in which lines are joined.
func (s *reprinted) document(w *syntax.Word) {
	for _, p := range w.Parts {
		c, ok := p.(*syntax.CmdSubst)
		if !ok || c.Backquotes || int(c.End().Offset()) > len(s.text) {
			continue
		}
		sub := s.text[c.Pos().Offset():c.End().Offset()]
		if strings.Contains(sub, "\\\n") && strings.Contains(sub, "'") {
			s.addDoubt(c, "shells join the lines of this here-document although they are quoted")
		}
	}
}

// losesText reports whether bash loses a semicolon or quotes in a substitution.
func (s *reprinted) losesText(list []*syntax.Stmt) bool {
	if s.d != dialect.Bash {
		return false
	}
	document, lost := -1, false
	for _, stmt := range list {
		syntax.Walk(stmt, func(n syntax.Node) bool {
			switch n := n.(type) {
			case *syntax.Redirect:
				if at := int(n.OpPos.Offset()); n.Hdoc != nil && (document < 0 || at < document) {
					document = at
				}
			case *syntax.Stmt:
				if at := int(n.Semicolon.Offset()); document >= 0 && n.Semicolon.IsValid() && at > document &&
					s.text[at] == ';' && !lost {
					lost = true
					s.addDoubt(n, "bash 5.2 loses a semicolon behind a here-document in a substitution")
				}
			case *syntax.ParamExp:
				if !lost && n.Exp != nil && n.Exp.Word != nil && hasDollarQuotes(n.Exp.Word.Parts) {
					lost = true
					s.addDoubt(n, "bash 5.2 loses the quotes in this operand")
				}
			}
			return !lost
		})
	}
	return lost
}

func hasDollarQuotes(parts []syntax.WordPart) bool {
	for _, p := range parts {
		if q, ok := p.(*syntax.SglQuoted); ok && q.Dollar {
			return true
		}
	}
	return false
}

func (s *reprinted) addDoubt(n syntax.Node, why string) {
	s.r.Doubts = append(s.r.Doubts, fact.Hazard{ID: hazards.Syntax,
		Text: Snippet(s.text, int(n.Pos().Offset())),
		Why:  why})
}
