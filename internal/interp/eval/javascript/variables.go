package javascript

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

// tests reports whether an expression is a truth value or a comparison: !!process.env.X.
func tests(n *syntax.Node) bool {
	switch n.Type {
	case "unary_expression":
		return strings.HasPrefix(n.Text(), "!") && testable(n)
	case "binary_expression":
		switch n.Child("operator").Text() {
		case "==", "!=", "===", "!==", "in":
			return testable(n)
		}
	case "call_expression":
		return n.Child("function").Text() == "Boolean" && testable(n.Child("arguments"))
	}
	return false
}

// testable reports whether an expression is made of variables, constants and comparisons only.
func testable(n *syntax.Node) bool {
	if n == nil {
		return false
	}
	switch n.Type {
	case "identifier", "property_identifier", "null", "undefined", "true", "false", "number",
		"comment":
		return len(n.Kids) == 0
	case "string":
		return len(n.Kids) == 0 || !strings.ContainsAny(n.Text(), "{$")
	case "parenthesized_expression", "unary_expression", "binary_expression", "member_expression",
		"subscript_expression", "arguments":
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
