package syntax

import (
	"slices"
	"strings"
)

// Tests is how a language writes what is only tested. All but Reads are types of nodes.
type Tests struct {
	Leaves []string // variables and constants
	Nodes  []string // what is made of others
	// Reads reports whether a function gives a variable of the environment, or what is known of it.
	Reads func(callee string) bool
}

// Testable reports whether an expression is made of variables, constants and comparisons only.
func (t *Tests) Testable(n *Node) bool {
	switch {
	case n == nil:
		return false
	case slices.Contains(t.Leaves, n.Type):
		return len(n.Kids) == 0
	case n.Type == "string":
		return len(n.Kids) == 0 || !strings.ContainsAny(n.Text(), "{$")
	case n.Type == "call" && t.Reads != nil:
		if !t.Reads(n.Child("function").Text()) {
			return false
		}
	case !slices.Contains(t.Nodes, n.Type): // operators and brackets
		return len(n.Kids) == 0 && n.Type == n.Text()
	}
	for _, k := range n.Kids {
		if !t.Testable(k) {
			return false
		}
	}
	return true
}
