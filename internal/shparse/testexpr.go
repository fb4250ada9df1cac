package shparse

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/fencepost/fencepost/internal/shparse/dialect"
)

// testExpr visits the words of [[ ]]. The operands of -eq and its like, and of -v, are evaluated as
// expressions.
func (in *Interp) testExpr(x syntax.TestExpr) {
	switch x := x.(type) {
	case *syntax.Word:
		// which makes it a pattern for files
		if in.st.Has(dialect.ZshPatterns) && strings.Contains(in.source(x), "(#q") {
			in.zshWord(x)
		}
		in.single(x)
	case *syntax.ParenTest:
		in.testExpr(x.X)
	case *syntax.UnaryTest:
		in.testExpr(x.X)
		in.lookUnary(x)
		if w, ok := x.X.(*syntax.Word); ok && x.Op == syntax.TsFdTerm &&
			in.dialect.Has(dialect.MatchVariables) {
			in.again(in.single(w), asExpression)
		}
		if w, ok := x.X.(*syntax.Word); ok && (x.Op == syntax.TsVarSet || x.Op == syntax.TsRefVar) {
			in.again(in.single(w), asName)
		}
	case *syntax.BinaryTest:
		in.testExpr(x.X)
		// it is not expanded on every way
		if (x.Op == syntax.AndTest || x.Op == syntax.OrTest) && !plainTest(x.Y) {
			before := in.st.Clone()
			in.testExpr(x.Y)
			in.st.Join(before)
			return
		}
		in.testExpr(x.Y)
		in.lookBinary(x)
		switch x.Op {
		case syntax.TsEql, syntax.TsNeq, syntax.TsLeq, syntax.TsGeq, syntax.TsLss, syntax.TsGtr:
			for _, side := range []syntax.TestExpr{x.X, x.Y} {
				if w, ok := side.(*syntax.Word); ok {
					in.again(in.single(w), asExpression)
				}
			}
		case syntax.TsReMatch:
			in.st.Forget("BASH_REMATCH")
			if in.dialect.Has(dialect.MatchVariables) {
				in.st.Forget("MATCH")
				in.st.Forget("match")
			}
		}
	default:
		in.unknownNode(x)
	}
}

// plainTest reports whether an operand of && or || in [[ ]] changes nothing and runs nothing.
func plainTest(x syntax.TestExpr) bool {
	switch x := x.(type) {
	case *syntax.Word:
		return plainParts(x.Parts)
	case *syntax.ParenTest:
		return plainTest(x.X)
	case *syntax.UnaryTest:
		return plainTest(x.X) && x.Op != syntax.TsVarSet
	case *syntax.BinaryTest:
		switch x.Op {
		case syntax.TsMatch, syntax.TsMatchShort, syntax.TsNoMatch, syntax.AndTest, syntax.OrTest:
			return plainTest(x.X) && plainTest(x.Y)
		}
	}
	return false
}
