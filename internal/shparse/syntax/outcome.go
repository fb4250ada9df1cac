package syntax

import (
	"mvdan.cc/sh/v3/syntax"

	"github.com/fencepost/fencepost/internal/fact"
)

// Outcome is what a text is for a shell.
type Outcome struct {
	Text   string         // to which the places in the tree refer; "" for the text itself
	Stmts  []*syntax.Stmt // those before an error included: each of them may have run
	Doubts []fact.Hazard  // where the shell may read the text in another way
	Err    error          // why the text is no script; nil if it is one
}
