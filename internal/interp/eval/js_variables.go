package eval

import "strings"

// condition evaluates what decides which way the code goes.
func (m *javascript) condition(n *Node) {
	taken := len(m.facts.Variables)
	if m.jsx(n); testableJS(n) {
		m.settle(taken)
	}
}

// testsJS reports whether an expression is a truth value or a comparison: !!process.env.X.
func testsJS(n *Node) bool {
	switch n.Type {
	case "unary_expression":
		return strings.HasPrefix(n.text(), "!") && testableJS(n)
	case "binary_expression":
		switch n.field("operator").text() {
		case "==", "!=", "===", "!==", "in":
			return testableJS(n)
		}
	case "call_expression":
		return n.field("function").text() == "Boolean" && testableJS(n.field("arguments"))
	}
	return false
}

// testableJS reports whether an expression is made of variables, constants and comparisons only.
func testableJS(n *Node) bool {
	if n == nil {
		return false
	}
	switch n.Type {
	case "identifier", "property_identifier", "null", "undefined", "true", "false", "number", "comment":
		return len(n.Kids) == 0
	case "string":
		return len(n.Kids) == 0 || !strings.ContainsAny(n.text(), "{$")
	case "parenthesized_expression", "unary_expression", "binary_expression", "member_expression", "subscript_expression",
		"arguments":
	default: // operators and brackets
		return len(n.Kids) == 0 && n.Type == n.text()
	}
	for _, k := range n.Kids {
		if !testableJS(k) {
			return false
		}
	}
	return true
}
