package syntax

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/shparse/dialect"
)

// Bash 5.2 makes text of the tree of a substitution, and reads that. Behind a here-document it
// forgets the next semicolon, so that two commands become one:
//
//	echo $(cat <<E
//	E
//	touch; echo ../x)     # runs touch echo ../x

// reprints notes the semicolons that may be lost.
func (r *Outcome) reprints(list []*syntax.Stmt, text string, d dialect.Dialect) {
	if d != dialect.Bash || !strings.Contains(text, "<<") || !strings.Contains(text, ";") ||
		!strings.Contains(text, "$(") && nextPipe(text, d.Variant()) < 0 {
		return
	}
	for _, s := range list {
		syntax.Walk(s, func(n syntax.Node) bool {
			switch n := n.(type) {
			case *syntax.CmdSubst:
				return n.Backquotes || !r.loses(n.Stmts, text)
			case *syntax.ProcSubst:
				return !r.loses(n.Stmts, text)
			}
			return true
		})
	}
}

// loses reports whether a semicolon stands behind a here-document, and notes it.
func (r *Outcome) loses(list []*syntax.Stmt, text string) bool {
	document, lost := -1, false
	for _, s := range list {
		syntax.Walk(s, func(n syntax.Node) bool {
			switch n := n.(type) {
			case *syntax.Redirect:
				if at := int(n.OpPos.Offset()); n.Hdoc != nil && (document < 0 || at < document) {
					document = at
				}
			case *syntax.Stmt:
				lost = lost || document >= 0 && n.Semicolon.IsValid() && int(n.Semicolon.Offset()) > document &&
					text[n.Semicolon.Offset()] == ';'
			}
			return !lost
		})
	}
	if lost {
		r.Doubts = append(r.Doubts, fact.Hazard{ID: "syntax", Kind: fact.Failure, Text: Snippet(text, document),
			Why: "bash 5.2 loses a semicolon behind a here-document in a substitution"})
	}
	return lost
}
