package shparse

import (
	"strconv"

	"mvdan.cc/sh/v3/syntax"

	"github.com/fencepost/fencepost/internal/fact"
)

// arithm evaluates an arithmetic expression (POSIX XCU 2.6.4) over constants and visits every substitution in it,
// those in array subscripts included. ok is false where the value is not known.
func (in *Interp) arithm(x syntax.ArithmExpr) (n int, ok bool) {
	switch x := x.(type) {
	case nil:
		return 0, false
	case *syntax.Word:
		return in.arithmWord(x)
	case *syntax.ParenArithm:
		return in.arithm(x.X)
	case *syntax.UnaryArithm:
		n, ok = in.arithm(x.X)
		switch x.Op {
		case syntax.Minus:
			return -n, ok
		case syntax.Plus:
			return n, ok
		}
		in.assigned(x.X)
		return 0, false
	case *syntax.BinaryArithm:
		a, okA := in.arithm(x.X)
		b, okB := in.arithm(x.Y)
		if assigns(x.Op) {
			in.assigned(x.X)
		}
		if !okA || !okB {
			return 0, false
		}
		return binaryArithm(x.Op, a, b)
	case *syntax.FlagsArithm:
		in.arithm(x.X)
	}
	return 0, false
}

func binaryArithm(op syntax.BinAritOperator, a, b int) (int, bool) {
	switch op {
	case syntax.Add:
		return a + b, true
	case syntax.Sub:
		return a - b, true
	case syntax.Mul:
		return a * b, true
	case syntax.Quo:
		if b != 0 {
			return a / b, true
		}
	case syntax.Rem:
		if b != 0 {
			return a % b, true
		}
	}
	return 0, false
}

func assigns(op syntax.BinAritOperator) bool {
	switch op {
	case syntax.Assgn, syntax.AddAssgn, syntax.SubAssgn, syntax.MulAssgn, syntax.QuoAssgn, syntax.RemAssgn,
		syntax.AndAssgn, syntax.OrAssgn, syntax.XorAssgn, syntax.ShlAssgn, syntax.ShrAssgn:
		return true
	}
	return false
}

// assigned makes the variable that an expression assigns a number that is not known.
func (in *Interp) assigned(x syntax.ArithmExpr) {
	if w, ok := x.(*syntax.Word); ok {
		if name := litOf(w); syntax.ValidName(name) {
			in.st.forget(name)
		}
	}
}

// arithmWord evaluates a number, a variable's name or an expansion. A variable whose value is text is evaluated as an
// expression by the shell, which can run code through a subscript: such a value is a hazard.
func (in *Interp) arithmWord(w *syntax.Word) (int, bool) {
	v := in.single(w)
	if !v.IsLiteral() {
		return 0, false
	}
	text := v.Text
	if syntax.ValidName(text) {
		val, set := in.lookup(text, nil)
		if !set || !val.IsLiteral() {
			return 0, false
		}
		text = val.Text
	}
	in.subscript(text)
	n, err := strconv.Atoi(text)
	if err != nil {
		return 0, text == ""
	}
	return n, err == nil && (text == "0" || text[0] != '0')
}

func (in *Interp) arithmPiece(a *syntax.ArithmExp) piece {
	n, ok := in.arithm(a.X)
	if !ok {
		return piece{unknown: true, quoted: true, from: in.source(a)}
	}
	return piece{text: strconv.Itoa(n), quoted: true, from: in.source(a)}
}

// testExpr visits the words of [[ ]]. The operands of -eq and its like, and of -v, are evaluated as expressions.
func (in *Interp) testExpr(x syntax.TestExpr) {
	switch x := x.(type) {
	case *syntax.Word:
		in.single(x)
	case *syntax.ParenTest:
		in.testExpr(x.X)
	case *syntax.UnaryTest:
		in.testExpr(x.X)
		if w, ok := x.X.(*syntax.Word); ok && (x.Op == syntax.TsVarSet || x.Op == syntax.TsRefVar) {
			in.expression(in.single(w))
		}
	case *syntax.BinaryTest:
		in.testExpr(x.X)
		in.testExpr(x.Y)
		switch x.Op {
		case syntax.TsEql, syntax.TsNeq, syntax.TsLeq, syntax.TsGeq, syntax.TsLss, syntax.TsGtr:
			for _, side := range []syntax.TestExpr{x.X, x.Y} {
				if w, ok := side.(*syntax.Word); ok {
					in.expression(in.single(w))
				}
			}
		case syntax.TsReMatch:
			in.st.forget("BASH_REMATCH")
		}
	}
}

// expression handles a word that a builtin evaluates as an expression or a variable's name.
func (in *Interp) expression(w fact.Word) {
	if w.IsLiteral() {
		if syntax.ValidName(w.Text) {
			if v, set := in.lookup(w.Text, nil); set && v.IsLiteral() {
				in.subscript(v.Text)
			}
		}
		in.subscript(w.Text)
	}
}
