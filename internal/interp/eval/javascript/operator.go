package javascript

import (
	"strings"

	"github.com/fencepost/fencepost/internal/interp/eval/core"
	"github.com/fencepost/fencepost/internal/interp/eval/syntax"
)

// condition evaluates what decides which way the code goes.
func (ex *expressions) condition(n *syntax.Node) {
	before := len(ex.ev.Report.Facts.Variables)
	if ex.eval(n); testSyntax.Testable(n) {
		ex.ev.Environ.ForgetReads(before)
	}
}

// onlyTests reports whether an expression is a truth value or a comparison: !!process.env.X.
func onlyTests(n *syntax.Node) bool {
	switch n.Type {
	case "unary_expression":
		return strings.HasPrefix(n.Text(), "!") && testSyntax.Testable(n)
	case "binary_expression":
		switch n.Child("operator").Text() {
		case "==", "!=", "===", "!==", "in":
			return testSyntax.Testable(n)
		}
	case "call_expression":
		return n.Child("function").Text() == "Boolean" && testSyntax.Testable(n.Child("arguments"))
	}
	return false
}

var testSyntax = syntax.Tests{
	Leaves: []string{"identifier", "property_identifier", "null", "undefined", "true", "false",
		"number", "comment"},
	Nodes: []string{"parenthesized_expression", "unary_expression", "binary_expression",
		"member_expression", "subscript_expression", "arguments"},
}

// operate is a binary operator on two values.
func (ex *expressions) operate(op string, a, b *core.Value) *core.Value {
	return ex.ev.Objects.Binary(operatorOf(op), a, b)
}

func operatorOf(op string) core.Operator {
	switch op {
	case "??", "||", "&&":
		return core.OpEither
	case "instanceof", "in", "==", "===", "!=", "!==", "<", "<=", ">", ">=":
		return core.OpCompare
	}
	return core.OperatorOf(op)
}
