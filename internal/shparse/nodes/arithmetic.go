package nodes

import (
	"strings"
	"unicode"

	"mvdan.cc/sh/v3/syntax"

	"github.com/fencepost/fencepost/internal/shparse/expand"
	shsyntax "github.com/fencepost/fencepost/internal/shparse/syntax"
)

// VariableOf is the variable that an operand names, with its subscript.
func VariableOf(x syntax.ArithmExpr) (string, syntax.ArithmExpr) {
	w, ok := x.(*syntax.Word)
	if !ok {
		return "", nil
	}
	if name := shsyntax.LitOf(w); syntax.ValidName(name) {
		return name, nil
	}
	if len(w.Parts) == 1 {
		if p, ok := w.Parts[0].(*syntax.ParamExp); ok && p.Short && p.Index != nil && p.Param != nil {
			return p.Param.Value, p.Index
		}
	}
	return "", nil
}

// HasAssign reports whether an operand is an assignment that is not in parentheses.
func HasAssign(x syntax.ArithmExpr) bool {
	switch x := x.(type) {
	case *syntax.BinaryArithm:
		return expand.Assigns(x.Op) || HasAssign(x.X) || HasAssign(x.Y)
	case *syntax.UnaryArithm:
		return x.Op == syntax.Inc || x.Op == syntax.Dec
	}
	return false
}

// Assigns reports whether an expression assigns anything, which may be an error.
func Assigns(x syntax.ArithmExpr) (found bool) {
	syntax.Walk(x, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.BinaryArithm:
			found = found || expand.Assigns(n.Op)
		case *syntax.UnaryArithm:
			found = found || n.Op == syntax.Inc || n.Op == syntax.Dec
		}
		return !found
	})
	return found
}

// BindsOtherwise reports whether zsh may group an expression in another way: there << >> & ^ | bind
// tighter than the other operators of arithmetic (zshmisc(1)).
func BindsOtherwise(x *syntax.BinaryArithm) bool {
	switch x.Op {
	case syntax.And, syntax.Or, syntax.Xor, syntax.Shl, syntax.Shr:
	default:
		return false
	}
	_, left := x.X.(*syntax.BinaryArithm)
	_, right := x.Y.(*syntax.BinaryArithm)
	return left || right
}

// HasBadOctal reports whether an expression has a number with a leading zero that is no octal one.
func HasBadOctal(text string) bool {
	apart := func(c rune) bool { return c != '_' && !unicode.IsLetter(c) && !unicode.IsDigit(c) }
	for _, f := range strings.FieldsFunc(text, apart) {
		if len(f) > 1 && f[0] == '0' && strings.ContainsAny(f, "89") &&
			strings.Trim(f, "0123456789") == "" {
			return true
		}
	}
	return false
}

// QuotesSubstitution reports whether single quotes hide a substitution in an expression. Quotes in
// another text within it do not count.
func QuotesSubstitution(x syntax.ArithmExpr) (found bool) {
	syntax.Walk(x, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.CmdSubst:
			return false
		case *syntax.SglQuoted:
			found = found || strings.Contains(n.Value, "$(") || strings.Contains(n.Value, "`")
		}
		return !found
	})
	return found
}

// WithoutSubstitutions is the text of an expression with a blank for each character of a
// substitution, which is read by itself.
func WithoutSubstitutions(x syntax.ArithmExpr, text string) string {
	from := int(x.Pos().Offset())
	out := []byte(text)
	syntax.Walk(x, func(n syntax.Node) bool {
		c, ok := n.(*syntax.CmdSubst)
		if !ok {
			return true
		}
		for i := max(int(c.Pos().Offset())-from, 0); i < min(int(c.End().Offset())-from, len(out)); i++ {
			out[i] = ' '
		}
		return false
	})
	return string(out)
}
