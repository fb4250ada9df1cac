package python

import (
	"strconv"
	"strings"

	"github.com/fencepost/fencepost/internal/interp/eval/core"
	"github.com/fencepost/fencepost/internal/interp/eval/syntax"
)

// operate is a binary operator on two values.
func (ex *expressions) operate(op string, a, b *core.Value) *core.Value {
	switch op {
	case "%":
		return core.EachPair(a, b, ex.modulo)
	case "*":
		return core.EachPair(a, b, ex.times)
	case "/":
		return core.EachPair(a, b, ex.divide)
	}
	return ex.ev.Objects.Binary(core.OperatorOf(op), a, b)
}

// modulo is text % values, or a remainder.
func (ex *expressions) modulo(a, b *core.Value) *core.Value {
	s, ok := a.Text()
	switch {
	case ok && ex.ev.Environ.NoteFormatted(b):
		return core.Data
	case ok:
		return percent(s, b)
	case a.Kind == core.KindStr:
		return core.Partial("", "")
	}
	return ex.ev.Objects.Binary(core.OpOther, a, b)
}

// times repeats a text or a list, or multiplies.
func (ex *expressions) times(a, b *core.Value) *core.Value {
	s, ok := a.Text()
	n := b
	if !ok {
		s, ok = b.Text()
		n = a
	}
	if i, err := strconv.Atoi(n.Name); ok && n.Kind == core.KindNum && err == nil {
		if i <= 0 {
			return core.Str("")
		}
		if i*len(s) <= core.MaxText {
			return core.Str(strings.Repeat(s, i))
		}
	}
	if a.Kind == core.KindList {
		return &core.Value{Kind: core.KindList, List: a.List, More: true, Wild: a.Wild}
	}
	return ex.ev.Objects.Binary(core.OpOther, a, b)
}

// divide is path / path, or a division.
func (ex *expressions) divide(a, b *core.Value) *core.Value {
	switch {
	case a.Is(typePath):
		return core.Obj(typePath, core.JoinPath([]core.Arg{{Val: a.Base}, {Val: b}}, true))
	case b.Is(typePath):
		return core.Obj(typePath, core.JoinPath([]core.Arg{{Val: a}, {Val: b.Base}}, true))
	}
	return ex.ev.Objects.Binary(core.OpOther, a, b)
}

// Overloads reports whether operators may mean anything for a value: classes say what they do.
func (at *attributes) Overloads(v *core.Value) bool {
	switch v.Kind {
	case core.KindObj:
		return v.Class != nil || !at.ev.Heap.Plain(v)
	case core.KindTop, core.KindClass:
		return true
	case core.KindList, core.KindDict:
		return v.Wild
	}
	return false
}

// condition evaluates what decides which way the code goes.
func (ex *expressions) condition(n *syntax.Node) {
	before := len(ex.ev.Report.Facts.Variables)
	if ex.eval(n); testSyntax.Testable(n) {
		ex.ev.Environ.ForgetReads(before)
	}
}

// onlyTests reports whether an expression is a truth value, a length or a comparison: "X" in
// os.environ, len(os.environ["X"]), not os.getenv("X").
func onlyTests(n *syntax.Node) bool {
	switch n.Type {
	case "not_operator", "comparison_operator":
		return testSyntax.Testable(n)
	case "call":
		switch n.Child("function").Text() {
		case "bool", "len":
			return testSyntax.Testable(n.Child("arguments"))
		}
	}
	return false
}

var testSyntax = syntax.Tests{
	Leaves: []string{"identifier", "none", "true", "false", "integer", "comment"},
	Nodes: []string{"parenthesized_expression", "not_operator", "boolean_operator",
		"comparison_operator", "attribute", "subscript", "argument_list"},
	Reads: func(name string) bool {
		return name == "bool" || name == "len" || name == "getenv" ||
			strings.HasSuffix(name, ".getenv") || strings.HasSuffix(name, "environ.get")
	},
}
