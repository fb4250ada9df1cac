package shparse

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/fencepost/fencepost/internal/shparse/dialect"
	"github.com/fencepost/fencepost/internal/shparse/nodes"
)

// testExpr visits the words of [[ ]]. The operands of -eq and its like, and of -v, are evaluated as
// expressions.
func (cm *commands) testExpr(x syntax.TestExpr) {
	switch x := x.(type) {
	case *syntax.Word:
		// which makes it a pattern for files
		if cm.sh.st.Has(dialect.ZshPatterns) && strings.Contains(cm.sh.source(x), "(#q") {
			cm.words.zshWord(x)
		}
		cm.words.single(x)
	case *syntax.ParenTest:
		cm.testExpr(x.X)
	case *syntax.UnaryTest:
		cm.testExpr(x.X)
		cm.lookUnary(x)
		if w, ok := x.X.(*syntax.Word); ok && x.Op == syntax.TsFdTerm &&
			cm.sh.has(dialect.MatchVariables) {
			cm.eval.reread(cm.words.single(w), asExpression)
		}
		if w, ok := x.X.(*syntax.Word); ok && (x.Op == syntax.TsVarSet || x.Op == syntax.TsRefVar) {
			cm.eval.reread(cm.words.single(w), asName)
		}
	case *syntax.BinaryTest:
		cm.testExpr(x.X)
		// it is not expanded on every way
		if (x.Op == syntax.AndTest || x.Op == syntax.OrTest) && !nodes.PlainTest(x.Y) {
			before := cm.sh.st.Clone()
			cm.testExpr(x.Y)
			cm.sh.st.Join(before)
			return
		}
		cm.testExpr(x.Y)
		cm.lookBinary(x)
		switch x.Op {
		case syntax.TsEql, syntax.TsNeq, syntax.TsLeq, syntax.TsGeq, syntax.TsLss, syntax.TsGtr:
			for _, side := range []syntax.TestExpr{x.X, x.Y} {
				if w, ok := side.(*syntax.Word); ok {
					cm.eval.reread(cm.words.single(w), asExpression)
				}
			}
		case syntax.TsReMatch:
			cm.sh.st.Forget("BASH_REMATCH")
			if cm.sh.has(dialect.MatchVariables) {
				cm.sh.st.Forget("MATCH")
				cm.sh.st.Forget("match")
			}
		}
	default:
		cm.acc.unknownNode(x)
	}
}

// lookUnary reports the operand of [[ -f x ]] and its like.
func (cm *commands) lookUnary(x *syntax.UnaryTest) {
	w, ok := x.X.(*syntax.Word)
	if cm.sh.opt.Look == nil || !ok {
		return
	}
	switch x.Op {
	// which no other path changes
	case syntax.TsNot, syntax.TsParen, syntax.TsEmpStr, syntax.TsNempStr:
	case syntax.TsOptSet, syntax.TsVarSet, syntax.TsRefVar, syntax.TsFdTerm:
		cm.sh.opt.Look(cm.words.expandQuietly(w), false)
	default:
		cm.sh.opt.Look(cm.words.expandQuietly(w), true)
	}
}

// lookBinary reports the operands of [[ x == y ]] and its like.
func (cm *commands) lookBinary(x *syntax.BinaryTest) {
	if cm.sh.opt.Look == nil || x.Op == syntax.AndTest || x.Op == syntax.OrTest {
		return
	}
	for _, side := range []syntax.TestExpr{x.X, x.Y} {
		if w, ok := side.(*syntax.Word); ok {
			files := x.Op == syntax.TsNewer || x.Op == syntax.TsOlder || x.Op == syntax.TsDevIno
			cm.sh.opt.Look(cm.words.expandQuietly(w), files)
		}
	}
}
