// Package eval interprets the syntax tree of inline Python and JavaScript abstractly: it carries
// what is known of variables, functions and objects through the code, resolves callees, and reports
// calls with their effects.
//
// It over-approximates. Both branches run, loops run until nothing new is learned, functions that
// nobody is seen to call run with unknown arguments. What cannot be computed is unknown, never
// guessed: plain data of an unknown value where nothing but data can be the result, and opaque
// where it could be a module or a function as well.
package eval

import (
	"strings"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Node is a node of a syntax tree: what the grammars of tree-sitter give, without unnamed tokens
// but operators.
type Node struct {
	Type  string // the grammar's name of the node, or the token itself
	Field string // the grammar's name of its place in the parent, or ""
	Start int    // byte offsets in the code
	End   int
	Line  int // from 1
	Src   string
	Kids  []*Node
}

// inNames are the escape sequences that a name may have.
var inNames = escapes{braces: true, short: true}

// text is the node as written, a name as the language reads it: Python takes letters that look
// alike for the same (NFKC), JavaScript has escapes in names.
func (n *Node) text() string {
	if n == nil || n.Start < 0 || n.End > len(n.Src) || n.Start > n.End {
		return ""
	}
	t := n.Src[n.Start:n.End]
	if !strings.HasSuffix(n.Type, "identifier") && !strings.HasSuffix(n.Type, "identifier_pattern") {
		return t
	}
	for i := 0; i < len(t); i++ {
		if t[i] >= utf8.RuneSelf || t[i] == '\\' {
			return norm.NFKC.String(inNames.unescape(t))
		}
	}
	return t
}

// field returns the first child of that name, or nil.
func (n *Node) field(name string) *Node {
	for _, k := range n.Kids {
		if k.Field == name {
			return k
		}
	}
	return nil
}

// kid returns the first child of that type, or nil.
func (n *Node) kid(typ string) *Node {
	for _, k := range n.Kids {
		if k.Type == typ {
			return k
		}
	}
	return nil
}

// last returns the last child, or nil.
func (n *Node) last() *Node {
	if len(n.Kids) == 0 {
		return nil
	}
	return n.Kids[len(n.Kids)-1]
}

// operator returns the text of the child in the place of the operator, or "".
func (n *Node) operator() string {
	for _, k := range n.Kids {
		if k.Field == "operator" || k.Field == "operators" {
			return k.Type
		}
	}
	return ""
}
