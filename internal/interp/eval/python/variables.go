package python

import (
	"strings"

	"github.com/fencepost/fencepost/internal/interp/eval/syntax"
)

// condition evaluates what decides which way the code goes.
func (m *machine) condition(n *syntax.Node) {
	taken := len(m.Facts.Variables)
	if m.expr(n); testable(n) {
		m.Settle(taken)
	}
}

// tests reports whether an expression is a truth value, a length or a comparison: "X" in
// os.environ, len(os.environ["X"]), not os.getenv("X").
func tests(n *syntax.Node) bool {
	switch n.Type {
	case "not_operator", "comparison_operator":
		return testable(n)
	case "call":
		switch n.Child("function").Text() {
		case "bool", "len":
			return testable(n.Child("arguments"))
		}
	}
	return false
}

// testable reports whether an expression is made of variables, constants and comparisons only.
func testable(n *syntax.Node) bool {
	if n == nil {
		return false
	}
	switch n.Type {
	case "identifier", "none", "true", "false", "integer", "comment":
		return len(n.Kids) == 0
	case "string":
		return len(n.Kids) == 0 || !strings.ContainsAny(n.Text(), "{$")
	case "parenthesized_expression", "not_operator", "boolean_operator", "comparison_operator",
		"attribute", "subscript", "argument_list":
	case "call":
		if !readsVariable(n.Child("function").Text()) {
			return false
		}
	default: // operators and brackets
		return len(n.Kids) == 0 && n.Type == n.Text()
	}
	for _, k := range n.Kids {
		if !testable(k) {
			return false
		}
	}
	return true
}

// readsVariable reports whether a function gives a variable of the environment, or what is known of
// one.
func readsVariable(name string) bool {
	switch name {
	case "bool", "len", "getenv":
		return true
	}
	return strings.HasSuffix(name, ".getenv") || strings.HasSuffix(name, "environ.get")
}
