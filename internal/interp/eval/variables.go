package eval

import (
	"slices"
	"strings"
)

// Which variables of the environment the code takes the values of, whatever it does with them: they
// can reach a person by a print as by the message of an error. Where a value is only tested or
// compared, what was taken for that is forgotten (settle).

// take notes that the value of a variable is taken; "" where its name is not known.
func (m *machine) take(name string) {
	if !slices.Contains(m.facts.Variables, name) {
		m.facts.Variables = append(m.facts.Variables, name)
	}
}

// settle forgets what was taken since there were n variables.
func (m *machine) settle(n int) { m.facts.Variables = m.facts.Variables[:n] }

// condition evaluates what decides which way the code goes.
func (m *machine) condition(n *Node, eval func(*Node) *Value) {
	taken := len(m.facts.Variables)
	if eval(n); testable(n) {
		m.settle(taken)
	}
}

// tests reports whether an expression is a truth value, a length or a comparison: "X" in
// os.environ, not os.getenv("X"), !!process.env.X, len(os.environ["X"]).
func tests(n *Node) bool {
	switch n.Type {
	case "not_operator", "comparison_operator":
		return testable(n)
	case "unary_expression":
		return strings.HasPrefix(n.text(), "!") && testable(n)
	case "binary_expression":
		switch n.field("operator").text() {
		case "==", "!=", "===", "!==", "in":
			return testable(n)
		}
	case "call", "call_expression":
		switch n.field("function").text() {
		case "bool", "len", "Boolean":
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
	case "identifier", "property_identifier", "string", "none", "null", "undefined", "true", "false", "integer", "number", "comment":
		return len(n.Kids) == 0 || n.Type == "string" && !strings.ContainsAny(n.text(), "{$")
	case "parenthesized_expression", "not_operator", "boolean_operator", "comparison_operator", "unary_expression",
		"binary_expression", "attribute", "subscript", "member_expression", "subscript_expression", "argument_list", "arguments":
	case "call":
		f := n.field("function").text()
		if f != "bool" && f != "len" && f != "getenv" && !strings.HasSuffix(f, ".getenv") && !strings.HasSuffix(f, "environ.get") {
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

// expanded notes the variables in a text that is expanded: $NAME and ${NAME}.
func (m *machine) expanded(v *Value) {
	text, ok := v.text()
	if !ok {
		m.take("")
		return
	}
	for _, part := range strings.Split(text, "$")[1:] {
		part = strings.TrimPrefix(part, "{")
		end := strings.IndexFunc(part, func(r rune) bool { return r != '_' && (r < '0' || r > '9') && (r|0x20 < 'a' || r|0x20 > 'z') })
		if end < 0 {
			end = len(part)
		}
		if end > 0 {
			m.take(part[:end])
		}
	}
}

// reaches reports whether a template can reach the environment through what it is given: a field
// such as {0.environ} of a module, or of an object that is not known.
func reaches(template string, args []arg) bool {
	fields := false
	for _, part := range strings.Split(template, "{")[1:] {
		name, _, _ := strings.Cut(part, "}")
		name, _, _ = strings.Cut(name, ":")
		fields = fields || strings.ContainsAny(name, ".[")
	}
	for _, a := range args {
		if holdsEnviron(a.val, 0) || fields && (a.val.kind == kRef || a.val.kind == kFunc || a.val.kind == kClass) {
			return true
		}
	}
	return false
}

// formatted notes that a value becomes a part of a text, the whole environment maybe.
func (m *machine) formatted(v *Value) bool {
	if !holdsEnviron(v, 0) {
		return false
	}
	m.take("")
	return true
}
