// Package syntax is the syntax tree of inline code, as the grammars of tree-sitter give it.
package syntax

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

// Text is the node as written, a name as the languages read it: letters that look alike are the
// same (NFKC), and names may have escapes.
func (n *Node) Text() string {
	if n == nil || n.Start < 0 || n.End > len(n.Src) || n.Start > n.End {
		return ""
	}
	t := n.Src[n.Start:n.End]
	if !strings.HasSuffix(n.Type, "identifier") && !strings.HasSuffix(n.Type, "identifier_pattern") {
		return t
	}
	for i := 0; i < len(t); i++ {
		if t[i] >= utf8.RuneSelf || t[i] == '\\' {
			return norm.NFKC.String(inNames.Unescape(t))
		}
	}
	return t
}

// Child returns the first child of that name, or nil.
func (n *Node) Child(name string) *Node {
	for _, k := range n.Kids {
		if k.Field == name {
			return k
		}
	}
	return nil
}

// Kid returns the first child of that type, or nil.
func (n *Node) Kid(typ string) *Node {
	for _, k := range n.Kids {
		if k.Type == typ {
			return k
		}
	}
	return nil
}

// Last returns the last child, or nil.
func (n *Node) Last() *Node {
	if len(n.Kids) == 0 {
		return nil
	}
	return n.Kids[len(n.Kids)-1]
}

// Operator returns the text of the child in the place of the operator, or "".
func (n *Node) Operator() string {
	for _, k := range n.Kids {
		if k.Field == "operator" || k.Field == "operators" {
			return k.Type
		}
	}
	return ""
}
