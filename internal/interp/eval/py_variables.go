package eval

import "strings"

// condition evaluates what decides which way the code goes.
func (m *python) condition(n *Node) {
	taken := len(m.facts.Variables)
	if m.py(n); testable(n) {
		m.settle(taken)
	}
}

// tests reports whether an expression is a truth value, a length or a comparison: "X" in
// os.environ, len(os.environ["X"]), not os.getenv("X").
func tests(n *Node) bool {
	switch n.Type {
	case "not_operator", "comparison_operator":
		return testable(n)
	case "call":
		switch n.field("function").text() {
		case "bool", "len":
			return testable(n.field("arguments"))
		}
	}
	return false
}

// testable reports whether an expression is made of variables, constants and comparisons only.
func testable(n *Node) bool {
	if n == nil {
		return false
	}
	switch n.Type {
	case "identifier", "none", "true", "false", "integer", "comment":
		return len(n.Kids) == 0
	case "string":
		return len(n.Kids) == 0 || !strings.ContainsAny(n.text(), "{$")
	case "parenthesized_expression", "not_operator", "boolean_operator", "comparison_operator", "attribute", "subscript",
		"argument_list":
	case "call":
		if !readsVariable(n.field("function").text()) {
			return false
		}
	default: // operators and brackets
		return len(n.Kids) == 0 && n.Type == n.text()
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
